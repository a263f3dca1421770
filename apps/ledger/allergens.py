"""What a line contains, as far as the menu records it; and where that meets what guests told.

Three values: contains, free, not recorded. A line has what its dish, its modifiers in force and its
choices have. Leaving something out never turns "contains" into "free". A modifier that may be an
ingredient and records nothing makes a dish's "free" not recorded; one that is only a degree (a
size, less ice) doesn't: see `_is_degree`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from apps.ledger.books import Chosen, Line
from apps.ledger.normal import in_force, is_portion
from menu_data.menu import ALLERGENS, FINER_ALLERGENS, Dish, Group, Menu, Presence

Conflict = tuple[str, Literal["contains", "not_recorded"]]
KEYS = (*ALLERGENS, *FINER_ALLERGENS)


def allergens(menu: Menu, line: Line) -> Mapping[str, Presence]:
    """Allergen → contains or free for all that is recorded of the line, in a fixed order."""
    dish = menu.dishes.get(line.item)
    if dish is None:
        return {}
    parts = [] if dish.slots else _parts(dish, line.modifiers)
    for choice in line.choices:
        chosen = menu.dishes.get(choice.item)
        parts += _parts(chosen, choice.modifiers) if chosen is not None else [{}]
    recorded = {key: _together(key, parts) for key in KEYS}
    return {key: presence for key, presence in recorded.items() if presence is not None}


def conflicts(menu: Menu, line: Line, stated: Iterable[str]) -> tuple[Conflict, ...]:
    """The stated allergens the line contains, or of which nothing is recorded."""
    recorded = allergens(menu, line)
    found: list[Conflict] = []
    for key in sorted(set(stated), key=_place):
        presence = recorded.get(key)
        if presence is None and recorded.get(FINER_ALLERGENS.get(key, key)) == "contains":
            presence = "contains"  # shellfish that may be of this kind
        if presence == "contains":
            found.append((key, "contains"))
        elif presence is None:
            found.append((key, "not_recorded"))
    return tuple(found)


def _parts(dish: Dish, said: tuple[Chosen, ...]) -> list[Mapping[str, Presence]]:
    """The records of the dish and of each of its modifiers that may matter."""
    parts = [_with_implied(dish.allergens)]
    for group, modifier, chosen in in_force(dish, said):
        own = _with_implied(modifier.allergens)
        if is_portion(chosen):
            parts += [] if _is_degree(group) else [own]
        elif modifier.id == group.default:
            parts.append(
                {key: "contains" if own.get(key) == "contains" else "free" for key in KEYS}
            )
    return parts


def _is_degree(group: Group) -> bool:
    """Whether the group only says how a dish is made (size, ice, heat), not what goes in.

    That is: one of it is taken, whole, and no modifier of it records an allergen.
    """
    return (
        group.max == 1
        and not group.amounts
        and not group.removable
        and not any(modifier.allergens for modifier in group.modifiers)
    )


def _with_implied(record: Mapping[str, Presence]) -> Mapping[str, Presence]:
    """A record with what its finer keys say of the wider one (both free: the wider is free)."""
    wider = dict(record)
    for whole in set(FINER_ALLERGENS.values()):
        finer = [record.get(key) for key, meant in FINER_ALLERGENS.items() if meant == whole]
        if "contains" in finer:
            wider[whole] = "contains"
        elif whole not in record and all(value == "free" for value in finer):
            wider[whole] = "free"
        if wider.get(whole) == "free":
            wider |= {key: "free" for key, meant in FINER_ALLERGENS.items() if meant == whole}
    return wider


def _together(key: str, parts: list[Mapping[str, Presence]]) -> Presence | None:
    """Contains if a part does, free if every part is known to be, else not recorded."""
    values = [part.get(key) for part in parts]
    if "contains" in values:
        return "contains"
    return "free" if values and all(value == "free" for value in values) else None


def _place(key: str) -> tuple[int, str]:
    return (KEYS.index(key) if key in KEYS else len(KEYS), key)
