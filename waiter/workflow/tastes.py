"""How hot a dish is: as the menu says, else as its words do (`tastes.yaml`)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from menu_data.menu import Dish
from menu_data.words.normal import normalise
from menu_data.words.units import is_han

FILE = Path(__file__).with_name("tastes.yaml")
SPICY = 2  # of 0-3: what the menu itself calls spicy; 1 is a hint of it
_FORMAT = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])


def spice_of(dish: Dish) -> int | None:
    """0-3, or None where neither the menu nor its words tell."""
    if dish.spice is not None:
        return dish.spice
    texts = [*dish.name.every(), *dish.aliases, *dish.description.every()]
    texts += [said for text in (*dish.tags, *dish.ingredients) for said in text.every()]
    return SPICY if any(is_hot(text) for text in texts) else None


def is_hot(text: str) -> bool:
    """Whether words say that something is hot."""
    return _words("spicy").search(_words("not").sub(" ", normalise(text).text)) is not None


@lru_cache(maxsize=2)
def _words(kind: str) -> re.Pattern[str]:
    """The words of a kind, the longest first; Latin ones as whole words."""
    found = _FORMAT.validate_python(yaml.safe_load(FILE.read_text("utf-8")))[kind]
    words = sorted((normalise(w).text for ws in found.values() for w in ws), key=len, reverse=True)
    forms = [re.escape(w) if is_han(w) else rf"\b{re.escape(w)}\b" for w in words]
    return re.compile("|".join(forms))
