"""Taking back what was added to a line: "no raisins after all", 葡萄干换成芋圆. What can't be left
out of a dish by itself can still go where it was asked for before.

Neighbours: `of_no_dish.py`, which makes the edit; `swaps.py`, which reads one thing for another.
"""

from __future__ import annotations

from dataclasses import replace

from apps.ledger.books import Chosen, Line
from waiter.brains.house.atoms import Atom
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.reading import Context


def owner(state: Grouping, context: Context) -> Line | None:
    """The newest line that has something added which is to go."""
    lines = [*(li for li in context.lines if li.line == context.last_line), *context.lines[::-1]]
    return next((line for line in lines if taken_off(state, line)), None)


def taken_off(state: Grouping, line: Line) -> tuple[Chosen, ...]:
    """What was added to a line and is said to go, as left out."""
    return tuple(
        Chosen(one.group, one.modifier, "none")
        for one in line.modifiers
        if one.amount != "none" and any(_is_of(atom, one) for atom, _ in state.loose)
    )


def is_taken_off(atom: Atom, line: Line | None) -> bool:
    """Whether a word names what was added to the line and is to go."""
    return line is not None and any(_is_of(atom, one) for one in line.modifiers)


def _is_of(atom: Atom, one: Chosen) -> bool:
    return atom.neg and (one.group, one.modifier) in atom.pairs


def gives_way(state: Grouping, atom: Atom, new: Atom | None) -> None:
    """Puts down that a modifier of a line on the tab goes, for another in its place; one of a kind
    (a size) goes by itself.
    """
    if not atom.is_item or atom.is_dish or state.cur is not None or new is None or not new.is_item:
        return
    state.loose = [(one, count) for one, count in state.loose if one is not atom]
    if not any(state.lexicon.group_of(pair).max == 1 for pair in atom.pairs):
        state.loose.append((replace(atom, neg=True), 1))
