"""What a guest says about allergies: allergens stated, and allergens taken back. Not what a
question asks about a dish.

"I'm allergic to peanuts", "我对花生过敏", "does it have peanuts? I'm allergic" → peanut; "not
allergic" → withdrawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import singular, units, words_of
from menu_data.words.vocabulary import vocabulary

Mention = tuple[int, int, tuple[str, ...]]
_CUES = (
    "allergic",
    "allergic_to",
    "allergic_after",
    "allergic_alone",
    "cannot_eat",
    "not_allergic",
    "illness",
    "but",
)
_CLAUSE = re.compile(r"[.!?;\n]+")
# Fillers that may stand between a cue and what it is about ("allergic to all kinds of nuts").
_FAR = 4


@dataclass(frozen=True, slots=True)
class Stated:
    """Allergen keys a text states (`added`) and takes back (`withdrawn`)."""

    added: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def _allergens() -> Phrases[str]:
    table = vocabulary().maps["allergens"]
    return Phrases((words_of(p), key) for key, phrases in table.items() for p in phrases)


@lru_cache(maxsize=1)
def _cues() -> Phrases[str]:
    return vocabulary().phrases(*_CUES)


def _mentions(words: list[str]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Allergens in a row of units: (start, end, keys), the longest at each place."""
    out, index = [], 0
    while index < len(words):
        found = _allergens().at(words, index)
        if not found and singular(words[index]) != words[index]:
            found = _allergens().at([*words[:index], singular(words[index])], index)
        if found:
            out.append((index, found[-1][0], tuple(found[-1][1])))
            index = found[-1][0]
        else:
            index += 1
    return out


def allergens_in(text: str) -> frozenset[str]:
    """Every allergen a text names, for whatever reason."""
    words = [u.text for u in units(normalise(text)) if u.kind != "mark"]
    return frozenset(key for _, _, keys in _mentions(words) for key in keys)


def _cue_spans(words: list[str]) -> list[tuple[int, int, str]]:
    out, index = [], 0
    while index < len(words):
        found = _cues().at(words, index)
        if found:
            kinds = found[-1][1]
            out.append((index, found[-1][0], next(k for k in _ORDER if k in kinds)))
            index = found[-1][0]
        else:
            index += 1
    return out


_ORDER = ("not_allergic", *_CUES)


@lru_cache(maxsize=2)
def _between(listed: bool) -> Phrases[str]:
    """What may stand between the allergens of a list; before the first one of it other small words
    too.
    """
    kinds = ("and", "or", "all", "allergic_to") if listed else ("filler", "all", "allergic_to")
    return vocabulary().phrases(*kinds)


def _near(words: list[str], mentions: list[Mention], place: int, step: int) -> set[str]:
    """The allergens in a list that begins (or, with step -1, ends) at a place."""
    starts = {(s if step == 1 else e): (s, e, keys) for s, e, keys in mentions}
    found: set[str] = set()
    far = 0
    while 0 <= place <= len(words) and far <= _FAR:
        if place in starts:
            start, end, keys = starts[place]
            found.update(keys)
            place, far = (end if step == 1 else start), 0
            continue
        word = words[place : place + 1] if step == 1 else words[place - 1 : place]
        if not word or not (word[0] in ",、" or _between(bool(found)).at(word, 0)):
            break
        if word[0] == "," and not (place + step in starts or found):
            break
        place += step
        far += 1
    return found


def _clause(words: list[str], earlier: frozenset[str]) -> tuple[set[str], set[str]]:
    """Added and withdrawn of one sentence; `earlier`: what the text named before it."""
    mentions, cues = _mentions(words), _cue_spans(words)
    added: set[str] = set()
    gone: set[str] = set()
    for number, (start, end, kind) in enumerate(cues):
        own = {k for s, e, keys in mentions if start <= s and e <= end for k in keys}
        right, left = _near(words, mentions, end, 1), _near(words, mentions, start, -1)
        before = {k for s, e, keys in mentions if e <= start for k in keys}
        match kind:
            case "not_allergic":
                gone |= right or left
            case "cannot_eat":
                added |= right or left
            case "but":
                pass
            case _:
                negated = number > 0 and cues[number - 1][2] == "not_allergic"
                to = words[end : end + 1] == ["to"]
                forward = (kind == "allergic" and words[start].isascii()) or to  # else "X过敏"
                beside = (right or left) if forward else (left or right)
                found = own or beside or before or set(earlier)
                (gone if negated and not own else added).update(found)
    return added - gone, gone


def allergens_stated(text: str) -> Stated:
    """Allergens the speaker states or takes back in a text."""
    normal = normalise(text)
    if not _cue_spans([u.text for u in units(normal)]):
        return Stated()
    added: set[str] = set()
    gone: set[str] = set()
    seen: frozenset[str] = frozenset()
    for part in _CLAUSE.split(normal.text):
        words = [u.text for u in units(normalise(part))]
        plus, minus = _clause(words, seen)
        added = (added | plus) - minus
        gone = (gone | minus) - plus
        seen |= allergens_in(part)
    return Stated(frozenset(added), frozenset(gone))
