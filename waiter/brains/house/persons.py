"""A count that is somebody else's: "…, and one for my wife without peanuts", 我老婆也要一份. It
comes on top of the dish just ordered, as a line of its own.

Neighbours: `counts.py`, which calls this at a number without a noun; `per_head.py`, for everybody.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.grouping import Grouping

_REACH = 3  # words between "for" and the person: "for my dear wife"


def is_anothers(state: Grouping, place: int) -> bool:
    """Whether the number at `place` counts more of the dish just counted, for another person."""
    atom, cur = state.row[place], state.cur
    if cur is None or cur.gone or cur.quantity is None or atom.value is None or atom.vague:
        return False
    if not (_is_for(state, place) or _is_said_of(state, place)):
        return False
    return cur.quantity <= atom.value or _adds(state, place)


def _is_for(state: Grouping, place: int) -> bool:
    """ "one for my wife"."""
    lead = state.at(place + 1)
    if lead is None or lead.words[0] not in words_in("for_whom"):
        return False
    return any(is_person(state.at(place + 2 + ahead)) for ahead in range(_REACH))


def _is_said_of(state: Grouping, place: int) -> bool:
    """我老婆也要一份, 给我朋友来一份."""
    before = [state.at(place - back) for back in range(1, _REACH + 2)]
    clause: list[Atom] = []
    for atom in before:
        if atom is None or atom.kind == "break":
            break
        clause.append(atom)
    return state.row[place].han and any(is_person(atom) for atom in clause)


def _adds(state: Grouping, place: int) -> bool:
    before = state.at(place - 1)
    return state.adding or (before is not None and before.has("add", "and"))


def is_person(atom: Atom | None) -> bool:
    """Whether a word is for somebody at the table."""
    return atom is not None and " ".join(atom.words) in words_in("somebody")
