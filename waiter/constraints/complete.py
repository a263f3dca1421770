"""An order is what the message says, whole and no more: how a dish is to be made isn't left out, a
new count adds nothing to the old, one less isn't none, and all is taken off only when asked.

Read by the built-in understanding, where that is plain; what it can't read is the brain's to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from menu_data.words.names import find_names
from waiter.brains.house.reading import ReadLine, Understanding
from waiter.claims import refusal_of
from waiter.constraints.named import dishes, plain
from waiter.constraints.verdict import Case, Refuse, TypedCall
from waiter.constraints.wanted import read_alone
from waiter.view import View

ALL_OFF = frozenset({"cancel", "undo", "deny"})
HOW = ("modifiers", "choices", "note")


def as_said(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse an order that leaves out what the message says, or does more than it."""
    view = case.view
    if call.app != "order" or not view.heard or view.picked or view.question_before is not None:
        return None
    read = read_alone(view.heard, view.menu)
    match call.params.get("action", "add"):
        case "add":
            wrong = _left_out(call, read, view) or ("count" if _is_new_count(read) else None)
        case "remove":
            wrong = "less" if _is_too_much(call, read, view) else None
        case "clear":
            wrong = None if _clears(read) else "clear"
        case _:
            wrong = None
    return None if wrong is None else _refuse(wrong, view)


def _refuse(wrong: str, view: View) -> Refuse:
    sentence = refusal_of(f"complete.{wrong}", found=view.heard)
    return Refuse("incomplete", "complete", sentence)


def _left_out(call: TypedCall, read: Understanding, view: View) -> str | None:
    """Whether a dish that the message says how to make comes without a word of that."""
    made: dict[str, bool] = {}
    for row in _rows(call.params):
        for item in find_names(view.menu, str(row.get("dish", row.get("caiming", "")))):
            made[item] = made.get(item, False) or any(row.get(key) for key in HOW)
    said = {line.item for line in read.lines if line.modifiers or _is_of_the_dish(line, view)}
    return "left_out" if any(made.get(item) is False for item in said) else None


def _is_of_the_dish(line: ReadLine, view: View) -> bool:
    """Whether a note says how it is made: "no fries" may be of the fries that were ordered."""
    return line.note is not None and not dishes(plain(line.note), view.menu)


def _rows(params: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield params
    yield from params.get("lines") or ()


def _is_new_count(read: Understanding) -> bool:
    """Whether the message only says how many of what is there it should be."""
    counts = all(edit.op == "change" and edit.quantity is not None for edit in read.edits)
    return bool(read.edits) and counts and not (read.lines or read.unresolved)


def _is_too_much(call: TypedCall, read: Understanding, view: View) -> bool:
    """Whether a whole line goes of which the message takes some."""
    if len(read.edits) != 1 or read.edits[0].op != "remove" or call.params.get("quantity"):
        return False
    fewer = read.edits[0].quantity
    line = next((one for one in view.tab_before if one.line == call.params.get("line")), None)
    return fewer is not None and line is not None and fewer < line.quantity


def _clears(read: Understanding) -> bool:
    cleared = any(edit.op in ("clear", "undo") for edit in read.edits)
    return cleared or bool(set(read.intents) & ALL_OFF)
