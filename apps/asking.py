"""Questions only a guest can answer: candidates to choose from, and an answer put into a draft.

A draft is a call of `order` for one line with one hole. `fill` is pure; who numbers, shows and
keeps the question is the dialogue.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from apps.contract import Ask, Candidate
from apps.ledger.books import Availability, Line
from apps.ledger.pricing import effective_price
from apps.ledger.stocktaking import is_sold_out
from apps.words import fulfilment_name, fulfilment_words
from menu_data.menu import Dish, Fulfilment, Group, Menu, Modifier


def dish_candidate(menu: Menu, availability: Availability, dish: Dish) -> Candidate:
    """A dish as something to pick."""
    return Candidate(
        dish.id,
        dish.name.parts,
        tuple(dict.fromkeys((*dish.name.every(), *dish.aliases))),
        effective_price(dish, availability),
        not is_sold_out(menu, availability, dish.id),
    )


def dish_candidates(
    menu: Menu, availability: Availability, ids: Iterable[str]
) -> tuple[Candidate, ...]:
    """Dishes to pick from, in the menu's order."""
    wanted = set(ids)
    return tuple(
        dish_candidate(menu, availability, dish)
        for dish in menu.dishes.values()
        if dish.id in wanted
    )


def modifier_candidate(modifier: Modifier, group: Group | None = None) -> Candidate:
    """A modifier as something to pick; with `group` where modifiers of several are offered."""
    return Candidate(
        modifier.id if group is None else _joint(group.id, modifier.id),
        modifier.name.parts,
        tuple(dict.fromkeys((*modifier.name.every(), *modifier.aliases))),
        modifier.price,
        kind="modifier",
        group=None if group is None else group.id,
    )


def fulfilment_candidates(ways: Iterable[Fulfilment]) -> tuple[Candidate, ...]:
    """Ways to be served, to pick from."""
    return tuple(
        Candidate(way, fulfilment_name(way), fulfilment_words(way), kind="fulfilment")
        for way in ways
    )


def note_ask(line: Line) -> Ask:
    """What the kitchen is to know of a line of the tab: the guest's own words."""
    draft = {"action": "change", "line": line.line, "lines": [{"dish": line.item, "note": None}]}
    return Ask("note", line.item, draft, ("lines", 0, "note"))


def fill(ask: Ask, answer: str | int) -> dict[str, Any]:
    """The draft with an answer in its hole: the params of the call to make.

    `answer` is a candidate's id, a number, or a note. An item of modifiers or choices that waits in
    the draft (its own name null) takes it, else it is put beside what is there.
    """
    draft: dict[str, Any] = copy.deepcopy(dict(ask.draft))
    *path, last = ask.hole
    place: Any = draft  # Any: it walks down JSON
    for step in path:
        place = place[step]
    match last:
        case "modifiers":
            _put_modifier(place, ask, str(answer))
        case "choices":
            _put_choice(place, ask, str(answer))
        case _:
            place[last] = answer
    return draft


def _put_modifier(place: dict[str, Any], ask: Ask, answer: str) -> None:
    picked = next((candidate for candidate in ask.candidates if candidate.id == answer), None)
    group_id = (picked.group if picked is not None else None) or ask.group
    of_several = picked is not None and picked.group is not None
    modifier_id = answer.removeprefix(f"{group_id}/") if of_several else answer
    said = place["modifiers"] = list(place.get("modifiers") or ())
    waiting = next((entry for entry in said if entry.get("modifier") is None), None)
    if waiting is None:
        waiting = {}
        said.append(waiting)
    waiting |= {"group": group_id, "modifier": modifier_id}


def _put_choice(place: dict[str, Any], ask: Ask, answer: str) -> None:
    said = place["choices"] = list(place.get("choices") or ())
    choice = next((entry for entry in said if entry.get("slot") == ask.slot), None)
    if choice is None:
        choice = {"slot": ask.slot}
        said.append(choice)
    if ask.kind == "modifier" or ask.group is not None:
        _put_modifier(choice, ask, answer)
    else:
        choice["item"] = answer


def _joint(group_id: str, modifier_id: str) -> str:
    """A candidate's id that is unique beyond one group."""
    return f"{group_id}/{modifier_id}"
