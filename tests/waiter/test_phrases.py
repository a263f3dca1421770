"""The waiter's sentences: the same in every language, all of them used, none missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from apps.problems import BillCode, ChoiceCode, DishCode, HouseCode, QuantityCode, TabCode
from tests.readme_tree import ROOT
from waiter import phrases

LANGUAGES = ("zh", "en")


def blanks(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def code() -> str:
    files = [*Path(ROOT, "waiter").rglob("*.py"), *Path(ROOT, "bot").rglob("*.py")]
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language: str) -> None:
    assert set(phrases.catalogue(language)) == set(phrases.catalogue("en"))


@pytest.mark.parametrize("key", sorted(phrases.catalogue("en")))
def test_a_sentence_uses_no_blank_that_the_other_language_does_not_know(key: str) -> None:
    """A language may leave a blank out (a unit that English doesn't say), never make one up."""
    known = blanks(phrases.catalogue("zh")[key]) | blanks(phrases.catalogue("en")[key])
    assert all(blank.isidentifier() for blank in known)
    for language in LANGUAGES:
        phrases.say(key, language, **dict.fromkeys(known, "x"))


def test_every_sentence_is_used() -> None:
    """By its whole key, or by the beginning of it where the end is a value."""
    text = code()
    ends_open = {match.split("{")[0] for match in re.findall(r'f"([a-z_.]+\.{[^"]+)"', text)}
    unused = [
        key
        for key in phrases.catalogue("en")
        if f'"{key}"' not in text and not any(key.startswith(start) for start in ends_open)
    ]
    assert unused == []


@pytest.mark.parametrize(
    "codes", [DishCode, ChoiceCode, QuantityCode, HouseCode, TabCode, BillCode]
)
def test_every_reason_for_a_no_has_its_sentence(codes: object) -> None:
    known = phrases.catalogue("zh")
    assert [code for code in get_args(codes) if f"problem.{code}" not in known] == []


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        phrases.say("added", "en")


def test_a_missing_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        phrases.say("no.such.sentence", "en")


def test_traditional_chinese_is_written_in_its_own_script() -> None:
    assert phrases.say("tab.empty", "zh-Hant") == "單子上現在是空的。"


def test_an_unknown_language_is_answered_in_english() -> None:
    assert phrases.say("tab.empty", "fr") == phrases.say("tab.empty", "en")


@pytest.mark.parametrize(
    ("currency", "shown"),
    [
        ("CNY", "¥24.49"),
        ("MYR", "RM24.49"),
        ("USD", "$24.49"),
        ("JPY", "¥2,449"),
        ("GBP", "£24.49"),
    ],
)
def test_money_is_written_as_where_it_is_used(currency: str, shown: str) -> None:
    assert phrases.price(2449, currency, "en") == shown
    assert phrases.price(2449, currency, "zh") == shown
