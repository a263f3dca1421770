"""Talks that wish rather than order, ask for a person's hands, or tell the kitchen something."""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import Talk, talking
from waiter.brains.builtin import HouseBrain
from waiter.envelope import Envelope


async def _said(talk: Talk, *texts: str) -> Envelope:
    for text in texts:
        sent = await talk.say(text)
    return sent[-1]


def _language(text: str) -> str:
    return "en" if text[0].isascii() else "zh"


async def test_who_tells_of_an_allergy_is_offered_nothing_until_they_ask() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        told = await _said(talk, "my friend is allergic to milk")
        assert "milk" in told.content
        assert not told.options
        assert (await _said(talk, "what can she have?")).options


async def test_cheap_is_a_wish_beside_another_and_haggling_by_itself() -> None:
    async with talking(HouseBrain()) as talk:
        answer = await _said(talk, "有啥好吃的", "不要太辣的，便宜点")
        assert answer.options
        assert (await _said(talk, "便宜点的")).options
        assert talk.tab() == {}
    async with talking(HouseBrain()) as talk:
        assert not (await _said(talk, "一碗米饭", "便宜点吧老板")).options


@pytest.mark.parametrize(
    "text",
    [
        "再加个荤菜，你看着办",
        "来个硬菜",
        "我要下酒菜",
        "再来个素菜",
        "something to share",
        "a main without pork",
        "你看着办吧",
        "surprise us",
    ],
)
async def test_a_class_of_food_is_a_wish_to_be_advised_on(text: str) -> None:
    async with talking(HouseBrain(), language=_language(text)) as talk:
        answer = await _said(talk, "一碗米饭", text)
        assert answer.options
        assert "没有“" not in answer.content
        assert "don't have" not in answer.content
        assert talk.tab() == {"rice": 1}


async def test_a_class_beside_an_order_leaves_the_order() -> None:
    async with talking(HouseBrain()) as talk:
        answer = await _said(talk, "两碗米饭，再来个素菜你看着办")
        assert talk.tab() == {"rice": 2}
        assert "veg_baozi" not in [option.id for option in answer.options[:1]]


@pytest.mark.parametrize("text", ["再来个汤，热的", "来个例汤", "來個湯"])
async def test_a_word_that_is_a_category_of_the_menu_means_that_category(text: str) -> None:
    async with talking(HouseBrain()) as talk:
        asked = await _said(talk, text)
        assert [option.id for option in asked.options] == ["tomato_egg_soup", "duck_soup"]


@pytest.mark.parametrize(
    ("texts", "note"),
    [
        (("一份回锅肉", "少油少盐，别放味精"), "少油少盐; 别放味精"),
        (("白飯兩碗", "煮爛一點"), "煮爛一點"),
        (("一份拍黄瓜，一碗担担面", "可以先上凉菜吗"), "先上凉菜"),
        (("one kung pao", "no msg please"), "no msg"),
        (("one kung pao", "can the drinks come first?"), "the drinks come first"),
        (("one kung pao", "not too salty", "less oil"), "not too salty; less oil"),
    ],
)
async def test_how_a_dish_is_to_be_made_is_a_note_on_the_one_spoken_of(
    texts: tuple[str, ...], note: str
) -> None:
    async with talking(HouseBrain(), language=_language(texts[0])) as talk:
        answer = await _said(talk, *texts)
        assert talk.books().lines[-1].note == note
        assert note.split("; ")[-1] in answer.content


async def test_a_note_on_what_was_sent_is_staffs() -> None:
    async with talking(HouseBrain()) as talk:
        await _said(talk, "一份回锅肉", "下单", "好", "少放点盐")
        assert talk.called()[-1] == "staff"


@pytest.mark.parametrize(
    "text",
    [
        "能换个大点的桌子吗",
        "椅子能加一把吗",
        "有没有小孩坐的椅子",
        "音乐太吵了",
        "加个位子",
        "能给我们拿点纸吗",
        "can we have another chair",
        "can you turn the music down",
        "could you close the door",
        "can I get some ice",
        "extra plates please",
    ],
)
async def test_what_only_staffs_hands_can_do_calls_them(text: str) -> None:
    async with talking(HouseBrain(), language=_language(text)) as talk:
        answer = await _said(talk, text)
        assert talk.called() == ["staff"]
        assert not answer.options


async def test_a_note_of_the_house_comes_with_no_dishes() -> None:
    async with talking(HouseBrain(), language="en") as talk:
        answer = await _said(talk, "can I smoke here?")
        assert "No smoking inside" in answer.content
        assert not answer.options


async def test_a_new_question_is_asked_before_one_that_is_still_open() -> None:
    async with talking(HouseBrain()) as talk:
        noodles = await _said(talk, "再来个汤", "来碗面")
        assert "dandan" in [option.id for option in noodles.options]
        soups = await _said(talk, "担担面")
        assert [option.id for option in soups.options] == ["tomato_egg_soup", "duck_soup"]
        await _said(talk, "番茄的")
        assert talk.tab() == {"dandan": 1, "tomato_egg_soup": 1}
