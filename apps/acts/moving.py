"""Tables that staff put elsewhere: a visit moves to another table, or goes on as part of another
visit. Whether another visit stands against it is not to be seen here: `waiter.elsewhere` looks.

Of two visits that become one, `merge` is the act at the one that ends, `merged` at the one that
stays; what goes from the first to the second are its books, as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from apps.acts.outcome import StaffOutcome, Standing
from apps.checkout import owed_totals
from apps.contract import Params, Snapshot
from apps.ledger.books import Adjustment, Books, Line, PlacedLine, Ticket
from apps.ledger.normal import books_from_json, books_to_json
from apps.submit import reopened

TABLE_LENGTH = 32


class MoveParams(Params):
    """The table they sit at from now on."""

    table: str = Field(min_length=1, max_length=TABLE_LENGTH)


class MergeParams(Params):
    """The visit that this one becomes part of."""

    into: str = Field(min_length=1)


class ComingGuest(Params):
    """A guest of the visit that ended, with what is known of them there."""

    guest: str
    language: str
    chosen: bool = False
    allergies: list[str] = Field(default_factory=list)
    habit: dict[str, Any]  # Any: JSON of the dialogue's own
    attended: dict[str, str] | None = None


class MergedParams(Params):
    """What comes: from which visit, from which table, its books, its guests, and what they wrote
    that nobody has answered yet.
    """

    visit: str
    table: str | None = None
    books: dict[str, Any]  # Any: JSON of the ledger's own
    guests: list[ComingGuest] = Field(default_factory=list)
    unheard: list[dict[str, str]] = Field(default_factory=list)


def move(params: MoveParams, at: Standing) -> StaffOutcome:
    """The party sits elsewhere; nothing of what it ordered changes."""
    if at.books.closed:
        return at.refused("visit_closed")
    return at.done({"table": params.table})


def merge(params: MergeParams, at: Standing) -> StaffOutcome:
    """The visit ends here, unpaid and whole, to go on as part of another. What was paid can't."""
    bill = at.books.bill
    if at.books.closed:
        return at.refused("visit_closed")
    if bill is not None and (bill.state == "paid" or bill.settled):
        return at.refused("bill_paid", str(bill.number))
    leaving = replace(at.books, adjustments=fixed(at.snapshot), bill=None, undo={})
    result = {"into": params.into, "books": books_to_json(leaving)}
    return at.done(result, books=Books(next_line=at.books.next_line, closed=True))


def merged(params: MergedParams, at: Standing) -> StaffOutcome:
    """Another visit's lines, tickets and guests are this one's: one tab, one bill, each line its
    owner's. Tickets and lines get the next free numbers here.
    """
    coming = books_from_json(params.books)
    names = _names([one.guest for one in params.guests], list(at.guests))
    mine = replace(at.books, adjustments=fixed(at.snapshot))
    count = _head_count(mine, len(at.guests), coming, len(params.guests))
    books = replace(_together(mine, coming, names), head_count=count)
    guests = [
        {**one.model_dump(mode="json"), "guest": names[one.guest], "was": one.guest}
        for one in params.guests
    ]
    tickets = [ticket.number for ticket in books.tickets[len(mine.tickets) :]]
    result = {
        "visit": params.visit,
        "table": params.table,
        "arrived": guests,
        "unheard": params.unheard,
        "tickets": tickets,
    }
    return at.done(result, books=books)


def fixed(snapshot: Snapshot) -> tuple[Adjustment, ...]:
    """A visit's discounts as amounts: a percentage was given on what this party had."""
    charges = owed_totals(snapshot).adjustments
    return tuple(
        one if one.percent is None else replace(one, amount=charge.amount, percent=None)
        for one, charge in zip(snapshot.books.adjustments, charges, strict=False)
    )


def _names(coming: Sequence[str], here: Sequence[str]) -> Mapping[str, str]:
    """What each who comes is called here: their name, with a number where another has it."""
    taken, found = set(here), dict[str, str]()
    for name in coming:
        new, number = name, 1
        while new in taken:
            number += 1
            new = f"{name}{number}"
        taken.add(new)
        found[name] = new
    return found


def _together(mine: Books, coming: Books, names: Mapping[str, str]) -> Books:
    number, line = len(mine.tickets), mine.next_line
    tickets: list[Ticket] = []
    for ticket in coming.tickets:
        number += 1
        placed: list[PlacedLine] = []
        for one in ticket.lines:
            placed.append(replace(one, line=_renamed(one.line, line, names)))
            line += 1
        guest = names.get(ticket.guest, ticket.guest)
        tickets.append(replace(ticket, number=number, guest=guest, lines=tuple(placed)))
    lines = [_renamed(one, at, names) for at, one in enumerate(coming.lines, line)]
    more_owed = bool(tickets or coming.adjustments)
    return replace(
        mine,
        lines=(*mine.lines, *lines),
        next_line=line + len(lines),
        tickets=(*mine.tickets, *tickets),
        adjustments=(*mine.adjustments, *coming.adjustments),
        fulfilment=mine.fulfilment or coming.fulfilment,
        bill=reopened(mine.bill) if more_owed else mine.bill,
    )


def _renamed(line: Line, number: int, names: Mapping[str, str]) -> Line:
    return replace(line, line=number, guest=names.get(line.guest, line.guest))


def _head_count(mine: Books, here: int, coming: Books, come: int) -> int | None:
    """How many sit together; a party that was never asked counts as those who wrote."""
    if mine.head_count is None and coming.head_count is None:
        return None
    return (mine.head_count or here) + (coming.head_count or come)
