"""`waiter menu publish|diff|rollback` and what is sold out: versions, impact, who and when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bot.conftest import NOON, Waiter
from tests.menu_data.documents import changed, small


@pytest.fixture
def house(waiter: Waiter, tmp_path: Path) -> Waiter:
    """A house whose menu is the small one."""
    assert waiter("menu", "publish", written(tmp_path, small())).code == 0
    return waiter


def written(folder: Path, document: dict[str, Any], name: str = "m.json") -> str:
    path = folder / name
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def versions(waiter: Waiter) -> list[str]:
    return [row["version"] for row in waiter("menu", "versions", "--json").rows]


def test_what_changes_and_whom_it_hits_is_shown_before(house: Waiter, tmp_path: Path) -> None:
    assert house("chat", "--session", "t1", "--clock", NOON, stdin="two colas\n").code == 0
    said = ("chat", "--session", "t2", "--clock", NOON)
    assert house(*said, stdin="one cola\n下单\n确认\n").code == 0
    dearer = written(tmp_path, changed("items.1.price", "9.00"))
    shown = house("menu", "publish", dearer, "--dry-run").out
    assert "~ items.cola.price: 4.00 → 9.00" in shown
    assert "open tabs hit: 1 of 1" in shown
    assert "t1: Cola costs 9.00 instead of 4.00" in shown
    assert "recorded conversations hit: 1 of 1" in shown
    (row,) = house("menu", "publish", dearer, "--json").rows
    assert row["published"]
    assert [tab["visit"] for tab in row["impact"]["open_tabs"]] == ["t1"]
    assert row["changes"][0]["place"] == ["items", "cola", "price"]


def test_a_dry_run_changes_nothing(house: Waiter, tmp_path: Path) -> None:
    before = versions(house)
    other = written(tmp_path, changed("items.1.price", "9.00"))
    assert "would be in force" in house("menu", "publish", other, "--dry-run").out
    assert versions(house) == before


def test_words_that_no_longer_order_a_dish_are_told(house: Waiter, tmp_path: Path) -> None:
    assert house("chat", "--session", "t1", "--clock", NOON, stdin="two colas\n").code == 0
    renamed = written(tmp_path, changed("items.1.name", "Rush water"))
    shown = house("menu", "publish", renamed, "--dry-run").out
    assert "t1: Cola is no longer what 'two colas' orders" in shown


def test_the_menu_in_force_is_not_published_again(house: Waiter, tmp_path: Path) -> None:
    before = versions(house)
    assert "already in force" in house("menu", "publish", written(tmp_path, small())).out
    assert versions(house) == before


def test_a_broken_file_never_replaces_a_good_menu(house: Waiter, tmp_path: Path) -> None:
    before = versions(house)
    for broken in (changed("items.1.price", 4), changed("items.1.category", "gone"), {}):
        done = house("menu", "publish", written(tmp_path, broken, "broken.json"))
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    (tmp_path / "half.json").write_text(json.dumps(small())[:300], "utf-8")
    assert house("menu", "publish", str(tmp_path / "half.json")).code == 2
    assert versions(house) == before


def test_only_new_warnings_are_told(house: Waiter, tmp_path: Path) -> None:
    done = house("menu", "publish", written(tmp_path, changed("items.1.price", "40.00")))
    assert done.err.splitlines() == [
        f"warning: {tmp_path / 'm.json'}:1:932: 'Cola': its price changes by +900 %"
    ]


def test_a_version_comes_back_by_rollback(house: Waiter, tmp_path: Path) -> None:
    first = versions(house)[0]
    assert house("menu", "publish", written(tmp_path, changed("items.1.price", "5.00"))).code == 0
    second = versions(house)[0]
    (change,) = house("menu", "diff", "--json").rows
    assert (change["before"], change["after"]) == ("4.00", "5.00")
    assert "~ items.cola.price: 5.00 → 4.00" in house("menu", "rollback", "--who", "mei").out
    assert versions(house)[:3] == [first, second, first]
    assert house("menu", "versions", "--json").rows[0]["who"] == "mei"
    assert house("menu", "rollback", second[:6]).code == 0
    assert versions(house)[0] == second
    assert house("menu", "rollback", "99").code == 2


def test_menus_are_compared_by_version_number_or_file(house: Waiter, tmp_path: Path) -> None:
    other = written(tmp_path, changed("items.1.price", "5.00"), "other.json")
    assert house("menu", "diff", other).out == "~ items.cola.price: 4.00 → 5.00\n"
    assert house("menu", "publish", other).code == 0
    number = house("menu", "versions", "--json").rows[1]["number"]
    assert house("menu", "diff", str(number)).out == "~ items.cola.price: 4.00 → 5.00\n"
    assert house("menu", "diff", other, str(number)).out == "~ items.cola.price: 5.00 → 4.00\n"


def test_sold_out_is_a_state_with_who_and_when_and_no_edit_of_the_menu(house: Waiter) -> None:
    before = versions(house)
    clock = ("--clock", NOON)
    assert house("menu", "sold-out", "cola", "--who", "mei", *clock).code == 0
    assert house("menu", "stock", "broth", "3", "--who", "bo", *clock).code == 0
    assert versions(house) == before
    shown = {row["id"]: row for row in house("menu", "show", "--json").rows}
    at = "2026-05-04T04:00:00+00:00"
    assert shown["cola"]["said"] == {"act": "sold_out", "who": "mei", "at": at}
    assert shown["broth"]["said"] == {"act": "stock", "who": "bo", "at": at}
    assert shown["trout"]["said"] is None
    assert "mei 05-04" in house("menu", "show").out


def test_sold_out_binds_a_tab_that_already_holds_the_dish(house: Waiter) -> None:
    chat = ("chat", "--json", "--session", "t1", "--clock", NOON)
    assert house(*chat, stdin="two colas\n").code == 0
    assert house("menu", "sold-out", "cola").code == 0
    said = house(*chat, stdin="下单\n").rows[-1]["content"]
    assert "Cola" in said
    assert all(not row["tickets"] for row in house("orders", "--json").rows)


def test_sold_out_stays_when_another_version_is_published(house: Waiter, tmp_path: Path) -> None:
    assert house("menu", "sold-out", "cola").code == 0
    assert house("menu", "publish", written(tmp_path, changed("items.1.price", "5.00"))).code == 0
    shown = {row["id"]: row["available"] for row in house("menu", "show", "--json").rows}
    assert not shown["cola"]
