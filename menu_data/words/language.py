"""Which language a guest writes: "zh", "zh-Hant" or "en"; of a mixed text what says more."""

from __future__ import annotations

from functools import lru_cache

from opencc import OpenCC

from menu_data.words.normal import normalise, simplified
from menu_data.words.phrases import Phrases
from menu_data.words.units import Unit, units
from menu_data.words.vocabulary import vocabulary


def language_of(text: str, default: str) -> str:
    """The text's language; `default` where the text doesn't tell.

    That is a number, an emoji, a word of every language ("ok"), as much of one as of another, and
    between the scripts of Chinese a text written alike in both. A Latin word weighs as much as two
    characters of Chinese do.
    """
    row = [unit for unit in units(normalise(text)) if unit.kind != "mark"]
    han = sum(unit.kind == "han" for unit in row)
    latin = 2 * sum(unit.kind == "word" and unit.text != "x" for unit in row)
    if latin == han or (not han and _is_international(row)):
        return default
    return "en" if latin > han else _script(text, default)


def _script(text: str, default: str) -> str:
    if simplified(text) != text:
        return "zh-Hant"
    alike = _traditional().convert(text) == text
    return default if alike and default.startswith("zh") else "zh"


def _is_international(row: list[Unit]) -> bool:
    """Whether these are words that guests of every language use."""
    words = [unit.text for unit in row]
    table, at = _international(), 0
    while at < len(words):
        found = table.at(words, at)
        if not found:
            return False
        at = found[-1][0]
    return True


@lru_cache(maxsize=1)
def _international() -> Phrases[str]:
    return vocabulary().phrases("international")


@lru_cache(maxsize=1)
def _traditional() -> OpenCC:
    return OpenCC("s2t")
