"""Lines fit the terminal, full-width characters counted as two, and nothing is lost on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bot.console.wrapping import CLOSING, OPENING, wrapped

PRINTED = st.text(st.sampled_from("担面（）“”，。、 ab¥16.×1é👨‍👩/-\n"), max_size=200)


@given(PRINTED, st.integers(2, 40))
def test_no_line_is_wider_than_the_terminal(text: str, width: int) -> None:
    assert max(cell_len(line) for line in wrapped(text, width)) <= width


@given(PRINTED, st.integers(2, 40))
def test_nothing_but_spaces_is_lost(text: str, width: int) -> None:
    shown = "".join(wrapped(text, width))
    assert shown.replace(" ", "") == text.replace(" ", "").replace("\n", "")


@given(PRINTED, st.integers(20, 40))
def test_a_text_that_fits_stays_as_it_is(text: str, width: int) -> None:
    for line in text.split("\n"):
        if cell_len(line) <= width:
            assert wrapped(line, width) == [line.rstrip()]


@pytest.mark.parametrize("width", range(10, 40))
def test_marks_and_quantities_stay_where_they_belong(width: int) -> None:
    text = "好的，已记下：担担面（不辣） ×1、宫保鸡丁盖饭 ×2、“可乐” ×1。"
    for line in wrapped(text, width):
        assert line[0] not in CLOSING
        assert line[-1] not in OPENING
        assert not line.lstrip().startswith("×")


def test_english_is_wrapped_between_words() -> None:
    assert wrapped("two bowls of dandan noodles", 12) == ["two bowls of", "dandan", "noodles"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert wrapped("a bcdefgh", 3) == ["a", "bcd", "efg", "h"]


def test_lines_of_the_text_itself_stay() -> None:
    assert wrapped("一\n\n二", 10) == ["一", "", "二"]
