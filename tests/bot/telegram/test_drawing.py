"""Text is escaped, split within Telegram's limits, and nothing of it gets lost."""

from __future__ import annotations

import html
import logging
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.drawing import LONGEST, Button, Post, posts, split, units
from bot.telegram.safety import Redacting, tame
from bot.telegram.words import language_of, word
from tests.bot.telegram.rules import parsed

LINES = st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])))


@given(LINES.map("\n".join), st.integers(2, 40))
def test_parts_are_the_text_again(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert all(0 < units(part) <= limit for part in parts)
    kept = "".join("".join(parts).split())
    assert kept == "".join(text.split())


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    for post in posts(text):
        shown = parsed(post.text, "HTML")
        assert html.unescape(post.text) == html.unescape(html.escape(shown, quote=False))


def test_lines_are_kept_whole_where_they_fit() -> None:
    text = "\n".join("x" * 100 for _ in range(100))
    assert all(set(map(len, part.split("\n"))) == {100} for part in split(text))
    assert len(split(text)) == 3
    assert [units(part) for part in split("𝔘" * 3_000)] == [LONGEST, 6_000 - LONGEST]


def test_buttons_are_beneath_the_last_part() -> None:
    keyboard = ((Button("1", "p:1:1:1"),),)
    found = posts("x" * 5_000, keyboard)
    assert [post.keyboard for post in found] == [(), keyboard]
    assert [Post.from_json(post.to_json()) for post in found] == found


def test_data_too_long_for_a_button_is_refused() -> None:
    assert Button("x", "餐" * 21).data
    with pytest.raises(ValueError, match="64 bytes"):
        Button("x", "餐" * 22)


def test_a_window_allows_so_many_and_then_waits() -> None:
    counted, rules = Counted(), (Rule(10.0, 2), Rule(1.0, 1))
    assert counted.allowed("a", rules, 0.0)
    assert not counted.allowed("a", rules, 0.5)
    assert counted.wait("a", rules, 0.5) == 0.5
    assert counted.allowed("a", rules, 1.0)
    assert counted.wait("a", rules, 2.5) == 7.5
    assert counted.wait("a", rules, 2.5, going=1) == 8.5
    assert counted.wait("b", rules, 2.5, going=2) == 10.0
    assert counted.allowed("b", rules, 2.5)
    assert counted.allowed("a", rules, 10.0)


def test_the_token_is_not_in_a_traceback() -> None:
    token = "42:AAsecret"
    try:
        raise ValueError(f"http://api/bot{token}/getMe and AAsecret")
    except ValueError:
        record = logging.LogRecord("x", 40, "f", 1, "at %s", (token,), sys.exc_info())
    text = Redacting(token).format(record)
    assert "ValueError" in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Ann", "Ann"), ("to_sys: {\"app\"}", "tosysapp"), ("🦊", "Guest"), ("王 小明", "王小明"),
     ("x" * 50, "x" * 20)],
)  # fmt: skip
def test_a_name_can_be_nothing_but_a_name(name: str, expected: str) -> None:
    assert tame(name, "Guest") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [("zh-hans", "zh"), ("zh-TW", "zh-Hant"), ("en-GB", "en"), ("ms", "zh"), (None, "zh")],
)
def test_a_guest_is_greeted_in_their_language(code: str | None, expected: str) -> None:
    assert language_of(code, "zh") == expected


def test_traditional_is_written_for_those_who_read_it() -> None:
    assert word("command.bill", "zh-Hant") == "買單"
