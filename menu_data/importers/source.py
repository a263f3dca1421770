"""A foreign document, read so that what nobody read can be told.

    reading = Reading()
    item = reading.root(document)
    item.at("title").text()        marks `title` as read
    reading.unread()               every other place that holds something, counted by place

A report of what was not carried over is complete that way by construction: an importer names only
what it takes. Knows no format; bounds are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from menu_data.faults import shown

EACH = "[]"  # the step into a list
ANY = "*"  # the step into an object whose keys are data

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """Something of the source that was not carried over: where, how often, and one such value."""

    what: str
    count: int
    example: str = ""


@dataclass(slots=True)
class Reading:
    """What was read of a document."""

    roots: list[tuple[Path, Any]] = field(default_factory=list)
    taken: set[Path] = field(default_factory=set)
    maps: set[Path] = field(default_factory=set)

    def root(self, value: Any, label: str = "") -> Node:
        """A document, or a part of it that is read by itself under a name of its own."""
        path = (label,) if label else ()
        self.roots.append((path, value))
        return Node(value, path, self)

    def unread(self) -> tuple[Unread, ...]:
        """What nobody took, by place, the topmost that is wholly unread; empty values aside."""
        entered = {path[:length] for path in self.taken for length in range(len(path))}
        found: dict[Path, list[object]] = {}
        for path, value in self.roots:
            for place, example in self._unread(value, path, entered):
                found.setdefault(place, []).append(example)
        return tuple(
            Unread(_written(path), len(examples), shown(examples[0]))
            for path, examples in found.items()
        )

    def _unread(self, value: Any, path: Path, entered: set[Path]) -> Iterator[tuple[Path, object]]:
        stack = [(path, value)]
        while stack:
            path, value = stack.pop()
            if path in self.taken:
                continue
            if path not in entered and path:
                example = _first(value)
                if example is not None:
                    yield path, example
            elif isinstance(value, dict):
                step = ANY if path in self.maps else None
                below = [((*path, step or str(key)), part) for key, part in value.items()]
                stack += reversed(below)
            elif isinstance(value, list):
                stack += [((*path, EACH), part) for part in reversed(value)]


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the source and where it stands. `value` is any JSON; None: there is none."""

    value: Any
    path: Path
    reading: Reading

    def at(self, *keys: str) -> Node:
        """What stands under the first of the keys that holds something; keys count as synonyms."""
        inside = self.value if isinstance(self.value, dict) else {}
        key = next((key for key in keys if _first(inside.get(key)) is not None), keys[0])
        return Node(inside.get(key), (*self.path, key), self.reading)

    def has(self, *keys: str) -> bool:
        """Whether one of the keys holds something."""
        return _first(self.at(*keys).value) is not None

    def peek(self, key: str) -> Any:
        """What stands under a key, without counting as read."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def each(self) -> Iterator[Node]:
        """The members of a list; a single value is a list of one."""
        if isinstance(self.value, list):
            for part in self.value:
                yield Node(part, (*self.path, EACH), self.reading)
        elif self.value is not None:
            yield self

    def entries(self) -> Iterator[tuple[str, Node]]:
        """The members of an object whose keys are data, such as sections by name."""
        if isinstance(self.value, dict):
            self.reading.maps.add(self.path)
            for key, part in self.value.items():
                yield str(key), Node(part, (*self.path, ANY), self.reading)

    def take(self) -> Any:
        """The value as it is, marked as read with all that is in it."""
        self.reading.taken.add(self.path)
        return self.value

    def text(self) -> str:
        """The text, its white space evened out; "" for none. A number is read as its digits."""
        found = self.take()
        if isinstance(found, int | float) and not isinstance(found, bool):
            found = str(found)
        return " ".join(found.split()) if isinstance(found, str) else ""

    def number(self) -> Decimal | None:
        """The number, also one in quotes; None for anything else."""
        return decimal(self.take())

    def truth(self) -> bool | None:
        """true or false; None for anything else."""
        found = self.take()
        return found if isinstance(found, bool) else None

    def texts(self) -> tuple[str, ...]:
        """The texts of a list, or a single one."""
        return tuple(text for part in self.each() if (text := part.text()))


def decimal(value: object) -> Decimal | None:
    """A JSON number, or plain digits in quotes, exactly as written; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    digits = str(value).strip()
    if not digits.lstrip("-").replace(".", "", 1).isdecimal() or not digits.isascii():
        return None
    return Decimal(digits)


def _first(value: object) -> object:
    """The first value that says something, however deep; None where there is none."""
    stack = [value]
    while stack:
        found = stack.pop()
        if isinstance(found, dict):
            stack += reversed(found.values())
        elif isinstance(found, list):
            stack += reversed(found)
        elif found not in (None, "", False):
            return found
    return None


def _written(path: Path) -> str:
    """A place such as `items[].image_url`."""
    text = ""
    for step in path:
        text += step if step == EACH or not text else f".{step}"
    return text
