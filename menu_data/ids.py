"""Ids for parts of a menu that come without one, made of what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable

from menu_data.texts import ID_LENGTH

_NO_ID = re.compile(r"[^\w.-]+")
_ROOM = 5  # characters kept free for a number that tells two apart
NAMELESS = "x"


class Ids:
    """Ids that are taken, and new ones: a key of one's own where there is one, else the name."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def new(self, key: str, name: str) -> str:
        """An id nobody has yet; two parts of one name get a number each."""
        given = key if key.isprintable() and len(key) <= ID_LENGTH - _ROOM else ""
        plain = given.strip() or _NO_ID.sub("-", name).strip("-.")[: ID_LENGTH - _ROOM] or NAMELESS
        found, number = plain, 1
        while found in self._taken:
            number += 1
            found = f"{plain}-{number}"
        self._taken.add(found)
        return found
