"""`submit`: whose lines go, what stops them, what a yes is bound to, what is placed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from apps.asking import fill
from apps.contract import Desk, Snapshot
from apps.submit import Submit, SubmitParams
from tests.apps.house import (
    ANN,
    BO,
    NOON,
    act,
    asked,
    call,
    codes,
    desk,
    document,
    menu,
    opened,
    ordered,
    placed,
    problems,
    rows,
)

PER_GUEST = [{"id": "cover", "name": "Cover", "amount": "3.00", "per": "guest"}]
SERVICE = [{"id": "service", "name": "Service", "percent": "10"}]


def bound(at: Snapshot, who: Desk = ANN, **params: Any) -> dict[str, Any]:
    return dict(Submit().bind(SubmitParams.model_validate(params), at, who).content)


def both() -> Snapshot:
    return ordered(ordered(opened(), {"dish": "reed"}), {"dish": "rice"}, who=BO)


def test_ones_own_lines_go_and_leave_the_tab() -> None:
    outcome, at = call("submit", both(), {})
    assert rows(at) == [(2, "bo", "rice", 1)]
    (ticket,) = at.books.tickets
    assert (ticket.number, ticket.guest, ticket.placed_at, ticket.state) == (
        1, "ann", NOON, "placed",
    )  # fmt: skip
    assert [(p.line.item, p.unit_price, dict(p.name)["en"]) for p in ticket.lines] == [
        ("reed", 900, "Reed shoot soup")
    ]
    assert (outcome.result["total"], outcome.result["left_on_tab"]) == ("9.00", 1)


def test_all_lines_go_on_one_ticket_and_stay_each_guests_own() -> None:
    at = ordered(both(), {"dish": "reed"}, who=BO)
    _, at = call("submit", at, {"whose": "all"})
    assert rows(at) == []
    assert [(p.line.guest, p.line.item, p.line.quantity) for p in at.books.tickets[0].lines] == [
        ("ann", "reed", 1), ("bo", "rice", 1), ("bo", "reed", 1),
    ]  # fmt: skip


def test_the_owner_decides_about_their_own_and_the_host_about_all() -> None:
    submit = Submit()
    mine = submit.bind(SubmitParams(), both(), BO)
    everything = submit.bind(SubmitParams(whose="all"), both(), BO)
    assert (mine.entitled, everything.entitled) == (("bo",), ("ann",))


def test_an_empty_tab_is_refused() -> None:
    at = ordered(opened(), {"dish": "rice"}, who=BO)
    assert codes(call("submit", at, {})[0]) == ["empty_tab"]


def test_every_line_that_cannot_go_is_named_with_its_number() -> None:
    at = ordered(opened(), {"dish": "carp"}, {"dish": "rice"}, {"dish": "reed"})
    _, at = act("sold_out", at, {"dishes": ["reed"]})
    outcome, after = call("submit", at, {})
    assert [(p.code, p.subject, p.line) for p in problems(outcome)] == [
        ("no_quote", "carp", 1), ("sold_out", "reed", 3),
    ]  # fmt: skip
    assert after.books == at.books


def test_a_closed_house_sends_nothing() -> None:
    at = replace(ordered(opened(), {"dish": "reed"}), now=NOON + timedelta(hours=12))
    assert codes(call("submit", at, {})[0]) == ["closed"]


def test_a_full_kitchen_takes_nothing_until_then() -> None:
    _, at = act("pause", ordered(opened(), {"dish": "reed"}), {"minutes": 20})
    outcome, after = call("submit", at, {})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [
        ("kitchen_full", {"opens": "2031-03-05T12:20:00+08:00"})
    ]
    assert after.books == at.books
    _, ordering = call("order", at, {"dish": "rice"})
    assert len(ordering.books.lines) == 2
    assert call("submit", replace(at, now=NOON + timedelta(minutes=20)), {})[0].ok
    _, open_again = act("pause", at, {"minutes": 0})
    assert call("submit", open_again, {})[0].ok


def test_a_pause_is_kept_when_the_menu_changes_and_has_a_bound() -> None:
    _, at = act("pause", opened(), {"minutes": 20})
    _, at = act("publish", at, {"document": document(currency="MYR")})
    assert at.availability.paused_until == NOON + timedelta(minutes=20)
    for minutes in (-1, 481):
        assert codes(act("pause", at, {"minutes": minutes})[0]) == ["bad_params"]


def test_a_dish_whose_hours_are_over_stays() -> None:
    at = ordered(opened(now=NOON - timedelta(hours=2)), {"dish": "dawn"})
    outcome, _ = call("submit", replace(at, now=NOON), {})
    assert codes(outcome) == ["outside_hours"]


def test_the_last_ones_go_to_who_sends_first() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 3})
    at = ordered(at, {"dish": "skewer", "quantity": 2}, who=BO)
    _, at = act("stock", at, {"counts": {"skewer": 4}})
    outcome, after = call("submit", at, {}, BO)
    assert outcome.stock_taken == {"skewer": 2}
    assert after.availability.stock == {"skewer": 2}
    outcome, _ = call("submit", after, {})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [("out_of_stock", {"left": 2})]


def test_only_ones_own_earlier_lines_stand_in_the_way_of_the_last_ones() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 2}, who=BO)
    at = ordered(at, {"dish": "skewer", "quantity": 2}, {"dish": "skewer", "note": "rare"})
    _, at = act("stock", at, {"counts": {"skewer": 2}})
    lines = call("tab", at, {})[0].result["tab"]["lines"]
    assert [row["blocked"] for row in lines] == [None, None, "out_of_stock"]


def test_lines_sent_together_share_what_is_left() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 3}, {"dish": "skewer", "note": "rare"})
    _, at = act("stock", at, {"counts": {"skewer": 3}})
    outcome, _ = call("submit", at, {})
    assert [(p.code, p.line) for p in problems(outcome)] == [("out_of_stock", 2)]


def test_a_dish_that_left_the_menu_cannot_go() -> None:
    at = ordered(opened(), {"dish": "noon", "choices": ["reed", "latte"]})
    without_combo = {key: value for key, value in at.menu.source.items() if key != "combos"}
    _, at = act("publish", at, {"document": without_combo})
    outcome, _ = call("submit", at, {})
    assert [(p.code, p.subject) for p in problems(outcome)] == [("not_on_menu", "noon")]


def test_a_line_of_a_dish_that_left_the_menu_is_shown_as_such() -> None:
    at = ordered(opened(), {"dish": "noon", "choices": ["reed", "latte"]})
    without_combo = {key: value for key, value in at.menu.source.items() if key != "combos"}
    _, at = act("publish", at, {"document": without_combo})
    (row,) = call("tab", at, {})[0].result["tab"]["lines"]
    assert (row["name"], row["unit_price"], row["blocked"]) == ({"": "noon"}, None, "not_on_menu")


@pytest.mark.parametrize("change", ["modifier", "group", "max", "min", "slot"])
def test_what_a_new_menu_no_longer_allows_cannot_go(change: str) -> None:
    choices = [{"item": "barley", "modifiers": ["small", "egg", "tofu"]}, "latte"]
    at = ordered(opened(), {"dish": "noon", "choices": choices})
    new = document()
    barley, extras = new["items"][0], new["modifier_groups"][3]
    match change:
        case "modifier":
            del extras["modifiers"][0]
        case "group":
            barley["modifier_groups"].remove("extras")
        case "max":
            extras["max"] = 1
        case "min":
            extras["min"] = 3
        case "slot":
            new["combos"][0]["slots"][0]["choose"] = ["reed"]
    _, at = act("publish", at, {"document": new})
    (problem,) = problems(call("submit", at, {})[0])
    expected = {"max": "too_many_modifiers", "min": "choice_missing"}
    assert problem.code == expected.get(change, "not_on_menu")
    assert problem.line == 1


def test_a_fee_per_guest_asks_for_the_head_count_once() -> None:
    at = ordered(opened(menu(fees=PER_GUEST)), {"dish": "reed"})
    outcome, at = call("submit", at, {})
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.hole, ask.range) == (
        "head_count_missing", ("guests",), (1, 200),
    )  # fmt: skip
    at = ordered(at, fill(ask, 3))
    outcome, at = call("submit", at, {})
    assert outcome.result["total"] == "18.00"
    outcome, at = call("submit", ordered(at, {"dish": "rice"}), {})
    assert (outcome.ok, outcome.result["total"]) == (True, "2.00")


def test_a_house_that_also_packs_asks_how() -> None:
    at = ordered(opened(menu(fulfilment=["dine_in", "takeaway"])), {"dish": "reed"})
    outcome, at = call("submit", at, {})
    ask = asked(outcome)
    assert (problems(outcome)[0].code, [c.id for c in ask.candidates]) == (
        "fulfilment_missing", ["dine_in", "takeaway"],
    )  # fmt: skip
    assert "打包" in ask.candidates[1].words
    _, at = call("submit", ordered(at, fill(ask, "takeaway")), {})
    assert at.books.tickets[0].fulfilment == "takeaway"


def test_limits_that_came_down_hold_for_lines_already_there() -> None:
    at = ordered(opened(), {"dish": "rice", "quantity": 30}, {"dish": "reed", "quantity": 10})
    strict = menu(limits={"line_quantity": 20, "tab_quantity": 35, "tab_amount": "60.00"})
    outcome, _ = call("submit", replace(at, menu=strict), {})
    assert [(p.code, p.line, p.allowed["limit"]) for p in problems(outcome)] == [
        ("too_many", 1, "line_quantity"),
        ("too_many", None, "tab_quantity"),
        ("too_many", None, "tab_amount"),
    ]


def test_the_ticket_carries_every_allergy_of_the_visit() -> None:
    stated = {"ann": frozenset({"peanut"}), "bo": frozenset({"milk", "egg"})}
    _, at = call("submit", both(), {}, desk("ann", allergies=stated))
    assert at.books.tickets[0].allergies == ("egg", "peanut", "milk")


def test_what_is_read_back_is_complete() -> None:
    stated = {"bo": frozenset({"gluten"})}
    at = opened(menu(fees=SERVICE, tax={"name": "VAT", "percent": "6"}))
    at = ordered(at, {"dish": "barley", "quantity": 2, "modifiers": ["big", "egg"], "note": "hot"})
    content = bound(at, desk("ann", allergies=stated))
    (line,) = content["lines"]
    assert (line["item"], line["quantity"], line["unit_price"], line["note"]) == (
        "barley", 2, "18.00", "hot",
    )  # fmt: skip
    assert [m["modifier"] for m in line["modifiers"]] == ["big", "egg"]
    assert line["available"] is True
    assert line["allergens"]["gluten"] == "contains"
    assert line["conflicts"] == [{"guest": "bo", "allergen": "gluten", "presence": "contains"}]
    assert content["fulfilment"] == "dine_in"
    assert [fee["amount"] for fee in content["fees"]] == ["3.60"]
    assert (content["subtotal"], content["tax"]["amount"], content["total"]) == (
        "36.00", "2.38", "41.98",
    )  # fmt: skip


def test_a_neighbours_lines_and_an_unrelated_price_move_nothing_bound() -> None:
    at = ordered(opened(), {"dish": "reed"})
    before = bound(at)
    _, later = act("price", ordered(at, {"dish": "rice"}, who=BO), {"prices": {"latte": "9.00"}})
    assert later.menu.version != at.menu.version
    assert bound(later) == before


@pytest.mark.parametrize(
    "change",
    [
        {"action": "change", "line": 1, "quantity": 2},
        {"action": "change", "line": 1, "modifiers": ["big"]},
        {"action": "change", "line": 1, "note": "in two bowls"},
        {"dish": "rice"},
    ],
)
def test_every_change_of_the_lines_moves_what_is_bound(change: dict[str, Any]) -> None:
    at = ordered(opened(), {"dish": "barley", "modifiers": ["small"]})
    assert bound(ordered(at, change)) != bound(at)


def test_a_price_or_an_allergen_that_moves_moves_what_is_bound() -> None:
    at = ordered(opened(), {"dish": "reed"})
    _, dearer = act("price", at, {"prices": {"reed": "9.50"}})
    assert bound(dearer)["lines"][0]["unit_price"] == "9.50"
    told = bound(at, desk("ann", allergies={"bo": frozenset({"soy"})}))
    assert told != bound(at)


def test_an_issued_bill_is_reopened_by_a_later_ticket() -> None:
    at = placed(opened(), {"dish": "reed"})
    _, at = call("checkout", at, {})
    at = placed(at, {"dish": "rice"})
    assert at.books.bill is not None
    assert at.books.bill.state == "reopened"
    assert [ticket.number for ticket in at.books.tickets] == [1, 2]


def test_a_placed_line_keeps_its_price_and_names() -> None:
    at = placed(opened(), {"dish": "barley", "modifiers": ["big"]})
    _, at = act("price", at, {"prices": {"barley": "40.00"}})
    outcome, _ = call("tab", at, {})
    assert outcome.result["owed"]["total"] == "16.00"
    (row,) = outcome.result["tickets"][0]["lines"]
    assert row["modifiers"][0]["name"] == {"zh": "大碗", "en": "big"}
