"""What staff change of money: paid, void, comp, discount; and a payment reported from outside.

Whatever changes what is owed on a bill that was issued reopens it. Every void, comp and discount
has a reason and who gave it.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Literal

from pydantic import Field

from apps.acts.outcome import StaffOutcome, Standing, with_ticket
from apps.checkout import METHOD_LENGTH, issue, owed_totals
from apps.contract import Params
from apps.ledger.books import Adjustment, Bill, Books, PlacedLine, Ticket
from apps.rows import bill_row, money, ticket_row
from apps.submit import reopened
from menu_data.money import minor

WHY_LENGTH = 200


class PaidParams(Params):
    """How it was paid, if known."""

    method: str | None = Field(default=None, max_length=METHOD_LENGTH)


class PaymentParams(Params):
    """A payment as a payment provider reports it; `amount` in minor units."""

    bill: int
    amount: int
    currency: str


class VoidParams(Params):
    """A ticket, or one line of it (its number on the tab), and why."""

    ticket: int
    line: int | None = None
    why: str = Field(default="", max_length=WHY_LENGTH)


class CompParams(Params):
    """On the house: an amount, a ticket, or one line of it; and why."""

    ticket: int | None = None
    line: int | None = None
    amount: str | None = None
    why: str = Field(default="", max_length=WHY_LENGTH)


class DiscountParams(Params):
    """Off the bill: an amount, or a percentage of the subtotal such as "10"; and why."""

    amount: str | None = None
    percent: str | None = None
    why: str = Field(default="", max_length=WHY_LENGTH)


def paid(params: PaidParams, at: Standing) -> StaffOutcome:
    """Staff's word that the visit's bill is paid; issues it first where none is out."""
    bill = at.books.bill
    if bill is not None and bill.state == "paid":
        return at.refused("bill_paid", str(bill.number))
    if not _owed_lines(at.books):
        return at.refused("nothing_to_pay")
    if bill is None or bill.state == "reopened":
        tip = 0 if bill is None else bill.tip
        bill = issue(at.snapshot, tip, method=params.method)
    return _settled(replace(bill, method=params.method or bill.method), at)


def payment(params: PaymentParams, at: Standing) -> StaffOutcome:
    """A reported payment counts only for the bill that is out, its exact amount and currency."""
    bill = at.books.bill
    if bill is None:
        return at.refused("no_bill", str(params.bill))
    if bill.state == "paid":
        return at.refused("bill_paid", str(bill.number))
    currency = at.menu.restaurant.currency
    said = (params.bill, params.amount, params.currency.upper())
    if bill.state != "issued" or said != (bill.number, bill.to_pay, currency):
        expected = {"bill": bill.number, "amount": money(at.menu, bill.to_pay)}
        return at.refused("payment_mismatch", str(params.bill), **expected, currency=currency)
    return _settled(bill, at)


def void(params: VoidParams, at: Standing) -> StaffOutcome:
    """A ticket or line that isn't owed any more; it stays on the ticket, with the reason."""
    ticket = at.ticket(params.ticket)
    if ticket is None:
        return _no_ticket(params.ticket, at)
    lines = [placed for placed in ticket.lines if params.line in (None, placed.line.line)]
    if not lines:
        numbers = [placed.line.line for placed in ticket.lines]
        return at.refused("no_such_line", str(params.line), lines=numbers)
    if all(placed.void is not None for placed in lines):
        return at.refused("already_void", str(params.ticket))
    voided = _voided(ticket, params.line, params.why or at.why)
    books = _reopened(with_ticket(at.books, voided))
    return at.done({"ticket": ticket_row(at.menu, voided)}, books=books)


def comp(params: CompParams, at: Standing) -> StaffOutcome:
    """Something on the house: the price of a line or ticket, or an amount, off the bill."""
    if params.amount is not None:
        return _take_off("comp", params.amount, params.why, at)
    ticket = at.ticket(params.ticket) if params.ticket is not None else None
    if ticket is None:
        return _no_ticket(params.ticket, at)
    lines = [placed for placed in ticket.lines if params.line in (None, placed.line.line)]
    if not lines:
        numbers = [placed.line.line for placed in ticket.lines]
        return at.refused("no_such_line", str(params.line), lines=numbers)
    amount = sum(placed.total for placed in lines)
    return _take_off("comp", money(at.menu, amount), params.why, at)


def discount(params: DiscountParams, at: Standing) -> StaffOutcome:
    """Less to pay, by an amount or a percentage of the subtotal."""
    if (params.amount is None) == (params.percent is None):
        return at.refused("bad_amount", why="either an amount or a percentage")
    if params.amount is not None:
        return _take_off("discount", params.amount, params.why, at)
    try:
        percent = Decimal(params.percent or "")
    except InvalidOperation:
        return at.refused("bad_amount", params.percent or "", min="0", max="100")
    if not (percent.is_finite() and 0 < percent <= 100):
        return at.refused("bad_amount", params.percent or "", min="0", max="100")
    adjustment = Adjustment("discount", 0, params.why or at.why, at.who, percent)
    return _adjusted(adjustment, at)


def _take_off(
    kind: Literal["discount", "comp"], amount: str, why: str, at: Standing
) -> StaffOutcome:
    """An amount off the bill, at most what is owed."""
    due = owed_totals(at.snapshot).due
    most = money(at.menu, due)
    try:
        off = minor(amount, at.menu.restaurant.currency)
    except ValueError:
        return at.refused("bad_amount", amount, max=most)
    if not 0 < off <= due:
        return at.refused("bad_amount", amount, max=most)
    return _adjusted(Adjustment(kind, -off, why or at.why, at.who), at)


def _adjusted(adjustment: Adjustment, at: Standing) -> StaffOutcome:
    bill = at.books.bill
    if bill is not None and bill.state == "paid":
        return at.refused("bill_paid", str(bill.number))
    books = replace(at.books, adjustments=(*at.books.adjustments, adjustment))
    books = _reopened(books)
    due = owed_totals(replace(at.snapshot, books=books)).due
    return at.done({"due": money(at.menu, due), "why": adjustment.why}, books=books)


def _settled(bill: Bill, at: Standing) -> StaffOutcome:
    done = replace(bill, state="paid")
    return at.done({"bill": bill_row(at.menu, done)}, books=replace(at.books, bill=done))


def _voided(ticket: Ticket, line: int | None, why: str) -> Ticket:
    lines: tuple[PlacedLine, ...] = tuple(
        replace(placed, void=why)
        if placed.void is None and line in (None, placed.line.line)
        else placed
        for placed in ticket.lines
    )
    whole = all(placed.void is not None for placed in lines)
    return replace(ticket, lines=lines, void=why if whole else ticket.void)


def _reopened(books: Books) -> Books:
    """A bill that is out no longer says what is owed; one that was paid stays so."""
    if books.bill is None or books.bill.state == "paid":
        return books
    return replace(books, bill=reopened(books.bill))


def _owed_lines(books: Books) -> list[PlacedLine]:
    return [line for ticket in books.tickets for line in ticket.lines if line.void is None]


def _no_ticket(number: int | None, at: Standing) -> StaffOutcome:
    numbers = [ticket.number for ticket in at.books.tickets]
    return at.refused("no_such_ticket", "" if number is None else str(number), tickets=numbers)
