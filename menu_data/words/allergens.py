"""What a guest says about allergies: allergens stated, and allergens taken back. Not what a question asks about a dish.

"I'm allergic to peanuts", "我对花生过敏", "does it have peanuts? I'm allergic" → peanut; "not allergic" → withdrawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import singular, units, words_of
from menu_data.words.vocabulary import vocabulary

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
            out.append(
                (index, found[-1][0], next(k for k in ("not_allergic", *_CUES) if k in kinds))
            )
            index = found[-1][0]
        else:
            index += 1
    return out


def _clause(words: list[str], earlier: frozenset[str]) -> tuple[set[str], set[str]]:
    """Added and withdrawn of one clause; `earlier`: what the text named before it."""
    mentions, cues = _mentions(words), _cue_spans(words)
    added: set[str] = set()
    gone: set[str] = set()
    for place, (start, end, kind) in enumerate(cues):
        before = cues[place - 1][1] if place else 0
        after = cues[place + 1][0] if place + 1 < len(cues) else len(words)
        left = {k for s, e, keys in mentions if before <= s and e <= start for k in keys}
        right = {k for s, e, keys in mentions if s >= end and e <= after for k in keys}
        negated = place > 0 and cues[place - 1][2] == "not_allergic"
        match kind:
            case "allergic" | "allergic_after" | "allergic_alone" | "illness":
                own = {k for s, e, keys in mentions if start <= s and e <= end for k in keys}
                found = own or (right if words[start].isascii() and right else left) or set(earlier)
                (gone if negated and not own else added).update(found)
            case "cannot_eat":
                added |= right or left
            case "not_allergic":
                gone |= right or left
            case _:
                pass
    return added - gone, gone


def _bare_illness(words: list[str]) -> set[str]:
    table = {"celiac": "gluten", "coeliac": "gluten"}
    return {table[w] for w in words if w in table}


def allergens_stated(text: str) -> Stated:
    """Allergens the speaker states or takes back in a text."""
    normal = normalise(text)
    if not any(
        _cues().at(words, 0) for words in [[u.text] for u in units(normal)]
    ) and not _cue_spans([u.text for u in units(normal) if u.kind != "mark"]):
        return Stated()
    added: set[str] = set()
    gone: set[str] = set()
    seen: frozenset[str] = frozenset()
    for part in _CLAUSE.split(normal.text):
        words = [u.text for u in units(normalise(part)) if u.kind != "mark"]
        plus, minus = _clause(words, seen)
        added |= (plus - minus) | _bare_illness(words)
        added -= minus
        gone |= minus
        gone -= plus
        seen |= allergens_in(part)
    return Stated(frozenset(added), frozenset(gone))
