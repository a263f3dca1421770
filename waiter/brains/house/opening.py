"""Whether a number or modifiers open another line or belong to the one spoken of: part of the sixth
stage (`group.py`).
"""

from __future__ import annotations

from waiter.brains.house.drafts import accepted, clashing
from waiter.brains.house.grouping import Grouping


def is_modifier(state: Grouping, head: int) -> bool:
    """ "some guacamole" on a line that takes it."""
    atom, cur = state.row[head], state.cur
    return (
        atom.kind == "both" and cur is not None and bool(accepted(state.lexicon, cur, atom.pairs))
    )


def belongs_before(state: Grouping, place: int, head: int) -> bool:
    """Whether the count is the dish's before it ("卤蛋两个 可乐三瓶"), not that of the dish it
    leads up to.
    """
    cur, atom = state.cur, state.row[place]
    if (
        cur is None
        or cur.gone
        or cur.quantity is not None
        or cur.count_at is not None
        or atom.article
        or not cur.dishes
    ):
        return False
    if state.correcting or state.making or state.adding or state.choice is not None:
        return False
    between = [a for a in state.row[:place] if a.start >= cur.name_at[1]]
    if any(a.kind == "break" or a.has("and", "with", "add") for a in between):
        return False
    if any(a.kind == "break" for a in state.row[place:head]) or (
        state.row[head].gap and state.row[head].han
    ):
        return True
    return _counted_after(state, head) or (
        atom.han and not state.row[head - 1].has("said") and _unit_says_so(state, place, head)
    )


def _counted_after(state: Grouping, head: int) -> bool:
    """The next dish has its own count behind it."""
    index = state.after(head)
    while index < len(state.row) and state.row[index].is_item:
        index = state.after(index)
    following = state.at(index)
    if following is None or following.kind != "qty" or following.article:
        return False
    return state.head_of(index + 1) is None


def _unit_says_so(state: Grouping, place: int, head: int) -> bool:
    measure = state.row[place].measure
    cur = state.cur
    units = state.lexicon.units.get(measure, frozenset())
    here = cur is not None and bool(units & set(cur.dishes))
    there = bool(units & set(state.row[head].dishes))
    return here or not there


def starts_noun(state: Grouping, place: int, head: int) -> bool:
    """Whether modifiers begin another line ("ham and a coke, large fanta") rather than end the one
    spoken of.
    """
    if (
        state.cur is None
        or state.cur.gone
        or (state.cur.unknown is not None and not state.cur.dishes)
    ):
        return True
    items = [a for a in state.row[place:head] if a.is_item]
    dishes = state.row[head].dishes
    fit = all(any(state.lexicon.takes(d, p) for d in dishes for p in a.pairs) for a in items)
    if not fit or any(a.neg for a in items) or not _touch(state, place, head):
        return False
    if is_modifier(state, head):
        return False
    first = state.row[place]
    if not accepted(state.lexicon, state.cur, first.pairs) or clashing(
        state.lexicon, state.cur, first.pairs
    ):
        return True
    before = state.at(state.before(place))
    if (
        before is None
        or before.kind == "break"
        or before.has("want")
        or (before.has("and", "add") and not before.has("said"))
    ):
        return True
    single = all(state.lexicon.group_of(p).max == 1 for p in first.pairs)
    return before.has("with") and single


def _touch(state: Grouping, place: int, head: int) -> bool:
    return all(
        a.is_item or a.kind == "unknown" or (a.kind == "word" and state.is_filler(a))
        for a in state.row[place:head]
    )
