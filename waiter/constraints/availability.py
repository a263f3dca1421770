"""What is said to be sold out, or not to be had now, is so: as availability has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apps.contract import Snapshot
from apps.ledger.stocktaking import dish_obstacle, is_sold_out
from waiter.claims import refusal_of
from waiter.constraints.named import dishes
from waiter.constraints.said import claims, clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser


def agrees(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that calls a dish sold out which isn't, or says of one that can be had that it
    can't.
    """
    at = case.snapshot
    for clause in clauses(unquoted(turn.text, case), at.menu):
        for kind, is_so in GONE.items():
            if not claims(clause, kind, at.menu):
                continue
            named = dishes(clause, at.menu)
            if named and not any(is_so(item, at) for item in named):
                told = refusal_of("sold_out", clause=clause, dish=named[0])
                return Refuse("sold_out", "availability", told)
    return None


def _is_sold_out(item: str, at: Snapshot) -> bool:
    return is_sold_out(at.menu, at.availability, item)


def _is_not_had(item: str, at: Snapshot) -> bool:
    """Whether a dish is sold out, or outside its hours."""
    return dish_obstacle(at.menu, at.availability, item, at.now) is not None


GONE: Mapping[str, Callable[[str, Snapshot], bool]] = {
    "sold_out": _is_sold_out,
    "not_had": _is_not_had,
}
