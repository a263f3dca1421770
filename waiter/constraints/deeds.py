"""A claim needs its deed: "已下单", "added", "cancelled", "paid" only when the records have it.

Checked against this exchange's facts and the books, never against what was said before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from waiter.claims import refusal_of
from waiter.constraints.said import claims, dishes, stated
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser


def done(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that claims what didn't happen."""
    for clause in stated(turn.text, case.snapshot.menu):
        for kind, holds in DEEDS.items():
            if claims(clause, kind) and not (holds(case) and _of_those(clause, kind, case)):
                return Refuse("deeds", "deeds", refusal_of(f"deeds.{kind}", clause=clause))
    return None


def _of_those(clause: str, kind: str, case: Case) -> bool:
    """Whether the dishes that a claim names are among those it was done to."""
    if kind not in ("placed", "added", "removed"):
        return True
    named = set(dishes(clause, case.snapshot.menu))
    if kind == "placed":
        placed = [p.line for t in case.snapshot.books.tickets for p in t.lines]
        done_to = {item for line in placed for item in (line.item, *(c.item for c in line.choices))}
    else:
        rows = [r for f in case.view.facts if f.ok for r in f.value.get("lines", ())]
        done_to = {item for row in rows for item in _items(row)}
    return not named or named <= done_to | _within(named, done_to, case)


def _items(row: Mapping[str, Any]) -> Iterator[str]:
    yield str(row.get("item"))
    yield from (str(choice["item"]) for choice in row.get("choices", ()))


def _within(named: set[str], done_to: set[str], case: Case) -> set[str]:
    """Named dishes whose names only stand in the name of one it was done to."""
    menu = case.snapshot.menu
    whole = " ".join(
        name.lower() for item in done_to if item in menu.dishes
        for name in (*menu.dishes[item].name.every(), *menu.dishes[item].aliases)
    )  # fmt: skip
    return {
        item for item in named
        if any(name.lower() in whole for name in menu.dishes[item].name.every())
    }  # fmt: skip


def _fact(case: Case, app: str) -> bool:
    return any(fact.ok and fact.source == app for fact in case.view.facts)


def _placed(case: Case) -> bool:
    """Something was sent, and nothing of the guest's waits unsent as if it had been."""
    if _fact(case, "submit"):
        return True
    own = any(line.guest == case.view.guest for line in case.snapshot.books.lines)
    return bool(case.snapshot.books.tickets) and not own


def _changed(case: Case, what: tuple[str, ...]) -> bool:
    rows = [
        row
        for fact in case.view.facts
        if fact.ok and fact.source == "order"
        for row in fact.value.get("lines", ())
    ]
    return any(row["what"] in what for row in rows) or _undid(case)


def _undid(case: Case) -> bool:
    acts = (f.value.get("action") for f in case.view.facts if f.ok and f.source == "order")
    return any(act in ("undo", "clear") for act in acts)


def _added(case: Case) -> bool:
    head_count = any(f.ok and "guests" in f.params for f in case.view.facts)
    stated = bool(case.view.allergies.get(case.view.guest))
    return _changed(case, ("added", "changed")) or head_count or stated


def _removed(case: Case) -> bool:
    void = any(t.void is not None for t in case.snapshot.books.tickets)
    return _changed(case, ("removed", "changed")) or void


def _paid(case: Case) -> bool:
    bill = case.snapshot.books.bill
    return bill is not None and bill.state == "paid"


DEEDS: Mapping[str, Callable[[Case], bool]] = {
    "placed": _placed,
    "added": _added,
    "removed": _removed,
    "paid": _paid,
    "billed": lambda case: case.snapshot.books.bill is not None,
    "called": lambda case: _fact(case, "staff"),
}
