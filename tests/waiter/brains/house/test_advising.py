"""The built-in brain asked for advice: what it looks for and says, what it leaves to others."""

from __future__ import annotations

import pytest

from menu_data.words.wishes.reading import read_wish
from tests.waiter.brains.talk import MENU, talking
from waiter.brains.builtin import HouseBrain


async def _said(*texts: str, language: str = "zh") -> tuple[list[str], str]:
    """The apps called, and all that was said to the last message."""
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts[:-1]:
            await talk.say(text)
        before = len(talk.called())
        last = await talk.say(texts[-1])
        labels = [option.label for envelope in last for option in envelope.options]
        return talk.called()[before:], "\n".join([*(e.content for e in last), *labels])


@pytest.mark.parametrize(
    "text",
    [
        "爱吃辣的，推荐点什么",
        "来个下饭的",
        "我不能吃辣",
        "something spicy please",
        "what do you recommend for kids?",
        "30块以内的面",
        "有没有像宫保鸡丁但是不辣的",
        "a vegan dessert",
        "有披萨吗",
        "你好，推荐一下",
    ],
)
async def test_a_wish_is_looked_up(text: str) -> None:
    called, _ = await _said(text)
    assert called == ["search"]


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("一碗担担面，不要花生", ["order"]),
        ("有什么面", ["menu"]),
        ("菜单", ["menu"]),
        ("宫保鸡丁辣吗", ["menu"]),
        ("一瓶冰的可乐", ["order"]),
        ("我对花生过敏", []),
    ],
)
async def test_an_order_or_a_question_is_no_wish(text: str, called: list[str]) -> None:
    assert (await _said(text))[0] == called


async def test_the_wish_is_told_as_it_was_read_and_each_dish_with_its_reason() -> None:
    _, said = await _said("不要花生的凉菜，清淡点，30块以内")
    assert "不含花生 · ¥30.00以内" in said
    assert "清淡" in said


async def test_what_may_contain_a_stated_allergen_is_not_suggested() -> None:
    _, said = await _said("我对花生过敏", "推荐几个辣的菜")
    named = [d for d in MENU.dishes.values() if d.name.said("zh") in said]
    assert named
    assert all(dish.allergens.get("peanut") == "free" for dish in named)


async def test_who_cannot_eat_hot_food_is_shown_none() -> None:
    called, said = await _said("I can't eat spicy food, what do you recommend?", language="en")
    assert called == ["search"]
    assert "not spicy" in said
    hot = [d.name.said("en") for d in MENU.dishes.values() if d.spice]
    assert not [name for name in hot if name in said]


async def test_staff_are_told_what_a_guest_must_not_eat_also_when_advice_is_asked() -> None:
    called, said = await _said("I can't eat kiwi, what do you recommend?", language="en")
    assert called == ["search", "staff"]
    assert "told a colleague" in said


async def test_where_nothing_fits_it_says_from_what_price_something_would() -> None:
    _, said = await _said("a vegan dessert under 5 yuan", language="en")
    assert "From ¥8.00" in said


async def test_what_was_found_can_be_picked_by_number() -> None:
    called, _ = await _said("来个下饭的", "2")
    assert called == ["order"]


@pytest.mark.parametrize("text", ["爱吃辣的，推荐点什么", "花生过敏，有什么甜品", "no nuts please"])
async def test_nothing_is_called_safe(text: str) -> None:
    _, said = await _said(text)
    assert "safe" not in said.lower()
    assert "安全" not in said
    assert read_wish(text).is_one
