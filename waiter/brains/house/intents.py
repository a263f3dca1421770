"""Eighth stage: what the guest is after, in order of mention, and the particulars of bills, people
and allergies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from menu_data.words.answers import is_no, is_resume, is_wait, is_yes
from menu_data.words.units import singular
from waiter.brains.house.atoms import Atom
from waiter.brains.house.clauses import Clauses
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Cue, Mark
from waiter.brains.house.reading import Intent, Whose

Split = tuple[Literal["equal"], int] | Literal["person", "item"] | None

# Cue → intent, where the cue alone says it.
_BY_CUE: tuple[tuple[str, Intent], ...] = (
    ("greeting", "greeting"),
    ("thanks", "thanks"),
    ("ask_advice", "menu"),
    ("done", "chat"),
    ("bill", "bill"),
    ("paid", "staff"),
    ("tip", "bill"),
    ("split_person", "bill"),
    ("split_item", "bill"),
    ("staff", "staff"),
    ("confirm", "confirm"),
    ("deny", "deny"),
    ("wait", "wait"),
    ("cancel_all", "cancel"),
    ("cancel", "cancel"),
    ("undo", "undo"),
    ("allergic", "allergen"),
    ("diet", "allergen"),
    ("allergic_after", "allergen"),
    ("allergic_alone", "allergen"),
)
_TIP = re.compile(
    r"(?P<sign>-)?\s*(?P<number>\d+(?:\.\d{1,2})?)\s*(?P<percent>%|percent|per cent)?"
)


@dataclass(frozen=True, slots=True)
class Around:
    """What a text says besides the order."""

    intents: tuple[tuple[int, Intent], ...]
    split: Split
    tip: str | None
    whose: Whose | None
    category: str | None
    paid: bool
    service: bool
    complaint: bool
    person: bool
    everything: bool


def around(
    text: str,
    cues: Sequence[Cue],
    marks: Sequence[Mark],
    parts: Clauses,
    lexicon: Lexicon,
    head_count: int | None,
    ordering: bool,
) -> Around:
    """Intents with the tokens they were said at, and their particulars."""
    found: list[tuple[int, Intent]] = list(parts.found)
    names = frozenset(k for cue in cues for k in cue.kinds)
    for cue in cues:
        for kind, intent in _BY_CUE:
            if kind in cue.kinds and _counts(kind, cue, marks, names, ordering, text):
                found.append((cue.start, intent))
                break
    if "paid" in names:
        found = [f for f in found if f[1] != "bill"]
    split = (
        _split(names, marks, head_count)
        if "bill" in names or names & {"split_person", "split_item"}
        else None
    )
    return Around(
        tuple(_whole(text, found, names)),
        split,
        _tip(text, names),
        _whose(names),
        _category(parts, lexicon),
        "paid" in names,
        "service" in names,
        "complaint" in names and any(i == "staff" for _, i in found),
        "staff" in names,
        "cancel_all" in names and any(i == "cancel" for _, i in found),
    )


def _counts(
    kind: str, cue: Cue, marks: Sequence[Mark], names: frozenset[str], ordering: bool, text: str
) -> bool:
    """Whether a cue means what it usually does, going by the words around it."""
    inside = any((m.dishes or m.pairs) and m.start < cue.end and cue.start < m.end for m in marks)
    match kind:
        case "wait":
            return not ordering and (is_wait(text) or not names & {"confirm", "bill"})
        case "cancel_all" | "cancel":
            return not ordering and not any(m.dishes or m.pairs for m in marks)
        case "confirm":
            return "deny" not in names
        case "done":
            return not ordering and "confirm" not in names
        case "bill" | "staff" | "undo":
            return not inside
        case _:
            return True


def _whole(
    text: str, found: list[tuple[int, Intent]], names: frozenset[str]
) -> list[tuple[int, Intent]]:
    """An answer that stands alone is a yes, a no or a wait before it is anything else."""
    said = {i for _, i in found}
    if is_yes(text) and not said & {"confirm", "cancel", "undo"}:
        return [(0, "confirm")]
    if is_no(text) and not said & {"cancel", "undo", "deny"}:
        return [(0, "cancel" if "cancel" in names else "deny")]
    if is_wait(text):
        return [(0, "wait")]
    if not found and is_resume(text):
        return [(0, "chat")]
    return found


def _split(names: frozenset[str], marks: Sequence[Mark], head_count: int | None) -> Split:
    if "split_person" in names:
        return "person"
    if "split_item" in names:
        return "item"
    if "split_equal" not in names:
        return None
    counts = [m.value for m in marks if m.value is not None and not m.senses and 1 < m.value <= 100]
    count = head_count or (counts[-1] if counts else 0)
    return ("equal", count) if count else None


def _tip(text: str, names: frozenset[str]) -> str | None:
    """The tip as said: "2.00", "10%", "-10"."""
    if "tip" not in names:
        return None
    found = _TIP.search(text)
    if found is None:
        return None
    sign, number = found["sign"] or "", found["number"]
    if found["percent"]:
        return f"{sign}{number}%"
    return f"{sign}{number}" if sign or "." in number else f"{number}.00"


def _whose(names: frozenset[str]) -> Whose | None:
    if not names & {"confirm", "bill", "cancel_all", "deny", "cancel"}:
        return None
    if "mine" in names:
        return "mine"
    return "all" if "everyone" in names and names & {"confirm", "bill"} else None


def _category(parts: Clauses, lexicon: Lexicon) -> str | None:
    """The category a question is about, by its name or by the class of food it is of."""
    if not parts.asks:
        return None
    asked = [a for a in parts.asked if a.kind != "break"]
    for atom in asked:
        named = [s.id for s in atom.senses if s.kind == "category"]
        if named:
            return named[0]
    for atom in asked:
        found = _of_class(atom, lexicon)
        if found is not None:
            return found
    return None


def _of_class(atom: Atom, lexicon: Lexicon) -> str | None:
    found = lexicon.classes.get(tuple(singular(w) for w in atom.words), ())
    return found[0] if found else None


def ordered(found: Sequence[tuple[int, Intent]]) -> tuple[Intent, ...]:
    """Intents in order of mention, without repeats; a text that is after nothing is chat."""
    return tuple(dict.fromkeys(i for _, i in sorted(found, key=lambda f: f[0]))) or ("chat",)
