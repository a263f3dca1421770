"""`order`, combos: slots, their choices, and modifiers of what was chosen."""

from __future__ import annotations

from typing import Any

import pytest

from apps.acts.house import DishesParams, sold_out
from apps.acts.outcome import Standing
from apps.asking import fill
from apps.contract import Snapshot
from apps.ledger.books import Choice, Chosen
from tests.apps.house import asked, call, codes, opened, ordered, problems

REED_AND_TEA = ["reed", "pear_tea"]
LATTE_WITH_COW = Choice("cup", "latte", (Chosen("milk", "cow"),))


def without(*dishes: str) -> Snapshot:
    at = opened()
    gone = sold_out(DishesParams(dishes=list(dishes)), Standing(at, "mei"))
    return Snapshot(at.now, at.menu, gone.availability, at.books)


def test_choices_find_their_slots_and_what_needs_no_choice_is_there() -> None:
    at = ordered(opened(), {"dish": "Noon set", "choices": ["雪梨茶", "Reed shoot soup"]})
    assert at.books.lines[0].choices == (
        Choice("main", "reed"),
        Choice("cup", "pear_tea"),
        Choice("side", "rice"),
    )


def test_slots_are_asked_one_at_a_time_in_order() -> None:
    outcome, at = call("order", opened(), {"dish": "noon", "quantity": 2})
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.kind, ask.slot, ask.group) == (
        "choice_missing",
        "choice",
        "main",
        None,
    )
    assert [c.id for c in ask.candidates] == ["barley", "reed"]
    outcome, at = call("order", at, fill(ask, "reed"))
    assert asked(outcome).slot == "cup"
    at = ordered(at, fill(asked(outcome), "latte"))
    assert [(c.slot, c.item) for c in at.books.lines[0].choices] == [
        ("main", "reed"),
        ("cup", "latte"),
        ("side", "rice"),
    ]
    assert at.books.lines[0].quantity == 2


def test_a_required_choice_of_a_chosen_dish_is_asked_too() -> None:
    params = {"dish": "noon", "choices": [{"slot": "main", "item": "barley", "modifiers": ["egg"]}]}
    outcome, at = call("order", opened(), params)
    ask = asked(outcome)
    assert (ask.slot, ask.group, ask.hole) == ("main", "size", ("lines", 0, "choices"))
    outcome, at = call("order", at, fill(ask, "big"))
    ask = asked(outcome)
    assert (ask.slot, ask.group) == ("cup", None)
    at = ordered(at, fill(ask, "pear_tea"))
    main = at.books.lines[0].choices[0]
    assert set(main.modifiers) == {Chosen("extras", "egg"), Chosen("size", "big")}


def test_a_modifier_of_the_whole_goes_to_the_choice_that_has_it() -> None:
    params = {"dish": "noon", "choices": ["reed", "latte"], "modifiers": ["oat milk"]}
    outcome, at = call("order", opened(), params)
    assert at.books.lines[0].choices[1] == Choice("cup", "latte", (Chosen("milk", "oat"),))
    assert at.books.lines[0].modifiers == ()
    assert outcome.result["lines"][0]["unit_price"] == "21.00"


def test_a_modifier_of_the_whole_waits_until_the_slots_are_known() -> None:
    outcome, at = call(
        "order", opened(), {"dish": "noon", "choices": ["reed"], "modifiers": ["oat"]}
    )
    at = ordered(at, fill(asked(outcome), "latte"))
    assert at.books.lines[0].choices[1].modifiers == (Chosen("milk", "oat"),)


def test_a_modifier_that_no_choice_has_is_refused() -> None:
    params = {"dish": "noon", "choices": REED_AND_TEA, "modifiers": ["oat"]}
    assert codes(call("order", opened(), params)[0]) == ["unknown_modifier"]


def test_what_a_slot_does_not_offer_is_asked_with_what_it_does() -> None:
    params = {"dish": "noon", "choices": ["reed", {"slot": "cup", "item": "pear_juice"}]}
    outcome, at = call("order", opened(), params)
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.slot) == ("unknown_choice", "cup")
    at = ordered(at, fill(ask, "pear_tea"))
    assert at.books.lines[0].choices[0].item == "reed"


def test_what_no_slot_offers_is_refused() -> None:
    outcome, _ = call("order", opened(), {"dish": "noon", "choices": ["skewer"]})
    (problem,) = problems(outcome)
    assert (problem.code, problem.subject, set(problem.allowed["slots"])) == (
        "unknown_choice",
        "skewer",
        {"main", "cup", "side"},
    )


def test_a_dish_that_is_no_combo_has_nothing_to_choose() -> None:
    assert codes(call("order", opened(), {"dish": "reed", "choices": ["rice"]})[0]) == [
        "unknown_choice"
    ]


def test_a_sold_out_choice_is_shown_as_such_and_refused() -> None:
    at = without("pear_tea")
    outcome, _ = call("order", at, {"dish": "noon", "choices": ["reed"]})
    assert [(c.id, c.available) for c in asked(outcome).candidates] == [
        ("latte", True),
        ("pear_tea", False),
    ]
    outcome, _ = call("order", at, {"dish": "noon", "choices": REED_AND_TEA})
    assert [(p.code, p.subject) for p in problems(outcome)] == [("sold_out", "pear_tea")]


@pytest.mark.parametrize("gone", [["rice"], ["latte", "pear_tea"]])
def test_a_combo_with_a_slot_that_has_nothing_is_sold_out(gone: list[str]) -> None:
    outcome, _ = call("order", without(*gone), {"dish": "noon"})
    assert [(p.code, p.subject) for p in problems(outcome)] == [("sold_out", "noon")]


@pytest.mark.parametrize(
    ("change", "cup"),
    [
        ({"choices": ["pear_tea"]}, Choice("cup", "pear_tea")),
        ({"choices": [{"slot": "cup", "modifiers": ["cow"]}]}, LATTE_WITH_COW),
        ({"modifiers": ["cow's milk"]}, LATTE_WITH_COW),
    ],
)
def test_a_change_touches_only_the_slot_it_names(change: dict[str, Any], cup: Choice) -> None:
    params = {"dish": "noon", "choices": ["reed", {"item": "latte", "modifiers": ["oat"]}]}
    at = ordered(opened(), params, {"action": "change", "line": 1, **change})
    assert at.books.lines[0].choices == (Choice("main", "reed"), cup, Choice("side", "rice"))


def test_equal_combos_merge_whatever_the_order_of_words() -> None:
    at = ordered(
        opened(),
        {"dish": "noon", "choices": REED_AND_TEA},
        {"dish": "noon", "choices": ["pear_tea", "rice", "reed"]},
    )
    assert [(line.line, line.quantity) for line in at.books.lines] == [(1, 2)]
