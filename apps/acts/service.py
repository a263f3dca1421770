"""What staff say of service: a ticket accepted, ready, served; the visit closed or opened again."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from apps.acts.outcome import StaffOutcome, Standing, with_ticket
from apps.checkout import owed_totals
from apps.contract import Params
from apps.ledger.books import TicketState
from apps.rows import money, ticket_row

STATES: tuple[TicketState, ...] = ("placed", "accepted", "ready", "served")


class TicketParams(Params):
    """A ticket of the visit."""

    ticket: int


class CloseParams(Params):
    """`unpaid`: close although something is still owed, for the reason given."""

    unpaid: bool = False
    why: str = Field(default="", max_length=200)


class OpenParams(Params):
    """Nothing."""


def accept(params: TicketParams, at: Standing) -> StaffOutcome:
    """The kitchen has taken the ticket."""
    return _moved(params.ticket, "accepted", at)


def ready(params: TicketParams, at: Standing) -> StaffOutcome:
    """The ticket's dishes are ready."""
    return _moved(params.ticket, "ready", at)


def served(params: TicketParams, at: Standing) -> StaffOutcome:
    """The ticket's dishes are on the table."""
    return _moved(params.ticket, "served", at)


def close_visit(params: CloseParams, at: Standing) -> StaffOutcome:
    """The visit is settled; what was never placed is let go."""
    if at.books.closed:
        return at.refused("already_done")
    bill = at.books.bill
    due = owed_totals(at.snapshot).due
    open_amount = due if bill is None else due - bill.settled
    if open_amount and not (bill is not None and bill.state == "paid") and not params.unpaid:
        return at.refused("unpaid", due=money(at.menu, open_amount))
    books = replace(at.books, lines=(), undo={}, closed=True)
    return at.done({"closed": True, "why": params.why or at.why}, books=books)


def open_visit(params: OpenParams, at: Standing) -> StaffOutcome:  # noqa: ARG001 - an act's shape
    """A closed visit goes on."""
    if not at.books.closed:
        return at.refused("already_done")
    return at.done({"closed": False}, books=replace(at.books, closed=False))


def _moved(number: int, state: TicketState, at: Standing) -> StaffOutcome:
    """The ticket further on its way; never back."""
    ticket = at.ticket(number)
    if ticket is None:
        numbers = [each.number for each in at.books.tickets]
        return at.refused("no_such_ticket", str(number), tickets=numbers)
    if ticket.void is not None:
        return at.refused("already_void", str(number))
    if STATES.index(ticket.state) >= STATES.index(state):
        return at.refused("already_done", str(number), state=ticket.state)
    moved = replace(ticket, state=state)
    return at.done({"ticket": ticket_row(at.menu, moved)}, books=with_ticket(at.books, moved))
