"""Reads the constraints' words: the one place of theirs that touches files.

What a reply may claim is in `claims.yaml`, what a waiter doesn't say in `tone.yaml`, what a
refused brain is told in `refusals.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

REFUSALS_FILE = Path(__file__).with_name("refusals.yaml")
CLAIMS_FILE = Path(__file__).with_name("claims.yaml")
TONE_FILE = Path(__file__).with_name("tone.yaml")
_FORMAT = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])
_SENTENCES = TypeAdapter(dict[str, str])
# A refusal quotes at most so much of a turn: it goes back into a prompt.
QUOTED = 80
Claims = Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def claim_words() -> Claims:
    """Every kind's words in all languages, longest first, in lower case."""
    return {**_by_kind(CLAIMS_FILE), **_by_kind(TONE_FILE)}


def _by_kind(file: Path) -> Claims:
    by_language = _FORMAT.validate_python(yaml.safe_load(file.read_text("utf-8")))
    kinds: dict[str, list[str]] = {}
    for kinds_of_one in by_language.values():
        for kind, words in kinds_of_one.items():
            kinds.setdefault(kind, []).extend(word.lower() for word in words)
    return {kind: tuple(sorted(words, key=len, reverse=True)) for kind, words in kinds.items()}


@lru_cache(maxsize=1)
def _sentences() -> Mapping[str, str]:
    return _SENTENCES.validate_python(yaml.safe_load(REFUSALS_FILE.read_text("utf-8")))


def mentions_any(text: str, kind: str) -> bool:
    """Whether a text has any of a kind's words, Latin ones as whole words."""
    return any(stands(word, text) for word in claim_words()[kind])


def stands(word: str, text: str) -> bool:
    """Whether a word stands in a text; a Latin one as a whole word."""
    if word not in text:
        return False
    return not _is_latin(word) or _whole(word).search(text) is not None


def _is_latin(word: str) -> bool:
    return word[:1].isascii() and word[:1].isalpha()


@lru_cache(maxsize=4096)  # every word of the lists; re's own cache is smaller
def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z]){re.escape(word)}(?![a-z])")


def refusal_sentences() -> tuple[str, ...]:
    """Every sentence a refused brain may be told."""
    return tuple(_sentences().values())


def refusal_of(kind: str, **found: object) -> str:
    """The sentence of a refusal with what was found, quoted. KeyError for an unknown kind."""
    quoted = {key: repr(str(value)[:QUOTED]) for key, value in found.items()}
    return _sentences()[kind].format_map(quoted)
