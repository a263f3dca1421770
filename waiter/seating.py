"""Where the visits that are open sit, by the journal: as they were opened, or moved since."""

from __future__ import annotations

from waiter import event as e
from waiter.storage import Unit


def open_tables(unit: Unit) -> list[tuple[str, str]]:
    """(visit, table) of those at a table that aren't closed, in the order they were opened."""
    moved = {record.event.visit: record.event.body for record in unit.journal.moved()}
    found = []
    for record in unit.journal.open():
        visit, body = record.event.visit, moved.get(record.event.visit, record.event.body)
        if isinstance(body, e.VisitOpened | e.VisitMoved) and body.table is not None:
            found.append((visit, body.table))
    return [(visit, table) for visit, table in found if not unit.ledger.books(visit).closed]
