"""What a clause says a guest never has ("I don't eat coriander", 我对芒果过敏): taken out of the
order, for nothing of it is ordered. Neighbours: `clauses.py`, which cuts the clauses, and
`habits.py`, which makes modifiers and words for the kitchen of what was taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from menu_data.words.allergens import allergens_in
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.foods import is_food
from waiter.brains.house.marks import Cue
from waiter.brains.house.questions import Clause

Tokens = tuple[int, int]
_ALLERGY = ("no_allergy", "allergic", "allergic_after", "allergic_alone", "cannot_eat", "diet")


@dataclass(slots=True)
class KeptOut:
    """Over a text: `atoms` that no dish is to have; `words`: the tokens of what must be told to the
    kitchen as it was said, and of an allergy (`allergic`); `listing`: the clause before was such,
    and may go on.
    """

    atoms: list[Atom] = field(default_factory=list)
    words: list[Tokens] = field(default_factory=list)
    allergic: list[Tokens] = field(default_factory=list)
    listing: bool = False


def keep_out(clause: Clause, out: KeptOut) -> None:
    """Takes out of a clause what its speaker never has, and what they are allergic to."""
    _allergies(clause, out)
    cue = clause.cue("never_after")
    if cue is not None and _never_before(clause, cue, out):
        return
    cue = clause.cue("never_has")
    if cue is not None:
        _never(clause, cue, out)
        return
    if _of_every_dish(clause) or (out.listing and _is_listed(clause)):
        out.atoms += [a for a in clause.atoms if a.is_item]
        clause.atoms[:] = []
        return
    out.listing = False


def _never(clause: Clause, cue: Cue, out: KeptOut) -> None:
    taken: list[Atom] = []
    for atom in (a for a in clause.atoms if a.start >= cue.end):
        if _stops(atom):
            break
        taken.append(atom)
    if not any(_is_noun(a) for a in taken):
        return
    end = taken[-1].end
    items = [a for a in taken if a.is_item]
    out.atoms += items
    out.listing = True
    strange = [a for a in taken if _is_noun(a) and a not in items]
    if any(a.is_dish or is_food(a.words) for a in strange) or (strange and not items):
        said = [a for a in taken if not a.has("filler", "polite")]
        out.words.append((cue.start, said[-1].end))
    clause.atoms[:] = [a for a in clause.atoms if a.end <= cue.start or a.start >= end]


def _never_before(clause: Clause, cue: Cue, out: KeptOut) -> bool:
    """ "我跟香菜有仇": what is never had stands before the words for it."""
    items = [a for a in clause.atoms if a.is_item and a.end <= cue.start]
    if not items or any(a.kind == "qty" or (a.is_dish and a.exact) for a in clause.atoms):
        return False
    out.atoms += items
    clause.atoms[:] = []
    return True


def _of_every_dish(clause: Clause) -> bool:
    """ "no coriander for me", 所有菜都不要香菜."""
    if clause.cue("every_dish") is None or not clause.has_atom("neg", "neg_after"):
        return False
    ordered = any((a.is_dish and a.exact) or a.kind == "qty" for a in clause.atoms)
    return not ordered and any(a.is_item for a in clause.atoms)


def _is_listed(clause: Clause) -> bool:
    """Whether a clause only goes on with the list ("我不吃香菜，葱，蒜")."""
    plain = all(a.is_item or a.has("and", "or", "nor", "filler", "polite") for a in clause.atoms)
    return plain and any(a.is_item for a in clause.atoms) and not clause.has_atom("want")


def _stops(atom: Atom) -> bool:
    ordered = atom.kind == "qty" or (atom.is_dish and atom.exact and not atom.is_item)
    return ordered or atom.has("want", "but", "add", "remove", "replace", "make_it")


def _is_noun(atom: Atom) -> bool:
    return atom.is_item or atom.is_dish or atom.kind == "unknown"


# --- allergies


def _allergies(clause: Clause, out: KeptOut) -> None:
    """What a guest is allergic to, up to where something is ordered again. What the menu has no key
    for must be told in words, unless it is only something that may be left out.
    """
    cue = clause.cue(*_ALLERGY)
    if cue is None:
        return
    taken = _about(clause, cue)
    start, end = (taken[0].start, taken[-1].end) if taken else (cue.start, cue.end)
    start, end = min(start, cue.start), max(end, cue.end)
    nouns = [a for a in taken if _is_noun(a) and (a.end <= cue.start or a.start >= cue.end)]
    if "diet" not in cue.kinds and clause.cue("no_allergy") is None:
        _unkeyed(nouns, cue, (start, end), out)
    clause.atoms[:] = [a for a in clause.atoms if a.end <= start or a.start >= end]


def _about(clause: Clause, cue: Cue) -> list[Atom]:
    """The atoms a cue is about, with the cue's own."""
    before: list[Atom] = []
    for atom in reversed([a for a in clause.atoms if a.start < cue.start]):
        if not atom.han and "allergic_after" not in cue.kinds:
            break
        if atom.kind == "qty" or (atom.has("want") and not atom.has("filler")) or atom.neg:
            break
        before.insert(0, atom)
    after: list[Atom] = []
    for atom in [a for a in clause.atoms if a.start >= cue.end]:
        if atom.kind == "qty" or atom.has("want", "but", "neg", "remove"):
            break
        after.append(atom)
    inside = [a for a in clause.atoms if cue.start <= a.start < cue.end and a not in before]
    return [*before, *inside, *after]


def _unkeyed(nouns: list[Atom], cue: Cue, at: Tokens, out: KeptOut) -> None:
    nouns = [a for a in nouns if not words_in("plain_nouns").issuperset(a.words)]
    words = [w for a in nouns for w in a.words]
    left_out = [a for a in nouns if a.is_item]
    if "cannot_eat" in cue.kinds and left_out and len(left_out) == len(nouns):
        out.atoms += left_out
        return
    named = [a for a in nouns if not allergens_in(_said(a.words))]
    strange = [a for a in named if a.senses or is_food(a.words) or _beside(a, cue)]
    if not strange or (allergens_in(_said(words)) and not any(_is_food(a) for a in strange)):
        return
    out.allergic.append(at)


def _is_food(atom: Atom) -> bool:
    return bool(atom.senses) or is_food(atom.words)


def _beside(atom: Atom, cue: Cue) -> bool:
    return atom.start == cue.end or atom.end == cue.start


def _said(words: list[str] | tuple[str, ...]) -> str:
    return " ".join(words) if words and words[0].isascii() else "".join(words)
