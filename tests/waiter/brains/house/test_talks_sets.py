"""Talks while a set is put together, and about parts of what is on the tab already."""

from __future__ import annotations

import pytest

from apps.ledger.books import Line
from tests.waiter.brains.talk import Talk, talking
from waiter.brains.builtin import HouseBrain


async def _talk(talk: Talk, *texts: str) -> tuple[Line, ...]:
    for text in texts:
        await talk.say(text)
    return talk.books().lines


def _language(text: str) -> str:
    return "en" if text.isascii() else "zh"


@pytest.mark.parametrize(
    "texts",
    [
        ("给我来个套餐", "担担面的", "再配个拍黄瓜，喝的要豆浆"),
        ("給我來個套餐", "擔擔麵的", "拍黃瓜和豆漿"),
        ("a solo set", "dandan, cucumber and a soy milk"),
        ("a solo set with dandan noodles", "cucumber, and the soy milk"),
    ],
)
async def test_one_answer_may_fill_several_slots(texts: tuple[str, ...]) -> None:
    async with talking(HouseBrain(), language=_language(texts[0])) as talk:
        (line,) = await _talk(talk, *texts)
        chosen = {choice.slot: choice.item for choice in line.choices}
        assert chosen == {"main": "dandan", "side": "cucumber", "drink": "soy_milk"}


async def test_what_fits_no_slot_is_ordered_beside_the_set() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        lines = await _talk(talk, "a solo set with dandan noodles", "cucumber and a beer", "coke")
        assert sorted(line.item for line in lines) == ["beer", "solo_set"]


@pytest.mark.parametrize(
    ("order", "listed", "text"),
    [
        ("a mapo tofu and a rice and a coke", "what soups do you have", "take the second one off"),
        ("a mapo tofu and a rice and a coke", "what soups do you have", "remove number 2 please"),
        ("麻婆豆腐一份，米饭一碗，可乐一瓶", "有什么汤", "第二个不要了"),
        ("麻婆豆腐一份，米飯一碗，可樂一瓶", "有什麼湯", "第二個取消"),
    ],
)
async def test_what_comes_off_by_its_place_is_a_line_of_the_tab(
    order: str, listed: str, text: str
) -> None:
    async with talking(HouseBrain(), language=_language(order)) as talk:
        await _talk(talk, order, listed, text)
        assert talk.tab() == {"mapo_tofu": 1, "coke": 1}


async def test_a_place_the_tab_does_not_have_is_told() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await _talk(talk, "a mapo tofu and a rice", "what soups do you have", "take the fifth off")
        assert talk.tab() == {"mapo_tofu": 1, "rice": 1}
        assert talk.envelopes()[-1].range == (1, 2)


async def test_a_pick_that_leaves_something_out_is_a_pick() -> None:
    async with talking(HouseBrain()) as talk:
        await _talk(talk, "米饭一碗", "有什么汤", "第一个不要葱")
        assert talk.tab() == {"rice": 1, "tomato_egg_soup": 1}


@pytest.mark.parametrize(
    "texts",
    [
        ("2x dan dan, 3 cokes", "one dan dan extra spicy, other one mild"),
        ("两碗担担面，三瓶可乐", "一碗担担面特辣，另一碗微辣"),
    ],
)
async def test_one_so_and_the_other_so_share_out_what_is_there(texts: tuple[str, ...]) -> None:
    async with talking(HouseBrain(), language=_language(texts[0])) as talk:
        lines = await _talk(talk, *texts)
        made = {m.modifier: line.quantity for line in lines for m in line.modifiers}
        assert made == {"hot": 1, "mild": 1}
        assert talk.tab() == {"dandan": 2, "coke": 3}


async def test_whether_a_drink_is_cold_is_asked_and_that_a_soup_is_cold_complained() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("a beer")
        (reply,) = await talk.say("is the beer cold?")
        assert [option.id for option in reply.options] == ["beer"]
        (reply,) = await talk.say("my soup is cold")
        assert "sorry" in reply.content
