"""Cantonese as it is written is read in the words of the other files, and leads back to its own."""

from __future__ import annotations

import pytest

from menu_data.words.answers import is_no
from menu_data.words.normal import normalise
from menu_data.words.wishes.reading import read_wish
from tests.waiter.brains.talk import MENU


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("有咩湯飲", "有什么汤饮"),
        ("唔要蔥，多啲香菜", "不要葱,多点香菜"),
        ("邊個最抵食", "哪个最划算"),
        ("呢個幾錢㗎", "这个多少钱啊"),
        ("仲有冇餸", "还有没有菜"),
        ("來碗擔擔麵", "来碗担担面"),
    ],
)
def test_words_of_cantonese_are_put_into_those_of_the_other_files(said: str, meant: str) -> None:
    assert normalise(said).text == meant


def test_each_part_leads_back_to_what_was_written() -> None:
    normal = normalise("唔該，有咩湯，唔要蔥")
    at = normal.text.index("什么")
    assert normal.said(at, at + 2) == "咩"
    assert normal.said(normal.text.index("葱"), len(normal.text)) == "蔥"


def test_a_negation_of_cantonese_is_one() -> None:
    assert is_no("唔要喇")
    assert read_wish("有冇啲唔辣嘅餸").limits.max_spice == 0


def test_no_name_of_the_menu_is_changed() -> None:
    for dish in MENU.dishes.values():
        for name in (*dish.name.every(), *dish.aliases):
            assert len(normalise(name).text) == len(name)
