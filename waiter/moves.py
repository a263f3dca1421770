"""Events of a visit that sits elsewhere from now on: at another table, or together with another
visit. Types only; decided by the dialogue like `waiter.decisions`.
"""

from __future__ import annotations

from dataclasses import dataclass

from waiter.habits import NO_HABIT, Habit


@dataclass(frozen=True, slots=True)
class VisitMoved:
    """The party sits at another table. `before`: where it sat."""

    table: str
    before: str | None
    who: str


@dataclass(frozen=True, slots=True)
class VisitMerged:
    """All of this visit, tab, tickets and guests, goes on as part of another; it is over itself."""

    into: str
    who: str


@dataclass(frozen=True, slots=True)
class GuestCame:
    """A guest of another visit sits here from now on. `was`: their name there."""

    guest: str
    visit: str
    was: str
    language: str
    chosen: bool = False
    allergies: tuple[str, ...] = ()
    habit: Habit = NO_HABIT
