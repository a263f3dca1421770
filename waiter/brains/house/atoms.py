"""The parts of speech of an order, as values: quantities, dishes, modifiers, joints and breaks.
`speech.py` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from waiter.brains.house.senses import Pair, Sense, SenseKind


@dataclass(frozen=True, slots=True)
class Atom:
    """One part of speech. `kind`: qty, dish, mod, both, level, break, unknown or word (then
    `kinds` say which).

    `value` of a qty is None where it is vague; `article` and `implied` tell how weakly it was
    said; `measure` is its measure word. `neg` and `amount` are what a later stage found to be said
    of a modifier. `stranger`: an unknown that is a name of a dish the menu doesn't have, `like`:
    the dishes it is like. [start, end) are tokens.
    """

    kind: str
    start: int
    end: int
    words: tuple[str, ...]
    kinds: frozenset[str] = frozenset()
    senses: tuple[Sense, ...] = ()
    value: int | None = None
    measure: str = ""
    article: bool = False
    implied: bool = False
    vague: bool = False
    strong: bool = False
    of: bool = False
    gap: bool = False
    han: bool = False
    quality: float = 1.0
    neg: bool = False
    amount: str = "regular"
    double: bool = False
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

    def senses_of(self, kind: SenseKind) -> tuple[Sense, ...]:
        """What the words mean of one kind."""
        return tuple(s for s in self.senses if s.kind == kind)

    def best(self, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        """Of some pairs those that the words mean most surely."""
        how = {(s.group, s.id): s.quality for s in self.senses if s.kind == "modifier"}
        top = max((how.get(p, 0.0) for p in pairs), default=0.0)
        return tuple(p for p in pairs if how.get(p, 0.0) >= min(top, 0.999) - 0.001)

    @property
    def levels(self) -> tuple[Sense, ...]:
        return tuple(s for s in self.senses if s.kind == "level")

    @property
    def exact(self) -> bool:
        return any(s.quality >= 0.95 for s in self.senses if s.kind == "dish")

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole name of a modifier."""
        return any(s.quality >= 0.95 for s in self.senses if s.kind == "modifier")

    @property
    def is_item(self) -> bool:
        """Whether it may be a modifier."""
        return self.kind in ("mod", "both", "level")

    @property
    def is_dish(self) -> bool:
        return self.kind in ("dish", "both")


@dataclass(frozen=True, slots=True)
class Counted:
    """The atoms of a text, and the numbers in it that count no dish."""

    atoms: tuple[Atom, ...]
    head_count: int | None


def with_said(
    atom: Atom, *, neg: bool | None = None, amount: str | None = None, double: bool | None = None
) -> Atom:
    """The atom with what was found to be said of it."""
    return replace(
        atom,
        neg=atom.neg if neg is None else neg,
        amount=atom.amount if amount is None else amount,
        double=atom.double if double is None else double,
    )
