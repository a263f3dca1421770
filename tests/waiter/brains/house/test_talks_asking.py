"""Talks that ask: about "it" and "these", about what is in a dish, and beside an order."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain
from waiter.envelope import Envelope


async def _last(language: str, *texts: str) -> tuple[dict[str, int], Envelope]:
    """The tab by dish, and the answer to the last message."""
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            sent = await talk.say(text)
        return talk.tab(), sent[-1]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("a mapo tofu", "does it have gluten?"), "Mapo tofu contains gluten"),
        (("how much is the dandan noodles", "does it have peanuts?"), "Dandan noodles contains"),
        (("how much is the dandan noodles", "does it have peanuts?", "and is it spicy?"),
         "Dandan noodles: spicy"),
        (("one kung pao chicken please. Is it spicy?",), "Kung pao chicken: mildly spicy"),
        (("how much is the duck soup", "is it for sharing?", "how much?"), "¥42.00"),
        (("a rice", "does the mapo tofu have meat in it?"), "meat in Mapo tofu"),
        (("is the mapo tofu vegetarian?",), "Mapo tofu: not marked vegetarian"),
    ],
)  # fmt: skip
async def test_what_is_asked_of_a_dish_is_answered_of_that_dish(
    texts: tuple[str, ...], told: str
) -> None:
    _, answer = await _last("en", *texts)
    assert told in answer.content


async def test_these_are_the_dishes_just_shown() -> None:
    _, answer = await _last("zh", "有什么适合小朋友吃的", "这些辣吗")
    assert [option.id for option in answer.options]
    assert answer.content.count("不辣") == len(answer.options)


async def test_how_spicy_a_dish_is_and_can_be_made_is_said() -> None:
    _, answer = await _last("en", "is the kung pao chicken very spicy? my kid can't eat spicy")
    assert "mildly spicy" in answer.content
    assert "not spicy" in answer.content


async def test_a_food_the_menu_is_silent_about_is_asked_of_the_kitchen_not_denied() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        (answer,) = await talk.say("are the green beans cooked in lard?")
        assert "doesn't list lard" in answer.content
        assert talk.called()[-1] == "staff"


@pytest.mark.parametrize(
    ("texts", "tab", "options"),
    [
        (("which soups are there", "the second one please, and what about desserts"),
         {"duck_soup": 1}, "brown_sugar_bingfen"),
        (("two rice, what desserts are there?",), {"rice": 2}, "brown_sugar_bingfen"),
        (("a mapo tofu and something light to go with it",), {"mapo_tofu": 1}, "qingtang_chaoshou"),
    ],
)  # fmt: skip
async def test_what_is_wished_for_beside_an_order_is_shown(
    texts: tuple[str, ...], tab: dict[str, int], options: str
) -> None:
    found, answer = await _last("en", *texts)
    assert found == tab
    assert options in [option.id for option in answer.options]


@pytest.mark.parametrize(
    ("text", "tab", "told"),
    [
        ("a coke and how spicy is the mapo tofu", {"coke": 1}, "Mapo tofu: very spicy"),
        ("a rice. can we get some napkins and what's good with rice?", {"rice": 1}, "colleague"),
        ("老鸭汤两个人喝得完吗", {}, "酸萝卜老鸭汤"),
        ("一份回锅肉，辣不辣啊", {"huiguorou": 1}, "有一点辣"),
        ("来碗担担面，再推荐个汤", {"dandan": 1}, "番茄蛋花汤"),
    ],
)
async def test_a_dish_only_asked_about_is_not_ordered(
    text: str, tab: dict[str, int], told: str
) -> None:
    language = "en" if text.isascii() else "zh"
    found, answer = await _last(language, text)
    assert found == tab
    assert told in answer.content


@pytest.mark.parametrize(
    ("text", "tab", "note"),
    [
        ("a coke please, and where's the toilet?", {"coke": 1}, "At the very back"),
        ("two beers. is there parking?", {"beer": 2}, "car park"),
        ("来碗担担面，能刷卡吗", {"dandan": 1}, "刷卡"),
        ("Do you take cards?", {}, "WeChat Pay"),
        ("can I pay with visa?", {}, "WeChat Pay"),
    ],
)
async def test_a_question_about_the_house_is_answered_beside_an_order(
    text: str, tab: dict[str, int], note: str
) -> None:
    language = "en" if text.isascii() else "zh"
    found, answer = await _last(language, text)
    assert found == tab
    assert note in answer.content


@pytest.mark.parametrize(
    ("text", "dish"),
    [
        ("你们最贵的菜是什么", "shuizhu_beef"),
        ("what's the most expensive dish?", "shuizhu_beef"),
        ("what's the cheapest thing on the menu", "boboji"),
        ("cheapest noodles?", "suanlafen"),
        ("最清淡的呢", "qingtang_chaoshou"),
    ],
)
async def test_a_superlative_is_a_wish_over_the_menu(text: str, dish: str) -> None:
    _, answer = await _last("en" if text[0].isascii() else "zh", text)
    assert [option.id for option in answer.options] == [dish]


async def test_that_one_is_what_was_shown_last_though_a_question_is_open() -> None:
    tab, _ = await _last("zh", "来碗抄手", "你们最贵的菜是什么", "那个来一份")
    assert tab == {"shuizhu_beef": 1}


async def test_the_cheapest_of_what_was_shown_is_not_the_cheapest_of_the_house() -> None:
    tab, _ = await _last("en", "which soups are there", "the cheapest one please")
    assert tab == {"tomato_egg_soup": 1}
    _, answer = await _last("en", "which soups are there", "what's the cheapest dish you have?")
    assert [option.id for option in answer.options] == ["boboji"]
