"""Who has sent something and has more on the tab: what was sent may be said to be, the rest not."""

from __future__ import annotations

import pytest

from tests.waiter.table import Table, call
from waiter import event as e


def table_with(reply: str, *, looked: bool = True) -> list[str]:
    """A guest with rice sent and tea on the tab asks what they have; the refusals of this reply."""
    table = Table()
    table.join("a")
    table.order(dish="rice", quantity=1)
    table.say("send it")
    table.speak(call("submit"))
    table.tap("approve")
    table.speak("to_user: It is with the kitchen.")
    table.order(dish="tea", quantity=1)
    table.say("what have I ordered")
    if looked:
        table.speak(call("tab"))
    table.speak(f"to_user: {reply}")
    return [body.kind for body in table.bodies() if isinstance(body, e.TurnRefused)]


@pytest.mark.parametrize(
    "reply",
    [
        "Already sent: Rice ×1. Total ¥2.20\nOn your tab:\n· Tea ×1  ¥5.00",
        "Rice has been sent to the kitchen; Tea is still on your tab.",
        "已下单：米饭 ×1。\n单子上还有：热茶 ×1",
    ],
)
def test_what_was_sent_is_said_beside_what_wasnt(reply: str) -> None:
    assert table_with(reply) == []


@pytest.mark.parametrize(
    "reply",
    ["Your order has been sent to the kitchen.", "Tea has been sent to the kitchen.",
     "已下单：热茶 ×1。", "都已经下单了。"],
)  # fmt: skip
def test_what_wasnt_sent_is_not_said_to_be(reply: str) -> None:
    assert table_with(reply) == ["deeds"]
