"""Lines, books and availability as JSON and back, stable to the byte: what is stored and replayed.

A line is written as the menu format's order line (item, quantity, modifiers, choices, note), on a
tab with its number and guest. Neighbours: `store` keeps these, `apps.rows` makes what is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from apps.ledger.books import Availability, Books, Choice, Chosen, Line

_BOOKS = TypeAdapter(Books)
_LINE = TypeAdapter(Line)
_AVAILABILITY = TypeAdapter(Availability)


def canonical(value: Any) -> str:
    """The one spelling of a JSON value: keys in order, no white space. Any: it is JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line_to_json(line: Line) -> dict[str, Any]:
    """A line as an order line; `line` and `guest` only where it stands on a tab."""
    place = {"line": line.line} if line.line else {}
    owner = {"guest": line.guest} if line.guest else {}
    return {
        **place,
        **owner,
        "item": line.item,
        "quantity": line.quantity,
        "modifiers": [_chosen(chosen) for chosen in line.modifiers],
        "choices": [
            {
                "slot": choice.slot,
                "item": choice.item,
                "modifiers": [_chosen(chosen) for chosen in choice.modifiers],
            }
            for choice in line.choices
        ],
        "note": line.note,
    }


def line_from_json(data: Mapping[str, Any]) -> Line:
    """The line of an order line; number 0 and guest "" where it has none.

    pydantic.ValidationError where it is no order line.
    """
    return _LINE.validate_python({"line": 0, "guest": "", **data})


def books_to_json(books: Books) -> dict[str, Any]:
    """The books as JSON values, mappings in key order."""
    data: dict[str, Any] = _BOOKS.dump_python(books, mode="json")
    data["undo"] = dict(sorted(data["undo"].items()))
    return data


def books_from_json(data: Mapping[str, Any]) -> Books:
    """Books as written by `books_to_json`; pydantic.ValidationError where they aren't."""
    return _BOOKS.validate_python(data)


def availability_to_json(availability: Availability) -> dict[str, Any]:
    """Availability as JSON values, in key order."""
    return {
        "sold_out": sorted(availability.sold_out),
        "stock": dict(sorted(availability.stock.items())),
        "quotes": dict(sorted(availability.quotes.items())),
    }


def availability_from_json(data: Mapping[str, Any]) -> Availability:
    """Availability as written by `availability_to_json`; pydantic.ValidationError if it isn't."""
    return _AVAILABILITY.validate_python(data)


def _chosen(chosen: Chosen) -> dict[str, Any]:
    return {
        "group": chosen.group,
        "modifier": chosen.modifier,
        "amount": chosen.amount,
        "quantity": chosen.quantity,
    }


def choice_key(choice: Choice) -> str:
    """How a placed line's `chosen_names` calls a choice."""
    return f"{choice.slot}/{choice.item}"


def modifier_key(chosen: Chosen) -> str:
    """How a placed line's `chosen_names` calls a modifier."""
    return f"{chosen.group}/{chosen.modifier}"
