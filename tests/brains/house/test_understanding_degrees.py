"""Degrees said by their bare word, counts that lean on others, and dishes pointed out."""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import ask, edit, line, on_tab, read
from tests.waiter.brains.talk import MENU
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import EMPTY, Context, Understanding
from waiter.brains.house.understand import understand

SHIPPED = Lexicon.compile(MENU)
MILD = Context(lines=(on_tab(1, "kungpao", 2),), last_line=1, touched=(1,))  # mild by itself
MEDIUM = Context(lines=(on_tab(1, "dandan", 1),), last_line=1, touched=(1,))  # medium by itself


def _read(text: str, context: Context = EMPTY) -> Understanding:
    return understand(text, SHIPPED, context)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("来份宫保鸡丁，要辣的", ["1 kungpao medium"]),
        ("spicy kung pao chicken", ["1 kungpao medium"]),
        ("a kung pao chicken, spicy", ["1 kungpao medium"]),
        ("担担面要辣", ["1 dandan"]),  # it is so already
        ("a spicy dandan", ["1 dandan"]),
        ("担担面辣一点", ["1 dandan hot"]),
        ("两份宫保鸡丁，一份辣一份不辣", ["1 kungpao medium", "1 kungpao none"]),
        ("来份宫保鸡丁，微辣", ["1 kungpao mild"]),
        ("来份宫保鸡丁，不要辣", ["1 kungpao none"]),
        ("奶茶大杯加糖", ["1 milk_tea large"]),
    ],
)
def test_a_bare_degree_is_the_plain_one_where_the_dish_is_less(text: str, lines: list[str]) -> None:
    found = _read(text)
    assert [line(one) for one in found.lines] == lines
    assert not found.unresolved


def test_more_of_a_degree_is_asked_where_there_are_several() -> None:
    assert [ask(u) for u in _read("来份宫保鸡丁，辣一点").unresolved] == [
        "modifier: 辣 -> medium hot"
    ]


@pytest.mark.parametrize(
    ("text", "context", "edits"),
    [
        ("要辣的", MILD, ["change last medium"]),
        ("make it spicy", MILD, ["change last medium"]),
        ("其中一份要辣", MILD, ["change last 1 medium"]),
        ("再辣一点", MEDIUM, ["change last hot"]),
    ],
)
def test_a_bare_degree_changes_what_is_on_the_tab(
    text: str, context: Context, edits: list[str]
) -> None:
    assert [edit(one) for one in _read(text, context).edits] == edits


@pytest.mark.parametrize(
    "text",
    [
        "two cokes and the same number of beers",
        "two cokes and as many beers",
        "两瓶可乐，啤酒也要同样多",
        "兩瓶可樂和同樣數量的啤酒",
    ],
)
def test_the_same_number_is_the_number_before(text: str) -> None:
    assert [line(one) for one in _read(text).lines] == ["2 coke", "2 beer"]


def test_the_same_number_is_that_of_the_line_last_touched() -> None:
    assert [line(one) for one in _read("and the same number of rice", MILD).lines] == ["2 rice"]
    (asked,) = _read("the same number of rice").unresolved
    assert ask(asked) == "quantity: rice -> rice"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("the burning one", ["1 ranmian"]),
        ("那个清汤的", ["1 qingtang_chaoshou"]),
        ("酸辣的那个", ["1 suanlafen"]),
    ],
)
def test_a_dish_is_pointed_out_by_a_word_of_its_name(text: str, lines: list[str]) -> None:
    assert [line(one) for one in _read(text).lines] == lines


def test_a_taste_points_out_the_only_dish_called_so() -> None:
    found = read("the spicy one")
    assert found.pointed
    assert [one.item for one in found.lines] == ["wings"]


def test_what_many_dishes_are_points_at_none() -> None:
    assert not _read("the spicy one").lines


@pytest.mark.parametrize("text", ["来碗热汤", "来碗大的汤"])
def test_a_class_of_food_is_asked_whatever_it_should_be_like(text: str) -> None:
    found = _read(text)
    assert not found.lines
    assert [u.ask for u in found.unresolved] == ["dish"]
    assert set(found.unresolved[0].candidates) == {"tomato_egg_soup", "duck_soup"}


def test_of_a_dish_told_only_by_how_it_should_be_no_name_is_made() -> None:
    (asked,) = _read("来份大的").unresolved
    assert asked.nameless
    assert asked.text == "大的"
