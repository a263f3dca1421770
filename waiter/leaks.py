"""What a guest must not hear: that there is a system behind the waiter. Pure, given the words.

The words are data by language (`leaks.yaml`), read by `wording.py`. They mean *this* system
("系统回复", "as an AI", "JSON"), so phrases that only look alike ("空调系统") are listed as
ordinary and don't count. An aside in brackets is a stage direction where it holds one of the
directions, "[等待回复]", or is a gesture, "(smiles)". The markers themselves are `turn.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

# Up to 80 characters: a longer aside is a sentence, and the bound keeps the search short.
_ASIDE = re.compile(
    r"[\[［【〔(（*<＜]"
    r"([^\[\]［］【】〔〕()（）*<>＜＞\n]{1,80})"
    r"[\]］】〕)）*>＞]"
)
# What re.IGNORECASE takes for "i", "s" or "k".
_UNEVEN = re.compile("[\u0130\u0131\u017f\u212a]")
_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Leaks:
    """Phrases compiled, each to a pattern that finds any of them. Made by `leaks_of`."""

    refused: re.Pattern[str] = _NOTHING
    ordinary: re.Pattern[str] = _NOTHING
    directions: re.Pattern[str] = _NOTHING
    gestures: re.Pattern[str] = _NOTHING
    commands: re.Pattern[str] = _NOTHING
    heads: frozenset[str] = frozenset()  # the first words of what is refused, in lower case


@dataclass(frozen=True, slots=True)
class Leak:
    """The first thing in a reply that shows the system: `phrase` as written, at index `at`."""

    reason: Literal["word", "direction"]
    at: int
    phrase: str


def leaks_of(
    refused: Iterable[str],
    ordinary: Iterable[str] = (),
    directions: Iterable[str] = (),
    gestures: Iterable[str] = (),
    commands: Iterable[str] = (),
) -> Leaks:
    """Phrases to look for: case-blind, any white space for a space, Latin ones as whole words.

    `gestures` count only where they are the whole of an aside, `commands` only in texts by others
    (`is_command`). ValueError for a blank phrase.
    """
    never = tuple(refused)
    sought, aside = _compiled(never), _compiled(directions)
    # Of a menu's thousand names only those matter that hold something refused.
    alike = (phrase for phrase in ordinary if sought.search(phrase) or aside.search(phrase))
    heads = frozenset(_head(phrase) for phrase in never)
    return Leaks(sought, _compiled(alike), aside, _compiled(gestures), _compiled(commands), heads)


def leak_in(text: str, leaks: Leaks) -> Leak | None:
    """The first leak in a reply, or None; words before stage directions."""
    if not _may_leak(text, leaks) and _ASIDE.search(text) is None:
        return None
    masked = leaks.ordinary.sub(lambda hit: "\0" * len(hit[0]), text)
    if hit := leaks.refused.search(masked):
        return Leak("word", hit.start(), hit[0])
    for aside in _ASIDE.finditer(masked):
        if leaks.directions.search(aside[1]) or leaks.gestures.fullmatch(aside[1].strip()):
            return Leak("direction", aside.start(), aside[0])
    return None


def _may_leak(text: str, leaks: Leaks) -> bool:
    """Whether a phrase may stand in a text, by its first word: ten times as quick as the pattern,
    and nearly all there is to do. Texts with letters that lower case alone doesn't make even are
    left to the pattern.
    """
    if _UNEVEN.search(text) is not None:
        return True
    flat = text.lower()
    return any(head in flat for head in leaks.heads)


def _head(phrase: str) -> str:
    """A phrase's first word in lower case; "", which stands in any text, where case is not as
    simple as with Latin letters and Chinese.
    """
    word = phrase.split()[0]
    simple = all(char.isascii() or char.lower() == char.upper() for char in word)
    return word.lower() if simple else ""


def is_command(text: str, leaks: Leaks) -> bool:
    """Whether a text by others tells a machine what to do."""
    return leaks.commands.search(text) is not None


def _compiled(phrases: Iterable[str]) -> re.Pattern[str]:
    # Longest first, so that what is quoted to the brain is the whole phrase.
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    if not ordered:
        return _NOTHING
    return re.compile("|".join(_one(phrase) for phrase in ordered), re.IGNORECASE)


def _one(phrase: str) -> str:
    words = phrase.split()
    if not words:
        raise ValueError("a blank phrase would refuse every reply")
    pattern = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<![A-Za-z0-9_])" if _latin(words[0][0]) else ""
    after = r"(?![A-Za-z0-9_])" if _latin(words[-1][-1]) else ""
    return before + pattern + after


def _latin(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
