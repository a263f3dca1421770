"""A difference between two menus as people read it: dishes by name, parts in words, values as they
stand. The bare paths are `difference`'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from menu_data.difference import SHOWN, Change
from menu_data.menu import Menu, Text
from menu_data.told import said, told, told_or

# Lists of parts that have ids: what stands at an id in them has a name.
_TEXTS = ("name", "description", "unit", "address")
_NAMED = ("items", "combos", "categories", "modifier_groups", "modifiers", "slots", "fees")


def described(change: Change, language: str, *menus: Menu) -> str:
    """A line: "~ Beer · price: 4.00 → 5.00". Names are looked up in the menus, the first first."""
    place = " · ".join(_steps(change, language, menus))
    before, after = (_value(one, change, language) for one in (change.before, change.after))
    return said(told(f"change.{change.kind}", place=place, before=before, after=after), language)


def _steps(change: Change, language: str, menus: tuple[Menu, ...]) -> Iterator[str]:
    """The place, step by step; a list's name only where no part of it is named."""
    place = change.place
    for at, step in enumerate(place):
        inside = at > 0 and place[at - 1] in _NAMED and step != "order"
        if inside and at == len(place) - 1 and change.kind != "changed":
            return  # its name and price stand as the value
        if inside:
            yield _name(place[: at + 1], language, menus)
        elif step not in _NAMED or _is_whole(change, at):
            yield said(told_or(f"place.{step}", str(step)), language)


def _is_whole(change: Change, at: int) -> bool:
    """Whether a list is meant itself, or what came or went is one of its parts."""
    last = len(change.place) - 1
    return (
        at == last
        or change.place[at + 1] == "order"
        or (at == last - 1 and change.kind != "changed")
    )


def _name(place: tuple[str | int, ...], language: str, menus: tuple[Menu, ...]) -> str:
    for menu in menus:
        part = _part(menu.source, place)
        if part is not None and "name" in part:
            return _text(part["name"], language)
    return str(place[-1])


def _part(source: Mapping[str, Any], place: tuple[str | int, ...]) -> Mapping[str, Any] | None:
    """The part of a source at a place whose lists are gone into by id. Any: JSON."""
    found: Any = source
    for step in place:
        if isinstance(found, Mapping):
            found = found.get(str(step))
        elif isinstance(found, list):
            parts = (one for one in found if isinstance(one, Mapping))
            found = next((one for one in parts if one.get("id") == step), None)
        else:
            return None
    return found if isinstance(found, Mapping) else None


def _value(value: Any, change: Change, language: str) -> str:
    """A value in a line: a part by its price, its name stands in the place. Any: JSON."""
    if isinstance(value, Mapping) and "name" in value:
        name, price = _text(value["name"], language), value.get("price", "")
        if price is None:
            return said(told("change.market", name=name), language)
        return f"{name} {price}".rstrip()
    if isinstance(value, bool):
        return said(told("change.yes" if value else "change.no"), language)
    if value is None:
        market = change.place[-1] == "price"
        words = told("change.market", name="") if market else told("change.nothing")
        return said(words, language).strip()
    if isinstance(value, Mapping) and change.place[-1] in _TEXTS:
        value = _text(value, language)
    elif isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = ", ".join(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _text(written: Any, language: str) -> str:
    """A name in a language, as the menu has it. Any: JSON."""
    if not isinstance(written, Mapping):
        return str(written)
    return Text(tuple(written.items())).said(language)
