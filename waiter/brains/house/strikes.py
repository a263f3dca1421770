"""Taking a dish off: "remove one beer", 雪碧拿掉一瓶, 泡菜不要了; out of this text's lines, else
an edit of the tab.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.classed import struck_by_class, struck_unknown
from waiter.brains.house.drafts import Draft
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.swaps import noun_start


def removed(state: Grouping, place: int) -> int | None:
    """Strikes a dish off: "remove one beer", 雪碧拿掉一瓶, 泡菜不要了, "no coke then".

    The place after what was read; None where the word strikes nothing off.
    """
    atom = state.row[place]
    after = _named_after(state, place)
    if after is not None:
        return after
    if atom.has("remove") and _stands_alone(state, place) and state.cur is not None:
        state.cur.gone = True
        state.cur = state.live()[-1] if state.live() else None
        return place + 1
    if atom.has("remove", "neg_after") and _names_before(state, place):
        return _named_before(state, place)
    fewer = _fewer(state, place) if atom.has("remove") else None
    if fewer is not None:
        return fewer
    return struck_by_class(state, place) or struck_unknown(state, place)


def _named_after(state: Grouping, place: int) -> int | None:
    """ "remove one beer": the word leads up to the dish."""
    atom, ahead = state.row[place], state.after(place)
    following = state.at(ahead)
    if following is None or following.kind not in ("qty", "dish", "both", "mod"):
        return None
    first = noun_start(state, ahead)
    head = state.head_of(first)
    if head is None or not _direct(state, first, head):
        return None
    count = 1 if set(atom.words) & words_in("one_word") else None
    if following.kind == "qty" and not following.article:
        count = following.value
    at = (atom.start, state.row[head].end)
    _strike(state, state.row[head].dishes, count, at, atom, head)
    return head + 1


def _named_before(state: Grouping, place: int) -> int | None:
    """雪碧拿掉一瓶: the dish stands before the word, a count may stand behind it."""
    atom, ahead, cur = state.row[place], state.after(place), state.cur
    following = state.at(ahead)
    assert cur is not None
    counted = following if following is not None and following.kind == "qty" else None
    older = [d for d in state.live() if d is not cur and set(d.dishes) & set(cur.dishes)]
    if cur.quantity is not None and not older and counted is not None:
        return None
    state.drafts = [d for d in state.drafts if d is not cur]
    state.cur = older[-1] if older else None
    count = counted.value if counted is not None else cur.quantity
    end = counted.end if counted is not None else atom.end
    _strike(state, cur.dishes, count, (cur.at[0][0], end), atom, place, spoken=cur)
    return place + 1 if counted is None else ahead + 1


def _fewer(state: Grouping, place: int) -> int | None:
    """ "米饭点多了，减两碗": so many less of the dish spoken of, which was ordered before."""
    ahead, before = state.after(place), state.at(place - 1)
    count, after = state.at(ahead), state.at(ahead + 1)
    if count is None or count.kind != "qty" or count.article or count.value is None:
        return None
    alone = (a is None or a.kind == "break" or state.is_filler(a) for a in (before, after))
    if not all(alone):
        return None
    told = state.replaced
    known = told.dishes if told is not None and told.op == "change" else ()
    cur = state.cur
    if cur is not None:
        known = tuple(d for d in cur.dishes if d in state.known_items)
        if cur.quantity is not None or not known:
            return None
        state.drafts = [d for d in state.drafts if d is not cur]
        state.cur = None
    elif not state.known_items:
        return None
    at = (state.row[place].start, count.end)
    if told is not None and told.op == "remove" and told.quantity == count.value:
        return ahead + 1  # "一碗多了，去掉一碗"
    state.changes.append(Change("remove", at, dishes=known, quantity=count.value))
    return ahead + 1


def _stands_alone(state: Grouping, place: int) -> bool:
    """ "一份泡菜，不要了": nothing else is said between the breaks."""
    before, after = state.at(place - 1), state.at(state.after(place))
    alone = (
        before is not None and before.kind == "break" and (after is None or after.kind == "break")
    )
    return alone and state.row[place].has("neg_after") and len(state.row[place].words) > 2


def _direct(state: Grouping, first: int, head: int) -> bool:
    return all(state.row[i].is_item or state.is_filler(state.row[i]) for i in range(first, head))


def _names_before(state: Grouping, place: int) -> bool:
    """The dish stands right before and nothing is left that the word could be about."""
    index = state.before(place)
    while index >= 0 and (state.row[index].has("all") or state.row[index].kind == "qty"):
        index = state.before(index)
    before, cur = state.at(index), state.cur
    if (
        before is None
        or cur is None
        or not before.is_dish
        or cur.name_at != (before.start, before.end)
    ):
        return False
    after = state.at(state.after(place))
    return (
        after is None
        or after.kind in ("break", "qty")
        or after.has("want", "replace", "add", "and", "correct", "make_it")
    )


def _strike(
    state: Grouping,
    dishes: tuple[str, ...],
    count: int | None,
    at: tuple[int, int],
    atom: Atom,
    head: int,
    spoken: Draft | None = None,
) -> None:
    """Takes a dish, or some of it, out of this text's lines; else it is an edit of what was
    ordered before.
    """
    older = state.with_dish(dishes)
    if older is not None and spoken is None and _is_in_it(state.row[head], older):
        older.notes.append(at)
        return
    whole = spoken is not None or state.row[head].exact or len(state.row[head].words) > 1
    if older is not None and whole:
        if count is not None and older.quantity is not None and older.quantity > count:
            older.quantity -= count
        else:
            older.gone = True
            state.cur = state.live()[-1] if state.live() else None
        state.doubt("struck off again", 0.98)
        return
    negation = atom.has("neg", "denies")
    if negation and not set(dishes) & state.known_items and (state.cur or not atom.has("remove")):
        if state.cur is not None:
            state.cur.notes.append(at)
        state.doubt("a dish not wanted", 0.9)
        return
    hung = list(spoken.hung) if spoken is not None else []
    exact = state.row[head].exact if spoken is None else spoken.exact
    several = len(set(dishes) & state.known_items) != 1 and len(dishes) > 1 and not exact
    change = Change("remove", at, dishes=dishes, quantity=count, narrowed=hung, unclear=several)
    state.changes.append(change)
    state.cur = None


def _is_in_it(named: Atom, dish: Draft) -> bool:
    """回锅肉，别放蒜苗: a part of its name, which is in it; by other words than it was ordered."""
    return not named.exact and not set(named.words) <= set(dish.words)
