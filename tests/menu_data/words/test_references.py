"""References to numbered candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.words.references import picks


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", (3,)),
        ("第三个", (3,)),
        ("the last one", (5,)),
        ("最后一个", (5,)),
        ("前两个", (1, 2)),
        ("the first two", (1, 2)),
        ("last two", (4, 5)),
        ("1 and 3", (1, 3)),
        ("1、3", (1, 3)),
        ("2-4", (2, 3, 4)),
        ("1到3", (1, 2, 3)),
        ("都要", (1, 2, 3, 4, 5)),
        ("两个都要", (1, 2, 3, 4, 5)),
        ("2号", (2,)),
        ("no. 2", (2,)),
        ("#4", (4,)),
        ("要第一个和第三个", (1, 3)),
        ("the second one please", (2,)),
    ],
)
def test_a_reference_is_the_numbers_it_means(text: str, numbers: tuple[int, ...]) -> None:
    found = picks(text, 1, 5)
    assert found.numbers == numbers
    assert found.beyond == ()


@pytest.mark.parametrize(
    "text", ["两碗面", "2 colas", "三个", "8号桌", "来两碗", "a large one", "好的"]
)
def test_a_number_that_counts_is_no_reference(text: str) -> None:
    assert not picks(text, 1, 5)


def test_what_is_out_of_range_is_said_apart() -> None:
    assert picks("第九个", 1, 4).beyond == (9,)
    assert picks("1 and 7", 1, 4).numbers == (1,)
    assert picks("1 and 7", 1, 4).beyond == (7,)


def test_how_many_of_it_is_read_along() -> None:
    assert picks("第二个来两碗", 1, 4).quantity == 2
    assert picks("1 and 3, two of each", 1, 4).numbers == (1, 3)
    assert picks("1 and 3, two of each", 1, 4).quantity == 2


@given(st.text(alphabet="123第个最后前两 and-号都要一the last", max_size=40), st.integers(1, 9))
def test_numbers_are_in_range_and_spans_in_the_text(text: str, hi: int) -> None:
    found = picks(text, 1, hi)
    assert all(1 <= n <= hi for n in found.numbers)
    assert not set(found.beyond) & set(range(1, hi + 1))
    assert all(0 <= start < end <= len(text) for start, end in found.spans)
