"""Talks of several people at a table: so many for each, a bill in equal parts, and a number that is
asked because something waits for it.
"""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


def _language(texts: tuple[str, ...]) -> str:
    return "en" if texts[0].isascii() else "zh"


async def _tab(*texts: str) -> dict[str, int]:
    async with talking(HouseBrain(), language=_language(texts)) as talk:
        for text in texts:
            await talk.say(text)
        return talk.tab()


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("table for two", "a beer each"), {"beer": 2}),
        (("table for two", "a coke and a rice each please"), {"coke": 2, "rice": 2}),
        (("table for three", "two beers each, and a rice"), {"beer": 6, "rice": 1}),
        (("three of us, one rice each",), {"rice": 3}),
        (("table for three", "each of us wants a rice"), {"rice": 3}),
        (("我们四个人", "每人一碗米饭"), {"rice": 4}),
        (("我们四个人", "酸梅汤每人一杯"), {"plum_drink": 4}),
        (("三位", "可乐人手一瓶"), {"coke": 3}),
        (("我哋三個人", "每人一碗白飯"), {"rice": 3}),
        (("担担面和宜宾燃面，各来两碗",), {"dandan": 2, "ranmian": 2}),
    ],
)
async def test_for_each_is_for_as_many_as_they_are(
    texts: tuple[str, ...], tab: dict[str, int]
) -> None:
    assert await _tab(*texts) == tab


@pytest.mark.parametrize("text", ["a beer each", "每人一瓶啤酒"])
async def test_for_each_of_nobody_knows_how_many_is_asked(text: str) -> None:
    async with talking(HouseBrain(), language=_language((text,))) as talk:
        (asked,) = await talk.say(text)
        assert asked.type == "input_request"
        assert talk.tab() == {}
        await talk.say("3")
        assert talk.tab() == {"beer": 3}


SENT = {
    "en": ("two dandan noodles", "place the order", "yes"),
    "zh": ("两碗担担面", "下单", "确认"),
}


@pytest.mark.parametrize(
    ("before", "text", "shares"),
    [
        ("we are 4 people", "split the bill equally", [800] * 4),
        ("table for three", "split it evenly please", [1067, 1067, 1066]),
        ("四个人", "买单，AA", [800] * 4),
        ("三位", "平摊买单", [1067, 1067, 1066]),
    ],
)
async def test_equal_parts_are_among_those_who_are_there(
    before: str, text: str, shares: list[int]
) -> None:
    language = _language((before,))
    async with talking(HouseBrain(), language=language) as talk:
        for said in (before, *SENT[language]):
            await talk.say(said)
        (request,) = await talk.say(text)
        assert request.type == "permission_request"
        await talk.say("yes" if language == "en" else "好的")
        bill = talk.books().bill
        assert bill is not None
        assert [share.amount for share in bill.shares] == shares


@pytest.mark.parametrize(
    ("text", "answer", "due"),
    [
        ("split the bill equally", "4", 3200),
        ("split the bill equally", "there are three of us, and 10% tip", 3520),
        ("AA制吧", "三个人", 3200),
        ("平分买单", "两个", 3200),
    ],
)
async def test_the_bill_goes_on_once_the_number_is_said(text: str, answer: str, due: int) -> None:
    language = _language((text,))
    async with talking(HouseBrain(), language=language) as talk:
        for said in SENT[language]:
            await talk.say(said)
        (asked,) = await talk.say(text)
        assert asked.type == "input_request"
        assert asked.range == (1, 16)
        (request,) = await talk.say(answer)
        assert request.type == "permission_request"
        await talk.say("yes" if language == "en" else "好的")
        bill = talk.books().bill
        assert bill is not None
        assert bill.shares
        assert bill.to_pay == due


async def test_what_is_said_in_between_loses_nothing_that_waits() -> None:
    async with talking(HouseBrain()) as talk:
        for said in (*SENT["zh"], "AA制吧", "再来一碗白米饭"):
            await talk.say(said)
        assert talk.tab() == {"rice": 1}
        (request,) = await talk.say("三个人")
        assert request.app == "checkout"


async def test_a_question_that_nobody_wants_to_answer_sends_nothing() -> None:
    async with talking(HouseBrain()) as talk:
        for said in (*SENT["zh"], "AA制吧", "算了"):
            await talk.say(said)
        assert talk.books().bill is None
        await talk.say("三个人")
        assert talk.envelopes()[-1].type == "notification"
