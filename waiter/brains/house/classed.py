"""A dish on the tab taken off by less than its name: by its category, its class, or a short name of
it ("drop the set then", 汤不要了). Neighbour: `strikes.py`, for dishes that are named.
"""

from __future__ import annotations

from menu_data.words.names import key_of
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.tabbed import points


def struck_by_class(state: Grouping, place: int) -> int | None:
    """Reads a removal whose dish is told by a class or a short name; the place after it, None where
    it is about no such thing. What fits one dish on the tab is that, else it can't be told which.
    """
    atom = state.row[place]
    if state.cur is not None or not state.known_items or atom.has("said", "light", "extra"):
        return None
    ahead = place + 1
    while (nxt := state.at(ahead)) is not None and not nxt.senses and points(nxt):
        ahead += 1
    if nxt is not None and _ends(state, ahead + 1) and _strike(state, atom, nxt):
        return ahead + 1
    before = state.at(place - 1)
    if before is not None and _ends(state, place + 1) and _opens(state, place - 2):
        return place + 1 if _strike(state, atom, before) else None
    return None


def _strike(state: Grouping, verb: Atom, named: Atom) -> bool:
    if named.is_dish or named.kind == "break" or named.kind == "qty":
        return False
    meant = _of_class(state.lexicon, named)
    there = tuple(d for d in (*meant, *_short(state, named)) if d in state.known_items)
    if not there and not (meant and verb.has("remove")):
        return False
    dishes = tuple(dict.fromkeys(there))
    at = (min(verb.start, named.start), max(verb.end, named.end))
    gone = None if there else (named.start, named.end)
    change = Change("remove", at, dishes=dishes, unclear=len(dishes) != 1, named_at=gone)
    state.changes.append(change)
    return True


def struck_unknown(state: Grouping, place: int) -> int | None:
    """ "cancel the pizza, send the rest" where no pizza is on the menu: it takes nothing off, and
    is said not to be there. The place after the words, None where they are about no such thing.
    """
    atom = state.row[place]
    if atom.has("remove", "neg_after") and _struck_before(state, place):
        return place + 1
    ahead = place + 1
    while (nxt := state.at(ahead)) is not None and not nxt.senses and points(nxt):
        ahead += 1
    pointing = ahead > place + 1 or points(atom) or (nxt is not None and nxt.stranger)
    if state.cur is not None or not state.known_items or not atom.has("remove") or not pointing:
        return None
    first = ahead
    while (nxt := state.at(ahead)) is not None and nxt.kind == "unknown":
        ahead += 1
    if ahead == first or not _ends(state, ahead):
        return None
    named = (state.row[first].start, state.row[ahead - 1].end)
    at = (atom.start, named[1])
    state.changes.append(Change("remove", at, unclear=True, named_at=named))
    return ahead


def _struck_before(state: Grouping, place: int) -> bool:
    """ "披萨不要了": the name stands before the word."""
    cur, before = state.cur, state.at(place - 1)
    if cur is None or cur.unknown is None or cur.quantity is not None or before is None:
        return False
    if cur.name_at[1] != before.end or not _ends(state, place + 1):
        return False
    state.drafts = [draft for draft in state.drafts if draft is not cur]
    state.cur = None
    at = (cur.name_at[0], state.row[place].end)
    state.changes.append(Change("remove", at, unclear=True, named_at=cur.name_at))
    return True


def _of_class(lexicon: Lexicon, atom: Atom) -> tuple[str, ...]:
    """The menu's dishes of the category or class that the words name."""
    categories = {s.id for s in atom.senses if s.kind == "category"}
    named = tuple(d.id for d in lexicon.menu.dishes.values() if d.category in categories)
    return named or lexicon.in_class(tuple(singular(word) for word in atom.words))


def _short(state: Grouping, atom: Atom) -> tuple[str, ...]:
    """The dishes on the tab whose names end in the words ("the set" for a snack set)."""
    part = tuple(singular(word) for word in atom.words)
    names = ((d, state.lexicon.dish(d)) for d in state.known_items)
    return tuple(
        d
        for d, dish in names
        if any(key_of(name)[-len(part) :] == part for name in (*dish.name.every(), *dish.aliases))
    )


def _ends(state: Grouping, place: int) -> bool:
    after = state.at(place)
    while after is not None and after.has("polite") and not (after.senses or state.is_end(place)):
        place += 1
        after = state.at(place)
    return state.is_end(place) or (after is not None and after.has("rest", "confirm"))


def _opens(state: Grouping, place: int) -> bool:
    """Whether a clause begins after a place, politeness and 把 aside."""
    before = state.at(place)
    while before is not None and (before.has("polite", "from_word", "anaphor") or points(before)):
        place -= 1
        before = state.at(place)
    return before is None or before.kind == "break" or set(before.words) <= words_in("joint")
