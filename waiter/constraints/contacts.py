"""No link, phone or account that is not the restaurant's own, and no discount nobody gave."""

from __future__ import annotations

import re
from functools import lru_cache

from menu_data.menu import Menu
from waiter.claims import claim_words, mentions_any, refusal_of
from waiter.constraints.said import claims, clauses, dishes, plain, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.contacts import foreign
from waiter.turn import ToUser


def own(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse contacts that the restaurant doesn't have."""
    text = unquoted(turn.text, case)
    found = foreign(text, case.snapshot.menu)
    if found is None:
        account = _account().search(plain(text))
        found = None if account is None else account[0]
    if found is None:
        return None
    return Refuse("contacts", "contacts", refusal_of("contacts", found=found))


def _gives_away(clause: str, menu: Menu) -> bool:
    """Whether a clause says that a dish, or the meal, costs nothing."""
    if not claims(clause, "gratis"):
        return False
    return mentions_any(clause, "meal") or bool(dishes(clause, menu))


@lru_cache(maxsize=1)
def _account() -> re.Pattern[str]:
    """A payment service or messenger, and beside it a name or number at it."""
    services = "|".join(re.escape(word) for word in claim_words()["accounts"])
    return re.compile(
        rf"(?:{services})\W{{0,3}}(?:\w{{1,3}}\W{{1,2}}){{0,2}}(?=\w*\d)[a-z0-9_.-]{{5,}}"
    )


def no_discount(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a discount that staff haven't given."""
    if case.snapshot.books.adjustments:
        return None
    menu = case.snapshot.menu
    for clause in clauses(unquoted(turn.text, case), menu):
        if claims(clause, "discount") or _gives_away(clause, menu):
            return Refuse("discount", "discount", refusal_of("discount", clause=clause))
    return None
