"""Replies as a language model words them, true and false, on the menus (`phrasings.yaml`)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from benchmarks.truth.houses import LANGUAGES, House, filled, houses, slots
from benchmarks.truth.talking import of_talk
from waiter.constraints.verdict import Case

FILE = Path(__file__).with_name("phrasings.yaml")
Texts = dict[str, list[str]]


class Situation(BaseModel):
    """What a guest said, and right and wrong answers to the last of it, by language."""

    model_config = ConfigDict(extra="forbid")

    said: Texts
    right: Texts
    wrong: dict[str, Texts]


@dataclass(frozen=True, slots=True)
class Phrased:
    """A reply in a case. `kind`: what is false in it, None where it is true."""

    text: str
    case: Case
    kind: str | None


@lru_cache(maxsize=1)
def situations() -> dict[str, Situation]:
    return TypeAdapter(dict[str, Situation]).validate_python(
        yaml.safe_load(FILE.read_text("utf-8"))
    )


def phrased(chance: random.Random, each: int) -> Iterator[Phrased]:
    """Every sentence, so many times a menu and language; some only where a menu records enough."""
    for house in houses(chance, each):
        for language in LANGUAGES:
            for situation in situations().values():
                yield from _in_situation(situation, house, language, chance)


def _in_situation(
    situation: Situation, house: House, language: str, chance: random.Random
) -> Iterator[Phrased]:
    base = language.split("-")[0]
    found = slots(house, language, chance)
    said = [filled(text, found, language) for text in situation.said[base]]
    if None in said:
        return
    heard = of_talk(house, language, [text for text in said if text is not None])
    for kind, texts in ((None, situation.right), *situation.wrong.items()):
        for template in texts.get(base, ()):
            text = filled(template, slots(house, language, chance) | _same(found), language)
            if text is not None:
                yield Phrased(text, heard[-1][1], kind)


def _same(found: dict[str, str]) -> dict[str, str]:
    """The slots that a talk has fixed; amounts are written anew each time."""
    return {key: text for key, text in found.items() if key not in ("price", "sum", "wrong")}
