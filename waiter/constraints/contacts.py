"""No link, phone or account that is not the restaurant's own, and no discount nobody gave."""

from __future__ import annotations

import re

from menu_data.menu import Menu
from waiter.claims import mentions_any, phrases, refusal_of
from waiter.constraints.named import dishes, plain
from waiter.constraints.said import claims, clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.contacts import foreign
from waiter.turn import ToUser

# What stands behind a service's name: a word or two, and then something with a digit in it.
_NAME_THERE = re.compile(r"\W{0,3}(?:\w{1,3}\W{1,2}){0,2}(?=\w*\d)[a-z0-9_.-]{5,}")


def own(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse contacts that the restaurant doesn't have."""
    text = unquoted(turn.text, case)
    found = foreign(text, case.snapshot.menu)
    if found is None:
        found = _account(plain(text))
    if found is None:
        return None
    return Refuse("contacts", "contacts", refusal_of("contacts", found=found))


def _account(text: str) -> str | None:
    """A payment service or messenger with a name or number at it; None where there is none."""
    for service in phrases("accounts").found(text):
        name = _NAME_THERE.match(text, service.end())
        if name is not None:
            return text[service.start() : name.end()]
    return None


def _gives_away(clause: str, menu: Menu) -> bool:
    """Whether a clause says that a dish, or the meal, costs nothing."""
    if not claims(clause, "gratis", menu):
        return False
    return mentions_any(clause, "meal") or bool(dishes(clause, menu))


def no_discount(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a discount that staff haven't given."""
    if case.snapshot.books.adjustments:
        return None
    menu = case.snapshot.menu
    for clause in clauses(unquoted(turn.text, case), menu):
        if claims(clause, "discount", menu) or _gives_away(clause, menu):
            return Refuse("discount", "discount", refusal_of("discount", clause=clause))
    return None
