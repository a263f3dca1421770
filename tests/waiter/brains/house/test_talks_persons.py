"""Talks of a guest who orders for others too: what is another's comes on top, made their way."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain

Line = tuple[str, int, list[str], str | None]


async def _tab(*texts: str) -> list[Line]:
    async with talking(HouseBrain(), language="en" if texts[0].isascii() else "zh") as talk:
        for text in texts:
            await talk.say(text)
        lines = talk.books().lines
    return [(li.item, li.quantity, [m.modifier for m in li.modifiers], li.note) for li in lines]


PLAIN: Line = ("dandan", 1, [], None)
WITHOUT: Line = ("dandan", 1, ["peanuts"], None)


@pytest.mark.parametrize(
    "text",
    [
        "one dandan noodles, and one for my wife without peanuts",
        "one dandan noodles for me and one for my friend without peanuts",
        "来一份担担面，我老婆也要一份但是不要花生",
        "担担面一份，给我朋友也来一份，不要花生",
        "來一份擔擔麵，我朋友也要一份，不要花生",
    ],
)
async def test_anothers_is_a_line_of_its_own(text: str) -> None:
    assert await _tab(text) == [PLAIN, WITHOUT]


async def test_one_of_two_is_not_a_third() -> None:
    assert await _tab("two dandan noodles, one without peanuts for my son") == [PLAIN, WITHOUT]


async def test_a_part_may_be_packed() -> None:
    assert await _tab("来两碗米饭，一碗打包") == [
        ("rice", 1, [], None),
        ("rice", 1, [], "打包"),
    ]


@pytest.mark.parametrize(
    "text", ["kung pao, extra spicy, and a cold sesame noodle", "宫保鸡丁特辣，再来个芝麻凉粉"]
)
async def test_what_nobody_knows_counts_nothing_else(text: str) -> None:
    tab = await _tab(text)
    assert [(item, count) for item, count, *_ in tab] == [("kungpao", 1)]


@pytest.mark.parametrize("text", ["the kid's food first please", "drinks first please"])
async def test_what_is_to_come_first_picks_nothing(text: str) -> None:
    assert await _tab("what drinks do you have", text) == []
    assert await _tab("what drinks do you have", "the first, please") == [("coke", 1, [], None)]
