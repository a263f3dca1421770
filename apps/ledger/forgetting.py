"""A visit's books without one of its guests: what was ordered and what is owed stays, whose it was,
what they wrote and what they can't eat does not.
"""

from __future__ import annotations

from dataclasses import replace

from apps.ledger.books import Books, Line, PlacedLine, Ticket


def without(books: Books, guest: str, name: str) -> Books:
    """The books with `name` in the guest's place."""
    bill = books.bill
    if bill is not None:
        shares = (
            replace(share, guest=name) if share.guest == guest else share for share in bill.shares
        )
        bill = replace(bill, shares=tuple(shares))
    return replace(
        books,
        lines=tuple(_line(line, guest, name) for line in books.lines),
        tickets=tuple(_ticket(ticket, guest, name) for ticket in books.tickets),
        bill=bill,
        undo={who: kept for who, kept in books.undo.items() if who != guest},
    )


def _line(line: Line, guest: str, name: str) -> Line:
    return replace(line, guest=name, note=None) if line.guest == guest else line


def _placed(placed: PlacedLine, guest: str, name: str) -> PlacedLine:
    return replace(placed, line=_line(placed.line, guest, name))


def _ticket(ticket: Ticket, guest: str, name: str) -> Ticket:
    lines = tuple(_placed(placed, guest, name) for placed in ticket.lines)
    if ticket.guest != guest:
        return replace(ticket, lines=lines)
    # Allergies were stated by anybody at the table; those of somebody else stand on their own.
    return replace(ticket, lines=lines, guest=name, allergies=())
