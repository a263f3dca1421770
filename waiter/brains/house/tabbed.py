"""A dish's name where one on the tab is meant: spoken of, set anew, or made into another ("make the
beef large", "only two rice", "make the buns veggie"). Neighbour: `mentions.py`, for the lines of
the text itself.
"""

from __future__ import annotations

from menu_data.words.names import key_of
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, hang
from waiter.brains.house.grouping import Change, Grouping


def points(atom: Atom) -> bool:
    """Whether a word points at something known ("the", "that")."""
    return atom.has("anaphor") or atom.words[-1] in words_in("pointer")


def referred(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """A dish ordered before is spoken of, not ordered again: "make the chicken large", "add enoki
    to the beef".
    """
    atom = state.row[head]
    known = tuple(d for d in atom.dishes if d in state.known_items)
    if not known or state.cur is not None:
        return False
    if state.making and (count is None or count.article):
        return False
    if state.adding and not _is_spoken_of(state, first):
        return False
    after = state.at(state.after(head))
    if after is not None and after.has("remove", "neg_after", "replace") and not after.has("said"):
        return False
    limited = _is_limited(state, first - 1 if count is not None else first)
    anew = state.correcting or state.making or limited
    if anew and count is not None and not count.article:
        change = Change("change", (count.start, atom.end), dishes=known, quantity=count.value)
        state.correcting = state.making = False
    elif limited and count is None:
        change = Change("change", (atom.start, atom.end), dishes=known, kept=True)
    elif count is None and (_is_spoken_of(state, first) or _is_told(state, head)):
        change = Change("change", (atom.start, atom.end), dishes=known)
    else:
        return False
    state.changes.append(change)
    state.replaced = change
    waiting, state.loose = state.loose, []
    probe = Draft(known, [], hung=change.hung)
    for item, number in [*waiting, *((state.row[i], 1) for i in range(first, head))]:
        if item.is_item and not hang(state.lexicon, probe, item, number):
            state.loose.append((item, number))
    return True


def remade(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """ "make the buns veggie": another dish takes the place of the one on the tab that shares a
    word with it.
    """
    atom, pointer, lead = state.row[head], state.at(first - 1), state.at(first - 2)
    if count is not None or state.cur is not None or pointer is None or lead is None:
        return False
    if not points(pointer) or lead.words[-1] not in words_in("remake"):
        return False
    shared = {singular(word) for word in atom.words}
    olds = [
        item
        for item in state.known_items
        if any(shared & set(key_of(name)) for name in state.lexicon.dish(item).name.every())
    ]
    if len(olds) != 1 or olds[0] in atom.dishes:
        return False
    at = (lead.start, atom.end)
    to = Draft(atom.dishes, [at], exact=atom.exact, quality=atom.quality)
    to.name_at, to.words = (atom.start, atom.end), atom.words
    state.changes.append(Change("replace", at, dishes=(olds[0],), to=to))
    state.replaced = state.changes[-1]
    return True


def _is_limited(state: Grouping, first: int) -> bool:
    """ "only two rice", "just the beer": what there is on the tab is to be no more than that."""
    place = state.before(first)
    while (before := state.at(place)) is not None and before.has("want") and not before.has("only"):
        place = state.before(place)
    return before is not None and (
        " ".join(before.words) in words_in("limits") or before.has("too_many")
    )


def _is_spoken_of(state: Grouping, first: int) -> bool:
    """ "the X" at the start, after "make", "on" or "to": one that is there."""
    pointer = state.at(first - 1)
    if pointer is None or not (points(pointer) and not pointer.has("want")):
        return False
    lead = state.at(first - 2)
    return lead is None or lead.kind == "break" or lead.words[-1] in words_in("pointing_lead")


def _is_told(state: Grouping, head: int) -> bool:
    """ "可乐要冰的", "牛肉面不要香菜" with one on the tab: how it should be, not another one."""
    before, after = state.at(state.before(head)), state.at(head + 1)
    if before is not None and before.kind != "break":
        return False
    if after is None or not (
        after.has("want", "said", "make_it")
        or after.words[-1] in words_in("states")
        or " ".join(after.words) in words_in("limits")
    ):
        return False
    index = state.after(head)
    while (
        (nxt := state.at(index)) is not None
        and nxt.kind == "word"
        and nxt.has("want", "said", "only")
    ):
        index = state.after(index)
    told = nxt is not None and (
        nxt.is_item or (nxt.kind == "qty" and not nxt.article and not nxt.vague)
    )
    if told:
        state.doubt("one on the tab is meant", 0.85)
    return told
