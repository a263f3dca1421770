"""What is said of allergens is what the menu records; never that something is "safe"."""

from __future__ import annotations

from apps.contract import Snapshot
from apps.ledger.allergens import allergens
from menu_data.menu import Menu
from menu_data.words.allergens import allergens_in
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.said import claims, clauses, dishes, plain_name, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser


def recorded(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a promise, and a statement about a dish that the menu doesn't make.

    That something is in it may be quoted from the menu's description, that it isn't may not.
    """
    menu = case.snapshot.menu
    own_words = set(clauses(unquoted(turn.text, case), menu))
    for clause in clauses(turn.text, menu):
        if claims(clause, "safe"):
            return _refuse("safe", clause=clause)
        named = dishes(clause, menu)
        if len(named) != 1:
            continue
        wrong = _wrong(clause, named[0], case.snapshot, quoted=clause not in own_words)
        if wrong is not None:
            return wrong
    return None


def _wrong(clause: str, item: str, at: Snapshot, *, quoted: bool) -> Refuse | None:
    """The statement of a clause about one dish, where it isn't what is recorded."""
    rest = _without_names(clause, item, at.menu)
    keys = allergens_in(rest)
    if not keys or mentions_any(rest, "unknown") or rest.endswith(("?", "？")):
        return None
    free = mentions_any(rest, "free")
    if not free and (quoted or not mentions_any(rest, "contains")):
        return None
    said = "free" if free else "contains"
    for key in sorted(keys):
        known = _known(item, key, at)
        if said not in known:
            told = {"clause": clause, "dish": item, "allergen": key}
            return _refuse(said, **told, recorded=" or ".join(sorted(known)) or "not recorded")
    return None


def _known(item: str, key: str, at: Snapshot) -> set[str]:
    """What may be said of an allergen: of the dish as it is, and as it was ordered here."""
    made = [line for line in at.books.lines if line.item == item]
    made += [p.line for t in at.books.tickets for p in t.lines if p.line.item == item]
    records = [at.menu.dishes[item].allergens, *(allergens(at.menu, line) for line in made)]
    return {record[key] for record in records if key in record}


def _without_names(clause: str, item: str, menu: Menu) -> str:
    """The clause without the dish's own names: a fish dish is not a statement about fish."""
    dish = menu.dishes[item]
    for name in sorted((*dish.name.every(), *dish.aliases), key=len, reverse=True):
        clause = clause.replace(plain_name(name), " ")
    return clause


def _refuse(kind: str, **found: object) -> Refuse:
    return Refuse("allergens", "allergens", refusal_of(f"allergens.{kind}", **found))
