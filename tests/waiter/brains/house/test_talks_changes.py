"""Talks that change what is on the tab: a number after an addition, one of them made otherwise,
what a dish can't be had with, and the same once more.
"""

from __future__ import annotations

import pytest

from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain

Lines = list[tuple[str, int, list[str], str | None]]


async def _tab(language: str, *texts: str) -> tuple[Lines, str]:
    """The tab's lines with modifiers and notes, and the last thing said."""
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        lines = [
            (
                li.item,
                li.quantity,
                [
                    m.modifier + ("" if m.amount == "regular" else f"={m.amount}")
                    for m in li.modifiers
                ],
                li.note,
            )
            for li in talk.books().lines
        ]
        return lines, talk.contents()[-1][1]


SOUP = ("what noodles do you have", "a tomato soup")


@pytest.mark.parametrize(
    "texts",
    [
        (*SOUP, "actually make that two"),
        (*SOUP, "make it two please"),
        (*SOUP, "two"),
        (*SOUP, "two of those"),
        ("noodles please", "a tomato soup", "two"),
        ("a tomato soup", "two please"),
    ],
)
async def test_a_number_after_an_addition_counts_it(texts: tuple[str, ...]) -> None:
    lines, _ = await _tab("en", *texts)
    assert lines == [("tomato_egg_soup", 2, [], None)]


async def test_numbers_still_pick_from_the_list_they_picked_from_before() -> None:
    lines, _ = await _tab("en", "what noodles do you have", "2", "3")
    assert [item for item, *_ in lines] == ["tianshui", "suanlafen"]


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("two cokes", "make one of them diet"),
         [("coke", 1, [], None), ("coke_zero", 1, [], None)]),
        (("two cokes", "change one to a beer"), [("coke", 1, [], None), ("beer", 1, [], None)]),
        (("two cokes", "can one be a coke zero instead"),
         [("coke", 1, [], None), ("coke_zero", 1, [], None)]),
        (("three plum drinks", "make one of them sugar free"),
         [("plum_drink", 2, [], None), ("plum_drink", 1, ["none"], None)]),
        (("three plum drinks", "make two of them extra sour"),
         [("plum_drink", 1, [], None), ("plum_drink", 2, [], "extra sour")]),
        (("an egg fried rice", "less garlic please", "no tofu skin"),
         [("egg_fried_rice", 1, ["garlic=light"], "no tofu skin")]),
        (("a smashed cucumber, no garlic", "another cucumber, same as before"),
         [("cucumber", 2, ["garlic=none"], None)]),
        (("a dandan not spicy", "a rice", "two more dandan, same as before"),
         [("dandan", 3, ["none"], None), ("rice", 1, [], None)]),
        (("a rice", "two dandan, same as before but extra spicy"),
         [("rice", 1, [], None), ("dandan", 2, ["hot"], None)]),
        (("a rice", "same again and a coke"), [("rice", 2, [], None), ("coke", 1, [], None)]),
    ],
)  # fmt: skip
async def test_a_change_is_of_what_it_is_said_of(texts: tuple[str, ...], tab: Lines) -> None:
    lines, _ = await _tab("en", *texts)
    assert sorted(lines, key=str) == sorted(tab, key=str)


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("两瓶可乐", "其中一瓶换成零度"), [("coke", 1, [], None), ("coke_zero", 1, [], None)]),
        (("两瓶可乐", "一瓶换成零度的"), [("coke", 1, [], None), ("coke_zero", 1, [], None)]),
        (("两瓶可乐", "其中一瓶要健怡的"), [("coke", 1, [], None), ("coke_zero", 1, [], None)]),
        (("三碗担担面", "其中一碗要宽面"), [("dandan", 2, [], None), ("dandan", 1, [], "宽面")]),
        (("一份拍黄瓜 不要蒜", "再加一份拍黄瓜 跟刚才一样"),
         [("cucumber", 2, ["garlic=none"], None)]),
        (("一份拍黄瓜 不要蒜", "跟刚才一样再来一份拍黄瓜"),
         [("cucumber", 2, ["garlic=none"], None)]),
        (("一份拍黄瓜 不要蒜", "下单", "好", "再来一份拍黄瓜，跟刚才一样"),
         [("cucumber", 1, ["garlic=none"], None)]),
        (("两瓶啤酒", "一支冰的一支常温"), [("beer", 1, [], None), ("beer", 1, ["room"], None)]),
    ],
)  # fmt: skip
async def test_likewise_in_chinese(texts: tuple[str, ...], tab: Lines) -> None:
    lines, _ = await _tab("zh", *texts)
    assert sorted(lines, key=str) == sorted(tab, key=str)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("an egg fried rice", "add an extra egg to the fried rice"), "Egg fried rice"),
        (("a mapo tofu and a dandan", "add a fried egg to the mapo tofu"), "Mapo tofu"),
        (("一份回锅肉", "加个煎蛋"), "回锅肉"),
    ],
)
async def test_what_a_dish_cannot_be_had_with_is_said_and_changes_nothing(
    texts: tuple[str, ...], told: str
) -> None:
    language = "en" if texts[0].isascii() else "zh"
    lines, said = await _tab(language, *texts)
    assert told in said
    assert all(not modifiers and note is None for _, _, modifiers, note in lines)


@pytest.mark.parametrize(
    "text",
    [
        "太贵了 不要了",
        "贵了点，不要了",
        "刚才那个不要了",
        "too expensive, take it off",
        "oh that's too pricey, never mind",
        "cancel that",
    ],
)
async def test_who_refuses_what_was_just_added_takes_it_back(text: str) -> None:
    language = "en" if text[0].isascii() else "zh"
    lines, said = await _tab(language, "两碗米饭", "再来份水煮牛肉", text)
    assert [item for item, *_ in lines] == ["rice"]
    assert "水煮牛肉" in said or "Boiled beef" in said


@pytest.mark.parametrize("text", ["no thanks", "不用了", "that's all", "太贵了"])
async def test_who_wants_nothing_else_takes_nothing_back(text: str) -> None:
    lines, _ = await _tab("zh", "两碗米饭", "再来份水煮牛肉", text)
    assert [item for item, *_ in lines] == ["rice", "shuizhu_beef"]
