"""Counts that lean on what was there before: "the same number of rice", and portions without a dish
after a line that has as many ("一杯少糖，一杯去冰" of two cups on the tab). Neighbours: `counts.py`
makes such portions, `edits.py` the edits of a walk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apps.ledger.books import Line
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, accepted
from waiter.brains.house.edits import last_line
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.reading import Context


def as_many(row: Sequence[Atom], context: Context) -> list[Atom]:
    """The atoms with "the same number of", 同样多 as the number said last, here or of the line last
    touched; where there is none it must be asked.
    """
    line = last_line(context)
    last = line.quantity if line is not None else None
    out: list[Atom] = []
    for atom in row:
        if atom.has("same_number"):
            out.append(replace(atom, value=last, vague=last is None))
            continue
        if atom.kind == "qty" and atom.value is not None:
            last = atom.value
        out.append(atom)
    return out


def of_the_tab(state: Grouping, context: Context) -> None:
    """Turns nameless portions into changes of the line last touched, where they fit it whole; and
    named ones that share out a line ("one X spicy, the other one mild").
    """
    live = state.live()
    shared = _shared_out(state, live, context)
    line = shared or last_line(context)
    if line is None or not live:
        return
    if shared is None and (not _fit(state, live, line) or _is_more(state, live, line)):
        return
    for draft in live:
        at = (min(s for s, _ in draft.at), max(e for _, e in draft.at))
        change = Change("change", at, dishes=(line.item,), quantity=draft.quantity)
        change.hung = [h for h in draft.hung if not h.inherited]
        state.changes.append(change)
    state.drafts = [draft for draft in state.drafts if draft.gone]


def _shared_out(state: Grouping, drafts: list[Draft], context: Context) -> Line | None:
    """The line of the tab that is shared out among these, "the other one" being its rest."""
    only = {draft.only for draft in drafts}
    if len(drafts) < 2 or len(only) != 1 or not any(atom.has("rest") for atom in state.row):
        return None
    count = sum(draft.quantity or 1 for draft in drafts)
    plain = (line for line in context.lines if not line.modifiers and line.item in only)
    return next((line for line in plain if line.quantity == count), None)


def _is_more(state: Grouping, drafts: list[Draft], line: Line) -> bool:
    """Whether they come on top of the line: said so, or wanted without sharing it out whole."""
    if any(atom.has("add") and not atom.has("said") for atom in state.row):
        return True
    wanted = any(atom.has("want") and not atom.has("said") for atom in state.row)
    whole = len(drafts) > 1 and sum(d.quantity or 0 for d in drafts) == line.quantity
    return wanted and not whole


def _fit(state: Grouping, drafts: list[Draft], line: Line) -> bool:
    nameless = all(not d.dishes and d.unknown is None and d.hung and d.quantity for d in drafts)
    if not nameless or sum(d.quantity or 0 for d in drafts) > line.quantity:
        return False
    probe = Draft((line.item,), [])
    return all(accepted(state.lexicon, probe, h.pairs) for d in drafts for h in d.hung)
