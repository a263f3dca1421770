"""The words importers read with, from words.yaml: names of fields, sizes, diets, market prices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Any]:
    """The whole file. Any: YAML."""
    found: Mapping[str, Any] = yaml.safe_load(
        Path(__file__).with_suffix(".yaml").read_text("utf-8")
    )
    return found


def _cut(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


def name_for(kind: str) -> Mapping[str, str]:
    """What the house calls something nameless: "size", "variant", "options", "menu"."""
    found: Mapping[str, str] = _words()["names"][kind]
    return found


@lru_cache(maxsize=64)
def field(name: str) -> tuple[str, ...]:
    """The keys under which lists keep a part of a dish or section."""
    return _cut(_words()["fields"][name])


@lru_cache(maxsize=64)
def option(name: str) -> tuple[str, ...]:
    """The keys under which POS systems keep a part of what may be chosen."""
    return _cut(_words()["options"][name])


def size_aliases(name: str) -> tuple[str, ...]:
    """What guests also call a size that is written as a letter; nothing for other names."""
    found = _words()["sizes"].get(name.strip().lower(), "")
    return _cut(found) if found else ()


@lru_cache(maxsize=1)
def _diets() -> Mapping[str, str]:
    return {word.lower(): diet for diet, words in _words()["diets"].items() for word in _cut(words)}


def diet(word: str) -> str | None:
    """The diet that a word of another system means, if it is one of format 1."""
    return _diets().get(word.rpartition("/")[2].lower())


def is_market(text: str) -> bool:
    """Whether a text in the place of a price says that it is named on the day."""
    return text.strip().lower() in _cut(_words()["market"])
