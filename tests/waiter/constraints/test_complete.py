"""An order is what the message says: nothing of it left out, nothing more done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.waiter.table import Table, call
from waiter import event as e


def asked(said: str, **params: Any) -> list[str]:
    """Who refuses a call of `order` after three rice stand on the tab (line 1)."""
    table = Table()
    table.join("a")
    table.order(dish="rice", quantity=3)
    table.say(said)
    before = len(table.bodies())
    table.speak(call("order", **params))
    return [b.by for b in table.bodies()[before:] if isinstance(b, e.TurnRefused)]


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("a tea without sugar please", {"dish": "tea"}),
        ("来杯热茶，不要放糖", {"dish": "热茶"}),
        ("a large stew and a rice", {"lines": [{"dish": "stew"}, {"dish": "rice"}]}),
        ("make it two", {"dish": "rice", "quantity": 2}),
        ("改成两份", {"dish": "米饭", "quantity": 2}),
        ("remove one rice", {"action": "remove", "line": 1}),
        ("少一份米饭", {"action": "remove", "line": 1}),
        ("no tea for me, thanks. we'd like to eat here", {"action": "clear"}),
        ("actually we'd like it to take away", {"action": "clear"}),
    ],
)
def test_more_or_less_than_was_said_is_refused(said: str, params: dict[str, Any]) -> None:
    assert asked(said, **params) in (["complete"], ["wanted"])


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("a tea without sugar please", {"dish": "tea", "note": "without sugar"}),
        ("a large stew and a rice", {"lines": [{"dish": "stew", "modifiers": ["large"]}]}),
        ("make it two", {"action": "change", "line": 1, "quantity": 2}),
        ("remove one rice", {"action": "change", "line": 1, "quantity": 2}),
        ("take the rice off", {"action": "remove", "line": 1}),
        ("cancel everything", {"action": "clear"}),
        ("全部不要了", {"action": "clear"}),
        ("one more rice", {"dish": "rice"}),
        ("a tea, no rice", {"dish": "tea"}),
    ],
)
def test_what_was_said_is_done(said: str, params: dict[str, Any]) -> None:
    assert asked(said, **params) == []


def test_a_new_count_is_not_added_to_the_old_by_a_change_either() -> None:
    assert asked("make it two", action="change", line=1, quantity=5) == ["grounded"]
