"""What guests write, as lines and questions: one row of understanding_orders.yaml each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from menu_data.loader import load
from tests.brains.house.reading_house import FOLDER, ask, line, read
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.understand import understand

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "understanding_orders.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("row", ROWS, ids=[row["say"] for row in ROWS])
def test_a_text_is_the_lines_it_says(row: dict[str, Any]) -> None:
    found = read(row["say"])
    assert [line(one) for one in found.lines] == row.get("lines", [])
    assert [ask(one) for one in found.unresolved] == row.get("asks", [])
    notes = row.get("notes")
    assert [one.note or "" for one in found.lines] == (notes or [""] * len(found.lines))


def test_a_negation_is_never_lost_where_the_dish_cannot_do_without() -> None:
    said = {"a latte without milk froth": "without milk froth", "cheesecake, no cream": "no cream"}
    for text, note in said.items():
        (one,) = read(text).lines
        assert one.note == note


def test_names_alone_are_enough_with_aliases_left_out() -> None:
    bare = Lexicon.compile(load(FOLDER / "understanding_menu.json"), bare=True)
    found = understand("two beef burgers and a sparkling water", bare)
    assert [line(one) for one in found.lines] == ["2 beef_burger", "1 sparkling"]
    assert not understand("black coffee", bare).lines
    assert [line(one) for one in read("black coffee").lines] == ["1 americano"]


def test_a_line_says_where_its_words_stand() -> None:
    text = "🍔來兩個牛肉漢堡不要洋蔥"
    (one,) = read(text).lines
    parts = {role: text[start:end] for role, (start, end) in one.parts}
    assert parts == {"item": "牛肉漢堡", "quantity": "兩個", "modifier:onion": "洋蔥"}
    assert text[one.span[0] : one.span[1]] == "兩個牛肉漢堡不要洋蔥"


def test_an_unknown_dish_keeps_what_was_said_of_it() -> None:
    (asked,) = read("two large frappes").unresolved
    assert (asked.text, asked.candidates, asked.quantity) == ("frappes", (), 2)
    (asked,) = read("a burger with no cheese").unresolved
    assert asked.quantity == 1
    assert [(m.modifier, m.amount) for m in asked.modifiers] == [("cheddar", "none")]


def test_a_quantity_that_was_said_is_told_from_the_usual_one() -> None:
    assert [one.quantity_said for one in read("a latte").lines] == [True]
    assert [one.quantity_said for one in read("latte").lines] == [False]
