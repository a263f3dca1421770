"""Dishes of the kind of a food the menu doesn't have."""

from __future__ import annotations

import pytest

from apps.finding.akin import akin
from tests.waiter.brains.talk import MENU


@pytest.mark.parametrize(
    ("words", "first"), [("pepsi", "coke"), ("雪碧", "coke"), ("七喜", "coke"), ("白酒", "beer")]
)
def test_a_drink_has_its_like_among_drinks(words: str, first: str) -> None:
    found = akin(MENU, words)
    assert first in found[:2]


def test_any_drink_will_do_for_a_drink_that_has_no_like() -> None:
    found = akin(MENU, "latte")
    assert found
    assert {MENU.dishes[item].category for item in found} == {"drinks"}


def test_what_is_no_food_is_like_nothing() -> None:
    assert akin(MENU, "xyzzy") == ()
    assert akin(MENU, "披萨") == ()
