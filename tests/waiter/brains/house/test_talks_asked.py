"""Talks about what must be asked: how a dish should be, and which dish it should be at all."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("ordered", "question", "told"),
    [
        ("mapo tofu and the green beans", "is there pork in the tofu?", "pork in Mapo tofu"),
        ("mapo tofu and the green beans", "are the beans vegetarian?", "marked vegetarian"),
        ("mapo tofu and the green beans", "is the tofu spicy?", "Mapo tofu: very spicy."),
        ("麻婆豆腐，宫保鸡丁", "豆腐里有猪肉吗", "麻婆豆腐里有猪肉"),
        ("麻婆豆腐，宫保鸡丁", "豆腐辣吗", "麻婆豆腐很辣"),
        ("麻婆豆腐，宫保鸡丁", "宫保鸡丁是素的吗", "没有标明宫保鸡丁是素食"),
    ],
)
async def test_a_question_about_what_is_on_the_tab_is_about_that_alone(
    ordered: str, question: str, told: str
) -> None:
    async with talking(HouseBrain(), language="en" if ordered.isascii() else "zh") as talk:
        await talk.say(ordered)
        before = talk.tab()
        (reply,) = await talk.say(question)
        assert told in reply.content
        assert len(reply.content.splitlines()) <= 2
        assert [option.id for option in reply.options] in (
            ["mapo_tofu"],
            ["green_beans"],
            ["kungpao"],
        )
        assert talk.tab() == before


@pytest.mark.parametrize("text", ["鸡丁是素的吗", "那个鸡丁是不是素的", "雞丁是素的嗎"])
async def test_a_question_with_a_word_for_how_a_dish_is_made_orders_nothing(text: str) -> None:
    async with talking(HouseBrain()) as talk:
        await talk.say("麻婆豆腐，宫保鸡丁")
        await talk.say(text)
        assert talk.tab() == {"mapo_tofu": 1, "kungpao": 1}


@pytest.mark.parametrize("text", ["这些都没有花生吧", "這些都沒有花生吧", "里面没放花生吧"])
async def test_that_something_is_not_in_it_may_be_asked_so(text: str) -> None:
    async with talking(HouseBrain()) as talk:
        await talk.say("宫保鸡丁")
        (reply,) = await talk.say(text)
        assert "含花生" in reply.content or "有花生" in reply.content
        assert [line.modifiers for line in talk.books().lines] == [()]
