"""Reads the constraints' words: the one place of theirs that touches files.

What a reply may claim is in `claims.yaml`, what a refused brain is told in `refusals.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

REFUSALS_FILE = Path(__file__).with_name("refusals.yaml")
CLAIMS_FILE = Path(__file__).with_name("claims.yaml")
_FORMAT = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])
_SENTENCES = TypeAdapter(dict[str, str])
# A refusal quotes at most so much of a turn: it goes back into a prompt.
QUOTED = 80
Claims = Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def claim_words() -> Claims:
    """Every kind's words in all languages, longest first, in lower case."""
    by_language = _FORMAT.validate_python(yaml.safe_load(CLAIMS_FILE.read_text("utf-8")))
    kinds: dict[str, list[str]] = {}
    for kinds_of_one in by_language.values():
        for kind, words in kinds_of_one.items():
            kinds.setdefault(kind, []).extend(word.lower() for word in words)
    return {kind: tuple(sorted(words, key=len, reverse=True)) for kind, words in kinds.items()}


@lru_cache(maxsize=1)
def _sentences() -> Mapping[str, str]:
    return _SENTENCES.validate_python(yaml.safe_load(REFUSALS_FILE.read_text("utf-8")))


def refusal_of(kind: str, **found: object) -> str:
    """The sentence of a refusal with what was found, quoted. KeyError for an unknown kind."""
    quoted = {key: repr(str(value)[:QUOTED]) for key, value in found.items()}
    return _sentences()[kind].format_map(quoted)
