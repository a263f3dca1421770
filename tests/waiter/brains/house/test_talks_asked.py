"""Talks about what must be asked: how a dish should be, and which dish it should be at all."""

from __future__ import annotations

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


async def _tab(*texts: str) -> list[tuple[str, int, list[str]]]:
    """The lines of the tab: dish, number, modifiers."""
    async with talking(HouseBrain()) as talk:
        for text in texts:
            await talk.say(text)
        lines = talk.books().lines
    return [(li.item, li.quantity, [m.modifier for m in li.modifiers]) for li in lines]


async def test_words_that_fit_several_degrees_are_asked_and_the_answer_is_put_down() -> None:
    assert await _tab("来份宫保鸡丁，辣一点", "特辣") == [("kungpao", 1, ["hot"])]
    assert await _tab("来份宫保鸡丁", "再辣一点", "特辣") == [("kungpao", 1, ["hot"])]
    assert await _tab("两份宫保鸡丁", "其中一份辣一点", "特辣") == [
        ("kungpao", 1, []),
        ("kungpao", 1, ["hot"]),
    ]


async def test_any_dish_answers_which_dish_it_should_be() -> None:
    assert await _tab("来份大的", "肥肠粉", "大份") == [("feichangfen", 1, ["large"])]
    assert await _tab("来份大的", "可乐一瓶") == [("coke", 1, [])]


async def test_what_else_is_ordered_with_an_answer_is_put_down_though_more_must_be_asked() -> None:
    assert await _tab("来份大的", "冒菜一份，可乐一瓶") == [("coke", 1, [])]
