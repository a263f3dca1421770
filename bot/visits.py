"""The visits in the journal, and how a person names one: id, table, or how its id begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.complaint import Complaint
from waiter import event as e
from waiter.runner import HOUSE
from waiter.storage import Erased, LeaseTaken, Record, Unit, take_lease

# Who opens a visit at a terminal; only such a visit is offered again there.
CONSOLE = "console"
PIPE = "pipe"
_KINDS = ("VisitOpened", "VisitClosed", "VisitMoved", "GuestJoined", "GuestCame")


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit, from its journal. `guests` in the order they joined."""

    id: str
    table: str | None
    opened_by: str
    opened_at: datetime
    closed: bool
    guests: tuple[str, ...]


def every(unit: Unit) -> list[Visit]:
    """All visits, in the order they were opened."""
    opened: dict[str, e.Event] = {}
    guests: dict[str, list[str]] = {}
    closed = set()
    tables: dict[str, str] = {}
    for record in unit.journal.of_kinds(*_KINDS):
        event = record.event
        match event.body:
            case e.VisitOpened():
                opened[event.visit] = event
            case e.VisitClosed():
                closed.add(event.visit)
            case e.VisitMoved(table=table):
                tables[event.visit] = table
            case e.GuestJoined(guest=guest) | e.GuestCame(guest=guest):
                guests.setdefault(event.visit, []).append(guest)
    found = [
        Visit(
            visit, tables.get(visit, body.table), body.opened_by, event.at, visit in closed,
            tuple(guests.get(visit, ())),
        )
        for visit, event in opened.items()
        if visit != HOUSE and isinstance(body := event.body, e.VisitOpened)
    ]  # fmt: skip
    return sorted(found, key=lambda visit: (visit.opened_at, visit.id))


def find(unit: Unit, name: str) -> Visit:
    """The visit a person means: by id, else open at that table, else whose id begins so."""
    known = every(unit)
    exact = [visit for visit in known if visit.id == name]
    seated = [visit for visit in known if visit.table == name and not visit.closed]
    begun = [visit for visit in known if name and visit.id.startswith(name)]
    for found in (exact, seated, begun):
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(visit.id for visit in found)
            raise Complaint(f"{name!r} may be several visits; allowed: one of {names}")
    raise Complaint(f"no visit {name!r}; `waiter orders` shows those there are")


def records(unit: Unit, visit: str) -> list[Record]:
    """All that happened at a visit. `Complaint`: some of it was erased at a guest's wish."""
    try:
        return unit.journal.read(visit)
    except Erased as gone:
        raise Complaint(str(gone)) from gone


def resumable(unit: Unit, folder: Path) -> Visit | None:
    """The newest open visit of a terminal that no other window holds."""
    for visit in reversed(every(unit)):
        if visit.opened_by == CONSOLE and not visit.closed and _is_free(folder, visit.id):
            return visit
    return None


def _is_free(folder: Path, visit: str) -> bool:
    try:
        take_lease(folder, visit).release()
    except LeaseTaken:
        return False
    return True
