""" "+1", "me too" and "same as Ann" at a table of several: whose lines are taken, and as whose."""

from __future__ import annotations

from typing import Any

import pytest

from tests.waiter.table import Table, call, words_for

Rows = list[tuple[str, str, int]]


@pytest.fixture
def table() -> Table:
    table = Table()
    for guest in ("ann", "bo", "cy"):
        table.join(guest)
    return table


def order(table: Table, guest: str, *lines: dict[str, Any]) -> None:
    table.say(words_for(list(lines)), guest)
    table.speak(call("order", lines=list(lines)))
    table.speak("to_user: noted")


def wants(table: Table, guest: str, text: str) -> Rows:
    """What the guest has after saying it; no brain is asked what it means."""
    before = len(table.asks)
    table.say(text, guest)
    assert [ask.view.heard for ask in table.asks[before:]] == [""]
    table.speak("to_user: noted")
    return rows(table, guest)


def rows(table: Table, guest: str) -> Rows:
    lines = table.live.books.lines
    return [(line.guest, line.item, line.quantity) for line in lines if line.guest == guest]


def test_plus_one_is_one_of_each_that_was_ordered_last(table: Table) -> None:
    order(table, "ann", {"dish": "tea", "quantity": 1})
    order(table, "bo", {"dish": "rice", "quantity": 3}, {"dish": "stew", "quantity": 1,
                                                        "modifiers": ["large"]})  # fmt: skip
    assert wants(table, "cy", "+1") == [("cy", "rice", 1), ("cy", "stew", 1)]
    assert rows(table, "bo") == [("bo", "rice", 3), ("bo", "stew", 1)]


def test_what_was_ordered_before_is_not_meant(table: Table) -> None:
    order(table, "ann", {"dish": "rice", "quantity": 1})
    order(table, "ann", {"dish": "stew", "quantity": 2, "modifiers": ["small"]})
    assert wants(table, "bo", "me too") == [("bo", "stew", 2)]


def test_who_is_named_is_meant(table: Table) -> None:
    order(table, "ann", {"dish": "rice", "quantity": 2})
    order(table, "bo", {"dish": "tea", "quantity": 1})
    assert wants(table, "cy", "same as Ann") == [("cy", "rice", 2)]


def test_what_was_sent_is_meant_where_nothing_waits(table: Table) -> None:
    order(table, "ann", {"dish": "rice", "quantity": 1})
    table.tap("call", "ann", value=call("submit"))
    table.tap("approve", "ann", envelope=table.last("ann").number)
    assert wants(table, "bo", "跟ann一样") == [("bo", "rice", 1)]


def test_alone_plus_one_is_one_more_of_ones_own(table: Table) -> None:
    order(table, "ann", {"dish": "tea", "quantity": 1}, {"dish": "rice", "quantity": 1})
    assert wants(table, "ann", "+1") == [("ann", "tea", 1), ("ann", "rice", 2)]


@pytest.mark.parametrize("text", ["+1", "me too", "same as Ann"])
def test_of_nothing_it_is_for_the_brain_to_answer(table: Table, text: str) -> None:
    table.say(text, "bo")
    assert table.asks[-1].view.heard == text
    assert table.live.books.lines == ()


def test_an_open_question_is_answered_first(table: Table) -> None:
    order(table, "ann", {"dish": "rice", "quantity": 1})
    table.say("some tea", "bo")
    table.speak(call("order", dish="tea", quantity=None))
    table.speak("to_user: how many?")
    table.say("+1", "bo")
    assert rows(table, "bo") == [("bo", "tea", 1)]
