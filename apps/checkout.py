"""`checkout`: issues the bill, with tip and split. Runs on a guest's yes alone.

Issued isn't paid: that comes from staff, or from a payment whose bill, amount and currency match.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar, Literal, assert_never

from pydantic import Field

from apps import contract
from apps.contract import Binding, Desk, Effect, Outcome, Problem, Refusal, Snapshot
from apps.ledger.books import Bill, PlacedLine, Share, Totals
from apps.ledger.pricing import needs_head_count, totals
from apps.ledger.splitting import (
    equal_shares,
    item_shares,
    party_limit,
    person_shares,
    tip_amount,
)
from apps.rows import bill_row, money
from apps.submit import head_count_missing
from apps.words import pays_cash
from menu_data.money import percent_of

METHOD_LENGTH = 40  # a way to pay is a word or two


class EqualSplit(contract.Params):
    """In so many equal parts."""

    equal: int


class CheckoutParams(contract.Params):
    """A tip, how the bill is divided, how it is paid."""

    tip: str | None = Field(default=None, max_length=METHOD_LENGTH)
    split: EqualSplit | Literal["equal", "person", "item"] | None = None
    method: str | None = Field(default=None, max_length=METHOD_LENGTH)


class Checkout:
    """Brings the bill, once the guest has said yes to it. It doesn't make anything paid.

    tip: an amount such as "2.00" or a percentage such as "10%". split: {"equal": n}, "equal" (among
    all of them), "person" (each their own) or "item". method: how they want to pay, if they said.
    """

    name: ClassVar[str] = "checkout"
    aliases: ClassVar[tuple[str, ...]] = ("結賬應用", "結帳應用", "结账应用")
    effect: ClassVar[Effect] = "commit"
    Params: ClassVar[type[contract.Params]] = CheckoutParams

    def check(self, params: CheckoutParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:
        """Nothing to pay, paid already, or a tip or split that can't be."""
        menu, books = snapshot.menu, snapshot.books
        if books.closed:
            return Refusal((Problem("visit_closed"),))
        if not _owed(snapshot):
            return Refusal((Problem("nothing_to_pay"),))
        if books.bill is not None and books.bill.state == "paid":
            return Refusal((Problem("bill_paid", str(books.bill.number)),))
        problems: list[Problem] = []
        tip = _tip(params, snapshot)
        if isinstance(tip, Problem):
            problems.append(tip)
        most = party_limit(menu)
        if isinstance(params.split, EqualSplit) and not 1 <= params.split.equal <= most:
            allowed = {"min": 1, "max": most}
            problems.append(Problem("bad_split", str(params.split.equal), allowed=allowed))
        if _is_head_count_wanted(params, snapshot, desk):
            problems.append(head_count_missing(snapshot))
        return Refusal(tuple(problems)) if problems else None

    def bind(self, params: CheckoutParams, snapshot: Snapshot, desk: Desk) -> Binding:
        """The bill as it would be issued; the speaker or the host may say yes."""
        row = bill_row(snapshot.menu, _bill(params, snapshot, desk))
        content: dict[str, Any] = {"app": self.name, **row}
        content.pop("bill")  # its number follows from what was issued before, not from a yes
        content.pop("state")
        return Binding(content, tuple(dict.fromkeys((desk.guest, desk.guests[0]))))

    def run(self, params: CheckoutParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The bill is issued; an earlier one that wasn't paid is replaced."""
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            return Outcome({}, snapshot.books, refusal)
        bill = _bill(params, snapshot, desk)
        result = {**bill_row(snapshot.menu, bill), "unplaced": len(snapshot.books.lines)}
        return Outcome(result, replace(snapshot.books, bill=bill))


def owed_totals(snapshot: Snapshot, *, cash: bool = False) -> Totals:
    """What the visit owes for all that was placed, the tip aside."""
    books = snapshot.books
    return totals(snapshot.menu, _owed(snapshot), books.head_count, books.adjustments, cash=cash)


def issue(
    snapshot: Snapshot,
    tip: int = 0,
    split: EqualSplit | Literal["person", "item"] | None = None,
    method: str | None = None,
) -> Bill:
    """The visit's next bill. `tip` in minor units."""
    before = snapshot.books.bill
    sums = owed_totals(snapshot, cash=pays_cash(method))
    bill = Bill(
        number=1 if before is None else before.number + 1,
        issued_at=snapshot.now,
        totals=sums,
        tip=tip,
        shares=(),
        state="issued",
        method=method,
        settled=0 if before is None else before.settled,
    )
    return replace(bill, shares=_shares(snapshot, bill.to_pay, split))


def _bill(params: CheckoutParams, snapshot: Snapshot, desk: Desk) -> Bill:
    tip = _tip(params, snapshot)
    assert not isinstance(tip, Problem), "check refuses a bad tip"
    return issue(snapshot, tip, _split(params, snapshot, desk), params.method)


def _split(
    params: CheckoutParams, snapshot: Snapshot, desk: Desk
) -> EqualSplit | Literal["person", "item"] | None:
    """How the bill is divided, "equal" among all who are known to be there."""
    if params.split != "equal":
        return params.split
    return EqualSplit(equal=snapshot.books.head_count or len(desk.guests))


def _is_head_count_wanted(params: CheckoutParams, snapshot: Snapshot, desk: Desk) -> bool:
    """Whether a fee, or the parts of an equal split, go by a number that only guests can say."""
    unsaid = params.split == "equal" and len(desk.guests) < 2
    return snapshot.books.head_count is None and (unsaid or needs_head_count(snapshot.menu))


def _owed(snapshot: Snapshot) -> list[PlacedLine]:
    """All placed lines that aren't void."""
    tickets = snapshot.books.tickets
    return [placed for ticket in tickets for placed in ticket.lines if placed.void is None]


def _tip(params: CheckoutParams, snapshot: Snapshot) -> int | Problem:
    """The tip in minor units, or what may be given."""
    menu = snapshot.menu
    if params.tip is None:
        return 0
    subtotal = owed_totals(snapshot).subtotal
    percent = menu.restaurant.limits.tip_percent
    most = percent_of(subtotal, Decimal(percent))
    allowed = {"min": money(menu, 0), "max": money(menu, most), "percent": percent}
    try:
        tip = tip_amount(params.tip, subtotal, menu.restaurant.currency)
    except ValueError:
        return Problem("bad_tip", params.tip, allowed=allowed)
    return tip if 0 <= tip <= most else Problem("bad_tip", params.tip, allowed=allowed)


def _shares(
    snapshot: Snapshot, amount: int, split: EqualSplit | Literal["person", "item"] | None
) -> tuple[Share, ...]:
    """The bill divided as asked; undivided it has no shares."""
    tickets = snapshot.books.tickets
    match split:
        case None:
            return ()
        case EqualSplit(equal=parts):
            return equal_shares(amount, parts)
        case "person":
            return person_shares(amount, tickets)
        case "item":
            return item_shares(amount, tickets)
        case _:
            assert_never(split)
