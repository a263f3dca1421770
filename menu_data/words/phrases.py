"""A table of phrases over units: which of them start at a place in a text, longest found too.
Built once, then read.

Used for the vocabulary of each language and for the words of a menu; it knows nothing about what a
phrase means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

V = TypeVar("V")

_END = ""  # no unit is empty, so it marks the end of a phrase in a node


class Phrases(Generic[V]):
    """Phrases (tuples of unit texts), each with a list of values."""

    __slots__ = ("_root",)

    def __init__(self, entries: Iterable[tuple[Sequence[str], V]] = ()) -> None:
        self._root: dict[str, object] = {}
        for words, value in entries:
            self.add(words, value)

    def add(self, words: Sequence[str], value: V) -> None:
        if not words:
            return
        node = self._root
        for word in words:
            node = node.setdefault(word, {})  # type: ignore[assignment]  # inner nodes are dicts
        values: list[V] = node.setdefault(_END, [])  # type: ignore[assignment]  # the end holds the values
        if value not in values:
            values.append(value)

    def at(self, words: Sequence[str], start: int) -> list[tuple[int, list[V]]]:
        """Every phrase that starts at `start`: its end and values, shortest first."""
        found: list[tuple[int, list[V]]] = []
        node = self._root
        for index in range(start, len(words)):
            below = node.get(words[index])
            if below is None:
                break
            node = below  # type: ignore[assignment]  # inner nodes are dicts
            values = node.get(_END)
            if values is not None:
                found.append((index + 1, values))  # type: ignore[arg-type]  # the end holds the values
        return found

    def exactly(self, words: Sequence[str]) -> list[V]:
        """The values of exactly this phrase; empty when there is none."""
        found = self.at(words, 0)
        return found[-1][1] if found and found[-1][0] == len(words) else []
