"""Numbers in both languages, and texts that are nothing but a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.words.numbers import bare_number, number_at
from menu_data.words.units import words_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("两", 2),
        ("俩", 2),
        ("仨", 3),
        ("十二", 12),
        ("二十五", 25),
        ("一百二", 120),
        ("一千零五", 1005),
        ("一万八千", 18000),
        ("3万", 30000),
        ("半打", 6),
        ("三打", 36),
        ("twenty five", 25),
        ("two hundred", 200),
        ("half a dozen", 6),
        ("2 dozen", 24),
        ("a couple of", 2),
        ("007", 7),
    ],
)
def test_a_number_is_read_to_its_end(text: str, value: int) -> None:
    words = words_of(text)
    assert number_at(words, 0) == (value, len(words))


@pytest.mark.parametrize("text", ["面", "kettle", "2.5", "50%", ""])
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert number_at(words_of(text), 0) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("三个", 3), ("two please", 2), ("就两份吧", 2), ("呃，四碗谢谢", 4), ("２", 2)],
)
def test_a_text_that_is_only_a_number_has_one(text: str, value: int) -> None:
    assert bare_number(text) == value


@pytest.mark.parametrize(
    "text", ["两碗面", "the second one", "第三个", "3 and 4", "three cokes", "好"]
)
def test_a_text_that_says_more_has_none(text: str) -> None:
    assert bare_number(text) is None


WORDS = (*"零一二两三九十百千万", "1", "90", "dozen", "hundred", "six")


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_row_of_number_words_is_read_without_fail(words: list[str]) -> None:
    for start in range(len(words)):
        found = number_at(words, start)
        assert found is None or (found[0] >= 0 and start < found[1] <= len(words))
