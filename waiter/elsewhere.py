"""What other visits have against an act of staff at one: a table that is taken, a visit that is
over. Read within the unit that carries the act out, so that nobody comes in between.
"""

from __future__ import annotations

from apps.contract import Problem
from waiter import event as e
from waiter.seating import open_tables
from waiter.storage import Unit

# The reasons that are found here; a replay takes them from the record.
CODES = frozenset({"table_taken", "same_table", "no_such_visit", "visit_closed", "bill_paid",
                   "try_again"})  # fmt: skip


def against(unit: Unit, visit: str, order: e.ActForStaff) -> Problem | None:
    """Why another visit stands against an act at this one; None where none does."""
    match order.act:
        case "move":
            return _taken(unit, visit, str(order.params.get("table")))
        case "merge":
            return _unfit(unit, visit, str(order.params.get("into")))
        case _:
            return None


def _taken(unit: Unit, visit: str, table: str) -> Problem | None:
    for other, place in open_tables(unit):
        if place == table:
            return Problem("same_table" if other == visit else "table_taken", table)
    return None


def _unfit(unit: Unit, visit: str, into: str) -> Problem | None:
    """The visit that stays must be able to take the other up with the very next thing it hears."""
    if into == visit:
        return Problem("same_table")
    if into not in unit.journal.heads():
        return Problem("no_such_visit", into)
    books = unit.ledger.books(into)
    if books.closed or unit.journal.is_closed(into):
        return Problem("visit_closed")
    if books.bill is not None and books.bill.state == "paid":
        return Problem("bill_paid", str(books.bill.number))
    return None if unit.inbox.next(into) is None else Problem("try_again")
