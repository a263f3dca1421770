"""What is offered in place of a dish that can't be had."""

from __future__ import annotations

from typing import Any

from apps.contract import Desk, Outcome, Snapshot
from tests.apps.house import ANN, act, call, opened, problems


def gone(*dishes: str) -> Snapshot:
    return act("sold_out", opened(), {"dishes": list(dishes)})[1]


def offered(outcome: Outcome) -> list[str]:
    (problem,) = problems(outcome)
    instead: list[dict[str, Any]] = problem.allowed.get("instead", [])
    return [row["item"] for row in instead]


def test_what_is_near_on_the_menu_is_offered_to_be_picked() -> None:
    at = gone("rice")
    outcome, _ = call("order", at, {"dish": "rice"})
    assert offered(outcome)
    assert [candidate.id for candidate in outcome.candidates] == offered(outcome)
    category = at.menu.dishes["rice"].category
    assert {at.menu.dishes[item].category for item in offered(outcome)} == {category}


def test_what_is_gone_too_is_not_offered() -> None:
    first = offered(call("order", gone("rice"), {"dish": "rice"})[0])
    again = offered(call("order", gone("rice", *first), {"dish": "rice"})[0])
    assert not set(first) & set(again)


def test_nothing_is_offered_that_the_guest_may_not_have() -> None:
    """Neither what contains a stated allergen nor what doesn't record it."""
    allergies = {ANN.guest: frozenset({"peanut", "egg", "milk", "gluten", "soy", "sesame"})}
    careful = Desk(ANN.visit, ANN.guest, ANN.guests, allergies)
    at = gone("rice")
    for item in offered(call("order", at, {"dish": "rice"}, careful)[0]):
        dish = at.menu.dishes[item]
        assert all(dish.allergens.get(key) == "free" for key in allergies[ANN.guest])


def test_an_unknown_name_brings_what_is_written_like_it() -> None:
    outcome, _ = call("order", opened(), {"dish": "黑米饭王"})
    assert offered(outcome)[0] == "rice"


def test_nothing_like_it_nothing_offered() -> None:
    outcome, _ = call("order", opened(), {"dish": "xyzzy"})
    assert offered(outcome) == []
    assert outcome.candidates == ()


def test_fewer_will_do_where_some_are_left() -> None:
    outcome, _ = call("order", opened(), {"dish": "skewer", "quantity": 9})
    assert offered(outcome) == []
