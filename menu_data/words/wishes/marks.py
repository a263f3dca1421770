"""A text cut into marks: the longest phrase at each place with all it means.

The same for what guests say and for what menus say; negation is the readers' matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from menu_data.words.names import key_of
from menu_data.words.normal import Normal, normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import Unit, is_han, singular, units
from menu_data.words.vocabulary import vocabulary
from menu_data.words.wishes.lexicon import Meaning, small_words, words_known

LONG = 5  # letters from which on a Latin word may be a misspelt one
ALIKE = 80.0  # of 100, as rapidfuzz counts: one letter wrong in five


@dataclass(frozen=True, slots=True)
class Mark:
    """A phrase or, without meanings, one unit. `start`, `end`: units; `said`: as written."""

    start: int
    end: int
    said: str
    meanings: tuple[Meaning, ...] = ()
    is_stop: bool = False

    def of(self, *kinds: str) -> tuple[str, ...]:
        """The keys it has as one of these kinds."""
        return tuple(m.key for m in self.meanings if m.kind in kinds)

    def is_cue(self, *keys: str) -> bool:
        """Whether it is a small word of one of these kinds."""
        return any(m.kind == "cue" and m.key in keys for m in self.meanings)

    @property
    def is_concept(self) -> bool:
        """Whether it means a food, course, trait, diet or dish."""
        return any(m.kind != "cue" for m in self.meanings)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text's marks, and its units as words (a plural as its singular)."""

    marks: tuple[Mark, ...]
    words: tuple[str, ...]


def names_of(names: Sequence[tuple[str, str]]) -> Phrases[Meaning]:
    """A table of (name, dish id), to be read together with the words of wishes."""
    return Phrases((key_of(name), Meaning("name", item)) for name, item in names)


def marks(
    text: str, table: Phrases[Meaning], names: Phrases[Meaning] | None = None, *, respell: bool
) -> Marked:
    """All marks of a text in order. `respell`: read misspelt Latin words as what they resemble."""
    normal = normalise(text)
    row = units(normal)
    words = [_word(unit, respell) for unit in row]
    out: list[Mark] = []
    at = 0
    while at < len(row):
        end, meanings = _longest(words, at, table, names)
        said = normal.said(row[at].start, row[end - 1].end)
        out.append(Mark(at, end, said, meanings, not meanings and _stops(row[at], normal)))
        at = end
    return Marked(tuple(out), tuple(words))


def _longest(
    words: list[str], at: int, table: Phrases[Meaning], names: Phrases[Meaning] | None
) -> tuple[int, tuple[Meaning, ...]]:
    found = table.at(words, at)
    named = [] if names is None else names.at(words, at)
    end = max((pair[0] for pair in (*found, *named)), default=at + 1)
    both = [m for pairs in (named, found) for e, values in pairs if e == end for m in values]
    return end, tuple(dict.fromkeys(both))


def _stops(unit: Unit, normal: Normal) -> bool:
    """Whether a unit parts clauses; the comma of a list (、) doesn't."""
    return unit.kind == "mark" and normal.text[unit.start] in ",.;!?\n"


def _word(unit: Unit, respell: bool) -> str:
    word = singular(unit.text)
    if not respell or unit.kind != "word" or len(word) < LONG or is_han(word):
        return word
    return word if word in small_words() or word in vocabulary().known else _respelt(word)


def _respelt(word: str) -> str:
    """The known word it resembles most, if any does."""
    found = process.extractOne(word, words_known(), scorer=fuzz.ratio, score_cutoff=ALIKE)
    if found is None or found[0][0] != word[0] or abs(len(found[0]) - len(word)) > 1:
        return word
    return str(found[0])
