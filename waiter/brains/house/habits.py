"""A guest's habit made of what was kept out of the order, and put onto lines: modifiers that no
dish of theirs is to have, and words for the kitchen. Neighbour: `keeping_out.py`, which takes the
words out of a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from apps.finding.profiles import profiles
from apps.ledger.books import Chosen
from menu_data.menu import Dish, Menu
from waiter.brains.house.atoms import Atom
from waiter.brains.house.calls import modifier_params
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import ReadLine
from waiter.habits import Habit


def without(atoms: Iterable[Atom], lexicon: Lexicon) -> tuple[Chosen, ...]:
    """What atoms mean as left out: every modifier of these words that may be, and the degree that
    is none of it.
    """
    out: list[Chosen] = []
    for atom in atoms:
        out += [Chosen(s.group, s.surface[0]) for s in atom.levels if s.id == "neg"]
        for pair in atom.best(atom.pairs):
            if lexicon.group_of(pair).removable:
                out.append(Chosen(*pair, "none"))
    return tuple(dict.fromkeys(out))


def bare_habit(atoms: Sequence[Atom], lexicon: Lexicon) -> Habit:
    """What is left out of no dish at all ("no coriander please" before anything is ordered)."""
    plain = all(a.neg and not a.levels for a in atoms)
    return Habit(without(atoms, lexicon) if plain else (), bare=True)


def on_line(line: ReadLine, habit: Habit, menu: Menu) -> ReadLine:
    """A line with the habit in it, where it says nothing else of that."""
    more = left_out(menu.dishes[line.item], habit, [(m.group, m.modifier) for m in line.modifiers])
    return replace(line, modifiers=(*line.modifiers, *more)) if more else line


def on_params(params: dict[str, Any], habit: Habit, menu: Menu) -> dict[str, Any]:
    """A line of a call likewise, with the words for the kitchen as its note."""
    dish = menu.dishes.get(str(params.get("dish")))
    if dish is None or not habit:
        return params
    said = params.get("modifiers") or ()
    pairs = [(str(m.get("group")), str(m.get("modifier"))) for m in said if isinstance(m, dict)]
    more = [modifier_params(chosen) for chosen in left_out(dish, habit, pairs)]
    made = {**params, "modifiers": [*said, *more]} if more else dict(params)
    words = habit.allergic if profiles(menu)[dish.id].course == "drink" else habit.words
    note = "; ".join(dict.fromkeys(n for n in (params.get("note"), *words) if n))
    return {**made, "note": note} if note else made


def left_out(dish: Dish | None, habit: Habit, said: Sequence[tuple[str, str]]) -> list[Chosen]:
    """What of the habit a dish takes and was not spoken of."""
    out = []
    for one in habit.without:
        group = dish.group(one.group) if dish is not None else None
        if group is None or group.modifier(one.modifier) is None:
            continue
        spoken = any(g == group.id and (group.max == 1 or m == one.modifier) for g, m in said)
        if not spoken and (one.amount != "none" or group.removable):
            out.append(one)
    return out
