"""Notes to the kitchen: a stretch of an order that only the kitchen can use ("面煮软一点") becomes
one atom, word for word.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom


def with_note(atoms: list[Atom], before: Sequence[Atom]) -> list[Atom]:
    """A clause's atoms, with a stretch that only the kitchen can use as one atom of kind "note".

    `before`: what the text ordered so far.
    """
    lead = next((i for i, a in enumerate(atoms) if a.has("note_lead")), None)
    if lead is not None and _says_more(atoms[lead + 1 :]):
        return _noted(atoms, _after_to(atoms, lead + 1))
    if not any(a.has("note_cue") for a in atoms):
        return _noted(atoms, _first_content(atoms)) if _only_amount(atoms, before) else atoms
    last = max(
        (
            i
            for i, a in enumerate(atoms)
            if (a.is_dish and a.exact) or (a.is_item and a.kind == "mod") or a.kind == "qty"
        ),
        default=-1,
    )
    if last < 0 and not any(a.has("want") and not a.has("note_cue", "filler") for a in atoms):
        return _noted(atoms, _first_content(atoms))
    if (
        last >= 0
        and any(a.has("note_cue") for a in atoms[last + 1 :])
        and _is_counted(atoms[: last + 1])
    ):
        return _noted(atoms, _first_content(atoms, last + 1))
    return [_as_note(a) if _is_wish(a) else a for a in atoms]


def _is_wish(atom: Atom) -> bool:
    """Words in the middle of an order that only the kitchen understands ("medium rare")."""
    return atom.kind == "word" and atom.has("note_cue") and len(atom.words) > 1


def _as_note(atom: Atom) -> Atom:
    return Atom("note", atom.start, atom.end, ("note",))


def _only_amount(atoms: Sequence[Atom], before: Sequence[Atom]) -> bool:
    """汤多一点: how much of something the menu doesn't know, after something was ordered."""
    strange = any(a.kind == "unknown" for a in atoms)
    if not any(a.has("amount_after") or (strange and a.has("light")) for a in atoms):
        return False
    if not any(a.is_dish for a in before):
        return False
    named = any((a.is_dish and a.exact) or a.is_item or a.kind == "qty" for a in atoms)
    return not named and len(atoms) > 1


def _is_counted(atoms: Sequence[Atom]) -> bool:
    return any(a.is_dish and a.exact for a in atoms)


def _says_more(atoms: Sequence[Atom]) -> bool:
    """Whether there is more than modifiers, which are understood without the kitchen's help."""
    return any(a.kind in ("unknown", "dish") or a.has("note_cue", "side_cue") for a in atoms)


def _after_to(atoms: Sequence[Atom], place: int) -> int:
    while place < len(atoms) - 1 and atoms[place].words[-1] in words_in("note_joint"):
        place += 1
    return place


def _first_content(atoms: Sequence[Atom], place: int = 0) -> int:
    """Where a note begins: after joints and politeness."""
    while place < len(atoms) - 1 and (
        atoms[place].has("and", "but", "polite", "thanks", "add")
        or " ".join(atoms[place].words) in words_in("ask_leave")
    ):
        if atoms[place].has("note_cue"):
            break
        place += 1
    return place


def _noted(atoms: list[Atom], place: int) -> list[Atom]:
    if place >= len(atoms):
        return atoms
    last = len(atoms) - 1
    while last > place and (
        " ".join(atoms[last].words) in words_in("question_end") or atoms[last].has("polite")
    ):
        last -= 1
    note = Atom("note", atoms[place].start, atoms[last].end, ("note",))
    return [*atoms[:place], note]
