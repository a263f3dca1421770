"""The normaliser: one form to match in, and the way back into the guest's own text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from menu_data.words.normal import LIMIT, normalise
from menu_data.words.units import singular, units, words_of


def test_full_width_traditional_and_accents_become_plain() -> None:
    assert normalise("ＬＡＴＴＥ　２杯").text == "latte 2杯"
    assert normalise("兩碗麵，結帳").text == "两碗面,结账"
    assert normalise("jalapeño").text == "jalapeno"


def test_keycaps_and_emoji_leave_their_number() -> None:
    assert [u.text for u in units(normalise("2️⃣份🍜薯条"))] == ["2", "份", "薯", "条"]


def test_a_span_is_what_the_guest_wrote() -> None:
    text = "🍜兩碗擔擔麵，謝謝"
    normal = normalise(text)
    start = normal.text.index("担担面")
    first, last = normal.span(start, start + 3)
    assert text[first:last] == "擔擔麵"


def test_a_span_keeps_the_combining_mark_of_its_last_letter() -> None:
    text = "cafe\u0301 please"
    first, last = normalise(text).span(0, 4)
    assert text[first:last] == "cafe\u0301"


@given(st.text(max_size=300))
def test_offsets_never_go_back_and_stay_in_the_text(text: str) -> None:
    normal = normalise(text)
    assert len(normal.offsets) == len(normal.text) + 1
    assert list(normal.offsets) == sorted(normal.offsets)
    assert normal.offsets[-1] == len(text)
    assert len(normal.text) < LIMIT + 40


@given(st.text(max_size=200))
def test_every_unit_has_a_place_in_the_original(text: str) -> None:
    normal = normalise(text)
    for unit in units(normal):
        first, last = normal.span(unit.start, unit.end)
        assert 0 <= first < last <= len(text)


def test_hyphens_part_words_and_apostrophes_vanish() -> None:
    assert words_of("I'd like pan-fried 7-up") == ("id", "like", "pan", "fried", "7", "up")
    assert words_of("mac & cheese") == ("mac", "and", "cheese")


def test_plurals_lose_their_ending_and_other_words_keep_it() -> None:
    pairs = {
        "tomatoes": "tomato",
        "berries": "berry",
        "cookies": "cookie",
        "sandwiches": "sandwich",
        "noodles": "noodle",
        "glass": "glass",
        "asparagus": "asparagus",
        "fries": "fry",
    }
    assert {word: singular(word) for word in pairs} == pairs
