"""Reads the grammar's words: the sentences a brain is told, and what a guest must not hear.

The one place of the turn grammar that touches files; `turn.py` gets a Wording as a value. A file
that lacks a sentence, or has one nobody would ever be told, is an error at start, not in the middle
of a meal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from menu_data.menu import Menu
from waiter.leaks import Leaks, leaks_of
from waiter.violation import REASONS, Kind, Wording

SENTENCES_FILE = Path(__file__).with_name("violations.yaml")
LEAKS_FILE = Path(__file__).with_name("leaks.yaml")

_SENTENCES = TypeAdapter(dict[Kind, dict[str, str]])


class _Phrases(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    refused: list[str] = []
    ordinary: list[str] = []
    directions: list[str] = []
    gestures: list[str] = []
    commands: list[str] = []


_LANGUAGES = TypeAdapter(dict[str, _Phrases])


def load_wording(
    ordinary: Iterable[str] = (), sentences: Path = SENTENCES_FILE, leaks: Path = LEAKS_FILE
) -> Wording:
    """The grammar's words; ValueError where a file doesn't have what the grammar needs.

    `ordinary`: the restaurant's own words (its name, its dishes'), which a reply may always say.
    """
    return Wording(_sentences(sentences), _leaks(leaks, ordinary))


@cache
def grammar_words() -> Wording:
    """The shipped words, read once a process."""
    return load_wording()


@lru_cache(maxsize=8)
def words_for(menu: Menu) -> Wording:
    """The shipped words at a restaurant: the names on its menu may always be said."""
    names = [*menu.restaurant.name.every()]
    names += [name for d in menu.dishes.values() for name in (*d.name.every(), *d.aliases)]
    return load_wording(names)


def _sentences(file: Path) -> Mapping[Kind, Mapping[str, str]]:
    said = _SENTENCES.validate_python(yaml.safe_load(file.read_text("utf-8")))
    wanted = {(kind, reason) for kind, reasons in REASONS.items() for reason in reasons}
    found = {(kind, reason) for kind, sentences in said.items() for reason in sentences}
    if wanted != found:
        raise ValueError(
            f"{file.name}: missing {sorted(wanted - found)}, not known {sorted(found - wanted)}"
        )
    for sentence in (sentence for sentences in said.values() for sentence in sentences.values()):
        _check_blanks(sentence, file)
    return said


def _check_blanks(sentence: str, file: Path) -> None:
    try:
        sentence.format(found="", allowed="")
    except (KeyError, IndexError) as error:
        raise ValueError(
            f"{file.name}: {sentence!r} may use {{found}} and {{allowed}} only"
        ) from error


def _leaks(file: Path, ordinary: Iterable[str]) -> Leaks:
    languages = _LANGUAGES.validate_python(yaml.safe_load(file.read_text("utf-8"))).values()
    return leaks_of(
        [phrase for phrases in languages for phrase in phrases.refused],
        [*(phrase for phrases in languages for phrase in phrases.ordinary), *ordinary],
        [phrase for phrases in languages for phrase in phrases.directions],
        [phrase for phrases in languages for phrase in phrases.gestures],
        [phrase for phrases in languages for phrase in phrases.commands],
    )
