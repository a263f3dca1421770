"""A wish to be advised orders nothing and changes nothing, whatever words of the menu are in it."""

from __future__ import annotations

import pytest

from tests.brains.house.reading_house import edit, line, on_tab, read
from waiter.brains.house.reading import EMPTY, Context

TAB = Context(
    lines=(on_tab(1, "mapo", 1), on_tab(2, "lemon_tea", 2), on_tab(3, "latte", 1)),
    last_line=3,
    touched=(3,),
)


@pytest.mark.parametrize("context", [EMPTY, TAB], ids=["empty tab", "with lines"])
@pytest.mark.parametrize(
    "text",
    [
        "推荐点辣的",
        "推薦點辣的",
        "有没有辣一点的推荐",
        "介绍个特辣的",
        "给我推荐个大份的",
        "推荐个冰的饮料",
        "给我介绍一款热的",
        "想吃点微辣的",
        "我想来点冰的",
        "來點熱的",
        "哪款去冰好喝",
        "什么最辣",
        "有啥推荐的 要微辣的",
        "要冰的，有什么推荐吗",
        "something mild please",
        "anything spicy?",
        "got anything iced?",
        "give me something extra spicy",
        "maybe something not spicy?",
        "can you advise me something iced",
        "I want something with no garlic",
        "recommend me a drink, half sugar",
    ],
)
def test_who_asks_for_advice_orders_and_changes_nothing(text: str, context: Context) -> None:
    found = read(text, context)
    assert not found.lines
    assert not found.edits
    assert not found.unresolved
    assert "menu" in found.intents


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("要冰的", ["change last iced"]),
        ("make it iced", ["change last iced"]),
        ("麻婆豆腐要特辣", ["change mapo hot"]),
        ("make the mapo tofu extra spicy", ["change mapo hot"]),
    ],
)
def test_a_taste_said_of_what_was_ordered_changes_it(text: str, edits: list[str]) -> None:
    assert [edit(one) for one in read(text, TAB).edits] == edits


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("来杯拿铁，要冰的，再推荐个辣的菜", ["1 latte iced"]),
        ("two lattes, iced, and can you recommend something spicy", ["2 latte iced"]),
    ],
)
def test_advice_beside_an_order_leaves_the_order(text: str, lines: list[str]) -> None:
    found = read(text)
    assert [line(one) for one in found.lines] == lines
    assert not found.edits
    assert "menu" in found.intents


def test_a_word_cut_in_two_is_no_part_of_a_name() -> None:
    for text in ("来份麻婆豆腐，要辣的", "麻婆豆腐要辣"):  # the menu has 不辣
        (one,) = read(text).lines
        assert one.modifiers == ()
