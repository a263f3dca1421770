"""Which of a few offered things a short answer means ("大的", "the large one please"): by their
words, politeness aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from menu_data.words.names import key_of
from menu_data.words.normal import normalise
from menu_data.words.numbers import number_at
from menu_data.words.units import is_han, singular, units
from menu_data.words.vocabulary import vocabulary

# The longest answer that is only an answer; beyond it the guest says more than that.
WORDS = 16
# The longest part of a name that tells which of several things is meant.
_PART = 6
# A Latin word of fewer letters tells nothing apart.
_LATIN = 3
_AROUND = (
    "polite",
    "want",
    "only",
    "filler",
    "yes",
    "add",
    "correct",
    "make_it",
    "article_the",
    "measure",
    "all",
)

# What may stand around a number that only says how many.
_WANTING = ("polite", "want", "only", "yes", "add", "correct")


def meant(text: str, offered: Mapping[str, tuple[str, ...]]) -> str | None:
    """The key of the one offered thing whose words are the whole answer.

    Else the one they are a part of; else None.
    """
    said = _bare(text)
    if not said or len(said) > WORDS:
        return None
    keys = {key: tuple(key_of(word) for word in words) for key, words in offered.items()}
    if len(_mentioned(text, keys)) > 1:
        return None  # "one medium, one well done"
    plain = tuple(key_of(text))
    whole = [key for key, words in keys.items() if plain in words]
    whole = whole or [key for key, words in keys.items() if said in words]
    whole = whole or _named(text, keys)
    part = [key for key, words in keys.items() if any(_within(said, word) for word in words)]
    found = whole or part
    return found[0] if len(found) == 1 else None


def _mentioned(text: str, keys: Mapping[str, tuple[tuple[str, ...], ...]]) -> set[str]:
    """The things whose whole names stand in a text beside each other, not one within another."""
    row = [singular(unit.text) for unit in units(normalise(text)) if unit.kind != "mark"]
    found = [
        (start, start + len(name), key)
        for key, names in keys.items()
        for name in names
        for start in range(len(row) - len(name) + 1)
        if name and tuple(row[start : start + len(name)]) == name
    ]
    return {
        key
        for start, end, key in found
        if not any(s <= start and end <= e and e - s > end - start for s, e, _ in found)
    }


def _named(text: str, keys: Mapping[str, tuple[tuple[str, ...], ...]]) -> list[str]:
    """The things whose whole name stands in the text with only politeness around it; of names
    within names the longest.
    """
    row = [singular(unit.text) for unit in units(normalise(text)) if unit.kind != "mark"]
    found: dict[str, int] = {}
    for key, names in keys.items():
        for name in names:
            for start in range(len(row) - len(name) + 1) if name else ():
                around = [*row[:start], " ", *row[start + len(name) :]]
                if tuple(row[start : start + len(name)]) == name and not _bare(" ".join(around)):
                    found[key] = max(found.get(key, 0), len(name))
    longest = max(found.values(), default=0)
    return [key for key, size in found.items() if size == longest]


def without_name(text: str, names: tuple[str, ...]) -> str | None:
    """A text without the longest part of one of some names that stands in it; None where none
    does. A Chinese part has two characters at least.
    """
    row = [unit.text for unit in units(normalise(text)) if unit.kind != "mark"]
    keys = [singular(word) for word in row]
    best = (0, 0)
    for name in names:
        key = key_of(name)
        for start in range(len(keys)):
            for end in range(start + 1, len(keys) + 1):
                part = tuple(keys[start:end])
                long_enough = len(part) > 1 or not is_han(part[0])
                if long_enough and _within(part, key) and end - start > best[1] - best[0]:
                    best = (start, end)
    if best == (0, 0):
        return None
    return " ".join([*row[: best[0]], *row[best[1] :]])


def nothing_else(text: str, spans: tuple[tuple[int, int], ...], *kinds: str) -> bool:
    """Whether a text says nothing of weight outside these spans of it. `kinds`: further kinds of
    words that may stand there.
    """
    rest, done = [], 0
    for start, end in spans:
        rest.append(text[done:start])
        done = end
    return not _bare(" ".join([*rest, text[done:]]), *kinds)


def counted(text: str, *kinds: str) -> tuple[int, int] | None:
    """The number of a text that only wants so many ("好，来两份吧", "ok I'll take two"), and where
    it and its measure end in the text; None where anything else is said. `kinds`: further kinds
    of words that may stand around it.
    """
    normal = normalise(text)
    row = units(normal)
    words = [unit.text for unit in row]
    around, measures = vocabulary().phrases(*_WANTING, *kinds), vocabulary().phrases("measure")
    vague = vocabulary().phrases("vague")
    found: tuple[int, int] | None = None
    at = 0
    while at < len(words):
        number = number_at(words, at)
        beside = around.at(words, at)
        if number is not None and not (beside and beside[-1][0] > number[1]):
            unsure = vague.at(words, at)
            if found is not None or (unsure and unsure[-1][0] >= number[1]):
                return None
            measured = measures.at(words, number[1])
            at = measured[-1][0] if measured else number[1]
            found = number[0], normal.span(row[at - 1].start, row[at - 1].end)[1]
        elif beside:
            at = beside[-1][0]
        elif row[at].kind == "mark" and row[at].text not in "?？#-":
            at += 1
        else:
            return None
    return found


def pointed(text: str, kind: str = "pointing") -> tuple[int, int] | None:
    """The span of a word that points at what was just shown ("这个", "that one"), or of another
    kind of phrase.
    """
    normal = normalise(text)
    row = units(normal)
    words = [unit.text for unit in row]
    table = vocabulary().phrases(kind)
    for start in range(len(words)):
        found = table.at(words, start)
        if found:
            return normal.span(row[start].start, row[found[-1][0] - 1].end)
    return None


def pointed_by_name(
    text: str, offered: Mapping[str, tuple[str, ...]]
) -> tuple[str, tuple[int, int]] | None:
    """The one offered thing that a pointing word and a part of its name mean ("the tomato one",
    "那个番茄的"), and the span of these words; None where it isn't just one.
    """
    normal = normalise(text)
    row = units(normal)
    words = [singular(unit.text) for unit in row]
    keys = {key: tuple(key_of(name) for name in names) for key, names in offered.items()}
    leads, ends = vocabulary().phrases("pointing", "article_the"), vocabulary().phrases("nominal")
    for start in range(len(words)):
        lead = leads.at([unit.text for unit in row], start)
        first = lead[-1][0] if lead else len(words)
        for last in range(min(len(words), first + _PART), first, -1):
            after = ends.at(words, last)
            part = tuple(words[first:last])
            fits = [k for k, names in keys.items() if any(_within(part, name) for name in names)]
            if after and len(fits) == 1:
                return fits[0], normal.span(row[start].start, row[after[-1][0] - 1].end)
    return None


def told_apart(
    text: str, offered: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, tuple[int, int]], ...]:
    """(key, span) of each part of a text that is in the names of just one offered thing, where the
    text says nothing else but numbers; else nothing. A Chinese part has two characters at least.
    """
    normal = normalise(text)
    row = units(normal)
    words = [singular(unit.text) for unit in row]
    keys = {key: tuple(key_of(name) for name in names) for key, names in offered.items()}
    found: list[tuple[str, tuple[int, int]]] = []
    rest: list[str] = []
    at = 0
    while at < len(words):
        hit = _telling(words, at, keys)
        number = number_at([unit.text for unit in row], at) if hit is None else None
        if hit is not None:
            found.append((hit[0], normal.span(row[at].start, row[hit[1] - 1].end)))
        elif number is None and row[at].kind != "mark":
            rest.append(row[at].text)
        at = hit[1] if hit is not None else number[1] if number is not None else at + 1
    return () if _bare(" ".join(rest)) else tuple(found)


def _telling(
    words: Sequence[str], start: int, keys: Mapping[str, tuple[tuple[str, ...], ...]]
) -> tuple[str, int] | None:
    """The longest part from a place on that is in the names of just one thing, and its end."""
    for end in range(min(len(words), start + _PART), start, -1):
        part = tuple(words[start:end])
        fits = [k for k, names in keys.items() if any(_within(part, name) for name in names)]
        short = len(part) == 1 and (is_han(part[0]) or len(part[0]) < _LATIN)
        if len(fits) == 1 and not short:
            return fits[0], end
    return None


def _bare(text: str, *kinds: str) -> tuple[str, ...]:
    """The words of an answer without what politeness puts around them."""
    words = [unit.text for unit in units(normalise(text)) if unit.kind != "mark"]
    around = vocabulary().phrases(*_AROUND, *kinds)
    start = 0
    kept: list[str] = []
    while start < len(words):
        found = around.at(words, start)
        if found:
            start = found[-1][0]
        else:
            kept.append(words[start])
            start += 1
    return key_of(" ".join(kept))


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    size = len(part)
    return any(whole[i : i + size] == part for i in range(len(whole) - size + 1))
