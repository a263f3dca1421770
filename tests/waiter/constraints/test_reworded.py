"""True and false replies as a model words them, at the corner diner: the true ones are said."""

from __future__ import annotations

import pytest

from tests.waiter.table import Table, call
from waiter import event as e


def refused(table: Table, said: str) -> list[str]:
    """Who refuses a reply, () where it is said."""
    before = len(table.bodies())
    table.speak(f"to_user: {said}")
    return [b.by for b in table.bodies()[before:] if isinstance(b, e.TurnRefused)]


def ordered() -> Table:
    """Two rice were put down in this exchange: 4.00, nothing sent."""
    table = Table()
    table.join("a")
    table.say("two rice please")
    table.speak(call("order", dish="rice", quantity=2))
    return table


@pytest.mark.parametrize(
    "said",
    [
        "I've put two rice down. Anything else?",
        "Your order now has two rice; nothing has gone to the kitchen yet.",
        "两份米饭，一共4元。",
        "好嘞，两份米饭给您记上了，四块钱。",
        "Done! Rice ×2, ¥4 in all.",
    ],
)
def test_what_was_done_is_told_in_any_words(said: str) -> None:
    assert refused(ordered(), said) == []


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("deeds", "Perfect, the chef is already working on your rice."),
        ("deeds", "Two rice, and the order has gone in."),
        ("deeds", "好的，厨房已经开始做了。"),
        ("amounts", "两份米饭一共五块五。"),
        ("amounts", "Two rice are six dollars fifty in all: ¥6.50."),
        ("availability", "The tea can be had, but we've run out of rice."),
        ("availability", "米饭现在没有了。"),
    ],
)
def test_what_was_not_done_is_told_in_none(by: str, said: str) -> None:
    assert refused(ordered(), said) == [by]


def test_who_is_asked_over_has_been() -> None:
    table = Table()
    table.join("a", "zh")
    table.say("叫一下服务员")
    table.speak(call("staff", reason="person", summary="叫一下服务员"))
    assert refused(table, "店员马上来。") == []
