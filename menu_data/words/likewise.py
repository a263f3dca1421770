"""A whole text that wants what another guest has: "+1", "me too", 跟王芳一样; phrases by
likewise.yaml. Whose lines those are is the dialogue's to know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from menu_data.words.answers import is_all
from menu_data.words.phrases import Phrases
from menu_data.words.units import words_of
from menu_data.words.vocabulary import vocabulary

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build
_BESIDE = ("polite", "thanks")
_PLUS = re.compile(r"\s*[+＋]\s*([1-9]\d?)\s*[!！.。~～]*\s*")


@dataclass(frozen=True, slots=True)
class Likewise:
    """`who`: the guest who was named, None for whoever ordered last. `each`: how many of each of
    their lines, None for as many as they have.
    """

    who: str | None = None
    each: int | None = None


def likewise(text: str, names: tuple[str, ...]) -> Likewise | None:
    """What a text wants of the guests of these names; None where it says anything else."""
    plus = _PLUS.fullmatch(text)
    if plus is not None:
        return Likewise(each=int(plus[1]))
    if is_all(text, _table("one"), {"meant"}):
        return Likewise(each=1)
    if is_all(text, _table("all"), {"meant"}):
        return Likewise()
    named = [name for name in names if is_all(text, _named(name), {"meant"})]
    return Likewise(named[0]) if len(named) == 1 else None


@lru_cache(maxsize=2)
def _table(kind: str) -> Phrases[str]:
    return _phrases(_lists(kind))


@lru_cache(maxsize=128)
def _named(name: str) -> Phrases[str]:
    return _phrases(tuple(phrase.replace("NAME", f" {name} ") for phrase in _lists("named")))


def _phrases(meant: tuple[str, ...]) -> Phrases[str]:
    table: Phrases[str] = Phrases((words_of(phrase), "meant") for phrase in meant)
    for kind in _BESIDE:
        for phrase in vocabulary().lists.get(kind, ()):
            table.add(words_of(phrase), kind)
    return table


@lru_cache(maxsize=3)
def _lists(kind: str) -> tuple[str, ...]:
    text = Path(__file__).with_name("likewise.yaml").read_text(encoding="utf-8")
    found = yaml.load(text, Loader=_LOADER)
    return tuple(one.strip() for lists in found.values() for one in lists[kind].split("|"))
