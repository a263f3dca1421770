"""Talks about a list just shown: which of it is so, some of it, and one more that is so."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import MENU, talking
from waiter.brains.builtin import HouseBrain


def _language(text: str) -> str:
    return "en" if text.isascii() else "zh"


@pytest.mark.parametrize(
    ("first", "question", "dish", "said"),
    [
        ("what soups do you have", "which one is cheaper", "tomato_egg_soup", "¥16.00"),
        ("what soups do you have", "which is more expensive?", "duck_soup", "¥42.00"),
        ("what soups do you have", "which of them is vegetarian?", "tomato_egg_soup", "¥16.00"),
        ("有什么甜品", "哪个最便宜", "brown_sugar_bingfen", "¥8.00"),
        ("有什麼甜品", "哪個最便宜", "brown_sugar_bingfen", "¥8.00"),
        ("有什么招牌菜", "哪个最辣", "mapo_tofu", "¥26.00"),
    ],
)
async def test_which_of_them_is_answered_among_them(
    first: str, question: str, dish: str, said: str
) -> None:
    async with talking(HouseBrain(), language=_language(first)) as talk:
        (shown,) = await talk.say(first)
        (reply,) = await talk.say(question)
        assert {option.id for option in reply.options} <= {option.id for option in shown.options}
        assert said in reply.content
        await talk.say("that one please" if _language(first) == "en" else "就要这个")
        assert talk.tab() == {dish: 1}


@pytest.mark.parametrize("before", [(), ("a rice",)])
async def test_some_of_a_list_is_asked_which(before: tuple[str, ...]) -> None:
    async with talking(HouseBrain(), language="en") as talk:
        for text in (*before, "what drinks do you have"):
            await talk.say(text)
        tab = talk.tab()
        (reply,) = await talk.say("two of those please")
        assert talk.tab() == tab
        assert "Which one would you like?" in reply.content
        assert len(reply.options) > 5
        await talk.say("the second one")
        assert talk.tab() == {**tab, "coke_zero": 1}


@pytest.mark.parametrize("text", ["口水鸡一份，再来个素的", "口水鷄一份，再來個素的"])
async def test_one_more_of_a_taste_it_cannot_be_made_in_is_another_dish(text: str) -> None:
    async with talking(HouseBrain()) as talk:
        (reply,) = await talk.say(text)
        assert talk.tab() == {"koushuiji": 1}
        assert "素食" in reply.content
        assert reply.options


async def test_one_more_that_the_dish_takes_is_that_dish() -> None:
    async with talking(HouseBrain()) as talk:
        await talk.say("担担面一碗，再来个不辣的")
        made = [[m.modifier for m in line.modifiers] for line in talk.books().lines]
        assert made == [[], ["none"]]


async def test_who_is_not_sure_leaves_nothing_out() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        (reply,) = await talk.say("hmm, I'm not sure. what's popular?")
        assert reply.options
        assert "sure" not in reply.content


async def test_one_more_condition_narrows_what_was_shown() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        await talk.say("do you have anything gluten free?")
        (reply,) = await talk.say("and dairy free too")
        assert "free of gluten, milk" in reply.content
        (reply,) = await talk.say("and under 20 please")
        assert "free of gluten, milk" in reply.content
        dishes = [MENU.dishes[option.id] for option in reply.options]
        assert dishes
        assert all(dish.price is not None and dish.price <= 2000 for dish in dishes)


@pytest.mark.parametrize("text", ["something under 20", "不超过20的", "30块以内的", "20 or less"])
async def test_what_it_may_cost_is_no_number_of_a_list(text: str) -> None:
    async with talking(HouseBrain(), language=_language(text)) as talk:
        await talk.say("what soups do you have" if _language(text) == "en" else "有什么汤")
        (reply,) = await talk.say(text)
        assert reply.type != "error"
        assert talk.tab() == {}


async def test_that_is_all_is_said_in_many_ways() -> None:
    for language, texts in (
        ("en", ("done", "all done", "we're done")),
        ("zh", ("点好了", "点完了")),
    ):
        for text in texts:
            async with talking(HouseBrain(), language=language) as talk:
                await talk.say("a rice" if language == "en" else "一碗米饭")
                (reply,) = await talk.say(text)
                assert reply.type == "permission_request", text
