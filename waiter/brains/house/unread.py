"""Words nobody knows, met on the walk: a dish that is not on the menu, a wish for the kitchen, or
of no weight.
"""

from __future__ import annotations

from waiter.brains.house import nouns, strangers
from waiter.brains.house.grouping import Grouping


def unknown(state: Grouping, place: int) -> int:
    """Reads the unknown word at `place`; the place after what was read."""
    after, before = state.at(place + 1), state.at(state.before(place))
    atom = state.row[place]
    if (
        after is not None
        and not atom.han
        and not strangers.sounds_like_food(state, place)
        and (after.is_item or after.is_dish)
        and not (after.kind == "dish" and not after.exact)
    ):
        state.doubt("an unknown word before a known one", 0.93)
        return place + 1
    if atom.han and state.head_of(place) == place + 1 and after is not None and after.exact:
        state.doubt("unknown characters before a dish", 0.85)
        return place + 1
    if state.cur is not None and not state.cur.dishes and state.cur.unknown is None:
        return strangers.named_unknown(state, state.cur, place)
    if strangers.is_class_noun(state, place):
        state.doubt("a noun that says what sort of dish it is", 0.98)
        return place + 1
    wanted = (
        before is not None
        and before.has("want", "add", "make_it", "replace")
        and not before.has("said")
    )
    asked = before is not None and before.has("with", "and") and state.cur is not None
    for lead in (state.before(place), place - 1):  # "more" is a small word too
        led = state.at(lead)
        if led is not None and led.has("neg", "extra", "light") and not led.has("said", "add"):
            return note(state, lead, place)
    if after is not None and after.kind == "dish" and not after.exact and not atom.han:
        return nouns.noun(state, None, place, place + 1)
    if (
        strangers.sounds_like_food(state, place)
        and asked
        and before is not None
        and before.has("with")
    ):
        return strangers.unknown_part(state, place)
    named = wanted and atom.han and state.cur is None and _names_something(state, place)
    if named or strangers.sounds_like_food(state, place):
        return strangers.unknown_noun(state, None, place)
    if wanted and before is not None and before.has("with") and state.cur is not None:
        return strangers.unknown_part(state, place)
    state.doubt("an unknown word", 0.95 if state.cur is not None else 0.9)
    return place + 1


def _names_something(state: Grouping, place: int) -> bool:
    """Whether unknown words after "I want" may be a dish's name: a few of them, and then nothing
    more.
    """
    end = place
    while (nxt := state.at(end)) is not None and nxt.kind == "unknown":
        end += 1
    size = end - place
    whole = nxt is None or nxt.kind == "break" or (nxt.kind == "word" and not nxt.has("want"))
    return whole and (2 <= size <= 8 if state.row[place].han else size <= 3)


def note(state: Grouping, first: int, place: int) -> int:
    """ "no ice" where there is no such modifier: told to the kitchen as it was said."""
    end = place
    while (nxt := state.at(end + 1)) is not None and nxt.kind == "unknown":
        end += 1
    notes = state.kitchen if state.cur is None else state.cur.notes
    notes.append((state.row[first].start, state.row[end].end))
    state.doubt("a wish for the kitchen", 0.97)
    return end + 1
