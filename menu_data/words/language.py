"""Which language a guest writes: "zh", "zh-Hant" or "en"; of a mixed text what says more."""

from __future__ import annotations

from menu_data.words.normal import normalise, simplified
from menu_data.words.units import units


def language_of(text: str, default: str) -> str:
    """The text's language; `default` when it has no words (a number, an emoji).

    A Latin word weighs as much as two characters of Chinese do.
    """
    han = latin = 0
    for unit in units(normalise(text)):
        if unit.kind == "han":
            han += 1
        elif unit.kind == "word" and unit.text != "x":
            latin += 2
    if not han and not latin:
        return default
    if latin > han or not han:
        return "en"
    return "zh-Hant" if simplified(text) != text else "zh"
