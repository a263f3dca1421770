"""The word lists: every language has the kinds the reading needs, nothing is lost in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import menu_data.words.vocabulary as words
from menu_data.menu import ALLERGENS
from menu_data.words.phrases import Phrases

FOLDER = Path(words.__file__).parent


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_key_and_value_of_a_file_is_text(language: str) -> None:
    found = yaml.safe_load((FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    for kind, value in found.items():
        assert isinstance(kind, str), f"{kind!r} must be quoted"
        assert isinstance(value, str | dict), kind


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_names_every_allergen(language: str) -> None:
    found = yaml.safe_load((FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    assert set(found["allergens"]) == set(ALLERGENS)


@pytest.mark.parametrize("kind", ["neg", "extra", "light", "want", "measure", "yes", "no", "wait"])
def test_both_languages_have_the_kind(kind: str) -> None:
    phrases = words.vocabulary().lists[kind]
    assert any(p.isascii() for p in phrases) or kind == "measure"
    assert any(not p.isascii() for p in phrases)


def test_a_phrase_is_found_with_all_it_begins_with() -> None:
    table = Phrases([(("a",), 1), (("a", "b"), 2), (("a", "b"), 3), (("b",), 4)])
    assert table.at(("a", "b", "c"), 0) == [(1, [1]), (2, [2, 3])]
    assert table.exactly(("a", "b")) == [2, 3]
    assert table.exactly(("a", "b", "c")) == []
