"""A decision hangs on these: the whole text must be the answer."""

from __future__ import annotations

import pytest

from menu_data.words.answers import is_agreed, is_no, is_resume, is_wait, is_yes
from menu_data.words.language import language_of


@pytest.mark.parametrize(
    "text",
    [
        "确认",
        "好的",
        "可以",
        "嗯",
        "对",
        "yes",
        "OK 👍",
        "sure, go ahead",
        "好的，谢谢",
        "確認",
        "行吧！",
        "yes yes please",
    ],
)
def test_a_plain_yes_is_one(text: str) -> None:
    assert is_yes(text)
    assert not is_no(text)


@pytest.mark.parametrize(
    "text",
    [
        "looks right, go ahead",
        "yep that's it",
        "ok, that's everything, thanks",
        "all correct",
        "对的，就这些",
        "核对过了，没问题",
    ],
)
def test_who_says_besides_that_nothing_is_missing_agrees(text: str) -> None:
    assert is_agreed(text)


@pytest.mark.parametrize(
    "text",
    [
        "that's it",
        "ok, no more",
        "好，不用了",
        "yes but no onions",
        "looks right?",
        "looks too much",
        "对了，再来一碗",
        "it's fine, leave it",
    ],
)
def test_who_says_less_or_more_does_not(text: str) -> None:
    assert not is_agreed(text)


@pytest.mark.parametrize(
    "text", ["不", "不要了", "no thanks", "不，谢谢", "算了", "nope", "先不要"]
)
def test_a_plain_no_is_one(text: str) -> None:
    assert is_no(text)
    assert not is_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        "等一下",
        "ok but make it two",
        "yes?",
        "好的等一下",
        "好的再来一份",
        "yes and a cola",
        "可以少放辣吗",
        "",
        "谢谢",
        "3",
    ],
)
def test_what_says_more_or_else_is_neither(text: str) -> None:
    assert not is_yes(text)
    assert not is_no(text)


def test_waiting_and_going_on_are_told_apart() -> None:
    assert is_wait("稍等，我再看看")
    assert is_wait("give me a minute please")
    assert not is_wait("等一下再来一份")
    assert is_resume("好了")
    assert is_resume("ok, we're ready")
    assert not is_resume("等一下")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("两碗面", "zh"),
        ("兩碗麵", "zh-Hant"),
        ("two bowls please", "en"),
        ("coke 三瓶谢谢", "zh"),
        ("一杯 large oat milk latte please", "en"),
        ("3", "zh"),
    ],
)
def test_the_language_is_the_one_that_says_more(text: str, language: str) -> None:
    assert language_of(text, "zh") == language
