"""The words of a spreadsheet of dishes, from words.yaml: headers, settings, yes and no."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

_LANGUAGE = re.compile(r"(?P<head>.+?)[\s_:(（]+(?P<code>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)[)）]?")
_CHOOSE = re.compile(
    r"(?P<name>.+?)\s*(?:\[\s*(?P<least>\d{1,3})\s*(?P<more>[-–+])?\s*(?P<most>\d{1,4})?\s*\])?"
)


@dataclass(frozen=True, slots=True)
class Column:
    """What a header says. `language` "" for texts in none; `group` for a column of choices, with
    how many may be chosen where the header says so.
    """

    kind: str
    language: str = ""
    group: str = ""
    limits: tuple[int, int | None] | None = None


@lru_cache(maxsize=1)
def words() -> Mapping[str, Any]:
    """The whole file. Any: YAML."""
    path = Path(__file__).with_suffix(".yaml")
    found: Mapping[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


def _cut(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


@lru_cache(maxsize=4)
def _turned(table: str) -> Mapping[str, str]:
    """A table of synonyms by word."""
    return {word: key for key, text in words()[table].items() for word in _cut(text)}


@lru_cache(maxsize=4)
def _words_for(kind: str) -> tuple[str, ...]:
    return _cut(words()[kind])


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "_", text.strip().lower())


def column(header: str) -> Column | None:
    """The column of a header; None for one that isn't known."""
    head, _, rest = header.strip().partition(" ")
    if head.lower() in _words_for("choose") and rest.strip():
        return _choices(rest.strip())
    return _known("columns", header)


def setting(label: str) -> Column | None:
    """The setting of a label in the first column; None for anything else."""
    return _known("settings", label)


def _known(table: str, text: str) -> Column | None:
    kind = _turned(table).get(_plain(text))
    if kind is not None:
        return Column(kind)
    found = _LANGUAGE.fullmatch(text.strip())
    kind = _turned(table).get(_plain(found["head"])) if found else None
    return Column(kind, found["code"]) if found and kind is not None else None


def _choices(text: str) -> Column | None:
    found = _CHOOSE.fullmatch(text)
    if found is None:
        return None
    limits: tuple[int, int | None] | None = None
    if found["least"] is not None:
        least = int(found["least"])
        open_end = found["more"] is not None and found["most"] is None
        limits = least, None if open_end else int(found["most"] or least)
    return Column("choose", group=found["name"].strip(), limits=limits)


def truth(text: str) -> bool | None:
    """Yes or no; None for anything else."""
    word = text.strip().lower()
    if word in _words_for("yes"):
        return True
    return False if word in _words_for("no") else None


def diet(text: str) -> str | None:
    """The diet that a word means."""
    return _turned("diets").get(text.strip().lower().replace("-", " ")) or _turned("diets").get(
        _plain(text)
    )
