"""How a dish is to be made: the words for its modifiers become ids, checked against its groups.

For a new line and for a change of one. What can't be read is a problem, or a `Hole` where only the
guest can say. Neighbours: `choices` reads the dishes of a combo with it, `reading` whole lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.asking import modifier_candidate
from apps.contract import AskKind, Candidate, Problem
from apps.ledger.books import Chosen
from apps.ledger.normal import missing_group, portions
from apps.ordering.params import ModifierParams
from apps.problems import Code
from menu_data.menu import Dish, Group, Menu, Modifier
from menu_data.words.names import find_modifiers


@dataclass(frozen=True, slots=True)
class Hole:
    """What only the guest can say about a line; `place` is the line's field it belongs in."""

    code: Code
    kind: AskKind
    text: str
    place: str
    candidates: tuple[Candidate, ...] = ()
    range: tuple[int, int] | None = None
    group: str | None = None
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """Modifiers as read: the ids, their JSON for a draft, what is wrong, what is to be asked."""

    chosen: tuple[Chosen, ...]
    said: tuple[Any, ...] = ()  # Any: it is JSON
    problems: tuple[Problem, ...] = ()
    hole: Hole | None = None


def read_modifiers(
    menu: Menu,
    dish: Dish,
    said: Sequence[str | ModifierParams],
    before: tuple[Chosen, ...] = (),
) -> Made:
    """What the words ask of a dish, on top of what was chosen `before`."""
    new: list[Chosen] = []
    problems: list[Problem] = []
    drafted: list[Any] = []
    hole: Hole | None = None
    for entry in said:
        wish = ModifierParams(modifier=entry) if isinstance(entry, str) else entry
        found = _found(dish, wish)
        if len(found) == 1:
            chosen = _chosen(found[0], wish)
            new.append(chosen)
            drafted.append(_json(chosen))
            problems += _against(menu, *found[0], chosen, before)
        elif not found:
            problems.append(_unknown(dish, wish))
        elif hole is None:
            hole = _unclear(wish, found)
            drafted.append({**wish.model_dump(exclude_none=True), "modifier": None})
        else:
            drafted.append(wish.model_dump(exclude_none=True))
    chosen_now = _onto(dish, before, new)
    if not problems:  # one cause at a time: too many eggs are also too many extras
        problems += _overfull(dish, new) or _overfull(dish, chosen_now)
    return Made(chosen_now, tuple(drafted), tuple(problems), hole or _required(dish, chosen_now))


def known_group(dish: Dish, words: str) -> Group | None:
    """The dish's group of an id or a name."""
    wanted = words.strip().casefold()
    for group in dish.groups:
        if wanted in (group.id.casefold(), *(name.casefold() for name in group.name.every())):
            return group
    return None


def _found(dish: Dish, wish: ModifierParams) -> list[tuple[Group, Modifier]]:
    """The modifiers of the dish the words may mean."""
    if wish.group is not None:
        within = known_group(dish, wish.group)
        dish = replace(dish, groups=(within,) if within is not None else ())
    found: list[tuple[Group, Modifier]] = []
    for group_id, modifier_id in find_modifiers(dish, wish.modifier):
        group = dish.group(group_id)
        modifier = group.modifier(modifier_id) if group is not None else None
        if group is not None and modifier is not None:
            found.append((group, modifier))
    return found


def _chosen(found: tuple[Group, Modifier], wish: ModifierParams) -> Chosen:
    group, modifier = found
    quantity = 1 if wish.quantity is None else wish.quantity
    return Chosen(group.id, modifier.id, wish.amount or "regular", quantity)


def _against(
    menu: Menu, group: Group, modifier: Modifier, chosen: Chosen, before: tuple[Chosen, ...]
) -> list[Problem]:
    """What the group has against one modifier in that amount."""
    most = menu.restaurant.limits.modifier_quantity
    if chosen.quantity < 1:
        return [Problem("bad_quantity", modifier.id, allowed={"min": 1, "max": most})]
    if chosen.quantity > most:
        limit = {"max": most, "limit": "modifier_quantity"}
        return [Problem("too_many", modifier.id, allowed=limit)]
    was_added = any(
        (old.group, old.modifier) == (group.id, modifier.id) and old.amount != "none"
        for old in before
    )
    if chosen.amount == "none" and not group.removable and not was_added:
        return [Problem("not_removable", modifier.id)]
    if chosen.amount in ("light", "extra") and not group.amounts:
        return [Problem("no_amounts", modifier.id)]
    return []


def _overfull(dish: Dish, chosen: Iterable[Chosen]) -> list[Problem]:
    said = tuple(chosen)
    return [
        Problem("too_many_modifiers", group.id, allowed={"max": group.max})
        for group in dish.groups
        if group.max is not None and portions(group, said) > group.max
    ]


def _onto(dish: Dish, before: tuple[Chosen, ...], new: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """New modifiers over old ones: they replace in a group that takes one, else they add.

    The same modifier said again is what was said last; in the same amount within one call, more.
    """
    result = list(before)
    fresh: dict[tuple[str, str], Chosen] = {}
    for chosen in new:
        key = (chosen.group, chosen.modifier)
        said = fresh.get(key)
        more = said.quantity if said is not None and said.amount == chosen.amount else 0
        fresh[key] = replace(chosen, quantity=chosen.quantity + more)
    for chosen in fresh.values():
        group = dish.group(chosen.group)
        alone = group is not None and group.max == 1
        result = [
            old
            for old in result
            if old.group != chosen.group or not (alone or old.modifier == chosen.modifier)
        ]
        if chosen.amount != "none" or (group is not None and group.removable):
            result.append(chosen)
    return tuple(result)


def _required(dish: Dish, chosen: tuple[Chosen, ...]) -> Hole | None:
    group = missing_group(dish, chosen)
    if group is None:
        return None
    candidates = tuple(modifier_candidate(modifier) for modifier in group.modifiers)
    name = dish.name.parts[0][1]
    return Hole("choice_missing", "choice", name, "modifiers", candidates, group=group.id)


def _unclear(wish: ModifierParams, found: list[tuple[Group, Modifier]]) -> Hole:
    groups = {group.id for group, _ in found}
    alone = groups.pop() if len(groups) == 1 else None
    candidates = tuple(
        modifier_candidate(modifier, None if alone else group) for group, modifier in found
    )
    return Hole("modifier_unclear", "modifier", wish.modifier, "modifiers", candidates, group=alone)


def _unknown(dish: Dish, wish: ModifierParams) -> Problem:
    offered = [
        {"group": group.id, "modifier": modifier.id, "name": dict(modifier.name.parts)}
        for group in dish.groups
        for modifier in group.modifiers
    ]
    return Problem(
        "unknown_modifier", wish.modifier, allowed={"dish": dish.id, "modifiers": offered}
    )


def _json(chosen: Chosen) -> dict[str, Any]:
    return {
        "group": chosen.group,
        "modifier": chosen.modifier,
        "amount": chosen.amount,
        "quantity": chosen.quantity,
    }
