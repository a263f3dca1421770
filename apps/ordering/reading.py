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
_OF_A_LINE = {"modifiers", "choices", "note"}


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
    if len(found) > 1 and (over := _beyond(snapshot, words, count)) is not None:
        return Reading(problems=(over,))
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
    )
    over = _of_count(snapshot, wanted, count) if more else None
    if over is not None:
        return Reading(problems=problems or fewer((over,), said, wanted, draft))
    hole = made.hole or served.hole or _how_many(snapshot, wanted, count)
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
    fields = said.model_dump(mode="json", include=_OF_A_LINE)
    line = {key: value for key, value in fields.items() if value is not None}
    whole = draft.of({"dish": None, "quantity": count, **line})
    ask = Ask("dish", words, whole, ("lines", 0, "dish"), candidates)
    return Problem("dish_unclear" if words else "dish_missing", words, ask=ask)


def _how_many(snapshot: Snapshot, wanted: Line, count: int | None) -> Hole | None:
    if count is not None:
        return None
    name = snapshot.menu.dishes[wanted.item].name.parts[0][1]
    most = (1, _most(snapshot, wanted)[0])
    return Hole("quantity_missing", "quantity", name, "quantity", range=most)


def _most(snapshot: Snapshot, wanted: Line) -> tuple[int, bool]:
    """How many of the line there may be at the most, and whether it's stock that says so."""
    limit = snapshot.menu.restaurant.limits.line_quantity
    left = left_for(snapshot.availability, snapshot.books.lines, wanted)
    return (limit, False) if left is None or left > limit else (left, True)


def _beyond(snapshot: Snapshot, words: str, count: int | None) -> Problem | None:
    """A number that no dish can be had in: which one is meant needn't be asked."""
    limit = snapshot.menu.restaurant.limits.line_quantity
    if count is None or 1 <= count <= limit:
        return None
    if count < 1:
        return Problem("bad_quantity", words, allowed={"min": 1, "max": limit})
    return Problem("too_many", words, allowed={"max": limit, "limit": "line_quantity"})


def _of_count(snapshot: Snapshot, wanted: Line, count: int | None) -> Problem | None:
    most, of_stock = _most(snapshot, wanted)
    if count is None or 1 <= count <= most:
        return None
    if count < 1:
        return Problem("bad_quantity", wanted.item, allowed={"min": 1, "max": most})
    if of_stock:
        return Problem("out_of_stock", wanted.item, allowed={"left": most})
    return Problem("too_many", wanted.item, allowed={"max": most, "limit": "line_quantity"})


def fewer(
    problems: tuple[Problem, ...], said: LineParams, line: Line, draft: Draft
) -> tuple[Problem, ...]:
    """Refused numbers, the tightest with the question how many then, where some may be had."""
    tightest = min(problems, key=_still, default=None)
    if tightest is None or _still(tightest) < 1:
        return problems
    fields = said.model_dump(mode="json", exclude_unset=True, include=_OF_A_LINE)
    dish = {} if draft.action == "change" else {"dish": line.item}
    whole = draft.of({**dish, **fields, "quantity": None})
    most = (1, _still(tightest))
    ask = Ask("quantity", line.item, whole, ("lines", 0, "quantity"), range=most)
    return tuple(replace(each, ask=ask) if each is tightest else each for each in problems)


def _still(problem: Problem) -> int:
    """How many the line may have after all, by a problem that is about a number."""
    most: int = problem.allowed.get("left", problem.allowed.get("max", 0))
    return most if problem.code in ("too_many", "out_of_stock") else 0


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
