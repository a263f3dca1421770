"""`tab`: what is on the open order, what was sent, what is owed. Reads only."""

from __future__ import annotations

from typing import ClassVar

from apps import contract
from apps.checkout import owed_totals
from apps.contract import Desk, Effect, Outcome, Refusal, Snapshot
from apps.rows import Row, allergy_rows, bill_row, money, tab, ticket_row, totals_row


class TabParams(contract.Params):
    """Nothing."""


class Tab:
    """Shows the open order, the tickets in the kitchen with their state, and what is owed so far.

    Takes no parameters.
    """

    name: ClassVar[str] = "tab"
    aliases: ClassVar[tuple[str, ...]] = ()
    effect: ClassVar[Effect] = "read"
    Params: ClassVar[type[contract.Params]] = TabParams

    def check(self, params: TabParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:  # noqa: ARG002 - the contract's
        """Always may."""
        return None

    def run(self, params: TabParams, snapshot: Snapshot, desk: Desk) -> Outcome:  # noqa: ARG002 - the contract's
        """Tab, tickets, bill and what is owed for all that was placed."""
        menu, books = snapshot.menu, snapshot.books
        result = {
            "tab": tab(snapshot),
            "warnings": [
                {"kind": "allergy", "line": line.line, "item": line.item, **conflict}
                for line in books.lines
                for conflict in allergy_rows(menu, desk, line)
            ],
            "tickets": [ticket_row(menu, ticket) for ticket in books.tickets],
            "owed": _owed(snapshot),
            "bill": None if books.bill is None else bill_row(menu, books.bill),
        }
        return Outcome(result, books)


def _owed(snapshot: Snapshot) -> Row:
    """All that was placed; `settled`: what earlier bills had paid of it, `left`: what they hadn't,
    nothing where less is owed than was paid.
    """
    sums, bill = owed_totals(snapshot), snapshot.books.bill
    settled = 0 if bill is None else sums.due if bill.state == "paid" else bill.settled
    left = max(0, sums.due - settled)
    return {
        **totals_row(snapshot.menu, sums),
        "settled": money(snapshot.menu, settled), "left": money(snapshot.menu, left),
    }  # fmt: skip
