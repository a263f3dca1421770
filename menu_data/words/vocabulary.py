"""The vocabulary: what `en.yaml` and `zh.yaml` say about words, read once. A new language is one
more file.

A file maps a kind of word to words parted by "|"; `numbers`, `allergens`, `synonyms` and the like
are maps of such. "{kind}" inside a phrase stands for every phrase of that kind of the same file:
"{send_verb} {send_what}".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from menu_data.words.phrases import Phrases
from menu_data.words.units import words_of

LANGUAGES = ("en", "zh")
_FOLDER = Path(__file__).parent
_SLOT = re.compile(r"\{(\w+)\}")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """All languages' words. `kinds`: phrase → kinds; `lists`: kind → phrases; `maps`: name → key →
    phrases.
    """

    kinds: Phrases[str]
    lists: Mapping[str, tuple[str, ...]]
    maps: Mapping[str, Mapping[str, tuple[str, ...]]]
    known: frozenset[str]

    def table(self, name: str) -> Mapping[tuple[str, ...], str]:
        """A map turned round: the units of each phrase → its key."""
        return {
            words_of(phrase): key
            for key, phrases in self.maps.get(name, {}).items()
            for phrase in phrases
        }

    @lru_cache(maxsize=128)  # noqa: B019 - there is one vocabulary, kept for good
    def phrases(self, *kinds: str) -> Phrases[str]:
        """Only the phrases of some kinds, with their kind as value."""
        return Phrases((words_of(p), kind) for kind in kinds for p in self.lists.get(kind, ()))


def _cut(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|") if part.strip())


def _filled(phrase: str, found: Mapping[str, Any]) -> Iterator[str]:
    """A phrase with every phrase of a kind in the place of the kind's name."""
    slot = _SLOT.search(phrase)
    if slot is None:
        yield phrase
        return
    for words in _cut(found[slot[1]]):
        yield from _filled(phrase.replace(slot[0], words, 1), found)


def _read(language: str) -> Mapping[str, Any]:
    found = yaml.load((_FOLDER / f"{language}.yaml").read_text(encoding="utf-8"), Loader=_LOADER)
    if not isinstance(found, dict):
        raise TypeError(f"{language}.yaml must be a map of kinds")
    return found


def _entries(lists: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], str]]:
    for kind, phrases in lists.items():
        for phrase in phrases:
            yield words_of(phrase), kind


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The words of every language, from the data files."""
    lists: dict[str, tuple[str, ...]] = {}
    maps: dict[str, dict[str, tuple[str, ...]]] = {}
    for language in LANGUAGES:
        found = _read(language)
        for kind, value in found.items():
            if isinstance(value, str):
                phrases = (each for phrase in _cut(value) for each in _filled(phrase, found))
                lists[kind] = lists.get(kind, ()) + tuple(dict.fromkeys(phrases))
            else:
                below = maps.setdefault(kind, {})
                for key, words in value.items():
                    below[str(key)] = below.get(str(key), ()) + _cut(str(words))
    said = {kind: phrases for kind, phrases in lists.items() if kind != "lookalikes"}
    known = {w for phrases in said.values() for p in phrases for w in words_of(p)}
    meant = (m for name, m in maps.items() if name != "misspelt")
    known |= {w for m in meant for ps in m.values() for p in ps for w in words_of(p)}
    return Vocabulary(Phrases(_entries(lists)), lists, maps, frozenset(known))


@lru_cache(maxsize=256)
def words_in(kind: str) -> frozenset[str]:
    """The phrases of a kind as plain texts, for asking whether one word is of it."""
    return frozenset(" ".join(words_of(p)) or p for p in vocabulary().lists.get(kind, ()))
