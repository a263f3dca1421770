"""Edits as calls of `order`: what was read of a change, put onto the lines of the tab as it was
when it was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from apps.ledger.books import Chosen, Line
from menu_data.menu import Menu
from waiter.brains.house.calls import Call, line_params, modifier_params, same_line
from waiter.brains.house.reading import Edit, ReadLine, Target, Understanding
from waiter.phrases import say
from waiter.view import View

# Why something is not to be had, so that another dish may be named in its place.
INSTEAD = frozenset(
    {"sold_out", "out_of_stock", "outside_hours", "unknown_dish", "not_on_menu", "no_quote"}
)


def edit_calls(read: Understanding, view: View) -> list[Call]:
    """The calls that a message's edits take, in order of mention."""
    out = []
    for edit in read.edits:
        made = list(_calls(edit, view))
        out += made or _not_there(edit, view)
    return out


def _not_there(edit: Edit, view: View) -> list[Call]:
    """An edit of a dish that the guest doesn't have on the tab is called all the same: the house
    says so. What was sent before is staff's.
    """
    own = any(line.guest == view.guest for line in view.tab_before)
    item = edit.target.item
    if edit.op == "remove" and edit.target == Target("line"):
        named = {"dish": edit.note} if edit.note else {}
        return [Call("order", {"action": "remove", **named})] if own else []
    there = any(line.item == item and line.guest == view.guest for line in view.tab_before)
    if item is None or there or (view.books.tickets and not own):
        return []
    return [Call("order", {"action": "remove", "dish": item})]


def _calls(edit: Edit, view: View) -> Iterator[Call]:
    match edit.op:
        case "undo" | "clear":
            yield Call("order", {"action": edit.op})
        case "same":
            yield from _same(edit, view)
        case "add":
            if edit.to is not None:
                yield Call("order", {"lines": [line_params(edit.to)]})
        case "remove":
            yield from _remove(edit, _targets(edit, view))
        case "replace":
            yield from _replace(edit, _targets(edit, view), view)
        case "change":
            yield from _change(edit, _targets(edit, view), view.menu)


def _targets(edit: Edit, view: View) -> tuple[Line, ...]:
    """The lines an edit is about: the speaker's own, or with "same as theirs" the others'."""
    others = edit.whose == "others"
    lines = tuple(li for li in view.tab_before if (li.guest != view.guest) == others)
    target = edit.target
    match target.kind:
        case "line":
            found = tuple(li for li in lines if li.line in target.lines)
        case "item":
            found = tuple(li for li in lines if li.item == target.item)
        case "last":
            found = _having(edit, lines) or lines[-1:]
        case "all":
            found = _takers(edit, lines, view.menu) or lines
    if target.modifiers:
        narrowed = tuple(li for li in found if set(target.modifiers) <= set(li.modifiers))
        return narrowed or found
    return found


def _having(edit: Edit, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines that have what is to be left out, where the last one hasn't."""
    gone = {(c.group, c.modifier) for c in edit.modifiers}
    if not gone or any(c.amount != "none" for c in edit.modifiers):
        return ()
    having = [
        line for line in lines
        if gone & {(c.group, c.modifier) for c in line.modifiers if c.amount != "none"}
    ]  # fmt: skip
    return () if not lines or lines[-1] in having else tuple(having)


def _takers(edit: Edit, lines: tuple[Line, ...], menu: Menu) -> tuple[Line, ...]:
    """Those whose dish takes what is said of all ("no ice in any of them")."""
    return tuple(line for line in lines if _taken(edit, line, menu))


def _same(edit: Edit, view: View) -> Iterator[Call]:
    lines = _copied(edit, view)
    if lines:
        others = lines[0].guest != view.guest
        made = [
            replace(li, modifiers=merged(li, _taken(edit, li, view.menu), view.menu))
            for li in lines
        ]
        wanted = [
            same_line(_noting(edit, li, view), edit.quantity or _once(li, others)) for li in made
        ]
        yield Call("order", {"lines": wanted})
    elif edit.to is not None:
        yield Call("order", {"lines": [line_params(edit.to)]})


def _copied(edit: Edit, view: View) -> tuple[Line, ...]:
    """The lines that are wanted once more: those the guest added last; of another guest all theirs,
    also where the guest has none. A number is of the last line alone.
    """
    lines = _targets(edit, view)
    if edit.target.kind == "item":
        return (lines or _sent(edit, view))[-1:]
    if not lines and edit.whose is None:
        lines = tuple(li for li in view.tab_before if li.guest != view.guest)
    if edit.target.kind != "last" or not lines:
        return lines
    if lines[-1].guest != view.guest:
        whole = tuple(li for li in view.tab_before if li.guest == lines[-1].guest)
    else:
        whole = tuple(li for li in view.tab_before if li.line in view.touched) or lines[-1:]
    return whole[-1:] if edit.quantity is not None else whole


def _sent(edit: Edit, view: View) -> tuple[Line, ...]:
    """The guest's lines of a dish that were sent before."""
    placed = (one for ticket in view.books.tickets for one in ticket.lines if one.void is None)
    lines = (one.line for one in placed)
    return tuple(li for li in lines if li.guest == view.guest and li.item == edit.target.item)


def _taken(edit: Edit, line: Line, menu: Menu) -> tuple[Chosen, ...]:
    """Of the changes said of a copy those that its dish can take."""
    dish = menu.dishes.get(line.item)
    pairs = {(g.id, m.id) for g in dish.groups for m in g.modifiers} if dish is not None else set()
    return tuple(c for c in edit.modifiers if (c.group, c.modifier) in pairs)


def _noting(edit: Edit, line: Line, view: View) -> Line:
    """A copy with a note of what it is to be without, where only the kitchen can see to that."""
    taken = _taken(edit, line, view.menu)
    left = {(c.group, c.modifier) for c in edit.modifiers if c.amount == "none" and c not in taken}
    groups = [group for dish in view.menu.dishes.values() for group in dish.groups]
    names = {
        m.name.said(view.language) for g in groups for m in g.modifiers if (g.id, m.id) in left
    }
    notes = [say("amount.none", view.language, name=name) for name in sorted(names)]
    return replace(line, note="; ".join((*([line.note] if line.note else ()), *notes)) or None)


def _once(line: Line, others: bool) -> int:
    """ "The same again" is one more where nothing else was said.

    All of another's line is all of it.
    """
    return line.quantity if others else 1


def _remove(edit: Edit, lines: tuple[Line, ...]) -> Iterator[Call]:
    left = edit.quantity
    for line in reversed(lines):
        if left is None:
            yield Call("order", {"action": "remove", "line": line.line})
        elif left > 0:
            taken = min(left, line.quantity)
            left -= taken
            yield Call("order", {"action": "remove", "line": line.line, "quantity": taken})


def _replace(edit: Edit, lines: tuple[Line, ...], view: View) -> Iterator[Call]:
    if edit.to is None:
        return
    if edit.target.kind == "last" and (wanted := refused_lines(view)):
        count = wanted[0].get("quantity")
        to = edit.to if edit.to.quantity_said else replace(edit.to, quantity=count or 1)
        yield Call("order", {"lines": [line_params(to)]})
        return
    if not lines:
        yield from _in_a_combo(edit, edit.to.item, view)
    left = edit.quantity
    for line in lines:
        taken = line.quantity if left is None else min(left, line.quantity)
        if taken <= 0:
            return
        left = None if left is None else left - taken
        to = edit.to if edit.to.quantity_said else replace(edit.to, quantity=taken)
        params: dict[str, Any] = {
            "action": "replace",
            "line": line.line,
            "lines": [line_params(to)],
        }
        if taken < line.quantity:
            params["quantity"] = taken
        yield Call("order", params)


def _in_a_combo(edit: Edit, item: str, view: View) -> Iterator[Call]:
    """ "swap the salad for fries": another choice in the newest combo that has the old one."""
    for line in reversed([li for li in view.tab_before if li.guest == view.guest]):
        slots = {slot.id: slot.choose for slot in view.menu.dishes[line.item].slots}
        for choice in line.choices:
            if choice.item == edit.target.item and item in slots.get(choice.slot, ()):
                made = [{"slot": choice.slot, "item": item}]
                yield Call("order", {"action": "change", "line": line.line, "choices": made})
                return


def refused_lines(view: View) -> list[Mapping[str, Any]]:
    """The lines that the exchange before could not put down: something else may be wanted in their
    place.
    """
    out: list[Mapping[str, Any]] = []
    for fact in view.before:
        lines = fact.params.get("lines")
        if fact.ok or fact.source != "order" or not isinstance(lines, Sequence):
            continue
        refused = {p.get("line") for p in fact.value.get("problems", ()) if p["code"] in INSTEAD}
        out += [line for index, line in enumerate(lines) if index in refused]
    return out


def _change(edit: Edit, lines: tuple[Line, ...], menu: Menu) -> Iterator[Call]:
    if not edit.modifiers and not edit.note and not edit.unclear:
        yield from _recount(edit, lines)
        return
    left = edit.quantity
    for line in lines:
        taken = line.quantity if left is None else min(left, line.quantity)
        if taken <= 0:
            return
        left = None if left is None else left - taken
        if taken == line.quantity:
            yield Call("order", _changed(edit, line))
        else:
            made = ReadLine(
                line.item, taken, True, merged(line, edit.modifiers, menu), line.choices,
                _noted(line, edit.note) if edit.note else line.note,
            )  # fmt: skip
            params = {"action": "replace", "line": line.line, "quantity": taken}
            yield Call("order", {**params, "lines": [asking(line_params(made), edit.unclear)]})


def _changed(edit: Edit, line: Line) -> dict[str, Any]:
    params: dict[str, Any] = {"action": "change", "line": line.line}
    if edit.modifiers:
        params["modifiers"] = [modifier_params(chosen) for chosen in edit.modifiers]
    if edit.note:
        params["note"] = _noted(line, edit.note)
    return asking(params, edit.unclear)


def asking(params: dict[str, Any], unclear: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """A line with modifiers whose words may mean several: `order` asks which."""
    if unclear:
        open_ = [{"modifier": words, "group": group} for words, group in unclear]
        params["modifiers"] = [*(params.get("modifiers") or ()), *open_]
    return params


def _noted(line: Line, note: str) -> str:
    """The line's note with one more."""
    return note if not line.note or line.note in note else f"{line.note}; {note}"


def _recount(edit: Edit, lines: tuple[Line, ...]) -> Iterator[Call]:
    """ "Make it two" is two, whatever it was."""
    if edit.quantity is not None and lines:
        line = lines[-1]
        yield Call("order", {"action": "change", "line": line.line, "quantity": edit.quantity})


def merged(line: Line, said: tuple[Chosen, ...], menu: Menu) -> tuple[Chosen, ...]:
    """The line's modifiers with what was said put in: in place of one where only one may be,
    else beside.
    """
    dish = menu.dishes.get(line.item)
    single = {g.id for g in dish.groups if g.max == 1} if dish is not None else set()
    keys = {(c.group, c.modifier) for c in said}
    gone = {c.group for c in said if c.group in single}
    kept = [c for c in line.modifiers if c.group not in gone and (c.group, c.modifier) not in keys]
    unsaid = {(c.group, c.modifier) for c in said if c.amount == "none"} - removable(line, menu)
    return (*kept, *(c for c in said if (c.group, c.modifier) not in unsaid))


def removable(line: Line, menu: Menu) -> set[tuple[str, str]]:
    """The modifiers that the line's dish can be had without by saying so."""
    dish = menu.dishes.get(line.item)
    groups = dish.groups if dish is not None else ()
    return {(g.id, m.id) for g in groups if g.removable for m in g.modifiers}
