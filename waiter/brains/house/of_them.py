"""A part of what is on the tab becomes something else: "make one of them a cola", "change one to a
beer", 其中一瓶要零度的. Another dish takes its place; words nobody knows go to the kitchen with it.

Modifiers that the dish takes are read elsewhere (`edits.py`). Neighbours: `group.py`, which calls
this at a number; `swaps.py`, for one thing in the place of another.
"""

from __future__ import annotations

from menu_data.words.names import key_of
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, accepted
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.nouns import noun


def part_of_tab(state: Grouping, place: int) -> int | None:
    """Reads the number at `place` as a part of a line on the tab; the place after what is said of
    it, None where it is no such part.
    """
    count, first = state.row[place], _said_of(state, place)
    if first is None or state.spoken is None or state.cur is not None:
        return None
    if count.value is None or count.article or count.vague:
        return None
    end = _clause_end(state, first)
    probe = Draft((state.spoken,), [])
    words = state.row[first:end]
    if not words or any(accepted(state.lexicon, probe, a.pairs) for a in words if a.is_item):
        return None
    head = next((i for i in range(first, end) if state.row[i].is_dish), None)
    if head is not None:
        return _another(state, count, first, head)
    return _noted(state, count, first, end)


def _said_of(state: Grouping, place: int) -> int | None:
    """Where that which is said of a part begins; None where the number is of no part."""
    before, after = state.at(place - 1), state.at(place + 1)
    if after is not None and after.has("one_of"):
        return place + 2
    if before is not None and before.has("one_of") and before.han:
        return place + 1
    if after is not None and after.words[0] in words_in("becomes"):
        return place + 2
    turned = before is not None and before.has("replace") and not before.han
    return place + 2 if turned and after is not None and after.has("become") else None


def _clause_end(state: Grouping, place: int) -> int:
    while (atom := state.at(place)) is not None and atom.kind != "break":
        after = state.at(place + 1)
        if atom.has("and") and after is not None and after.kind == "qty":
            break
        place += 1
    return place


def _another(state: Grouping, count: Atom, first: int, head: int) -> int:
    """Another dish in the place of so many: of the line that shares a word with it, else of the
    one spoken of.
    """
    state.making = state.correcting = False
    state.adding = True  # the noun opens a line of its own
    start = next((i for i in range(first, head) if state.row[i].is_item), head)
    place = noun(state, None, start, head)
    new = state.cur
    assert new is not None
    state.drafts = [d for d in state.drafts if d is not new]
    state.cur, new.quantity = None, count.value
    old = _old(state, new)
    at = (count.start, new.at[0][1])
    state.changes.append(Change("replace", at, dishes=(old,), quantity=count.value, to=new))
    return place


def _old(state: Grouping, new: Draft) -> str:
    assert state.spoken is not None
    names = [n for d in new.dishes for n in state.lexicon.dish(d).name.every()]
    shared = {singular(word) for name in names for word in key_of(name)}
    olds = [
        item
        for item in state.known_items
        if any(shared & set(key_of(name)) for name in state.lexicon.dish(item).name.every())
    ]
    return olds[0] if len(olds) == 1 else state.spoken


def _noted(state: Grouping, count: Atom, first: int, end: int) -> int | None:
    """How so many are to be made, in words that only the kitchen understands."""
    while first < end and state.row[first].has("want", "with", "filler", "become", "polite"):
        if state.row[first].has("variant", "extra", "light", "neg"):
            break
        first += 1
    strange = [a for a in state.row[first:end] if a.kind == "unknown" or a.has("variant")]
    if not strange or state.spoken is None:
        return None
    said = (state.row[first].start, state.row[end - 1].end)
    change = Change("change", (count.start, said[1]), dishes=(state.spoken,), named_at=said)
    change.quantity = count.value
    state.changes.append(change)
    state.making = state.correcting = False
    return end
