"""What differs between two menus, part by part: added, removed, changed. Pure.

Parts that have an id are compared with the part of the same id, wherever they stand. Who would be
hit by it is not said here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from menu_data.faults import Place, written
from menu_data.menu import Menu

Kind = Literal["added", "removed", "changed"]
_SIGNS: Mapping[Kind, str] = {"added": "+", "removed": "-", "changed": "~"}
SHOWN = 60  # characters of a value that a line shows


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `place`: as ("items", "tea", "price"); the values are JSON, None: absent."""

    kind: Kind
    place: Place
    before: Any = None
    after: Any = None

    def __str__(self) -> str:
        where = f"{_SIGNS[self.kind]} {written(self.place)}"
        match self.kind:
            case "added":
                return f"{where}: {_shown(self.after)}"
            case "removed":
                return f"{where}: {_shown(self.before)}"
            case "changed":
                return f"{where}: {_shown(self.before)} → {_shown(self.after)}"


def difference(old: Menu, new: Menu) -> tuple[Change, ...]:
    """All changes that make the new menu of the old one, in the file's order."""
    return tuple(_objects(old.source, new.source, ()))


def _objects(old: Mapping[str, Any], new: Mapping[str, Any], place: Place) -> Iterator[Change]:
    for key in dict.fromkeys((*old, *new)):
        if key in old and key in new:
            yield from _values(old[key], new[key], (*place, key))
        elif (parts := _by_id(old.get(key, new.get(key)))) is not None:
            gone, come = (parts, {}) if key in old else ({}, parts)
            yield from _objects(gone, come, (*place, key))
        elif key in new:
            yield Change("added", (*place, key), after=new[key])
        else:
            yield Change("removed", (*place, key), before=old[key])


def _values(old: Any, new: Any, place: Place) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _objects(old, new, place)
        return
    before, after = _by_id(old), _by_id(new)
    if before is not None and after is not None:
        yield from _parts(before, after, place)
    else:
        yield Change("changed", place, old, new)


def _parts(old: Mapping[str, Any], new: Mapping[str, Any], place: Place) -> Iterator[Change]:
    """Lists of parts that have ids; order counts only among those that are in both."""
    yield from _objects(old, new, place)
    before, after = [i for i in old if i in new], [i for i in new if i in old]
    if before != after:
        yield Change("changed", (*place, "order"), before, after)


def _by_id(value: Any) -> Mapping[str, Any] | None:
    """A list of parts by their ids; None where it is no such list."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    if not all(isinstance(part, Mapping) and "id" in part for part in value):
        return None
    return {part["id"]: part for part in value}


def _shown(value: Any) -> str:
    """A value in a line: a part by its name and price, anything else as JSON."""
    if isinstance(value, Mapping) and "name" in value:
        name = value["name"]
        text = name if isinstance(name, str) else " / ".join(name.values())
        price = value.get("price", "")
        return f"{text} {'at market price' if price is None else price}".rstrip()
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
