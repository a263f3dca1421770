"""The few words the apps themselves need, from words.json: ways to be served, cash, rounding.

What a menu is called stands in the menu; what a guest says is `menu_data.words`' matter.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from menu_data.menu import Fulfilment

Names = tuple[tuple[str, str], ...]


class _Way(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: dict[str, str]
    words: tuple[str, ...]


class _Words(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    fulfilment: dict[Fulfilment, _Way]
    combos: dict[str, str]
    cash: frozenset[str]
    rounding: dict[str, str]


@cache
def _words() -> _Words:
    return _Words.model_validate_json(files("apps").joinpath("words.json").read_bytes())


def fulfilment_name(way: Fulfilment) -> Names:
    """What a way to be served is called, by language."""
    return tuple(_words().fulfilment[way].name.items())


def fulfilment_words(way: Fulfilment) -> tuple[str, ...]:
    """Every word that means a way to be served."""
    return _words().fulfilment[way].words


def pays_cash(method: str | None) -> bool:
    """Whether a guest's words for the way to pay mean cash."""
    return method is not None and method.strip().casefold() in _words().cash


def combos_name() -> Names:
    """What combos are listed under, by language."""
    return tuple(_words().combos.items())


def rounding_name() -> Names:
    """What the rounding of a cash bill is called, by language."""
    return tuple(_words().rounding.items())
