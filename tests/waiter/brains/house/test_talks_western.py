"""Talks on a menu of another kitchen: parts of an order, classes that are pointed at, combos."""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import edit, line, on_tab, read
from waiter.brains.house.reading import Context

BURGERS = Context(
    lines=(on_tab(1, "beef_burger", 1), on_tab(2, "chicken_burger", 2)), last_line=2, touched=(2,)
)


def test_each_count_of_a_class_is_the_dish_its_words_name() -> None:
    found = read("two burgers, one beef, one chicken")
    assert [line(one) for one in found.lines] == ["1 beef_burger", "1 chicken_burger"]
    assert not found.unresolved


@pytest.mark.parametrize(
    "text", ["could the burgers come without onion?", "no onion on the burgers"]
)
def test_a_class_that_is_pointed_at_is_every_one_on_the_tab(text: str) -> None:
    found = read(text, BURGERS)
    assert sorted(edit(one) for one in found.edits) == [
        "change beef_burger onion=none",
        "change chicken_burger onion=none",
    ]
    assert not found.lines


def test_two_dishes_in_one_are_none_of_the_menus() -> None:
    found = read("one half beef burger half chicken burger")
    assert not found.lines
    (asked,) = found.unresolved
    assert asked.text == "half beef burger half chicken burger"
