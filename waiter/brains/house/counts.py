"""Numbers without a noun of their own: after the dish, for a part of it, once more, or instead of
what was said.
"""

from __future__ import annotations

from waiter.brains.house import hanging
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, copied, named_with
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.per_head import multiplied
from waiter.brains.house.persons import is_anothers
from waiter.brains.house.strangers import sounds_like_food, stands_as_dish, unknown_noun


def count(state: Grouping, place: int) -> int:
    """Reads the quantity at `place`, which leads up to no dish; the place after what was read."""
    atom = state.row[place]
    ahead = state.after(place)
    following = state.at(ahead)
    if _says_nothing(state, atom, following) or _is_told(state, place):
        return place + 1
    if atom.article and following is not None and following.is_item and state.replaced is not None:
        return place + 1  # "make the flat white an extra shot"
    if following is not None and following.is_item and _answers(state, atom, following):
        return place + 1
    if following is not None and _is_addon(state, place, ahead):
        hanging.attach(state, ahead, atom.value or 1)
        return ahead + 1
    if state.correcting or state.making:
        if _set(state, atom):
            return place + 1
    elif _is_for_dish_before(state, place):
        _give(state, atom, following)
        return place + 1
    ahead = _past_how(state, ahead)
    if ahead < len(state.row) and _leads_to_unknown(state, place, ahead):
        before = state.at(state.before(place))
        if before is not None and before.has("remove") and not before.has("said", "light"):
            state.doubt("something unknown is to be taken off", 0.6)
            return place + 1
        return unknown_noun(state, atom, ahead)
    return _portion(state, atom, place, following)


def _answers(state: Grouping, atom: Atom, following: Atom) -> bool:
    """ "one small one then", "两份大的一份小的": each count with how it should be is a line of the
    dish that was asked about.
    """
    item, cur = state.answering, state.cur
    if item is None or atom.value is None or following.neg or state.correcting or state.making:
        return False
    if cur is not None and (cur.dishes != (item,) or cur.quantity is None):
        return False
    if not any(state.lexicon.takes(item, pair) for pair in following.pairs):
        return False
    draft = Draft((item,), [(atom.start, atom.end)], atom.value)
    draft.count_at = draft.name_at = (atom.start, atom.end)
    state.drafts.append(draft)
    state.cur, state.scope, state.adding = draft, None, False
    return True


def _says_nothing(state: Grouping, atom: Atom, following: Atom | None) -> bool:
    """ "some onions", "make it a large": no count at all."""
    if following is None:
        return False
    if atom.vague and following.kind != "unknown":
        return True
    return state.making and atom.article and following.is_item


def _is_told(state: Grouping, place: int) -> bool:
    """The new count of the dish on the tab that is spoken of, or how many of it are to go."""
    told, atom = state.replaced if state.cur is None else None, state.row[place]
    if told is None or told.quantity is not None or atom.value is None or atom.article:
        return False
    told.quantity = atom.value
    before = state.at(place - 1)
    behind = state.at(place + 1)
    goes = behind is not None and behind.has("neg_after") and not behind.has("said")
    if told.op == "change" and (goes or (before is not None and before.has("too_many"))):
        told.op = "remove"
    return True


def _past_how(state: Grouping, ahead: int) -> int:
    """Past how it is to be, where a name nobody knows follows at once: "a cold sesame noodle"."""
    end = ahead
    while (atom := state.at(end)) is not None and atom.kind == "mod" and not atom.neg:
        end += 1
    atom = state.at(end)
    named = atom is not None and atom.kind == "unknown" and sounds_like_food(state, end)
    return end if named else ahead


def _leads_to_unknown(state: Grouping, place: int, ahead: int) -> bool:
    atom, following = state.row[place], state.row[ahead]
    if following.kind != "unknown" or _is_part(state, place):
        return False
    if sounds_like_food(state, ahead):
        return True
    return bool(atom.measure) if following.han else stands_as_dish(state, ahead)


def _is_part(state: Grouping, place: int) -> bool:
    following = state.at(place + 1)
    return following is not None and following.has("one_of")


def _set(state: Grouping, atom: Atom) -> bool:
    """ "要三个，不，两个", "make it two": the count itself is said anew."""
    if atom.value is None or atom.article:
        return False
    if state.cur is not None and not state.cur.gone:
        state.cur.quantity, state.cur.count_at = atom.value, (atom.start, atom.end)
        state.cur.at.append((atom.start, atom.end))
    elif state.loose_count is not None:
        state.loose_count = atom
    else:
        state.changes.append(Change("change", (atom.start, atom.end), quantity=atom.value))
    state.correcting = state.making = False
    state.doubt("a correction", 0.98)
    return True


def _is_for_dish_before(state: Grouping, place: int) -> bool:
    cur, atom = state.cur, state.row[place]
    if cur is None or cur.gone or atom.article or atom.value is None:
        return False
    if _is_restated(state, place):
        return not state.forced
    if cur.quantity is not None and not cur.carried:
        return False
    return (cur.count_at is None or cur.vague) and not state.forced


def _is_restated(state: Grouping, place: int) -> bool:
    """来份烤串，十串: after an order of it the number in the dish's own measure."""
    cur, atom = state.cur, state.row[place]
    if cur is None or cur.count_at is None or cur.quantity != 1 or not atom.measure:
        return False
    first = next((a for a in state.row if a.start == cur.count_at[0]), None)
    units = state.lexicon.units
    own = units.get(atom.measure, frozenset()) & set(cur.dishes)
    if first is None or first.measure == atom.measure or not own:
        return False
    return first.kind == "qty" and state.is_end(place + 1)


def _give(state: Grouping, atom: Atom, following: Atom | None) -> None:
    cur = state.cur
    assert cur is not None
    cur.quantity, cur.count_at, cur.carried = atom.value, (atom.start, atom.end), False
    cur.vague = False
    if state.per_person is not None:
        multiplied(cur, state.per_person)
    cur.at.append((atom.start, atom.end))
    cur.in_parts = following is not None and following.kind == "mod" and not following.neg


def _is_addon(state: Grouping, place: int, ahead: int) -> bool:
    """ "with two fried eggs", "with a thin crust": a count of a modifier, not of a portion."""
    atom, following, cur = state.row[place], state.row[ahead], state.cur
    near = ahead == place + 1 or (atom.article and not state.row[ahead - 1].has("said"))
    if not following.is_item or not near or following.neg or cur is None:
        return False
    several = (cur.quantity or 1) > 1 and len(cur.dishes) > 1
    if several and len(named_with(state.lexicon, cur.dishes, following.words)) == 1:
        return False  # "two pizzas, one pepperoni"
    single = [p for p in following.pairs if state.lexicon.group_of(p).max == 1]
    if atom.article:
        return state.with_said or not single
    if single or state.correcting or state.making or _counts_portions(state, place):
        return False
    counts_dish = cur.quantity is None and not state.with_said
    return not counts_dish and (state.with_said or following.kind == "mod")


def _counts_portions(state: Grouping, place: int) -> bool:
    """ "五碗肥肠粉，其中两碗加牛肉": the measure is the dish's own, or "of them" was said."""
    atom, cur, before = state.row[place], state.cur, state.at(state.before(place))
    if before is not None and before.has("one_of"):
        return True
    if _counts_fewer(state, place):
        return True
    units = state.lexicon.units.get(atom.measure, frozenset())
    return cur is not None and (cur.quantity or 1) > 1 and bool(units & set(cur.dishes))


def _counts_fewer(state: Grouping, place: int) -> bool:
    """ "three lattes, one decaf": after a comma fewer than the dishes before, and no more said."""
    atom, cur, before = state.row[place], state.cur, state.at(place - 1)
    if cur is None or before is None or before.kind != "break" or atom.han:
        return False
    return (atom.value or 1) < (cur.quantity or 1) and state.is_end(state.after(place) + 1)


def _portion(state: Grouping, atom: Atom, place: int, following: Atom | None) -> int:
    """A part of the dish spoken of, more of it, or a dish whose name is left out."""
    cur = state.cur
    if (
        following is not None
        and following.has("all")
        and cur is not None
        and cur.quantity is not None
    ):
        return place + 1  # 两碗都不要香菜: the two just ordered
    if cur is None or cur.gone:
        return _without_dish(state, atom, place, following)
    if is_anothers(state, place):
        state.adding = True
        portion(state, atom)
        return place + 1
    speaks_on = following is not None and (
        following.is_item
        or following.kind == "note"
        or following.has("neg", "said", "one_of", "half", "with", "extra", "light")
    )
    if not speaks_on:
        if (
            state.adding
            and atom.value is not None
            and cur.quantity is not None
            and not atom.article
        ):
            cur.quantity += atom.value
            state.adding = False
        elif not atom.article and not atom.implied:
            state.doubt("a count of nothing", 0.85)
        return place + 1
    if following is not None and following.has("one_of") and state.is_end(place + 2):
        return _portion_before(state, atom, place)
    portion(state, atom)
    return place + 1


def _portion_before(state: Grouping, atom: Atom, place: int) -> int:
    """ "…, no onion on one of them": what was just said is of a part only."""
    cur = state.cur
    assert cur is not None
    last = cur.hung[-1:] if (cur.quantity or 1) > (atom.value or 1) else []
    cur.hung = [h for h in cur.hung if h not in last]
    portion(state, atom).hung.extend(last)
    return place + 2


def portion(state: Grouping, atom: Atom, value: int | None = None) -> Draft:
    """Opens a part of the line spoken of; whether it is taken from it or comes on top shows at the
    end.
    """
    cur = state.cur
    assert cur is not None
    base = cur.part_of or cur
    new = Draft(base.dishes, [(atom.start, atom.end)], value if value is not None else atom.value)
    new.hung = copied(base.hung)
    new.part_of, new.more, new.exact = base, state.adding or base.in_parts, base.exact
    new.count_at, new.name_at, new.words = (atom.start, atom.end), base.name_at, base.words
    state.drafts.append(new)
    state.cur, state.scope, state.adding, state.with_said = new, None, False, False
    return new


def _goes_with_known(state: Grouping, following: Atom) -> bool:
    """ "加一份豆皮", "再加份餐肉": for a dish ordered before, where one takes it."""
    if not following.is_item or not state.known_items:
        return False
    takes = any(state.lexicon.takes(d, p) for d in state.known_items for p in following.pairs)
    return state.with_said or (state.adding and takes and following.kind == "mod")


def _without_dish(state: Grouping, atom: Atom, place: int, following: Atom | None) -> int:
    if state.asked and not atom.article:
        draft = Draft(state.asked[-1:], [(atom.start, atom.end)], atom.value)
        draft.count_at = (atom.start, atom.end)
        state.drafts.append(draft)
        state.cur = draft
        state.doubt("the dish asked about", 0.93)
        return place + 1
    if following is not None and _goes_with_known(state, following):
        state.loose.append((following, atom.value or 1))
        return state.after(place) + 1
    if following is not None and (following.is_item or following.has("with")) and not following.neg:
        draft = Draft((), [(atom.start, atom.end)], atom.value)
        draft.count_at = (atom.start, atom.end)
        draft.vague = atom.vague
        state.drafts.append(draft)
        state.cur, state.scope, state.adding = draft, None, False
        hanging.flush(state, draft)
        return place + 1
    if not atom.article and (state.loose_count is None or state.correcting):
        state.loose_count = atom
    return place + 1
