"""A claim needs its deed: "已下单", "added", "cancelled", "paid" only when the records have it.

Checked against this exchange's facts and the books, never against what was said before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from apps.ledger.books import Line
from waiter.claims import refusal_of
from waiter.constraints.named import dishes
from waiter.constraints.said import claims, stated
from waiter.constraints.verdict import Case, Refuse
from waiter.constraints.wanted import asks_status, orders
from waiter.constraints.ways import without_ways
from waiter.turn import ToUser


def done(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that claims what didn't happen."""
    menu = case.snapshot.menu
    for clause in stated(without_ways(turn.text, case), menu):
        for kind, holds in DEEDS.items():
            if claims(clause, kind, menu) and not holds(frozenset(dishes(clause, menu)), case):
                return Refuse("deeds", "deeds", refusal_of(f"deeds.{kind}", clause=clause))
    return None


# Calls that do something.
DOING = frozenset({"order", "submit", "checkout", "staff"})
# Whether a claim holds, of the dishes it names: as the records have it.
Holds = Callable[[frozenset[str], Case], bool]


def _covered(named: frozenset[str], done_to: Iterable[str], case: Case) -> bool:
    """Whether all dishes named are among those it was done to."""
    of = set(done_to)
    return named <= of | _within(set(named), of, case)


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


def _rows(case: Case) -> Iterator[Mapping[str, Any]]:
    """What the orders of this exchange touched."""
    for fact in case.view.facts:
        if fact.ok and fact.source == "order":
            yield from fact.value.get("lines", ())


def _touched(case: Case) -> set[str]:
    rows = [row for fact in case.view.facts if fact.ok for row in fact.value.get("lines", ())]
    return {item for row in rows for item in _items(row)}


def _standing(lines: Iterable[Line]) -> set[str]:
    return {item for line in lines for item in (line.item, *(c.item for c in line.choices))}


def _sent(case: Case) -> set[str]:
    return _standing(p.line for ticket in case.snapshot.books.tickets for p in ticket.lines)


def _placed(named: frozenset[str], case: Case) -> bool:
    """Something was sent, and nothing of the guest's waits unsent as if it had been; who asks how
    far it is asks of what was sent, and a dish that was may be named so.
    """
    guest = case.view.guest
    waits = _standing(line for line in case.snapshot.books.lines if line.guest == guest)
    meant = waits & named if named else waits
    own = not asks_status(case.view) and bool(meant)
    sent = _fact(case, "submit") or (bool(case.snapshot.books.tickets) and not own)
    return sent and _covered(named, _sent(case), case)


def _listed(named: frozenset[str], case: Case) -> bool:
    """It stands on the tab, or was sent."""
    there = _standing(case.snapshot.books.lines) | _sent(case)
    return bool(there) and _covered(named, there, case)


def _added(named: frozenset[str], case: Case) -> bool:
    """It was put down in this exchange; or stands there, and the guest asked for nothing new."""
    view = case.view
    changed = any(row["what"] in ("added", "changed") for row in _rows(case)) or _undid(case)
    head_count = any(fact.ok and "guests" in fact.params for fact in view.facts)
    if changed or head_count or view.allergies.get(view.guest):
        return _covered(named, _touched(case), case)
    asked = not view.heard or orders(view)
    return not asked and bool(named) and _listed(named, case)


def _undid(case: Case) -> bool:
    acts = (f.value.get("action") for f in case.view.facts if f.ok and f.source == "order")
    return any(act in ("undo", "clear") for act in acts)


def _removed(named: frozenset[str], case: Case) -> bool:
    gone = any(row["what"] in ("removed", "changed") for row in _rows(case)) or _undid(case)
    return (gone and _covered(named, _touched(case), case)) or _voided(named, case)


def _voided(_: frozenset[str], case: Case) -> bool:
    """Staff have taken something off what was sent."""
    books = case.snapshot.books
    lines = (placed for ticket in books.tickets for placed in ticket.lines)
    return any(ticket.void is not None for ticket in books.tickets) or any(
        placed.void is not None for placed in lines
    )


def _paid(_: frozenset[str], case: Case) -> bool:
    bill = case.snapshot.books.bill
    return bill is not None and bill.state == "paid"


def _ready(_: frozenset[str], case: Case) -> bool:
    return any(ticket.state in ("ready", "served") for ticket in case.snapshot.books.tickets)


def _noted(case: Case) -> bool:
    """A note of the house was looked up, and tells it."""
    return any(fact.value.get("notes") for fact in case.view.facts if fact.source == "search")


def _called(_: frozenset[str], case: Case) -> bool:
    """Staff were told; a bill that stands has told them too."""
    if case.snapshot.books.bill is not None:
        return True
    facts = (*case.view.before, *case.view.facts)
    return any(fact.ok and fact.source == "staff" for fact in facts)


DEEDS: Mapping[str, Holds] = {
    "placed": _placed,
    "listed": _listed,
    "added": _added,
    "removed": _removed,
    "paid": _paid,
    "ready": _ready,
    "booked": lambda _, case: _noted(case),
    "delivers": lambda _, case: _noted(case),
    "methods": lambda _, case: _noted(case) or case.snapshot.books.bill is not None,
    "did": lambda _, case: any(f.ok and f.source in DOING for f in case.view.facts),
    "refunded": lambda named, case: _voided(named, case) or bool(case.snapshot.books.adjustments),
    "billed": lambda _, case: case.snapshot.books.bill is not None,
    "called": _called,
}
