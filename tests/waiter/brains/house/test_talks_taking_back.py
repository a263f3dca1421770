"""Talks that take back part of what was said: an addition for another, half of so many, a modifier
that was asked for; and what goes into the dish that is there.
"""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain

Tab = list[tuple[str, int, list[str]]]
JELLY = ("来一碗红糖冰粉，加葡萄干", "a brown sugar ice jelly with raisins")


async def _tab(language: str, *texts: str) -> tuple[Tab, list[str | None]]:
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        lines = talk.books().lines
        return (
            [(li.item, li.quantity, [m.modifier for m in li.modifiers]) for li in lines],
            [li.note for li in lines],
        )


@pytest.mark.parametrize(
    ("language", "texts", "made"),
    [
        ("zh", (JELLY[0], "不要葡萄干了"), []),
        ("zh", (JELLY[0], "葡萄干不要了，加芋圆"), ["taro"]),
        ("zh", (JELLY[0], "葡萄干换成芋圆"), ["taro"]),
        ("zh-Hant", ("來一碗紅糖冰粉，加葡萄乾", "葡萄乾換成芋圓"), ["taro"]),
        ("zh", (JELLY[0], "raisins 换成 taro"), ["taro"]),
        ("en", (JELLY[1], "no raisins actually"), []),
        ("en", (JELLY[1], "swap the raisins for taro balls"), ["taro"]),
        ("en", (JELLY[1], "taro instead of raisins"), ["taro"]),
    ],
)
async def test_an_addition_goes_or_gives_way(
    language: str, texts: tuple[str, ...], made: list[str]
) -> None:
    tab, notes = await _tab(language, *texts)
    assert tab == [("brown_sugar_bingfen", 1, made)]
    assert notes == [None]


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("一杯珍珠奶茶大杯", "大杯换成中杯"), [("milk_tea", 1, ["medium"])]),
        (("一碗红烧牛肉面加煎蛋", "把煎蛋换成青菜"), [("beef_noodles", 1, ["greens"])]),
        (
            ("两碗红烧牛肉面加煎蛋", "其中一碗不要煎蛋"),
            [("beef_noodles", 1, ["fried_egg"]), ("beef_noodles", 1, [])],
        ),
        (("一碗红烧牛肉面", "再加份青菜在面里"), [("beef_noodles", 1, ["greens"])]),
        (("一碗紅燒牛肉麵", "加個煎蛋到麵裡"), [("beef_noodles", 1, ["fried_egg"])]),
        (("六笼小笼包", "太多了，一半就行"), [("xiaolongbao", 3, [])]),
        (("六笼小笼包，一碗米饭", "小笼包减一半"), [("xiaolongbao", 3, []), ("rice", 1, [])]),
        (("六籠小籠包", "點多了，減一半"), [("xiaolongbao", 3, [])]),
        (("来份烤牛肉串，十串",), [("beef_skewers", 10, [])]),
        (("一碗清汤抄手不要葱", "给孩子也来一碗一样的"), [("qingtang_chaoshou", 2, ["scallion"])]),
    ],
)
async def test_the_tab_after_a_change_in_chinese(texts: tuple[str, ...], tab: Tab) -> None:
    assert await _tab("zh", *texts) == (tab, [None] * len(tab))


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (
            ("six baskets of soup dumplings", "that's way too many, half of that"),
            [("xiaolongbao", 3, [])],
        ),
        (("four rice and a coke", "half the rice"), [("rice", 2, []), ("coke", 1, [])]),
        (
            ("a braised beef noodle soup with an egg", "swap the egg for greens"),
            [("beef_noodles", 1, ["greens"])],
        ),
    ],
)
async def test_the_tab_after_a_change_in_english(texts: tuple[str, ...], tab: Tab) -> None:
    assert await _tab("en", *texts) == (tab, [None] * len(tab))


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "- apples - pears - plums", "How many Sour plum drink"),
        ("en", "apples, pears and plums please", "How many Sour plum drink"),
        ("zh", "苹果，香蕉，乌梅", "酸梅汤要几杯"),
        ("zh-Hant", "蘋果、香蕉、烏梅", "酸梅湯要幾杯"),
    ],
)
async def test_a_list_of_what_is_not_there_adds_nothing(
    language: str, text: str, asked: str
) -> None:
    async with talking(HouseBrain(), language=language) as talk:
        sent = await talk.say(text)
        assert not talk.tab()
    assert asked in sent[-1].content


async def test_offal_is_no_complaint() -> None:
    async with talking(HouseBrain()) as talk:
        await talk.say("好吃的有哪些，不要内脏")
        assert "staff" not in talk.called()
        await talk.say("杯子脏了")
        assert "staff" in talk.called()
