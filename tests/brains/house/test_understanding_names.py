"""Parts of names: words that only tell what is in a dish, names by their sound, and the same dish
for another person.
"""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import ask, line
from tests.waiter.brains.talk import MENU
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import Understanding
from waiter.brains.house.understand import understand

SHIPPED = Lexicon.compile(MENU)


def _read(text: str) -> Understanding:
    return understand(text, SHIPPED)


@pytest.mark.parametrize(
    ("text", "lines", "notes", "asks"),
    [
        ("a dandan noodles with extra sauce", ["1 dandan"], ["with extra sauce"], []),
        ("a coke with plums", ["1 coke"], [None], ["modifier: plums"]),
        ("一碗担担面加肥肠", ["1 dandan"], [None], ["modifier: 肥肠"]),
        ("a dandan noodles and a plum drink", ["1 dandan", "1 plum_drink"], [None, None], []),
        ("来碗担担面，一杯酸梅汤", ["1 dandan", "1 plum_drink"], [None, None], []),
    ],
)
def test_a_food_of_another_dishs_name_beside_a_dish_orders_nothing(
    text: str, lines: list[str], notes: list[str | None], asks: list[str]
) -> None:
    found = _read(text)
    assert [line(one) for one in found.lines] == lines
    assert [one.note for one in found.lines] == notes
    assert [ask(one).removesuffix(" ->").strip() for one in found.unresolved] == asks


def test_a_name_by_its_sound_is_that_dish_before_pieces_of_another() -> None:
    assert [line(one) for one in _read("蛋蛋面两碗").lines] == ["2 dandan"]
    assert [line(one) for one in _read("两碗蛋面").lines] == ["2 tomato_egg_noodles"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("我要碗肥肠粉小份的，我同事要大份的", ["1 feichangfen small", "1 feichangfen large"]),
        ("我要碗肥腸粉小份的，我同事要大份的", ["1 feichangfen small", "1 feichangfen large"]),
        ("a large boba, my friend wants a medium", ["1 milk_tea large", "1 milk_tea medium"]),
        ("两碗担担面微辣，我朋友要不辣", ["1 dandan mild", "1 dandan none"]),
        ("我要碗肥肠粉小份的，我同事要碗担担面", ["1 feichangfen small", "1 dandan"]),
    ],
)
def test_another_person_has_it_made_otherwise(text: str, lines: list[str]) -> None:
    assert [line(one) for one in _read(text).lines] == lines


def test_fewer_than_the_dishes_before_are_some_of_them() -> None:
    assert [line(one) for one in _read("three braised beef noodle soups, one fried egg").lines] == [
        "2 beef_noodles",
        "1 beef_noodles fried_egg",
    ]
    assert [line(one) for one in _read("三碗红烧牛肉面，一个煎蛋").lines] == [
        "3 beef_noodles fried_egg"
    ]
