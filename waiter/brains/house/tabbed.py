"""A dish's name where one on the tab is meant: spoken of, set anew, or made into another ("make the
beef large", "only two rice", "make the buns veggie"). Neighbour: `mentions.py`, for the lines of
the text itself.
"""

from __future__ import annotations

from dataclasses import replace

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
    known = _of_the_class(state, first, atom) or known
    if not known or state.cur is not None:
        return False
    if state.making and (count is None or count.article):
        return False
    spoken_of = _is_spoken_of(state, first) or _holds(state, head)
    if state.adding and not spoken_of:
        return False
    if count is None and _is_halved(state, first, head):
        state.halved = known
        return True
    after = state.at(state.after(head))
    if after is not None and after.has("remove", "neg_after", "replace") and not after.has("said"):
        return False
    limited = _is_limited(state, first - 1 if count is not None else first)
    limited = limited or (count is not None and _is_enough(state, head))
    part = count is not None and _is_one_of(state, first, head)
    if part and _takes_told(state, known, head):
        state.making = True
    anew = state.correcting or state.making or limited
    if anew and count is not None and not count.article:
        change = Change("change", (count.start, atom.end), dishes=known, quantity=count.value)
        state.correcting = state.making = False
    elif limited and count is None:
        change = Change("change", (atom.start, atom.end), dishes=known, kept=True)
    elif part or (
        count is None and (spoken_of or _is_told(state, head) or _is_counted_enough(state, head))
    ):  # "one of the cokes with ginger": none is added, and there are as many as before
        change = Change("change", (atom.start, atom.end), dishes=known)
    else:
        return False
    _add_change(state, change, known, first, head)
    return True


def _is_halved(state: Grouping, first: int, head: int) -> bool:
    """小笼包减一半, "half the dumplings"."""
    before, pointer = state.at(first - 2), state.at(first - 1)
    if pointer is not None and pointer.words[0] in words_in("half_level") and not pointer.han:
        return True
    if before is not None and before.has("half") and pointer is not None and points(pointer):
        return True
    place = state.after(head)
    while (after := state.at(place)) is not None and after.has("remove", "make_it", "only", "want"):
        place = state.after(place)
    return after is not None and after.has("half") and state.is_end(state.after(place))


def _add_change(
    state: Grouping, change: Change, known: tuple[str, ...], first: int, head: int
) -> None:
    """Puts a change down, for every dish of a class that is spoken of as several, with what was
    said before it.
    """
    many = len(known) > 1 and change.quantity is None and _is_plural(state.row[head])
    several = known if many else ()
    for dish in several[1:]:
        state.changes.append(replace(change, dishes=(dish,), hung=change.hung))
    change.dishes = several[:1] or change.dishes
    state.changes.append(change)
    state.replaced = change
    waiting, state.loose = state.loose, []
    probe = Draft(known, [], hung=change.hung)
    for item, number in [*waiting, *((state.row[i], 1) for i in range(first, head))]:
        if item.is_item and not hang(state.lexicon, probe, item, number):
            state.loose.append((item, number))


def _of_the_class(state: Grouping, first: int, atom: Atom) -> tuple[str, ...]:
    """ "the burgers": those on the tab that are of the class that is pointed at."""
    pointer = state.at(first - 1)
    if pointer is None or not points(pointer) or (len(atom.dishes) == 1 and atom.exact):
        return ()
    inside = set(state.lexicon.in_class([singular(word) for word in atom.words]))
    return state.lexicon.in_order(inside & state.known_items)


def _is_plural(atom: Atom) -> bool:
    return not atom.han and singular(atom.words[-1]) != atom.words[-1]


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


def _orders_more(state: Grouping, head: int) -> bool:
    """Whether a text names more than this dish, or counts it: then it is an order."""
    for place, atom in enumerate(state.row):
        counts = atom.kind == "qty" and not atom.article
        if counts or (atom.is_dish and place != head and not atom.is_item):
            return True
    return False


def _is_counted(state: Grouping, head: int) -> bool:
    """Whether the clause goes on to a number ("可乐冰的两瓶")."""
    for atom in state.row[head + 1 :]:
        if atom.kind in ("break", "qty"):
            return atom.kind == "qty"
    return False


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


def _holds(state: Grouping, head: int) -> bool:
    """加份青菜在面里: what something is to be in."""
    before, after = state.at(head - 1), state.at(head + 1)
    inside = after is not None and after.words[0] in words_in("within")
    return inside and before is not None and before.words[-1] in words_in("located")


def _is_enough(state: Grouping, place: int) -> bool:
    """ "three rice is enough", 就行: so many there are to be, and no more."""
    after = state.at(place + 1)
    return after is not None and after.has("enough")


def _is_counted_enough(state: Grouping, head: int) -> bool:
    """ "米饭三碗就行"."""
    after = state.at(head + 1)
    counted = after is not None and after.kind == "qty" and not (after.article or after.vague)
    return counted and _is_enough(state, head + 1)


def _is_one_of(state: Grouping, first: int, head: int) -> bool:
    """ "one of the cokes without ice": so many of what is there, and how they should be."""
    between = state.row[first:head]
    of = any(a.words[-1] in words_in("counted_of") for a in between)
    told = _told(state, head)
    return of and any(points(a) for a in between) and told is not None and told.is_item


def _takes_told(state: Grouping, known: tuple[str, ...], head: int) -> bool:
    told = _told(state, head)
    return told is not None and any(state.lexicon.takes(d, p) for d in known for p in told.pairs)


def _told(state: Grouping, head: int) -> Atom | None:
    """The first thing of weight that is said after a dish."""
    rest = state.row[head + 1 :]
    return next((a for a in rest if a.is_item or a.kind in ("break", "qty", "dish")), None)


def _is_told(state: Grouping, head: int) -> bool:
    """ "可乐要冰的", "牛肉面不要香菜" with one on the tab: how it should be, not another one."""
    before, after = state.at(state.before(head)), state.at(head + 1)
    if before is not None and before.kind != "break":
        return False
    if after is None or not (
        (after.is_item and not _orders_more(state, head))
        or after.has("want", "said", "make_it")
        or (after.words[-1] in words_in("states") and not _is_counted(state, head))
        or " ".join(after.words) in words_in("limits")
    ):
        return False
    index = state.after(head)
    while (
        (nxt := state.at(index)) is not None
        and nxt.kind == "word"
        and nxt.has("want", "said", "only", "make_it")
    ):
        index = state.after(index)
    told = nxt is not None and (
        nxt.is_item or (nxt.kind == "qty" and not nxt.article and not nxt.vague)
    )
    if told:
        state.doubt("one on the tab is meant", 0.85)
    return told


def skipped(state: Grouping, place: int) -> bool:
    """ "skip the noodles": a word that takes things off, before one dish of the tab's; it is."""
    atom, lead = state.row[place], state.at(place - 1)
    known = tuple(d for d in atom.dishes if d in state.known_items)
    if lead is None or lead.han or not atom.neg or state.cur is not None or len(known) != 1:
        return False
    if lead.words[0] not in words_in("remove") or not state.is_end(state.after(place)):
        return False
    state.changes.append(Change("remove", (lead.start, atom.end), dishes=known))
    return True
