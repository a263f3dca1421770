"""Talks about dishes the menu doesn't have: said so, with what is like them; nothing is added."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from apps.ledger.books import Line
from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


@dataclass(frozen=True, slots=True)
class After:
    """What a talk came to: the tab by dish, its lines, what was said last, what was refused."""

    tab: dict[str, int]
    lines: tuple[Line, ...]
    said: str
    refused: list[str]


async def _after(*texts: str, language: str = "zh") -> After:
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        said = talk.contents()[-1][1]
        return After(talk.tab(), talk.books().lines, said, talk.refused())


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("来份宫保虾球", "宫保鸡丁"),
        ("来碗红烧狮子头", "红烧牛肉面"),
        ("来瓶雪碧", "可乐"),
        ("来杯拿铁", "可乐"),
        ("来瓶百事可乐", "可乐"),
        ("有宫保虾球吗", "宫保鸡丁"),
        ("宫保虾球多少钱", "宫保鸡丁"),
    ],
)
async def test_what_is_not_on_the_menu_is_said_with_what_is_like_it(text: str, like: str) -> None:
    after = await _after(text)
    assert after.tab == {}
    assert "没有" in after.said
    assert like in after.said
    assert not after.refused


@pytest.mark.parametrize("text", ["a pepsi please", "is the kung pao shrimp spicy?", "mapo burger"])
async def test_so_it_is_in_english(text: str) -> None:
    after = await _after(text, language="en")
    assert after.tab == {}
    assert "don't have" in after.said
    assert "instead" in after.said
    assert not after.refused


async def test_what_is_picked_in_its_place_comes_as_it_was_wanted() -> None:
    after = await _after("两份宫保虾球不要花生，一瓶可乐", "1")
    assert after.tab == {"coke": 1, "kungpao": 2}
    (line,) = [line for line in after.lines if line.item == "kungpao"]
    assert [(m.modifier, m.amount) for m in line.modifiers] == [("peanuts", "none")]


async def test_taking_it_off_takes_nothing_off() -> None:
    for text in ("宫保虾球不要了", "cancel the kung pao shrimp"):
        assert (await _after("来份宫保鸡丁", text)).tab == {"kungpao": 1}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("回锅肉，别放蒜苗", "别放蒜苗"),
        ("twice-cooked pork, no leeks", "no leeks"),
        ("steamed rice, can you leave the garlic out", "leave the garlic out"),
    ],
)
async def test_what_is_to_stay_out_of_a_dish_is_a_note_and_whole(text: str, note: str) -> None:
    async with talking(HouseBrain(), language="en" if text.isascii() else "zh") as talk:
        await talk.say(text)
        (line,) = talk.books().lines
        assert line.note == note


async def test_a_name_nobody_knows_is_told_whole() -> None:
    async with talking(HouseBrain()) as talk:
        (reply,) = await talk.say("再来瓶北冰洋")
        assert "北冰洋" in reply.content


async def test_what_is_said_of_all_goes_to_those_that_take_it() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("a mapo tofu and a plum drink")
        (reply,) = await talk.say("no ice in both please")
        assert "isn't an option" not in reply.content
        made = {line.item: [m.modifier for m in line.modifiers] for line in talk.books().lines}
        assert made["mapo_tofu"] == []
        assert made["plum_drink"]
