"""The normal form of a line: what makes two lines the same, what is in force on one; and JSON.

A group's default that was said and one that wasn't are the same line, so the normal form leaves it
out. A default is in force unless it was spoken of itself, or the group takes one and another was
said. Neighbours: `pricing` and `allergens` read what is in force, `store` keeps the JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from apps.ledger.books import Availability, Books, Choice, Chosen, Line
from menu_data.menu import Dish, Group, Menu, Modifier

_BOOKS = TypeAdapter(Books)
_LINE = TypeAdapter(Line)
_AVAILABILITY = TypeAdapter(Availability)
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
# Control characters, lone surrogates, and marks that turn the direction of writing.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def is_portion(chosen: Chosen) -> bool:
    """Whether something comes with the dish for it: neither left out nor "no extra"."""
    return chosen.amount not in ("none", "no_extra")


def portions(group: Group, said: Iterable[Chosen]) -> int:
    """How many portions of the group were said, its unsaid default aside."""
    return sum(
        chosen.quantity for chosen in said if chosen.group == group.id and is_portion(chosen)
    )


def default_in_force(group: Group, said: Iterable[Chosen]) -> Modifier | None:
    """The group's default where it comes without having been said."""
    if group.default is None:
        return None
    of_group = [
        chosen for chosen in said if chosen.group == group.id and chosen.amount != "no_extra"
    ]
    if any(chosen.modifier == group.default for chosen in of_group):
        return None
    if group.max == 1 and any(is_portion(chosen) for chosen in of_group):
        return None
    return group.modifier(group.default)


def missing_group(dish: Dish, chosen: Iterable[Chosen]) -> Group | None:
    """The first group that still needs a choice."""
    said = tuple(chosen)
    for group in dish.groups:
        by_itself = default_in_force(group, said) is not None
        if portions(group, said) + by_itself < group.min:
            return group
    return None


def in_force(dish: Dish, said: tuple[Chosen, ...]) -> tuple[tuple[Group, Modifier, Chosen], ...]:
    """What the dish is made with: all that was said (also what is left out), and unsaid defaults.

    In the order of the menu's groups. What the menu no longer has is passed over.
    """
    found: list[tuple[Group, Modifier, Chosen]] = []
    for group in dish.groups:
        for chosen in said:
            modifier = group.modifier(chosen.modifier) if chosen.group == group.id else None
            if modifier is not None:
                found.append((group, modifier, chosen))
        default = default_in_force(group, said)
        if default is not None:
            found.append((group, default, Chosen(group.id, default.id)))
    return tuple(found)


def gathered(said: Iterable[Chosen]) -> tuple[Chosen, ...]:
    """The same modifier in the same amount said twice is one with the quantities added."""
    counts: dict[tuple[str, str, str], Chosen] = {}
    for chosen in said:
        key = (chosen.group, chosen.modifier, chosen.amount)
        before = counts.get(key)
        counts[key] = (
            chosen
            if before is None
            else replace(before, quantity=before.quantity + chosen.quantity)
        )
    return tuple(counts.values())


def normal_modifiers(dish: Dish | None, said: tuple[Chosen, ...]) -> tuple[Chosen, ...]:
    """Modifiers in a fixed order, equal ones gathered, group defaults left out."""
    unsaid = (
        {Chosen(group.id, group.default) for group in dish.groups if group.default is not None}
        if dish is not None
        else set()
    )
    return tuple(sorted(chosen for chosen in gathered(said) if chosen not in unsaid))


def normal(menu: Menu, line: Line) -> Line:
    """The line in normal form; its number, owner and quantity stay."""
    choices = tuple(
        Choice(
            choice.slot,
            choice.item,
            normal_modifiers(menu.dishes.get(choice.item), choice.modifiers),
        )
        for choice in sorted(line.choices, key=lambda choice: (choice.slot, choice.item))
    )
    return replace(
        line,
        modifiers=normal_modifiers(menu.dishes.get(line.item), line.modifiers),
        choices=choices,
        note=tidy_note(line.note),
    )


def tidy_note(note: str | None) -> str | None:
    """A note on one plain line; None when nothing is left.

    Characters that would upset a printed ticket or change the direction of its text are dropped.
    """
    kept = "".join(c for c in note or "" if c.isspace() or not _UNPRINTABLE.match(c))
    return " ".join(kept.split()) or None


def same(menu: Menu, one: Line, other: Line) -> bool:
    """Whether two lines are equal in all but number and quantity."""
    alike = (one.item, one.guest) == (other.item, other.guest)
    return alike and _key(menu, one) == _key(menu, other)


def put(menu: Menu, lines: tuple[Line, ...], line: Line) -> tuple[tuple[Line, ...], Line]:
    """The tab's lines with one more, and that line as it stands on the tab.

    An equal line there takes the quantity and keeps its number and wording.
    """
    for index, there in enumerate(lines):
        if same(menu, there, line):
            grown = replace(there, quantity=there.quantity + line.quantity)
            return (*lines[:index], grown, *lines[index + 1 :]), grown
    return tuple(sorted((*lines, line), key=lambda each: each.line)), line


def merged(menu: Menu, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines with equal ones merged into the first of them."""
    result: tuple[Line, ...] = ()
    for line in lines:
        result, _ = put(menu, result, line)
    return result


def _key(menu: Menu, line: Line) -> Line:
    return replace(normal(menu, line), line=0, quantity=0)


def canonical(value: Any) -> str:
    """The one spelling of a JSON value: keys in order, no white space. Any: it is JSON."""
    return _ENCODER.encode(value)


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
    found: dict[str, Any] = {
        "sold_out": sorted(availability.sold_out),
        "stock": dict(sorted(availability.stock.items())),
        "quotes": dict(sorted(availability.quotes.items())),
    }
    if availability.paused_until is not None:
        found["paused_until"] = availability.paused_until.isoformat()
    return found


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
