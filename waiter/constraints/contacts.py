"""No link, phone or account that is not the restaurant's own, and no discount nobody gave."""

from __future__ import annotations

import re

from waiter.claims import refusal_of
from waiter.constraints.said import claims, clauses
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

_CONTACT = re.compile(
    r"https?://\S+|www\.\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+|\b[a-z0-9-]+\.(?:com|net|org|cn|io|me|app|shop|top)\b\S*"
    r"|(?<![\d.,:])\+?\d[\d -]{7,}\d(?![\d.,:])",
    re.IGNORECASE,
)


def own(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse contacts that the restaurant doesn't have."""
    house = case.snapshot.menu.restaurant
    address = house.address.every() if house.address is not None else ()
    known = " ".join((house.phone or "", *address))
    digits = re.sub(r"\D", "", known)
    for found in _CONTACT.finditer(_without_notes(turn.text, case)):
        number = re.sub(r"\D", "", found[0])
        if found[0] not in known and (not number or number not in digits):
            return Refuse("contacts", "contacts", refusal_of("contacts", found=found[0]))
    return None


def _without_notes(text: str, case: Case) -> str:
    """The reply without what it quotes word for word of the house's own notes."""
    for fact in case.view.facts:
        for note in fact.value.get("notes", ()) if fact.source == "search" else ():
            text = text.replace(str(note["text"]), " ")
    return text


def no_discount(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a discount that staff haven't given."""
    if case.snapshot.books.adjustments:
        return None
    for clause in clauses(_without_notes(turn.text, case), case.snapshot.menu):
        if claims(clause, "discount"):
            return Refuse("discount", "discount", refusal_of("discount", clause=clause))
    return None
