"""What is said of allergens is what the menu records; never that something is "safe"."""

from __future__ import annotations

import re
from functools import lru_cache

from apps.contract import Snapshot
from apps.ledger.allergens import allergens
from menu_data.menu import Menu
from menu_data.words.allergens import allergens_in
from menu_data.words.vocabulary import words_in
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.named import dishes, plain_name
from waiter.constraints.said import claims, clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.constraints.wanted import read_alone
from waiter.constraints.ways import without_ways
from waiter.turn import ToUser
from waiter.view import View


def recorded(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a promise, and a statement that the menu doesn't make: of the dishes a clause names,
    or where it names none ("it has no peanuts") of those that are talked of.

    That something is in it may be quoted from the menu's description, that it isn't may not.
    """
    menu = case.snapshot.menu
    text = without_ways(turn.text, case)
    own_words: set[str] | None = None
    before: tuple[str, ...] = ()
    for clause in clauses(text, menu):
        if claims(clause, "safe", menu):
            return _refuse("safe", clause=clause)
        named = dishes(clause, menu)
        before = named or before
        if not allergens_in(clause):
            continue
        if own_words is None:
            own_words = set(clauses(unquoted(text, case), menu))
        of = before or _asked_about(case.view)
        wrong = _wrong(clause, of, case.snapshot, quoted=clause not in own_words, named=bool(named))
        if wrong is not None:
            return wrong
    return None


def _asked_about(view: View) -> tuple[str, ...]:
    """The dishes that the guest's message is about."""
    read = read_alone(view.heard, view.menu)
    looked_up = [fact.value["dish"]["id"] for fact in view.facts if "dish" in fact.value]
    return tuple(dict.fromkeys((*read.asks_about, *(line.item for line in read.lines), *looked_up)))


def _wrong(
    clause: str, of: tuple[str, ...], at: Snapshot, *, quoted: bool, named: bool
) -> Refuse | None:
    """The statement of a clause about some dishes, where it isn't what is recorded."""
    rest = _without_left_out(_without_names(clause, of, at.menu), of, at)
    keys = allergens_in(rest)
    if not keys or mentions_any(rest, "unknown") or rest.endswith(("?", "？")):
        return None
    free = mentions_any(rest, "free" if named else "lacks")
    if not free and (quoted or not named or not mentions_any(rest, "contains")):
        return None
    said = "free" if free else "contains"
    for key in sorted(keys):
        known = {item: _known(item, key, at) for item in of}
        holds = [said in records for records in known.values()]
        if not (any(holds) if said == "contains" else holds and all(holds)):
            wrong = next((item for item in known if said not in known[item]), "everything")
            records = " or ".join(sorted(known.get(wrong, ()))) or "not recorded"
            told = {"clause": clause, "dish": wrong, "allergen": key}
            return _refuse(said, **told, recorded=records)
    return None


def _known(item: str, key: str, at: Snapshot) -> set[str]:
    """What may be said of an allergen: of the dish as it is, and as it was ordered here."""
    made = [line for line in at.books.lines if line.item == item]
    made += [p.line for t in at.books.tickets for p in t.lines if p.line.item == item]
    records = [at.menu.dishes[item].allergens, *(allergens(at.menu, line) for line in made)]
    return {record[key] for record in records if key in record}


def _without_names(clause: str, items: tuple[str, ...], menu: Menu) -> str:
    """The clause without the dishes' own names: a fish dish is not a statement about fish."""
    names = {name for item in items for name in menu.dishes[item].name.every()}
    names |= {name for item in items for name in menu.dishes[item].aliases}
    for name in sorted(names, key=len, reverse=True):
        clause = clause.replace(plain_name(name), " ")
    return clause


def _without_left_out(clause: str, items: tuple[str, ...], at: Snapshot) -> str:
    """The clause without what lines of these dishes are made without: "(no peanuts)" is how one is
    cooked, no statement about what is in it.
    """
    lines = [*at.books.lines, *(one.line for t in at.books.tickets for one in t.lines)]
    left_out = {
        (line.item, chosen.group, chosen.modifier)
        for line in lines
        for chosen in line.modifiers
        if line.item in items and chosen.amount == "none"
    }
    for item, group, modifier in left_out:
        for name in _names_of(at.menu, item, group, modifier):
            clause = _left_out(plain_name(name)).sub(" ", clause)
    return clause


def _names_of(menu: Menu, item: str, group: str, modifier: str) -> tuple[str, ...]:
    """What a modifier of a dish is called; nothing where the menu has none such any more."""
    groups = menu.dishes[item].groups if item in menu.dishes else ()
    found = [m for g in groups if g.id == group for m in g.modifiers if m.id == modifier]
    return tuple(name for m in found for name in (*m.name.every(), *m.aliases))


@lru_cache(maxsize=512)
def _left_out(name: str) -> re.Pattern[str]:
    """A name behind words that leave it out of a dish; "it has no X" is about what is in it."""
    words = "|".join(re.escape(word) for word in sorted(words_in("left_out"), reverse=True))
    return re.compile(rf"(?<!has )(?<!have )(?<!contains )(?:{words})\s*{re.escape(name)}")


def _refuse(kind: str, **found: object) -> Refuse:
    return Refuse("allergens", "allergens", refusal_of(f"allergens.{kind}", **found))
