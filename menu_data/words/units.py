"""A normal text cut into units: a Latin word, a number, a Chinese character or a mark of
punctuation each.

Apostrophes vanish inside words ("i'd" is "id"), hyphens between words only part them. Matching is
done on units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.normal import Normal, normalise

_UNIT = re.compile(
    r"(?P<word>[^\W\d_㐀-鿿豈-﫿](?:'?[^\W\d_㐀-鿿豈-﫿])*)|(?P<number>\d+(?:\.\d+)?%?)"
    r"|(?P<han>[㐀-鿿豈-﫿〇])|(?P<mark>[^\s\w'])"
)
HAN = re.compile(r"[㐀-鿿豈-﫿〇]")


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. `start`, `end`: its place in the normal text."""

    text: str
    kind: str
    start: int
    end: int


def _joins(before: Unit, text: str, place: int) -> bool:
    """Whether the hyphen at a place only parts two words ("pan-fried", "7-up"); between numbers it
    may be a range.
    """
    after = text[place + 1 : place + 2]
    return before.end == place and (after.isalpha() or (after.isdigit() and before.kind == "word"))


@lru_cache(maxsize=512)
def units(normal: Normal) -> tuple[Unit, ...]:
    """All units of a normal text in order; a hyphen between two words is none."""
    out: list[Unit] = []
    text = normal.text
    for found in _UNIT.finditer(text):
        kind, word = found.lastgroup or "mark", found.group()
        if word == "-" and out and _joins(out[-1], text, found.start()):
            continue
        out.append(Unit(word.replace("'", ""), kind, found.start(), found.end()))
    return tuple(out)


@lru_cache(maxsize=16384)
def words_of(phrase: str) -> tuple[str, ...]:
    """The units of a short phrase as plain texts, punctuation left out (but "&" is "and")."""
    found = units(normalise(phrase))
    return tuple(
        "and" if u.text == "&" else u.text for u in found if u.kind != "mark" or u.text == "&"
    )


def is_han(word: str) -> bool:
    return bool(HAN.match(word))


_IRREGULAR = {
    "leaves": "leaf",
    "loaves": "loaf",
    "knives": "knife",
    "halves": "half",
    "people": "person",
}


@lru_cache(maxsize=16384)
def singular(word: str) -> str:
    """A Latin word without its plural ending; other words as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or is_han(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + ("ie" if word in _IE else "y")
    if word.endswith(("ches", "shes", "xes", "sses", "zes", "oes")) and len(word) > 4:
        return word[:-2]
    return word[:-1]


_IE = frozenset(
    {
        "cookies",
        "smoothies",
        "pies",
        "veggies",
        "brownies",
        "calories",
        "sarnies",
        "chewies",
        "quickies",
    }
)
