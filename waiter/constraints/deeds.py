"""A claim needs its deed: "已下单", "added", "cancelled", "paid" only when the records have it.

Checked against this exchange's facts and the books, never against what was said before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from waiter.claims import refusal_of
from waiter.constraints.said import claims, stated
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser


def done(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that claims what didn't happen."""
    for clause in stated(turn.text):
        for kind, holds in DEEDS.items():
            if claims(clause, kind) and not holds(case):
                return Refuse("deeds", "deeds", refusal_of(f"deeds.{kind}", clause=clause))
    return None


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
