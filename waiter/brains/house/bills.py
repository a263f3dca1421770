"""Particulars of a bill in a text: how it is split, how it is paid, and the tip as an amount or a
percentage.

Amounts are read in digits and words; which app call they go into is the planning's. Neighbour:
`intents.py`, which says whether a text is about a bill at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from menu_data.words.normal import normalise
from menu_data.words.numbers import number_at
from menu_data.words.phrases import Phrases
from menu_data.words.units import units, words_of
from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.marks import Mark

Split = tuple[Literal["equal"], int] | Literal["equal", "person", "item"] | None

# More people than this share no bill.
MOST = 100


def split_of(names: frozenset[str], marks: Sequence[Mark], head_count: int | None) -> Split:
    """How the bill is to be split, by the kinds of cues in the text; None where it isn't said."""
    if "split_person" in names:
        return "person"
    if "split_item" in names:
        return "item"
    if "split_half" in names:
        return ("equal", 2)
    if "split_equal" not in names:
        return None
    counts = [m.value for m in marks if m.value is not None and not m.senses]
    fitting = [count for count in counts if 1 < count <= MOST]
    count = head_count or (fitting[-1] if fitting else 0)
    return ("equal", count) if count else "equal"


def method_of(text: str) -> str | None:
    """The way to pay that a text names last, as a key such as "cash"; None where it names none."""
    words = [u.text for u in units(normalise(text)) if u.kind != "mark"]
    found: str | None = None
    at = 0
    while at < len(words):
        here = _methods().at(words, at)
        found = here[-1][1][0] if here else found
        at = here[-1][0] if here else at + 1
    return found


def tip_of(text: str, alone: bool) -> str | None:
    """The tip as said: "2.00", "10%", "-10"; a percentage before an amount, the amount nearest
    behind the word for it before others. `alone`: the text is known to be about the tip.
    """
    words = [u.text for u in units(normalise(text))]
    cues = [start for start in range(len(words)) if _table("tip").at(words, start)]
    if not cues and not alone:
        return None
    cue = cues[0] if cues else 0
    amounts = _amounts(words)
    percents = [a for a in amounts if a[1].endswith("%")]
    behind = [a for a in amounts if a[0] >= cue]
    found = percents or behind or amounts[-1:]
    return found[0][1] if found else None


def _amounts(words: Sequence[str]) -> list[tuple[int, str]]:
    """(place, amount as the checkout takes it) of every number in a row of units."""
    out: list[tuple[int, str]] = []
    index = 0
    while index < len(words):
        before = _table("percent_before").at(words, index)
        start = before[-1][0] if before else index
        read = _number(words, start)
        if read is None:
            index += 1
            continue
        value, end = read
        sign = "-" if index and _is("minus", words, index - 1) else ""
        after = _is("percent", words, end)
        tenths = _is("tenths", words, end)
        if value.endswith("%"):
            amount = value
        elif before or after:
            amount = f"{value}%"
        elif tenths:
            amount = f"{_tenfold(value)}%"
        else:
            amount = value if sign or "." in value else f"{value}.00"
        out.append((index, sign + amount))
        index = end
    return out


def _is(kind: str, words: Sequence[str], place: int) -> bool:
    """Whether a phrase or a sign of a kind stands at a place."""
    signed = place < len(words) and words[place] in words_in(kind)
    return signed or bool(_table(kind).at(words, place))


def _tenfold(value: str) -> str:
    return f"{float(value) * 10:g}"


def _number(words: Sequence[str], start: int) -> tuple[str, int] | None:
    """A number with its decimals or its percent sign as it is written, and the place after it."""
    if start >= len(words):
        return None
    word = words[start]
    if word[:1].isdigit() and not word.isdecimal():
        return word, start + 1
    named = _coins().at(words, start)
    if named:
        return named[-1][1][0], named[-1][0]
    found = number_at(words, start)
    return (str(found[0]), found[1]) if found is not None else None


@lru_cache(maxsize=8)
def _table(kind: str) -> Phrases[str]:
    return vocabulary().phrases(kind)


@lru_cache(maxsize=1)
def _methods() -> Phrases[str]:
    """Words for ways to pay → the way."""
    table = vocabulary().maps["pay_methods"]
    return Phrases((words_of(p), key) for key, phrases in table.items() for p in phrases)


@lru_cache(maxsize=1)
def _coins() -> Phrases[str]:
    """Names of notes and coins ("a fiver") → their worth."""
    table = vocabulary().maps.get("coins", {})
    return Phrases((words_of(p), key) for key, phrases in table.items() for p in phrases)
