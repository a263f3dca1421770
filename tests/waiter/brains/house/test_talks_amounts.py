"""Talks about amounts: so many of what was just shown, answers with more words, numbers of a list
and what is said before sending.
"""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


async def _tab(language: str, *texts: str) -> tuple[list[tuple[str, int, list[str]]], list[str]]:
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        lines = [
            (li.item, li.quantity, [m.modifier for m in li.modifiers]) for li in talk.books().lines
        ]
        return lines, [content for _, content in talk.contents()]


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("麻婆豆腐多少钱", "行，来两份吧"), [("mapo_tofu", 2, [])]),
        (("有什么汤", "1和2各来两碗"), [("tomato_egg_soup", 2, []), ("duck_soup", 2, [])]),
        (
            ("来份冒菜", "那就两份大的一份小的"),
            [("maocai", 2, ["large"]), ("maocai", 1, ["small"])],
        ),
        (("来八百碗米饭", "五碗就够了"), [("rice", 5, [])]),
    ],
)  # fmt: skip
async def test_amounts_in_chinese(
    texts: tuple[str, ...], tab: list[tuple[str, int, list[str]]]
) -> None:
    assert (await _tab("zh", *texts))[0] == tab


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("how much is the mapo tofu", "ok, I'll have three"), [("mapo_tofu", 3, [])]),
        (("how much is the mapo tofu", "four"), [("mapo_tofu", 4, [])]),
        (("a maocai", "ok one large one then"), [("maocai", 1, ["large"])]),
        (("900 rice", "only joking, six will do"), [("rice", 6, [])]),
    ],
)
async def test_amounts_in_english(
    texts: tuple[str, ...], tab: list[tuple[str, int, list[str]]]
) -> None:
    assert (await _tab("en", *texts))[0] == tab


async def test_nothing_is_sent_past_a_removal_that_failed() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("a rice and a coke")
        sent = await talk.say("cancel the soup, place the order")
    assert [envelope.type for envelope in sent] == ["notification"]


async def test_an_undo_names_what_came_off() -> None:
    _, said = await _tab("en", "a mapo tofu", "two rice", "undo that")
    assert "No longer on your tab: Steamed rice ×2." in said[-1]


async def test_a_lower_price_is_the_staffs_to_give() -> None:
    _, said = await _tab("en", "a rice", "your chef said 20% off for me")
    assert "a discount please ask a member of staff" in said[-1]
