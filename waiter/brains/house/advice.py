"""Whether a clause asks to be advised: "recommend something spicy", 来点辣的. What it says of taste
is then no modifier of a dish. Neighbours: `questions.py`, all else that may be asked; `wishing.py`,
which looks for the dish.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Cue
from waiter.brains.house.senses import CLASS, EXACT


def is_advice(atoms: Sequence[Atom], cues: Sequence[Cue], after_dish: bool) -> bool:
    """Whether a clause names no dish and leaves the choice of one to the waiter. `after_dish`: the
    text has ordered one before.
    """
    if any(a.is_dish and a.exact for a in atoms):
        return False
    if any("ask_advice" in cue.kinds for cue in cues):
        return True
    if _is_of_any_class(atoms, cues):
        return True
    return _of_any_dish(atoms) or (not after_dish and _some_of_a_taste(atoms))


def _is_of_any_class(atoms: Sequence[Atom], cues: Sequence[Cue]) -> bool:
    """再加个荤菜, "something to share": a class of food that is no part of the menu's own order."""
    for cue in cues:
        if "food_class" not in cue.kinds:
            continue
        inside = [a for a in atoms if a.start < cue.end and cue.start < a.end]
        kinds = ("dish", "category")
        listed = [
            s for a in inside for s in a.senses if s.kind in kinds and s.quality in (CLASS, EXACT)
        ]
        before = any(a.neg or a.has("neg", "remove") for a in atoms if a.end <= cue.start)
        behind = any(a.has("neg_after", "remove") for a in atoms if a.start >= cue.end and a.han)
        named = any(
            a.kind == "unknown" and (a.start, a.end) != (cue.start, cue.end) for a in inside
        )
        if not (listed or before or behind or named or _goes_into_a_dish(atoms, inside)):
            return True
    return False


def _goes_into_a_dish(atoms: Sequence[Atom], inside: Sequence[Atom]) -> bool:
    """把煎蛋换成青菜, 加份青菜在面里: a modifier of the menu that takes the place of something,
    or is to be in it.
    """
    modifier = all(
        any(s.kind == "modifier" and s.quality == EXACT for s in a.senses) for a in inside
    )
    told = any(a.has("replace", "become") or a.words[0] in words_in("within") for a in atoms)
    return modifier and told


def only_tastes(atoms: Sequence[Atom]) -> bool:
    """Whether words say no more than how a dish should be: no dish, no number, no change."""
    more = any(a.is_dish or a.has("make_it", "replace", "remove", "add") for a in atoms)
    counted = any(a.kind == "qty" and not (a.article or a.vague) for a in atoms)
    return not more and not counted and any(_is_taste(a) for a in atoms)


def is_another_so(atoms: Sequence[Atom], near: Collection[str], lexicon: Lexicon) -> bool:
    """再来个素的: one more dish of a taste that none of those `near` (named, or on the tab) can be
    made in, so another is wished for.
    """
    said = [a for a in atoms if not a.has("polite") or a.is_item]
    if not said or any(a.is_dish or a.neg or a.kind in ("unknown", "both") for a in said):
        return False
    made = [i for i, a in enumerate(said) if a.is_item]
    counted = [i for i, a in enumerate(said) if a.kind == "qty" and a.value == 1]
    if not made or not counted or counted[-1] > made[0] or not near:
        return False
    last = said[-1]
    ends = last.words[-1] in words_in("states") if last.han else last.has("nominal")
    ends = ends or last.words[-1] in words_in("nominal")
    pairs = [pair for i in made for pair in said[i].pairs]
    return ends and not any(lexicon.takes(dish, pair) for dish in near for pair in pairs)


def _of_any_dish(atoms: Sequence[Atom]) -> bool:
    """ "something spicy", "anything without garlic"."""
    for place, atom in enumerate(atoms):
        if " ".join(atom.words) in words_in("any_dish"):
            made = any(a.has("make_it", "replace") for a in atoms[:place])
            return not made and any(_is_taste(a) for a in atoms[place + 1 :])
    return False


def _some_of_a_taste(atoms: Sequence[Atom]) -> bool:
    """来点辣的, 想吃冰的: what is so, or a little of it, the dish left open."""
    vague = next((i for i, a in enumerate(atoms) if _leaves_open(atoms, i)), None)
    if vague is None:
        return False
    tastes = [i for i in range(vague + 1, len(atoms)) if _is_taste(atoms[i])]
    if not tastes or not atoms[tastes[-1]].han:
        return False
    after = atoms[tastes[-1] + 1 : tastes[-1] + 2]
    return (*atoms[tastes[-1]].words, *(w for a in after for w in a.words))[-1] in words_in(
        "states"
    )


def _leaves_open(atoms: Sequence[Atom], place: int) -> bool:
    """A little of something, or a craving for it."""
    atom, before = atoms[place], atoms[place - 1] if place else None
    if atom.vague or " ".join(atom.words) in words_in("craving"):
        return True
    return atom.words == ("点",) and before is not None and before.has("want")


def _is_taste(atom: Atom) -> bool:
    return atom.is_item or atom.neg
