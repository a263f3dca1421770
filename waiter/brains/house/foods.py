"""Whether words nobody knows from the menu sound like food. Neighbours: `compounds.py` and
`strangers.py`, which then read them as a dish the menu doesn't have.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from menu_data.words.phrases import Phrases
from menu_data.words.units import is_han, singular, words_of
from menu_data.words.vocabulary import vocabulary
from menu_data.words.wishes.lexicon import Meaning, told


def is_food(words: Sequence[str]) -> bool:
    """Whether a run of words is a food or ends in one. Chinese words are single characters, of
    which those that end names of foods count only at the end.
    """
    if not words:
        return False
    if not is_han(words[-1]):
        return singular(words[-1]) in _single() or is_told(words)
    return words[-1] in _single() or any(food_ends(words, start) for start in range(len(words)))


def food_ends(words: Sequence[str], start: int) -> list[int]:
    """Where foods of two words or more that begin at a place end."""
    ends = {end for end, meanings in told().at(words, start) if _is_food(meanings)}
    ends |= {end for end, _ in _longer().at(words, start)}
    return sorted(end for end in ends if end - start > 1)


def is_told(words: Sequence[str]) -> bool:
    """Whether words are just what menus call some food."""
    return _is_food(told().exactly(tuple(singular(word) for word in words)))


def _is_food(meanings: Sequence[Meaning]) -> bool:
    return any(meaning.kind == "food" for meaning in meanings)


@lru_cache(maxsize=1)
def _single() -> frozenset[str]:
    """Foods of one word."""
    every = (words_of(phrase) for phrase in vocabulary().lists["foods"])
    return frozenset(singular(words[0]) for words in every if len(words) == 1)


@lru_cache(maxsize=1)
def _longer() -> Phrases[str]:
    return Phrases((words_of(phrase), phrase) for phrase in vocabulary().lists["foods"])
