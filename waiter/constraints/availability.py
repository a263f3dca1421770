"""What is said to be sold out is: agrees with availability as it is now."""

from __future__ import annotations

from apps.ledger.stocktaking import is_sold_out
from waiter.claims import refusal_of
from waiter.constraints.said import claims, clauses, dishes, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser


def agrees(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that calls a dish sold out which can be had."""
    at = case.snapshot
    for clause in clauses(unquoted(turn.text, case), at.menu):
        if not claims(clause, "sold_out"):
            continue
        named = dishes(clause, at.menu)
        wrong = [item for item in named if not is_sold_out(at.menu, at.availability, item)]
        if named and len(wrong) == len(named):
            told = refusal_of("sold_out", clause=clause, dish=wrong[0])
            return Refuse("sold_out", "availability", told)
    return None
