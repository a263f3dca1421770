"""The wants of a wish, put together from what was noted: foods, courses, traits; dishes by name;
and what it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from menu_data.words.units import is_han
from menu_data.words.wishes.lexicon import Meaning, foods
from menu_data.words.wishes.marks import Mark
from menu_data.words.wishes.notes import Notes
from menu_data.words.wishes.wish import How, Than, Want

DRINKS = frozenset(
    {"drink", "alcohol", "tea", "coffee", "juice", "soda", "milk", "soy_milk", "water"}
)
WARM = frozenset({"warming", "hot_served", "gentle"})
SWEETS = frozenset({"dessert", "cake", "ice_cream", "pudding"})
GENERIC = 2  # units: a name as short as this that is a food's word means any such dish
COMPARED: tuple[How, ...] = ("cheaper", "milder", "hotter")


def wants(row: Sequence[Mark], notes: Notes) -> tuple[Want, ...]:
    """What is wanted, in the order it was said; what was named side by side with "or" as one."""
    out: list[Want] = []
    last = -9
    for at in notes.wants:
        mark = row[at]
        notes.diet += mark.of("diet")
        soft = _is_likeness(row, at)
        between = row[last + 1 : at]
        for want in _of_mark(mark, soft):
            if out and _side_by_side(between, "either") and out[-1].kind == want.kind == "food":
                out[-1] = Want("food", (*out[-1].keys, *want.keys), out[-1].hard, want.said)
            else:
                out.append(want)
        if len(out) > 1 and out[-1].hard and out[-2].hard and _side_by_side(between, "join"):
            out[-2:] = [_listed(one) for one in out[-2:]]
        last = at
    if notes.bit_spicy:
        out.append(Want("trait", ("spicy",), False, ""))
    return tuple(dict.fromkeys(_resolved(out)))


def named(row: Sequence[Mark], notes: Notes) -> tuple[str, ...]:
    """Dishes asked for by a name that means no other."""
    said = [row[at] for at in notes.wants if _is_specific(row[at])]
    return tuple(dict.fromkeys(key for mark in said for key in mark.of("name")))


def called(row: Sequence[Mark], notes: Notes) -> tuple[str, ...]:
    """Dishes whose whole name is said, also where it may mean others ("beer")."""
    return tuple(dict.fromkeys(key for at in notes.wants for key in row[at].of("name")))


def compared(row: Sequence[Mark], notes: Notes) -> Than | None:
    """The dish a wish is compared with, and how: "less fierce than X", 比X清淡."""
    for at, mark in enumerate(row):
        if not mark.is_cue("than"):
            continue
        place = next((i for i in range(at + 1, min(at + 4, len(row))) if row[i].of("name")), None)
        if place is None:
            continue
        _forget(notes, place)
        han = is_han(mark.said)
        said = row[place + 1 : place + 5] if han else row[max(0, at - 3) : at + 1]
        how: How = next((h for h in COMPARED if any(m.is_cue(h) for m in said)), "otherwise")
        if how == "milder" and not han:
            for index in range(max(0, at - 3), at):
                if row[index].of("trait"):
                    _forget(notes, index)
        return Than(row[place].of("name")[0], how)
    return None


def likened(row: Sequence[Mark], notes: Notes) -> tuple[str, ...]:
    """Dishes the wish should be like."""
    found: list[str] = []
    for at in tuple(notes.wants):
        names = row[at].of("name")
        if not names:
            continue
        before = any(mark.is_cue("like") for mark in row[max(0, at - 3) : at])
        after = at + 1 < len(row) and row[at + 1].is_cue("like_after")
        if before or after:
            found += names
            _forget(notes, at)
    return tuple(dict.fromkeys(found))


def _forget(notes: Notes, at: int) -> None:
    if at in notes.wants:
        notes.wants.remove(at)
    notes.dropped.add(at)


def _is_likeness(row: Sequence[Mark], at: int) -> bool:
    """Whether it only says what something is like (烤串那种, "mango flavoured")."""
    return at + 1 < len(row) and row[at + 1].is_cue("like_after")


def _of_mark(mark: Mark, soft: bool) -> Iterator[Want]:
    if _is_specific(mark):
        return
    keys = mark.of("food")
    if keys:
        yield Want("food", keys, not soft, mark.said)
    for key in mark.of("course"):
        yield Want("course", (key,), key != "food" and not soft, mark.said)
    for key in mark.of("trait"):
        yield Want("trait", (key,), False, mark.said)


def _is_specific(mark: Mark) -> bool:
    """Whether a name means this dish alone, rather than any of its kind (米饭, "beer")."""
    size = GENERIC if is_han(mark.said) else 1
    other = mark.of("food", "course", "trait")
    return bool(mark.of("name")) and (mark.end - mark.start > size or not other)


def _side_by_side(between: Sequence[Mark], cue: str) -> bool:
    """Whether nothing but a word of this kind stands between two wants."""
    words = [mark for mark in between if mark.said not in "、,，"]
    return bool(between) and len(between) < 3 and all(mark.is_cue(cue) for mark in words)


def _listed(want: Want) -> Want:
    return Want(want.kind, want.keys, want.hard, want.said, listed=True)


def _resolved(found: Sequence[Want]) -> Iterator[Want]:
    """What "hot" and "cold" mean beside the rest."""
    keys = {key for want in found for key in want.keys}
    forms = foods().told_by
    drinks = keys & (DRINKS | forms["drink"])
    for want in found:
        if want.keys == ("hot",):
            warm = drinks or keys & WARM or "soup" in keys
            yield Want("trait", ("hot_served" if warm else "spicy",), False, want.said)
        elif want.keys == ("drink",) and keys & foods().drunk:
            continue
        elif want.keys == ("cold",):
            if drinks or keys & (SWEETS | forms["dessert"]):
                yield Want("trait", ("iced",), False, want.said)
            elif not keys & {"cold_dish", "cold_noodle", "starter"}:
                yield Want("course", ("cold_dish",), True, want.said)
        else:
            yield want


__all__ = ["Meaning", "compared", "likened", "named", "wants"]
