"""Talks about what is on the tab: part of a line made otherwise, a class struck off, a number that
may be of any dish shown, what can't be had and what stands in for it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.contract import Candidate
from tests.waiter.brains.talk import NOON, talking
from waiter.brains.builtin import HouseBrain
from waiter.numbering import accepted
from waiter.session import Numbered, Session
from waiter.view import Fact


async def _tab(language: str, *texts: str) -> tuple[list[tuple[str, int, list[str]]], list[str]]:
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        lines = [
            (li.item, li.quantity, [m.modifier for m in li.modifiers]) for li in talk.books().lines
        ]
        return lines, [content for _, content in talk.contents()]


@pytest.mark.parametrize(
    ("language", "texts", "tab"),
    [
        (
            "en",
            ("two cokes", "one of the cokes at room temperature"),
            [("coke", 1, []), ("coke", 1, ["room"])],
        ),
        ("en", ("two cokes", "one of the cokes without ice"), [("coke", 2, [])]),
        ("en", ("four rice", "two rice is enough"), [("rice", 2, [])]),
        ("zh", ("四碗米饭", "米饭两碗就够了"), [("rice", 2, [])]),
        ("zh", ("四碗米饭", "米饭两碗就可以"), [("rice", 2, [])]),
        ("en", ("a rice and dandan noodles", "skip the noodles"), [("rice", 1, [])]),
        ("zh", ("一份红烧牛肉面", "红烧牛肉面不要香菜"), [("beef_noodles", 1, ["cilantro"])]),
        (
            "zh",
            ("一份红烧牛肉面", "红烧牛肉面一份不要香菜"),
            [("beef_noodles", 1, []), ("beef_noodles", 1, ["cilantro"])],
        ),
        ("en", ("there's four of us, a coke each",), [("coke", 4, [])]),
        ("en", ("we are three, a coke each",), [("coke", 3, [])]),
        ("zh", ("我们三个人，每人一瓶可乐",), [("coke", 3, [])]),
    ],
)
async def test_what_the_tab_is_then(
    language: str, texts: tuple[str, ...], tab: list[tuple[str, int, list[str]]]
) -> None:
    assert (await _tab(language, *texts))[0] == tab


@pytest.mark.parametrize(
    ("language", "texts", "asked"),
    [
        ("en", ("what noodles do you have", "i want two"), "Which of these"),
        ("en", ("what noodles do you have", "give me one"), "Which of these"),
        ("zh", ("有什么面", "来两碗"), "您要的是哪一个"),
        ("zh-Hant", ("有什麼麵", "來兩碗"), "您要的是哪一個"),
        ("zh", ("每人一碗米饭",), "几碗"),
        ("zh", ("一人一碗担担面",), "几碗"),
    ],
)
async def test_what_is_not_clear_is_asked(
    language: str, texts: tuple[str, ...], asked: str
) -> None:
    tab, said = await _tab(language, *texts)
    assert not tab
    assert asked in said[-1]


@pytest.mark.parametrize(
    ("language", "texts", "item"),
    [
        ("zh", ("有什么面", "要三"), "suanlafen"),
        ("en", ("what noodles", "I'll take 3"), "suanlafen"),
    ],
)
async def test_a_number_picks(language: str, texts: tuple[str, ...], item: str) -> None:
    assert (await _tab(language, *texts))[0] == [(item, 1, [])]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "thank you have a nice day", "You're welcome"),
        ("en", "excuse me", "What would you like"),
        ("zh", "服务员！", "想吃点什么"),
        ("zh", "叫个服务员过来", "叫店员"),
        ("en", "can I order", "Which section"),
        ("zh", "点菜", "想看哪一类"),
        ("en", "what do I have so far", "tab is empty"),
        ("en", "you have coke?", "Coke, "),
        ("zh", "下单了吗", "还没有"),
    ],
)
async def test_what_is_said_of_no_dish(language: str, text: str, said: str) -> None:
    tab, contents = await _tab(language, text)
    assert not tab
    assert said in contents[-1]


@pytest.mark.parametrize(
    ("language", "texts", "said"),
    [
        ("zh", ("来一碗担担面", "汤底里有花生吗"), "担担面含花生"),
        ("zh-Hant", ("來一碗擔擔麵", "湯底裡有花生嗎"), "花生"),
        (
            "en",
            ("a dandan noodles", "is there peanut in the sauce?"),
            "Dandan noodles contains peanut",
        ),
        ("zh", ("来一碗担担面", "我对花生过敏，能吃吗"), "注意：担担面含花生"),
    ],
)
async def test_a_part_of_a_dish_is_of_the_one_spoken_of(
    language: str, texts: tuple[str, ...], said: str
) -> None:
    tab, contents = await _tab(language, *texts)
    assert tab == [("dandan", 1, [])]
    assert said in contents[-1]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("two general tso chicken", "yes")),
        ("zh", ("来两份左宗棠鸡", "好")),
        ("zh-Hant", ("來兩份左宗棠雞", "好")),
    ],
)
async def test_a_yes_where_several_are_offered_is_asked_which(
    language: str, texts: tuple[str, ...]
) -> None:
    async with talking(HouseBrain(), language=language) as talk:
        await talk.say(texts[0])
        (asked,) = await talk.say(texts[1])
        assert not talk.tab()
    assert asked.type == "input_request"
    assert [option.id for option in asked.options] == ["liangmian", "kungpao"]


def test_a_yes_to_the_one_thing_offered_takes_as_many_of_it_as_were_wanted() -> None:
    soup = Candidate("duck_soup", (("en", "Duck soup"), ("zh", "老鸭汤")))
    wanted = {"lines": [{"dish": "red wine", "quantity": 2}]}
    refused = Fact(1, "order", wanted, ok=False, value={})
    shown = Numbered("l1", (soup,), NOON, 1)
    session = Session("a", "en", envelopes=1, lists=(shown,), before=(refused,))
    read = accepted("yes please", session)
    assert read is not None
    assert (read.text, read.picked) == ("2 Duck soup", (soup,))
    assert accepted("yes please", replace(session, before=())) is None
    assert accepted("no", session) is None
