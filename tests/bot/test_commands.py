"""The commands of staff and of those who look into the journal."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from bot.cli import COMMANDS
from bot.composition import SHIPPED_MENU
from tests.bot.conftest import NOON, Waiter

TEA = {
    "format": 1,
    "restaurant": {"name": {"en": "Tea House"}, "currency": "CNY", "languages": ["en"]},
    "categories": [{"id": "drinks", "name": {"en": "Drinks"}}],
    "modifier_groups": [],
    "items": [
        {"id": "tea", "name": {"en": "tea"}, "category": "drinks", "price": "12.00"},
        {"id": "crab", "name": {"en": "crab"}, "category": "drinks", "price": None},
    ],
}


@pytest.fixture
def tea(tmp_path: Path) -> str:
    path = tmp_path / "tea.json"
    path.write_text(json.dumps(TEA), "utf-8")
    return str(path)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(waiter: Waiter, name: str) -> None:
    done = waiter(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert name in done.out


@pytest.mark.parametrize("name", ["orders", "menu versions", "audit verify", "transcript list"])
def test_a_house_that_has_not_begun_is_empty_and_stays_unmade(
    waiter: Waiter, tmp_path: Path, name: str
) -> None:
    done = waiter(*name.split())
    assert (done.code, done.out, done.err) == (0, "", "")
    assert not (tmp_path / "data").exists()


def test_orders_are_a_table_for_people(waiter: Waiter, ordered: str) -> None:
    out = waiter("orders").out
    for shown in (ordered, "ticket 1", "placed", "担担面", "bill 1", "¥37.00"):
        assert shown in out


def test_a_closed_visit_is_shown_with_all_only(waiter: Waiter, ordered: str) -> None:
    assert waiter("table", "close", ordered).code == 2  # unpaid
    assert waiter("table", "paid", ordered, "--who", "mei").code == 0
    assert waiter("table", "close", ordered).code == 0
    assert waiter("orders", "--json").rows == []
    (visit,) = waiter("orders", "--json", "--all").rows
    assert (visit["closed"], visit["bill"]["state"]) == (True, "paid")
    heard = waiter("chat", "--json", "--session", ordered, "--clock", NOON, stdin="再来一碗\n")
    assert len(heard.rows) == 1
    assert waiter("orders", "--json", "--all").rows == [visit]


def test_staff_change_what_is_owed_with_a_reason(waiter: Waiter, ordered: str) -> None:
    assert waiter("table", "void", ordered, "1").code == 2  # no reason
    void = waiter("table", "void", ordered, "1", "--line", "2", "--why", "flat", "--json")
    assert void.rows[0]["ticket"]["total"] == "32.00"
    off = waiter("table", "discount", ordered, "--percent", "10", "--why", "friend", "--json")
    assert off.rows[0]["due"] == "28.80"
    comp = waiter("table", "comp", ordered, "--amount", "0.80", "--why", "late", "--json")
    assert comp.rows[0]["due"] == "28.00"
    assert waiter("table", "ticket", ordered, "1", "ready").code == 0
    (visit,) = waiter("orders", "--json").rows
    assert visit["tickets"][0]["state"] == "ready"


def test_a_visit_may_be_named_by_its_table(waiter: Waiter) -> None:
    opened = waiter("table", "open", "7", "--json").rows[0]
    assert waiter("table", "open", "7").code == 2
    assert waiter("table", "close", "7", "--json").rows[0]["closed"] is True
    assert waiter("table", "open", "7", "--json").rows[0]["visit"] != opened["visit"]


def test_a_receipt_has_what_was_placed_and_what_is_due(waiter: Waiter, ordered: str) -> None:
    out = waiter("receipt", ordered, "--language", "en").out
    assert "Chengdu Snacks" in out
    assert "Dandan noodles ×2" in out
    assert "37.00" in out
    assert waiter("receipt", ordered, "--json").rows[0]["bill"]["due"] == "37.00"
    assert waiter("table", "open", "3", "--json").code == 0
    assert waiter("receipt", "3").code == 2


def test_what_is_sold_out_is_not_ordered(waiter: Waiter) -> None:
    assert waiter("menu", "sold-out", "dandan", "可乐").out == "sold out: dandan, coke\n"
    chat = ("chat", "--json", "--clock", NOON)
    assert "卖完" in waiter(*chat, stdin="来两碗担担面\n").rows[-1]["content"]
    assert waiter("menu", "restock", "dandan").code == 0
    assert waiter("menu", "stock", "dandan", "3").code == 0
    shown = {row["id"]: row for row in waiter("menu", "show", "--json").rows}
    assert shown["dandan"]["available"]
    assert not shown["coke"]["available"]
    assert "担担面" in waiter("menu", "show").out


def test_prices_and_menus_are_published_as_versions(waiter: Waiter, tea: str) -> None:
    assert waiter("menu", "check", tea).out.startswith(f"{tea}: 2 dishes")
    published = waiter("menu", "publish", tea, "--json", "--who", "mei").rows[0]
    assert waiter("menu", "price", "tea", "13.50").code == 0
    assert waiter("menu", "price", "crab", "88.00").code == 0  # a quote: no new version
    versions = waiter("menu", "versions", "--json").rows
    assert [row["number"] for row in versions] == [3, 2, 1]
    assert versions[1] | {"at": ""} == {
        "number": 2,
        "version": published["version"],
        "at": "",
        "who": "mei",
    }
    prices = {row["id"]: row["price"] for row in waiter("menu", "show", "--json").rows}
    assert prices == {"tea": "13.50", "crab": "88.00"}
    told = waiter("menu", "show", "--json", "--menu", tea).rows
    assert {row["id"]: row["price"] for row in told} == {"tea": "12.00", "crab": None}


def test_understand_reads_lines_by_the_menu_that_is_named(waiter: Waiter, tea: str) -> None:
    rows = waiter("understand", "--menu", tea, stdin="two teas\n\n三份crab\n").rows
    assert [row["text"] for row in rows] == ["two teas", "", "三份crab"]
    found = [[(line["item"], line["quantity"]) for line in row["lines"]] for row in rows]
    assert found == [[("tea", 2)], [], [("crab", 3)]]
    assert set(rows[0]) == {
        *("text", "language", "intents", "lines", "edits", "unresolved", "confidence", "spans")
    }


def test_bare_understanding_knows_no_aliases(waiter: Waiter, tmp_path: Path, tea: str) -> None:
    items = [{**TEA["items"][0], "aliases": ["chai"]}]  # type: ignore[index]  # a JSON document
    menu = tmp_path / "alias.json"
    menu.write_text(json.dumps({**TEA, "items": items}), "utf-8")
    with_alias = waiter("understand", "--menu", str(menu), stdin="one chai\n").rows
    bare = waiter("understand", "--menu", str(menu), "--bare", stdin="one chai\n").rows
    assert [line["item"] for line in with_alias[0]["lines"]] == ["tea"]
    assert bare[0]["lines"] == []


def test_the_journal_of_an_evening_is_whole_until_somebody_changes_it(
    waiter: Waiter, ordered: str, tmp_path: Path
) -> None:
    assert waiter("audit", "verify").code == 0
    events = waiter("audit", "show", ordered, "--json").rows
    assert [row["seq"] for row in events] == list(range(1, len(events) + 1))
    with sqlite3.connect(tmp_path / "data" / "house.db") as house:
        house.execute("UPDATE events SET payload = replace(payload, '16.00', '6.00')")
    house.close()
    done = waiter("audit", "verify", "--json")
    assert done.code == 1
    (broken,) = [row for row in done.rows if not row["ok"]]
    assert broken["visit"] == ordered


def test_permissions_tell_what_was_asked_and_said(waiter: Waiter, ordered: str) -> None:
    rows = waiter("permissions", ordered, "--json").rows
    assert [(row["app"], row["state"], row["total"]) for row in rows] == [
        ("submit", "granted", "37.00"),
        ("checkout", "granted", "37.00"),
    ]
    assert "granted" in waiter("permissions", ordered).out


def test_refusals_of_a_well_behaved_brain_are_none(waiter: Waiter, ordered: str) -> None:
    assert waiter("audit", "refusals").out == ""


def test_a_transcript_is_listed_read_exported_and_replayed(
    waiter: Waiter, ordered: str, tmp_path: Path
) -> None:
    (row,) = waiter("transcript", "list", "--json").rows
    assert row["visit"] == ordered
    assert "guest: 买单" in waiter("transcript", "show", ordered).out
    exported = tmp_path / "t1.jsonl"
    exported.write_text(waiter("transcript", "export", ordered).out, "utf-8")
    assert len(exported.read_text("utf-8").splitlines()) == row["events"] + 1
    assert waiter("replay", str(exported)).code == 0
    exported.write_text(
        exported.read_text("utf-8").replace('"quantity":2', '"quantity":3'), "utf-8"
    )
    done = waiter("replay", str(exported), "--json")
    assert (done.code, done.rows[0]["ok"]) == (1, False)
    assert '"quantity": 3' in done.rows[0]["diff"]


def test_eval_counts_what_passes(waiter: Waiter, tea: str, tmp_path: Path) -> None:
    scenario = {
        "id": "tea",
        "menu": "tea.json",
        "language": "en",
        "clock": "2026-05-04T12:00:00+00:00",
        "turns": ["two teas", "place the order", {"decide": "approve"}],
        "expect": {"placed": [{"item": "tea", "quantity": 2}], "total": "24.00"},
    }
    (tmp_path / "tea.yaml").write_text(json.dumps(scenario), "utf-8")
    wrong = {**scenario, "id": "dear tea", "expect": {"total": "99.00"}}
    (tmp_path / "wrong.yaml").write_text(json.dumps(wrong), "utf-8")
    good = waiter("eval", str(tmp_path / "tea.yaml"), "--trials", "2", "--json")
    assert good.rows == [
        {"id": "tea", "passed": True, "trials": 2, "failures": []},
        {"passed": 1, "total": 1, "pass_k": 1.0},
    ]
    both = waiter("eval", str(tmp_path / "tea.yaml"), str(tmp_path / "wrong.yaml"), "--json")
    assert both.code == 1
    assert both.rows[-1] == {"passed": 1, "total": 2, "pass_k": 0.5}
    assert both.rows[1]["failures"]


def test_schemas_are_of_what_is_printed_and_read(waiter: Waiter) -> None:
    envelope = json.loads(waiter("schema", "envelope").out)
    sent = waiter("chat", "--json", "--clock", NOON).rows[0]
    assert set(envelope["required"]) == set(envelope["properties"]) == set(sent)
    menu = json.loads(waiter("schema", "menu").out)
    assert set(json.loads(SHIPPED_MENU.read_text("utf-8"))) <= set(menu["properties"]) | {"$schema"}
    assert set(json.loads(waiter("schema").out)) == {"answer", "customer", "envelope", "menu"}


def test_the_doctor_says_what_is_missing(waiter: Waiter) -> None:
    assert waiter("doctor").code == 0
    sick = waiter("doctor", "--brain", "gpt", "--json")
    assert sick.code == 1
    assert [row["check"] for row in sick.rows if not row["ok"]] == ["brain"]


def test_permissions_tell_a_yes_to_several(waiter: Waiter) -> None:
    lines = "来一碗担担面\n下单\n不用再问我\n都同意\n"
    waiter("chat", "--json", "--session", "t2", "--clock", NOON, stdin=lines)
    rows = waiter("permissions", "t2", "--json").rows
    requests = [row for row in rows if row["kind"] == "request"]
    assert [(row["app"], row["state"]) for row in requests] == [
        ("submit", "granted"),
        ("standing", "granted"),
    ]
    (batch,) = {row["batch"] for row in requests}
    assert f"({batch}, a yes to several)" in waiter("permissions", "t2").out
