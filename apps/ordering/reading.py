"""From the words of a call to a line of the tab, or to what is wrong with them.

A line is read whole: first what makes it impossible, and only if nothing does, the one thing that
is to be asked next, with the draft that an answer completes. The snapshot's tab is what the line is
to stand beside; only what is left of a dish depends on it. Limits are `fitting`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.asking import dish_candidates
from apps.contract import Ask, Problem, Snapshot
from apps.ledger.books import Line
from apps.ledger.normal import tidy_note
from apps.ledger.stocktaking import left_for, line_obstacle
from apps.ordering.choices import Served, read_choices
from apps.ordering.modifiers import Hole, Made, read_modifiers
from apps.ordering.params import Action, LineParams
from menu_data.menu import Dish, Menu
from menu_data.words.names import find_names

MOST_TO_PICK = 20  # dishes a question may list; beyond, the guest names one
NEW = Line(0, "", "", 0)


@dataclass(frozen=True, slots=True)
class Draft:
    """The call a question completes.

    `target`: the tab's line a change or replacement is of; `portions`: how many of it are
    replaced, None for all.
    """

    action: Action
    target: int | None = None
    portions: int | None = None

    def of(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """The call for one line."""
        target = {} if self.target is None else {"line": self.target}
        portions = {} if self.portions is None else {"quantity": self.portions}
        return {"action": self.action, **target, **portions, "lines": [dict(line)]}


@dataclass(frozen=True, slots=True)
class Reading:
    """A line as read, without number and owner; or the problems, at least one."""

    line: Line = NEW
    problems: tuple[Problem, ...] = ()


def read_new(snapshot: Snapshot, said: LineParams, draft: Draft, default: int = 1) -> Reading:
    """A new line; `default` is its quantity where the call says nothing of one."""
    count = said.count if said.says_count or said.caiming is not None else default
    words = (said.words or "").strip()
    found = find_names(snapshot.menu, words) if words else ()
    if len(found) != 1:
        return Reading(problems=(_which_dish(snapshot, said, count, found, draft),))
    return _read(snapshot, snapshot.menu.dishes[found[0]], said, count, draft)


def read_change(snapshot: Snapshot, said: LineParams, old: Line, draft: Draft) -> Reading:
    """A line of the tab with what the call changes of it."""
    dish = snapshot.menu.dishes.get(old.item)
    if dish is None:
        return Reading(problems=(Problem("not_on_menu", old.item),))
    count = said.count if said.says_count else old.quantity
    return _read(snapshot, dish, said, count, draft, old)


def _read(
    snapshot: Snapshot,
    dish: Dish,
    said: LineParams,
    count: int | None,
    draft: Draft,
    old: Line = NEW,
) -> Reading:
    menu, extras = snapshot.menu, said.modifiers or ()
    if dish.slots:
        made = Made((), tuple(said.model_dump(exclude_none=True).get("modifiers", ())))
        wishes = said.choices or ()
        served = read_choices(snapshot, dish, wishes, extras, old.choices)
        if served.hole is None:
            made = Made(())
    else:
        made = read_modifiers(menu, dish, extras, old.modifiers)
        served = _no_choices(dish, said)
    note = tidy_note(said.note) if "note" in said.model_fields_set else old.note
    more = old is NEW or (count is not None and count > old.quantity)
    wanted = replace(old, item=dish.id, choices=served.choices)
    problems = (
        *(obstacles(snapshot, wanted) if more else ()),
        *made.problems,
        *served.problems,
        *_of_note(menu, note),
        *_of_count(menu, dish, count),
    )
    hole = made.hole or served.hole or _how_many(snapshot, dish, count)
    if problems:
        return Reading(problems=problems)
    if hole is not None:
        so_far = {"dish": dish.id} if old is NEW else {}
        fields = _fields(said, made, served, count, old is NEW)
        return Reading(problems=(_asked(hole, draft.of({**so_far, **fields})),))
    assert count is not None, "a count that isn't known is asked about"
    read = replace(
        old,
        item=dish.id,
        quantity=count,
        modifiers=made.chosen,
        choices=served.choices,
        note=note,
    )
    return Reading(read)


def _fields(
    said: LineParams, made: Made, served: Served, count: int | None, new: bool
) -> dict[str, Any]:
    """The line's other fields for a draft: what was read as ids, the rest as said."""
    fields: dict[str, Any] = {}
    if new or said.says_count:
        fields["quantity"] = count
    if made.said:
        fields["modifiers"] = list(made.said)
    if served.said:
        fields["choices"] = list(served.said)
    if "note" in said.model_fields_set:
        fields["note"] = said.note
    return fields


def _asked(hole: Hole, draft: Mapping[str, Any]) -> Problem:
    ask = Ask(
        hole.kind,
        hole.text,
        draft,
        ("lines", 0, hole.place),
        hole.candidates,
        hole.range,
        hole.group,
        hole.slot,
    )
    return Problem(hole.code, hole.text, ask=ask)


def _which_dish(
    snapshot: Snapshot,
    said: LineParams,
    count: int | None,
    found: tuple[str, ...],
    draft: Draft,
) -> Problem:
    """A dish that wasn't named, isn't there, or isn't clear."""
    words = (said.words or "").strip()
    if words and not found:
        return Problem("unknown_dish", words)
    dishes = snapshot.menu.dishes
    few = dishes if len(dishes) <= MOST_TO_PICK else ()
    candidates = dish_candidates(snapshot.menu, snapshot.availability, found if words else few)
    fields = said.model_dump(mode="json", include={"modifiers", "choices", "note"})
    line = {key: value for key, value in fields.items() if value is not None}
    whole = draft.of({"dish": None, "quantity": count, **line})
    ask = Ask("dish", words, whole, ("lines", 0, "dish"), candidates)
    return Problem("dish_unclear" if words else "dish_missing", words, ask=ask)


def _how_many(snapshot: Snapshot, dish: Dish, count: int | None) -> Hole | None:
    if count is not None:
        return None
    left = left_for(snapshot.availability, snapshot.books.lines, replace(NEW, item=dish.id))
    limit = snapshot.menu.restaurant.limits.line_quantity
    most = limit if left is None else min(limit, left)
    name = dish.name.parts[0][1]
    return Hole("quantity_missing", "quantity", name, "quantity", range=(1, most))


def _of_count(menu: Menu, dish: Dish, count: int | None) -> tuple[Problem, ...]:
    most = menu.restaurant.limits.line_quantity
    if count is None or 1 <= count <= most:
        return ()
    if count < 1:
        return (Problem("bad_quantity", dish.id, allowed={"min": 1, "max": most}),)
    return (Problem("too_many", dish.id, allowed={"max": most, "limit": "line_quantity"}),)


def _of_note(menu: Menu, note: str | None) -> tuple[Problem, ...]:
    most = menu.restaurant.limits.note_length
    if note is None or len(note) <= most:
        return ()
    return (Problem("note_too_long", allowed={"max": most}),)


def _no_choices(dish: Dish, said: LineParams) -> Served:
    """A dish that is no combo has nothing to choose."""
    wrong = [entry if isinstance(entry, str) else entry.item or "" for entry in said.choices or ()]
    problems = [Problem("unknown_choice", words, allowed={"dish": dish.id}) for words in wrong]
    return Served(problems=tuple(problems))


def obstacles(snapshot: Snapshot, line: Line) -> tuple[Problem, ...]:
    """Why not one more of the line can be had now: the first reason, or none."""
    problem = line_obstacle(snapshot.menu, snapshot.availability, line, snapshot.now)
    if problem is None and left_for(snapshot.availability, snapshot.books.lines, line) == 0:
        problem = Problem("out_of_stock", line.item, allowed={"left": 0})
    return () if problem is None else (problem,)
