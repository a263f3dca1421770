"""Talks about one of several lines of a dish, pointed at by how it is made."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain

TWO = {
    "en": "two dandan noodles, one extra spicy and one mild",
    "zh": "两碗担担面，一碗特辣一碗微辣",
}


async def _made(language: str, *texts: str) -> list[list[str]]:
    async with talking(HouseBrain(), language=language) as talk:
        for text in (TWO[language], *texts):
            await talk.say(text)
        assert talk.refused() == []
        return [[m.modifier for m in line.modifiers] for line in talk.books().lines]


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("en", "remove the mild one", [["hot"]]),
        ("en", "take the mild one off please", [["hot"]]),
        ("zh", "特辣的不要了", [["mild"]]),
        ("zh", "去掉微辣的那碗", [["hot"]]),
        ("en", "make the mild one not spicy", [["hot"], ["none"]]),
        ("en", "change the mild one to not spicy", [["hot"], ["none"]]),
        ("zh", "把微辣的那碗改成不辣", [["hot"], ["none"]]),
    ],
)
async def test_the_line_that_is_so_is_meant(
    language: str, text: str, left: list[list[str]]
) -> None:
    assert await _made(language, text) == left


async def test_where_several_are_so_it_is_asked() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say(TWO["en"])
        await talk.say("a mapo tofu, mild")
        before = talk.books().lines
        (reply,) = await talk.say("cancel the mild one")
        assert talk.books().lines == before
        assert "which one" in reply.content
