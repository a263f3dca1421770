"""What a text says about the house besides dishes (topics.yaml): parking, pets, payment."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from menu_data.words.names import key_of
from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import singular, units

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build


_MASK = "mask"  # phrases with a topic's words in them that are about something else


def topics_in(text: str) -> tuple[str, ...]:
    """The topics a text mentions, in order of mention; of phrases within phrases the longest."""
    words = [singular(unit.text) for unit in units(normalise(text)) if unit.kind != "mark"]
    found: list[str] = []
    at = 0
    while at < len(words):
        here = _table().at(words, at)
        if here:
            found += [topic for topic in here[-1][1] if topic != _MASK]
        at = here[-1][0] if here else at + 1
    return tuple(dict.fromkeys(found))


def known_topics() -> tuple[str, ...]:
    """Every topic there are words for."""
    topics = dict.fromkeys(topic for topics in _data().values() for topic in topics)
    return tuple(topic for topic in topics if topic != _MASK)


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = yaml.load(
        Path(__file__).with_name("topics.yaml").read_text(encoding="utf-8"), Loader=_LOADER
    )
    return found


@lru_cache(maxsize=1)
def _table() -> Phrases[str]:
    table: Phrases[str] = Phrases()
    for topics in _data().values():
        for topic, phrases in topics.items():
            for phrase in str(phrases).split("|"):
                table.add(key_of(phrase.strip()), topic)
    return table
