"""A stated allergy is followed: what meets it is named before anything is agreed to.

A call may put such a dish down when the guest asks for it just now (they are warned, and it isn't
blocked); no brain chooses it for them. A reply names the conflict of what was put down, of what it
suggests, and of what stands on the tab when the allergy is told. What was read back, and every
ticket, carry it by construction. What the menu records is `allergens.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apps.ledger.allergens import conflicts
from apps.ledger.books import Line
from menu_data.menu import Menu
from menu_data.words.allergens import allergens_in, allergens_stated
from menu_data.words.names import find_names
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.named import dishes, plain
from waiter.constraints.said import clauses
from waiter.constraints.verdict import Case, Refuse, TypedCall
from waiter.constraints.wanted import read_alone
from waiter.turn import ToUser
from waiter.view import View

# A dish, and an allergen of it that the guest stated.
Meeting = tuple[str, str]


def asked_for(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse a dish that the guest can't have and hasn't asked for in this message."""
    stated = _own(case.view)
    if call.app != "order" or not stated:
        return None
    menu = case.view.menu
    known = _at_hand(case.view)
    for item in _wanted(call, menu):
        for key in _contained(menu, item, stated):
            if item not in known:
                found = {"dish": item, "allergen": key}
                return Refuse("allergy", "allergies", refusal_of("allergy.asked", **found))
    return None


def warned(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that leaves a conflict unsaid."""
    if not any(case.view.allergies.values()):
        return None
    named, told = allergens_in(turn.text), dishes(plain(turn.text), case.view.menu)
    untold = [
        *((item, key) for item, key in _put_down(case.view) if key not in named),
        *((item, key) for item, key in _suggested(turn, case) if key not in named),
        *((item, key) for item, key in _standing(case.view) if item not in told),
    ]
    if not untold:
        return None
    item, key = untold[0]
    sentence = refusal_of("allergy.warned", dish=item, allergen=key)
    return Refuse("allergy", "allergies", sentence)


def _own(view: View) -> frozenset[str]:
    return view.allergies.get(view.guest, frozenset())


def _wanted(call: TypedCall, menu: Menu) -> Iterator[str]:
    """The dishes that an order would put down."""
    if call.params.get("action", "add") not in ("add", "replace"):
        return
    for line in (call.params, *(call.params.get("lines") or ())):
        name = line.get("dish", line.get("caiming"))
        ids = find_names(menu, name) if isinstance(name, str) else ()
        yield from ids if len(ids) == 1 else ()


def _at_hand(view: View) -> set[str]:
    """Dishes that the guest names now, was asked about, picked, or has already."""
    read = read_alone(view.heard, view.menu)
    found = {line.item for line in read.lines} | set(read.asks_about) | set(view.picked)
    found |= {item for open_ in read.unresolved for item in open_.candidates}
    found |= {edit.to.item for edit in read.edits if edit.to is not None}
    found |= {
        item for clause in clauses(view.heard, view.menu) for item in dishes(clause, view.menu)
    }
    found |= {line.item for line in _lines(view) if line.guest == view.guest}
    for ask in (view.question, view.question_before):
        drafts = ask.draft.get("lines") or () if ask is not None else ()
        found |= {i for d in drafts for i in find_names(view.menu, str(d.get("dish") or ""))}
        found |= {candidate.id for candidate in ask.candidates} if ask is not None else set()
    return found


def _lines(view: View) -> list[Line]:
    placed = [one.line for ticket in view.books.tickets for one in ticket.lines]
    return [*view.tab_before, *view.books.lines, *placed]


def _contained(menu: Menu, item: str, stated: Iterable[str]) -> tuple[str, ...]:
    """Of what was stated, what the dish as it is made by default contains."""
    found = conflicts(menu, Line(0, "", item, 1), stated)
    return tuple(key for key, presence in found if presence == "contains")


def _put_down(view: View) -> Iterator[Meeting]:
    """Conflicts that the ledger warned of in this exchange."""
    for fact in view.facts:
        for row in fact.value.get("warnings", ()) if fact.ok and fact.source == "order" else ():
            if row["kind"] == "allergy":
                yield row["item"], row["allergen"]


def _suggested(turn: ToUser, case: Case) -> Iterator[Meeting]:
    """Conflicts of dishes that the reply offers of its own."""
    menu, stated = case.view.menu, _own(case.view)
    known = _at_hand(case.view) if stated else set()
    for clause in clauses(turn.text, menu) if stated else ():
        if clause.endswith(("?", "？")) or mentions_any(clause, "suggests"):
            for item in set(dishes(clause, menu)) - known:
                yield from ((item, key) for key in _contained(menu, item, stated))


def _standing(view: View) -> Iterator[Meeting]:
    """Conflicts on the guest's tab with an allergy they told of just now."""
    told = allergens_stated(view.heard).added & _own(view) if view.heard else frozenset()
    for line in view.books.lines if told else ():
        if line.guest == view.guest:
            yield from (
                (line.item, key)
                for key, presence in conflicts(view.menu, line, told)
                if presence == "contains"
            )
