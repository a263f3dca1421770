"""What words of a menu may mean: senses, and how sure the words alone make them. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SenseKind = Literal["dish", "modifier", "category", "slot", "level"]


Role = Literal["neg", "light", "extra"]


Pair = tuple[str, str]


EXACT, SYNONYM, PART, SOUND = 1.0, 0.97, 0.9, 0.85
# A dish of a class that was named ("a dessert"), to be asked which.
CLASS = 0.8
# A size said with its first character alone; counts only right after a number.
SIZE = 0.955


# A longer part of a Chinese name than this is matched by its first characters only.
PART_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Sense:
    """One thing a phrase may mean. `id`: of the dish, modifier, category or slot (or the role of a
    level); `group`: the modifier's group; `surface`: the words as the menu has them; `quality`:
    how sure the words alone make it.
    """

    kind: SenseKind
    id: str
    group: str = ""
    surface: tuple[str, ...] = ()
    quality: float = EXACT
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A phrase of the menu and what it names; `single`: of a group that takes one modifier only."""

    kind: SenseKind
    id: str
    group: str
    phrase: str
    single: bool = False


ANY = "*"
