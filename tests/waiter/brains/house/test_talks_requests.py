"""Talks while something waits for the guest's yes: what is a yes, and what leads back to it."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


@pytest.mark.parametrize(
    "text", ["looks right, go ahead", "yep that's it", "all correct, send it", "行就这样"]
)
async def test_a_yes_in_more_words_sends(text: str) -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("a rice")
        await talk.say("place the order")
        await talk.say(text)
        assert len(talk.books().tickets) == 1


@pytest.mark.parametrize("text", ["hmm", "nice weather today", "thanks", "when will it be ready"])
async def test_whatever_else_is_said_leads_back_to_it(text: str) -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("a rice")
        await talk.say("place the order")
        (reply,) = await talk.say(text)
        assert reply.content.endswith("shall I send the order? (yes / no)")
        assert not talk.books().tickets
        await talk.say("yes")
        assert len(talk.books().tickets) == 1


async def test_a_bill_that_waits_is_led_back_to_as_well() -> None:
    async with talking(HouseBrain()) as talk:
        for text in ("一碗米饭", "下单", "确认", "买单"):
            await talk.say(text)
        (reply,) = await talk.say("今天天气真好")
        assert "确认买单吗" in reply.content


async def test_how_a_guest_pays_stands_on_the_bill_they_say_yes_to() -> None:
    async with talking(HouseBrain()) as talk:
        for text in ("一碗米饭", "下单", "确认"):
            await talk.say(text)
        (request,) = await talk.say("结账，微信付")
        assert "微信支付" in request.content
        (request,) = await talk.say("还是付现吧")
        assert "现金" in request.content
        assert request.type == "permission_request"
        await talk.say("好")
        bill = talk.books().bill
        assert bill is not None
        assert bill.method == "现金"


async def test_the_sum_is_told_while_an_order_waits() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("two rice")
        await talk.say("place the order")
        (reply,) = await talk.say("total?")
        assert "¥4.00" in reply.content
