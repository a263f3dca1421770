"""Where in a JSON text each part of it stands: line and column, from 1.

For messages about a file that people edit. The text has been parsed before; of one that isn't JSON
this says nothing wrong but little.
"""

from __future__ import annotations

import bisect
import json
import re
from dataclasses import dataclass

from menu_data.faults import Place

# Steps of a place; a menu has fewer, and a file that nests for the sake of it fills no memory.
DEEPEST = 24
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+')


@dataclass(slots=True)
class _Open:
    """An object or list that is being read; `key` is where its next member goes."""

    place: Place
    key: str | int
    is_list: bool
    expects_key: bool


class Positions:
    """The places of a JSON text."""

    def __init__(self, text: str) -> None:
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._offsets: dict[Place, int] = {}
        stack: list[_Open] = []
        for found in _TOKEN.finditer(text):
            self._token(found[0], found.start(), stack)

    def of(self, place: Place) -> tuple[int, int]:
        """Line and column of a place, or of the innermost part of it that there is."""
        while place and place not in self._offsets:
            place = place[:-1]
        offset = self._offsets.get(place, 0)
        line = bisect.bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def _token(self, token: str, offset: int, stack: list[_Open]) -> None:
        top = stack[-1] if stack else None
        match token:
            case "}" | "]":
                if stack:
                    stack.pop()
            case ",":
                if top is not None and isinstance(top.key, int):
                    top.key += 1
                elif top is not None:
                    top.expects_key = True
            case ":":
                pass
            case _ if top is not None and top.expects_key:
                top.key, top.expects_key = _text(token), False
                self._offsets.setdefault((*top.place, top.key)[:DEEPEST], offset)
            case _:
                place = () if top is None else (*top.place, top.key)[:DEEPEST]
                if len(place) < DEEPEST:
                    self._offsets[place] = offset
                if token in "{[":
                    is_list = token == "["
                    stack.append(_Open(place, 0 if is_list else "", is_list, not is_list))


def _text(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token
