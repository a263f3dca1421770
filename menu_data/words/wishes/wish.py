"""What was read of a wish, as values: limits that hold, what is wanted, what the rest says.

Nothing here looks at a menu: `apps.finding` holds dishes against the limits and the wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

How = Literal["milder", "hotter", "cheaper", "otherwise"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What must hold of every dish offered.

    `max_price` in the menu's currency, `max_spice` 0-3, both inclusive. `exclude`: foods, classes
    of food, courses and traits by key; `words`: left out by a word that is none of these, as said.
    `without`: ids of dishes not wanted.
    """

    allergen_free: tuple[str, ...] = ()
    diet: tuple[str, ...] = ()
    max_price: Decimal | None = None
    max_spice: int | None = None
    exclude: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Want:
    """One thing wanted: any of `keys`. `hard`: a dish without it is a wrong one.

    `said`: the guest's word for it. `listed`: one of several named side by side, each of which
    will do where none has all.
    """

    kind: Literal["food", "course", "trait"]
    keys: tuple[str, ...]
    hard: bool
    said: str
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Than:
    """Wanted in comparison with a dish."""

    item: str
    how: How


@dataclass(frozen=True, slots=True)
class GuestWish:
    """A wish as read.

    `named`: ids of dishes asked for by name, `calls`: also where the name may mean others ("beer");
    `like`: ids of dishes it should be like; `avoid`: traits rather not; `rest`: words that mean
    nothing here, as said; `core`: the words that may be a name, from the first to the last that
    means something; `compared`: words behind "like" or "than" that may be one; `meaning`: the text
    without what is not wanted, for whoever compares meanings; `open`: asks for advice; `off_topic`:
    is about something else altogether.
    """

    text: str
    limits: Limits = Limits()
    wants: tuple[Want, ...] = ()
    avoid: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    than: Than | None = None
    rest: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    core: str = ""
    compared: str = ""
    meaning: str = ""
    open: bool = False
    off_topic: bool = False

    @property
    def is_one(self) -> bool:
        """Whether anything is wished for at all."""
        return bool(self.wants or self.avoid or self.like or self.than or self.limits != Limits())
