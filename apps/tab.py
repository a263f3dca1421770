"""`tab`: what is on the open order, what was sent, what is owed. Reads only."""

from __future__ import annotations

from typing import ClassVar

from apps import contract
from apps.checkout import owed_totals
from apps.contract import Desk, Effect, Outcome, Refusal, Snapshot
from apps.rows import allergy_rows, bill_row, tab, ticket_row, totals_row


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
            "owed": totals_row(menu, owed_totals(snapshot)),
            "bill": None if books.bill is None else bill_row(menu, books.bill),
        }
        return Outcome(result, books)
