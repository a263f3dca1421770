"""The values a text passes through on its way to lines: tokens (words as they are matched) and
marks (words with meanings).
"""

from __future__ import annotations

from dataclasses import dataclass

from waiter.brains.house.senses import Pair, Sense


@dataclass(frozen=True, slots=True)
class Token:
    """A word to be matched. `text`: as written or respelt, `key`: its singular; `start`, `end` in
    the normal text; `gap`: white space stands before it; `quality` below 1 where it was respelt.
    """

    text: str
    key: str
    kind: str
    start: int
    end: int
    gap: bool = False
    quality: float = 1.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of tokens [start, end) with everything it may mean: menu senses, kinds of function
    words, a number. `stranger`: the name of a dish the menu doesn't have, built of its words;
    `like`: the dishes it is like.
    """

    start: int
    end: int
    words: tuple[str, ...]
    senses: tuple[Sense, ...] = ()
    kinds: frozenset[str] = frozenset()
    value: int | None = None
    quality: float = 1.0
    gap: bool = False
    han: bool = False
    stranger: bool = False
    like: tuple[str, ...] = ()

    def has(self, *kinds: str) -> bool:
        return any(kind in self.kinds for kind in kinds)

    @property
    def dishes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.id for s in self.senses if s.kind == "dish"))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple(dict.fromkeys((s.group, s.id) for s in self.senses if s.kind == "modifier"))

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.id for s in self.senses if s.kind == "category"))

    @property
    def levels(self) -> tuple[Sense, ...]:
        return tuple(s for s in self.senses if s.kind == "level")

    @property
    def exact(self) -> bool:
        return any(s.quality >= 0.95 for s in self.senses)

    @property
    def known(self) -> bool:
        return bool(self.senses or self.kinds or self.value is not None)


@dataclass(frozen=True, slots=True)
class Cue:
    """A phrase that tells what the guest is after: tokens [start, end) and the kinds it is of."""

    start: int
    end: int
    kinds: frozenset[str]
