"""Whether a text has a phrase of some kind anywhere in it ("几点关门" mentions `ask_hours`)."""

from __future__ import annotations

from functools import lru_cache

from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import units
from menu_data.words.vocabulary import vocabulary


@lru_cache(maxsize=16)
def _table(kind: str) -> Phrases[str]:
    return vocabulary().phrases(kind)


def mentions(text: str, kind: str) -> bool:
    """Whether a phrase of the vocabulary's kind stands in the text."""
    words = [unit.text for unit in units(normalise(text)) if unit.kind != "mark"]
    table = _table(kind)
    return any(table.at(words, start) for start in range(len(words)))
