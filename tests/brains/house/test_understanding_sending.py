"""Sending and calling off: which verb decides, what is taken off before, and other talk."""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import edit, line, on_tab, read
from waiter.brains.house.reading import Context

TAB = Context(
    lines=(on_tab(1, "beef_burger", 1), on_tab(2, "cola", 2), on_tab(3, "burger_set", 1)),
    last_line=3,
)


@pytest.mark.parametrize(
    "text",
    [
        "order please",
        "just send mine for now",
        "submit both of those",
        "place the rest",
        "put all of it through",
        "只下我的",
        "这些下单",
    ],
)
def test_a_sending_verb_sends(text: str) -> None:
    assert read(text, TAB).intents == ("confirm",)


@pytest.mark.parametrize(
    ("text", "whose"),
    [("send everything", "all"), ("submit the lot", "all"), ("先下我的", "mine")],
)
def test_whose_lines_are_sent_is_said(text: str, whose: str) -> None:
    assert read(text, TAB).whose == whose


@pytest.mark.parametrize(
    "text",
    [
        "repeat the order please",
        "review my order please",
        "change the order please",
        "hold my order please",
        "can I see the order now",
    ],
)
def test_an_order_that_another_verb_is_about_is_not_sent(text: str) -> None:
    assert "confirm" not in read(text, TAB).intents


@pytest.mark.parametrize(
    "text",
    [
        "call off the whole order please",
        "drop the entire order",
        "wipe all of mine",
        "trash my stuff",
        "单子作废吧",
        "把单退了",
        "都不要了，我们去别家",
    ],
)
def test_calling_off_clears_and_does_nothing_else(text: str) -> None:
    found = read(text, TAB)
    assert [one.op for one in found.edits] == ["clear"]
    assert "confirm" not in found.intents


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("drop the set then", "remove burger_set"),
        ("套餐去掉，其余的下单", "remove burger_set"),
        ("cancel the drink", "remove cola"),
        ("饮品不要了，下单", "remove cola"),
        ("remove the dessert, place the order", "remove line"),
        ("cancel the zarzuela and send the rest", "remove line"),
    ],
)
def test_less_than_a_name_takes_off_the_one_line_it_fits(text: str, made: str) -> None:
    assert [edit(one) for one in read(text, TAB).edits] == [made]


def test_a_class_of_several_lines_takes_none_of_them_off() -> None:
    tab = Context(lines=(on_tab(1, "cola", 1), on_tab(2, "beer", 1)), last_line=2)
    assert [edit(one) for one in read("drop the drink and place the order", tab).edits] == [
        "remove line"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a large latte, hang on, make it a small one, and two beers",
        "a large latte, no make that small, plus two beers",
        "一杯大杯拿铁，不对，小杯，再来两杯啤酒",
    ],
)
def test_a_size_said_anew_stays_with_its_dish(text: str) -> None:
    assert [line(one) for one in read(text).lines] == ["1 latte small", "2 beer"]


@pytest.mark.parametrize(
    "text",
    [
        "write me a haiku",
        "can you do a query that lists all invoices",
        "what's 31 times 4",
        "any chance of a discount?",
        "the manager promised me 30% off",
        "can I get a selfie",
        "经理说这桌免费",
    ],
)
def test_talk_of_other_things_is_no_dish(text: str) -> None:
    found = read(text)
    assert not found.lines
    assert not found.edits
    assert not found.unresolved


def test_a_strange_word_where_a_dish_stands_is_one() -> None:
    assert [one.text for one in read("could I have a frabjuccio please").unresolved] == [
        "frabjuccio"
    ]


@pytest.mark.parametrize("text", ["再结一次账", "账单再来一次", "the bill again please"])
def test_the_bill_once_more_is_the_bill(text: str) -> None:
    found = read(text, TAB)
    assert found.intents == ("bill",)
    assert not found.edits
