"""Reads the constraints' words: the one place of theirs that touches files.

What a reply may claim is in `claims.yaml`, what a waiter doesn't say in `tone.yaml`, what a
refused brain is told in `refusals.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from waiter.patterns import Index, Phrases, index_of, phrases_of

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


@lru_cache(maxsize=128)
def phrases(kind: str) -> Phrases:
    """A kind's words, compiled; KeyError for an unknown kind."""
    words = claim_words()
    return phrases_of(words[kind], words)


@lru_cache(maxsize=2048)  # every kind is asked of a clause
def kinds_in(text: str) -> frozenset[str]:
    """The kinds that a text may have phrases of."""
    return _index().lists_in(text)


@lru_cache(maxsize=1)
def _index() -> Index:
    return index_of({kind: phrases(kind) for kind in claim_words()})


def mentions_any(text: str, kind: str) -> bool:
    """Whether a text has any of a kind's words, Latin ones as whole words."""
    return kind in kinds_in(text) and phrases(kind).stands(text)


def refusal_sentences() -> tuple[str, ...]:
    """Every sentence a refused brain may be told."""
    return tuple(_sentences().values())


def refusal_of(kind: str, **found: object) -> str:
    """The sentence of a refusal with what was found, quoted. KeyError for an unknown kind."""
    quoted = {key: repr(str(value)[:QUOTED]) for key, value in found.items()}
    return _sentences()[kind].format_map(quoted)
