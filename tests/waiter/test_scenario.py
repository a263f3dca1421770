"""The scenario format: what a file may say, and how a mistake in one is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.waiter import evenings
from waiter.scenario import ScenarioError, find, load, staff_acts
from waiter.scenario_format import Advance, Decide, Pick, Restart, Say, StaffTurn, is_found

HEAD = f"""id: evening
menu: {evenings.CHENGDU}
language: zh
clock: 2026-03-14T12:00:00+08:00
"""
TURNS = "turns: []\n"
EXPECT = "expect: {}\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "evening.yaml"
    path.write_text(text, "utf-8")
    return path


def test_what_staff_do_of_tables_and_people_is_read(tmp_path: Path) -> None:
    turns = """turns:
  - {staff: {pause: 20, take_over: true, say: {guest: a, text: "Coming"}, give_back: a, move: "7"}}
  - {staff: {pause: 0, take_over: bo}}
"""
    scenario = load(write(tmp_path, HEAD + turns + EXPECT))
    first, second = scenario.document.turns
    assert isinstance(first, StaffTurn)
    assert isinstance(second, StaffTurn)
    assert staff_acts(scenario, first.staff) == [
        ("pause", {"minutes": 20}),
        ("take_over", {}),
        ("say", {"guest": "a", "text": "Coming"}),
        ("give_back", {"guest": "a"}),
        ("move", {"table": "7"}),
    ]
    assert staff_acts(scenario, second.staff) == [
        ("pause", {"minutes": 0}),
        ("take_over", {"guest": "bo"}),
    ]


def test_every_kind_of_turn_is_read(tmp_path: Path) -> None:
    turns = """turns:
  - "一碗面"
  - {as: bo, say: "a coke"}
  - {late: 90s, as: bo, say: "and a beer"}
  - {staff: {sold_out: [rice], stock: {coke: 3, beer: null}, price: {coke: "6.00"}, paid: true}}
  - {staff: {void: {ticket: 1, line: 2, why: "cold"}}}
  - {pick: 2}
  - {decide: deny}
  - {advance: 1d}
  - {restart: true}
"""
    scenario = load(write(tmp_path, HEAD + turns + EXPECT))
    plain, other, late, staff, void, *rest = scenario.document.turns
    assert plain == Say(say="一碗面")
    assert isinstance(other, Say)
    assert other.guest == "bo"
    assert isinstance(late, Say)
    assert (late.guest, late.late) == ("bo", timedelta(seconds=90))
    assert isinstance(staff, StaffTurn)
    assert staff_acts(scenario, staff.staff) == [
        ("sold_out", {"dishes": ["rice"]}),
        ("stock", {"counts": {"coke": 3, "beer": None}}),
        ("price", {"prices": {"coke": "6.00"}}),
        ("paid", {}),
    ]
    assert isinstance(void, StaffTurn)
    assert staff_acts(scenario, void.staff) == [("void", {"ticket": 1, "line": 2, "why": "cold"})]
    pick, decide, advance, restart = rest
    assert (pick, decide) == (Pick(pick=2), Decide(decide="deny"))
    assert isinstance(advance, Advance)
    assert advance.advance == timedelta(days=1)
    assert restart == Restart(restart=True)
    assert scenario.document.clock.astimezone(UTC) == datetime(2026, 3, 14, 4, tzinfo=UTC)


def test_a_menu_that_staff_publish_is_loaded_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(evenings.CHENGDU.read_text("utf-8"), "utf-8")
    path = write(tmp_path, HEAD + "turns: [{staff: {publish: other.json}}]\n" + EXPECT)
    scenario = load(path)
    (turn,) = scenario.document.turns
    assert isinstance(turn, StaffTurn)
    ((act, params),) = staff_acts(scenario, turn.staff)
    assert (act, params["document"]["format"]) == ("publish", 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "1: found None; allowed: an object {...}"),
        ("id: a\nid: b\n", "2: the key 'id' stands here twice"),
        ("turns: [\n  a: b: c\n", "2: expected ',' or ']'"),
        ("clock: 2026-13-01\n", "1: month must be in 1..12"),
        (HEAD + TURNS, "1: has no 'expect'"),
        (HEAD + TURNS + EXPECT + "note: x\n", "7: note: unknown key 'note'"),
        (HEAD.replace("+08:00", "") + TURNS + EXPECT, "4: clock: found datetime"),
        (HEAD + "turns:\n  - a\n  - {late: 2 h, say: b}\n" + EXPECT, "7: turns[1].late: found"),
        (HEAD + "turns:\n  - a\n  - 7\n" + EXPECT, "7: turns[1]: found 7; allowed: is no turn"),
        (HEAD + "turns: [{say: a, too: b}]\n" + EXPECT, "5: turns[0].too: unknown key"),
        (HEAD + "turns: [{decide: maybe}]\n" + EXPECT, "5: turns[0].decide: found 'maybe'"),
        (HEAD + "turns: [{restart: false}]\n" + EXPECT, "5: turns[0].restart: found False"),
        (HEAD + "turns: [{staff: {fire: x}}]\n" + EXPECT, "5: turns[0].staff.fire: unknown key"),
        (HEAD + TURNS + "expect: {total: 36.00}\n", "6: expect.total: found 36.0; allowed: an am"),
        (HEAD + TURNS + "expect: {says: ['/(/']}\n", "6: expect.says[0]: '/(/' is no regular exp"),
        (
            HEAD + TURNS + "expect:\n  placed:\n    - {item: a}\n    - {item: b, quantity: 0}\n",
            "9: expect.placed[1].quantity: found 0; allowed: 1 or more",
        ),
        (HEAD.replace(".json", ".jsn") + TURNS + EXPECT, "2: menu: "),
        (HEAD + "turns: [{staff: {publish: no.json}}]\n" + EXPECT, "5: turns[0].staff.publish: "),
    ],
)
def test_a_mistake_is_told_with_its_file_line_and_place(
    text: str, told: str, tmp_path: Path
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ScenarioError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}:{told}")
    assert "\n" not in str(error.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="is not UTF-8"):
        load(path)
    with pytest.raises(ScenarioError, match="can't be read"):
        load(tmp_path / "none.yaml")


def test_scenarios_are_found_in_files_and_folders_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "deep/c.yaml", "menu.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", "utf-8")
    names = [path.name for path in find([tmp_path, tmp_path / "menu.json"])]
    assert names == ["a.yml", "b.yaml", "c.yaml", "menu.json"]
    with pytest.raises(ScenarioError, match="is not there"):
        find([tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError, match="no scenario"):
        find([tmp_path / "empty"])


def test_a_fragment_is_a_text_or_a_regular_expression() -> None:
    assert is_found("36", "合计 36.00")
    assert not is_found("Coke", "coke")
    assert is_found("/(?i)coke/", "a Coke")
    assert not is_found("/^coke/", "a coke")
    assert is_found("//", "a // b")
