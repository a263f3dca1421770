"""Acts of staff: stock and menu, money, service; and what each refuses."""

from __future__ import annotations

from typing import Any

import pytest

from apps.contract import Snapshot
from apps.staff_acts import STAFF_ACTS
from menu_data.loader import from_document
from tests.apps.house import act, call, codes, document, opened, ordered, placed, problems


def billed() -> Snapshot:
    _, at = call("checkout", placed(opened(), {"dish": "reed"}, {"dish": "rice"}), {"tip": "1.00"})
    return at


def owed(at: Snapshot) -> Any:
    return call("tab", at, {})[0].result["owed"]["total"]


def state(at: Snapshot) -> str | None:
    return None if at.books.bill is None else at.books.bill.state


def test_sold_out_and_back_again() -> None:
    _, at = act("sold_out", opened(), {"dishes": ["芦芽汤", "rice"]})
    assert at.availability.sold_out == {"quail", "reed", "rice"}
    _, at = act("restock", at, {"dishes": ["reed", "quail"]})
    assert at.availability.sold_out == {"rice"}


def test_a_sold_out_line_stays_on_the_tab_flagged() -> None:
    _, at = act("sold_out", ordered(opened(), {"dish": "reed"}), {"dishes": ["reed"]})
    (row,) = call("tab", at, {})[0].result["tab"]["lines"]
    assert row["blocked"] == "sold_out"


def test_a_dish_counted_down_to_none_is_sold_out_until_restocked() -> None:
    at = placed(opened(), {"dish": "skewer", "quantity": 5})
    assert codes(call("order", at, {"dish": "skewer"})[0]) == ["sold_out"]
    _, at = act("restock", at, {"dishes": ["skewer"]})
    assert call("order", at, {"dish": "skewer", "quantity": 9})[0].ok


def test_a_count_makes_a_dish_available_and_null_uncounted() -> None:
    _, at = act("stock", opened(), {"counts": {"quail": 2, "skewer": None}})
    assert at.availability.sold_out == frozenset()
    assert at.availability.stock == {"quail": 2}


def test_a_price_makes_a_new_menu_that_open_tabs_follow() -> None:
    at = ordered(opened(), {"dish": "reed"})
    done, at = act("price", at, {"prices": {"reed": "10.50"}})
    assert done.result["version"] == at.menu.version
    assert call("tab", at, {})[0].result["tab"]["total"] == "10.50"


def test_a_market_price_is_quoted_without_a_new_menu() -> None:
    at = ordered(opened(), {"dish": "carp"})
    done, at = act("price", at, {"prices": {"carp": "88.00"}})
    assert done.menu is None
    assert call("submit", at, {})[0].result["total"] == "88.00"
    _, at = act("price", at, {"prices": {"carp": None}})
    assert codes(call("submit", at, {})[0]) == ["no_quote"]


def test_a_new_menu_keeps_the_days_availability_but_for_what_it_changes() -> None:
    _, at = act("sold_out", opened(), {"dishes": ["reed"]})
    _, at = act("stock", at, {"counts": {"skewer": 2}})
    _, at = act("price", at, {"prices": {"carp": "88.00"}})
    new = document()
    items = {item["id"]: dict(item) for item in new["items"]}
    items["quail"]["available"] = True
    items["latte"]["stock"] = 7
    items["carp"]["price"] = "70.00"
    items["plum"] = {**items["rice"], "id": "plum", "name": "Plum", "stock": 4, "available": False}
    del items["dawn"]
    _, at = act("publish", at, {"document": {**new, "items": list(items.values())}})
    assert at.availability.sold_out == {"reed", "plum"}
    assert at.availability.stock == {"skewer": 2, "latte": 7, "plum": 4}
    assert at.availability.quotes == {}


def test_a_file_that_is_no_menu_is_refused() -> None:
    done, at = act("publish", opened(), {"document": {"format": 1}})
    assert codes(done) == ["bad_menu"]
    assert at == opened()


def test_a_menu_that_was_compared_with_another_than_the_one_in_force_is_refused() -> None:
    compared = opened().menu.version
    params = {"document": document(currency="MYR"), "instead_of": compared}
    done, at = act("publish", opened(), params)
    assert (done.ok, at.menu.restaurant.currency) == (True, "MYR")
    again, _ = act("publish", at, params)
    assert codes(again) == ["menu_has_changed"]


def test_paid_by_staffs_word() -> None:
    _, at = act("paid", billed(), {"method": "card"})
    assert (state(at), at.books.bill and at.books.bill.method) == ("paid", "card")
    assert codes(act("paid", at, {})[0]) == ["bill_paid"]


def test_paid_without_a_bill_issues_it_first() -> None:
    _, at = act("paid", placed(opened(), {"dish": "reed"}), {})
    assert (state(at), at.books.bill and at.books.bill.totals.due) == ("paid", 900)
    assert codes(act("paid", opened(), {})[0]) == ["nothing_to_pay"]


def test_a_payment_counts_only_if_bill_amount_and_currency_match() -> None:
    right = {"bill": 1, "amount": 1200, "currency": "CNY"}
    for wrong in ({"bill": 2}, {"amount": 1100}, {"currency": "EUR"}):
        done, at = act("payment", billed(), {**right, **wrong})
        assert codes(done) == ["payment_mismatch"]
        assert state(at) == "issued"
    assert problems(done)[0].allowed == {"bill": 1, "amount": "12.00", "currency": "CNY"}
    assert state(act("payment", billed(), right)[1]) == "paid"


def test_a_payment_of_a_bill_that_is_no_longer_right_does_not_count() -> None:
    _, at = act("void", billed(), {"ticket": 1, "line": 2, "why": "cold"})
    assert state(at) == "reopened"
    done, _ = act("payment", at, {"bill": 1, "amount": 1200, "currency": "CNY"})
    assert codes(done) == ["payment_mismatch"]
    assert codes(act("payment", opened(), {"bill": 1, "amount": 1, "currency": "CNY"})[0]) == [
        "no_bill"
    ]


def test_what_is_void_stays_and_is_not_owed() -> None:
    at = placed(opened(), {"dish": "reed"}, {"dish": "rice"})
    _, at = act("void", at, {"ticket": 1, "line": 2}, why="dropped")
    assert owed(at) == "9.00"
    assert [(p.line.item, p.void) for p in at.books.tickets[0].lines] == [
        ("reed", None), ("rice", "dropped"),
    ]  # fmt: skip
    assert at.books.tickets[0].void is None
    _, at = act("void", at, {"ticket": 1, "why": "all wrong"})
    assert (owed(at), at.books.tickets[0].void) == ("0.00", "all wrong")
    assert [p.void for p in at.books.tickets[0].lines] == ["all wrong", "dropped"]


def test_a_void_that_cannot_be_is_refused() -> None:
    at = placed(opened(), {"dish": "reed"})
    assert codes(act("void", at, {"ticket": 2})[0]) == ["no_such_ticket"]
    assert codes(act("void", at, {"ticket": 1, "line": 7})[0]) == ["no_such_line"]
    _, at = act("void", at, {"ticket": 1})
    assert codes(act("void", at, {"ticket": 1})[0]) == ["already_void"]


@pytest.mark.parametrize(
    ("name", "params", "due"),
    [
        ("discount", {"amount": "1.50"}, "9.50"),
        ("discount", {"percent": "10"}, "9.90"),
        ("comp", {"ticket": 1, "line": 2}, "9.00"),
        ("comp", {"ticket": 1}, "0.00"),
        ("comp", {"amount": "3.00"}, "8.00"),
    ],
)
def test_less_is_owed_with_a_reason_and_who(name: str, params: dict[str, Any], due: str) -> None:
    done, at = act(name, billed(), {**params, "why": "a regular"})
    assert (done.result["due"], owed(at), state(at)) == (due, due, "reopened")
    (adjustment,) = at.books.adjustments
    assert (adjustment.kind, adjustment.why, adjustment.who) == (name, "a regular", "mei")
    charge = call("tab", at, {})[0].result["owed"]["adjustments"][0]
    assert charge["name"] == {"": "a regular"}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"amount": "1.00", "percent": "5"},
        {"amount": "11.01"},
        {"amount": "-1.00"},
        {"amount": "0"},
        {"amount": "some"},
        {"percent": "101"},
        {"percent": "0"},
        {"percent": "NaN"},
        {"percent": "half"},
    ],
)
def test_a_discount_that_cannot_be_is_refused(params: dict[str, Any]) -> None:
    assert codes(act("discount", billed(), params)[0]) == ["bad_amount"]


def test_a_paid_bill_takes_no_discount() -> None:
    _, at = act("paid", billed(), {})
    assert codes(act("discount", at, {"amount": "1.00"})[0]) == ["bill_paid"]


def test_a_ticket_only_moves_on() -> None:
    at = placed(opened(), {"dish": "reed"})
    for name, becomes in (("accept", "accepted"), ("ready", "ready"), ("served", "served")):
        _, at = act(name, at, {"ticket": 1})
        assert at.books.tickets[0].state == becomes
        assert codes(act("accept", at, {"ticket": 1})[0]) == ["already_done"]
    assert codes(act("ready", at, {"ticket": 3})[0]) == ["no_such_ticket"]


def test_a_visit_owes_only_what_came_after_its_paid_bill() -> None:
    _, at = act("paid", billed(), {})
    at = placed(at, {"dish": "latte"})
    done, _ = act("close", at, {})
    assert [(p.code, p.allowed) for p in problems(done)] == [("unpaid", {"due": "6.00"})]


def test_the_smallest_discount_counts() -> None:
    assert act("discount", billed(), {"amount": "0.01"})[0].result["due"] == "10.99"


def test_a_count_of_none_leaves_a_dish_sold_out() -> None:
    _, at = act("stock", opened(), {"counts": {"quail": 0}})
    _, at = act("stock", at, {"counts": {"quail": None}})
    assert at.availability.sold_out == {"quail"}


def test_a_visit_closes_when_it_is_paid_or_for_a_reason() -> None:
    done, _ = act("close", billed(), {})
    assert [(p.code, p.allowed) for p in problems(done)] == [("unpaid", {"due": "11.00"})]
    _, forced = act("close", billed(), {"unpaid": True, "why": "ran off"})
    assert forced.books.closed
    _, at = act("paid", billed(), {})
    _, at = act("close", at, {})
    assert at.books.closed
    assert codes(act("close", at, {})[0]) == ["already_done"]
    for name in ("order", "submit", "checkout"):
        assert codes(call(name, at, {})[0]) == ["visit_closed"]
    _, at = act("open", at, {})
    assert not at.books.closed


@pytest.mark.parametrize(
    ("name", "params", "code"),
    [
        ("sold_out", {"dishes": ["marzipan"]}, "unknown_dish"),
        ("sold_out", {"dishes": ["雪梨"]}, "unknown_dish"),
        ("restock", {"dishes": ["reed", "marzipan"]}, "unknown_dish"),
        ("stock", {"counts": {"marzipan": 1}}, "unknown_dish"),
        ("stock", {"counts": {"reed": -1}}, "bad_quantity"),
        ("price", {"prices": {"marzipan": "1.00"}}, "unknown_dish"),
        ("price", {"prices": {"reed": "cheap"}}, "bad_amount"),
        ("price", {"prices": {"reed": "-1.00"}}, "bad_amount"),
        ("price", {"prices": {"carp": "-1.00"}}, "bad_amount"),
        ("price", {"prices": {"rice": "3.00", "reed": "cheap"}}, "bad_amount"),
        ("sold_out", {"dish": "reed"}, "bad_params"),
        ("sold_out", {"dishes": []}, "bad_params"),
        ("dance", {}, "unknown_act"),
    ],
)
def test_an_act_that_cannot_be_changes_nothing(
    name: str, params: dict[str, Any], code: str
) -> None:
    done, at = act(name, opened(), params)
    assert codes(done) == [code]
    assert (at.books, at.availability, at.menu) == (
        opened().books, opened().availability, opened().menu,
    )  # fmt: skip


def test_acts_have_names_of_their_own() -> None:
    names = [each.name for each in STAFF_ACTS]
    assert len(set(names)) == len(names)


def test_a_published_menu_may_be_any_format_one_document() -> None:
    done, at = act("publish", opened(), {"document": document(currency="MYR")})
    assert done.menu == from_document(document(currency="MYR"))
    assert at.menu.restaurant.currency == "MYR"
