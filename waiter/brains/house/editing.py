"""Edits as calls of `order`: what was read of a change, put onto the lines of the tab as it was
when it was said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from apps.ledger.books import Chosen, Line
from menu_data.menu import Menu
from waiter.brains.house.calls import Call, line_params, modifier_params, same_line
from waiter.brains.house.reading import Edit, ReadLine, Understanding
from waiter.view import View


def edit_calls(read: Understanding, view: View) -> list[Call]:
    """The calls that a message's edits take, in order of mention."""
    return [call for edit in read.edits for call in _calls(edit, view)]


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
            yield from _replace(edit, _targets(edit, view))
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
            found = lines[-1:]
        case "all":
            found = lines
    if target.modifiers:
        narrowed = tuple(li for li in found if set(target.modifiers) <= set(li.modifiers))
        return narrowed or found
    return found


def _same(edit: Edit, view: View) -> Iterator[Call]:
    lines = _targets(edit, view)
    if edit.target.kind == "last":
        lines = lines[-1:]
    if lines:
        wanted = [same_line(li, edit.quantity or _once(li, edit)) for li in lines]
        yield Call("order", {"lines": wanted})


def _once(line: Line, edit: Edit) -> int:
    """ "The same again" is one more where nothing else was said.

    All of another's line is all of it.
    """
    return line.quantity if edit.whose == "others" else 1


def _remove(edit: Edit, lines: tuple[Line, ...]) -> Iterator[Call]:
    left = edit.quantity
    for line in reversed(lines):
        if left is None:
            yield Call("order", {"action": "remove", "line": line.line})
        elif left > 0:
            taken = min(left, line.quantity)
            left -= taken
            yield Call("order", {"action": "remove", "line": line.line, "quantity": taken})


def _replace(edit: Edit, lines: tuple[Line, ...]) -> Iterator[Call]:
    if edit.to is None:
        return
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


def _change(edit: Edit, lines: tuple[Line, ...], menu: Menu) -> Iterator[Call]:
    if not edit.modifiers and not edit.note:
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
                edit.note or line.note,
            )  # fmt: skip
            params = {"action": "replace", "line": line.line, "quantity": taken}
            yield Call("order", {**params, "lines": [line_params(made)]})


def _changed(edit: Edit, line: Line) -> dict[str, Any]:
    params: dict[str, Any] = {"action": "change", "line": line.line}
    if edit.modifiers:
        params["modifiers"] = [modifier_params(chosen) for chosen in edit.modifiers]
    if edit.note:
        params["note"] = edit.note
    return params


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
    return (*kept, *said)
