"""What a guest never has, said of no dish, and what the menu has no key for."""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import line, on_tab
from tests.waiter.brains.talk import MENU
from waiter.brains.house.learning import habit_of
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import EMPTY, Context, Understanding
from waiter.brains.house.understand import understand

SHIPPED = Lexicon.compile(MENU)
TAB = Context(lines=(on_tab(1, "dandan", 1),), last_line=1, touched=(1,))


def _read(text: str, context: Context = EMPTY) -> Understanding:
    return understand(text, SHIPPED, context)


def _without(text: str) -> set[tuple[str, str]]:
    return {(one.modifier, one.amount) for one in _read(text).habit.without}


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("我不吃香菜", {"cilantro"}),
        ("我不吃香菜和蔥", {"cilantro", "scallion"}),
        ("我不吃香菜，葱，蒜", {"cilantro", "scallion", "garlic"}),
        ("我不能吃香菜", {"cilantro"}),
        ("所有菜都不要香菜", {"cilantro"}),
        ("no coriander for me please", {"cilantro"}),
        ("I don't eat coriander or garlic", {"cilantro", "garlic"}),
        ("no garlic in any of my dishes", {"garlic"}),
        ("i hate cilantro", {"cilantro"}),
        ("我跟香菜有仇", {"cilantro"}),
        ("我们家不吃香菜", {"cilantro"}),
        ("none of us eat cilantro", {"cilantro"}),
        ("i no eat garlic", {"garlic"}),
    ],
)
def test_what_is_never_had_is_kept(text: str, left_out: set[str]) -> None:
    found = _read(text)
    assert _without(text) == {(one, "none") for one in left_out}
    assert not found.habit.bare
    assert not found.lines
    assert not found.edits
    assert not found.unresolved


def test_no_heat_at_all_is_the_degree_that_is_none() -> None:
    assert _without("我不吃辣") == {("none", "regular")}


def test_it_holds_for_every_line_of_the_text_that_does_not_say_otherwise() -> None:
    found = _read("我不吃香菜，来碗担担面，一碗酸辣粉多放香菜，一瓶可乐")
    assert [line(one) for one in found.lines] == [
        "1 dandan cilantro=none",
        "1 suanlafen cilantro=extra",
        "1 coke",
    ]


def test_a_plain_no_is_a_habit_only_where_nothing_is_there_it_could_be_said_of() -> None:
    assert _read("不要香菜").habit.bare
    assert not _read("不要香菜", TAB).habit
    assert _read("不要香菜", TAB).edits


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我对芒果过敏", "我对芒果过敏"),
        ("我對獼猴桃過敏，來碗擔擔麵", "我對獼猴桃過敏"),
        ("I'm allergic to mango", "I'm allergic to mango"),
        ("I have a kiwi allergy", "kiwi allergy"),
    ],
)
def test_an_allergy_without_a_key_is_kept_in_the_guests_words(text: str, words: str) -> None:
    found = _read(text)
    assert found.habit.allergic == (words,)
    assert not found.allergens_stated
    assert not found.unresolved


@pytest.mark.parametrize(
    "text",
    [
        "我对花生过敏",
        "I'm allergic to peanuts",
        "我对芒果不过敏",
        "I'm not allergic to mango",
        "我吃素",
        "来份紫菜汤，不对，酸辣粉",
        "no wait",
        "麻婆豆腐不要蒜",
    ],
)
def test_what_the_menu_has_a_key_for_and_what_is_none_is_no_habit(text: str) -> None:
    assert not habit_of(text, MENU)


def test_a_dislike_the_menu_cannot_leave_out_is_for_the_kitchen() -> None:
    assert _read("我不吃折耳根").habit.notes == ("我不吃折耳根",)
