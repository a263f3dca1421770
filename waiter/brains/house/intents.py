"""Eighth stage: what the guest is after, in order of mention, and the particulars of bills, people
and allergies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from menu_data.words.answers import is_attention, is_no, is_resume, is_start, is_wait, is_yes
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.bills import Split, method_of, split_of, tip_of
from waiter.brains.house.clauses import Clauses
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Cue, Mark
from waiter.brains.house.reading import Context, Intent, Whose

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
    ("confirm_alone", "confirm"),
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


@dataclass(frozen=True, slots=True)
class Around:
    """What a text says besides the order."""

    intents: tuple[tuple[int, Intent], ...]
    head_count: int | None
    split: Split
    tip: str | None
    method: str | None
    whose: Whose | None
    category: str | None
    paid: bool
    service: bool
    complaint: bool
    person: bool
    everything: bool
    done: bool


def around(
    text: str,
    cues: Sequence[Cue],
    marks: Sequence[Mark],
    parts: Clauses,
    lexicon: Lexicon,
    head_count: int | None,
    ordering: bool,
    context: Context,
) -> Around:
    """Intents with the tokens they were said at, and their particulars."""
    found: list[tuple[int, Intent]] = list(parts.found)
    names = frozenset(k for cue in cues for k in cue.kinds)
    for cue in cues:
        for kind, intent in _BY_CUE:
            if kind in cue.kinds and _counts(kind, cue, marks, names, ordering, text):
                found.append((cue.start, intent))
                break
    split, tip, method = None, None, None
    if not ordering or "bill" in names:
        split = _split(cues, names, marks, head_count, context)
        tip = tip_of(text, "bad_tip" in context.refused)
    if "bill" in names or (context.paying and not ordering and not parts.asks):
        method = method_of(text)
    if (split or tip or method) and not any(i == "bill" for _, i in found):
        found.append((0, "bill"))
    if "paid" in names:
        found = [f for f in found if f[1] != "bill"]
    staff = any(i == "staff" for _, i in parts.found)
    whose = _whose(names)
    return Around(
        tuple(_whole(text, found, names)),
        head_count,
        split,
        tip,
        method,
        whose,
        _category(parts, lexicon),
        "paid" in names,
        ("service" in names and (staff or _is_beside(cues, marks, parts)))
        or ("service_thing" in names and staff),
        "complaint" in names and staff,
        "staff" in names,
        ("cancel_all" in names or whose == "mine") and any(i == "cancel" for _, i in found),
        "done" in names and not ordering and not _holds_back(cues),
    )


def _holds_back(cues: Sequence[Cue]) -> bool:
    """Whether a "no" says more than that nothing else is wanted ("don't send it yet")."""
    return any("deny" in cue.kinds and "plain_no" not in cue.kinds for cue in cues)


def _split(
    cues: Sequence[Cue],
    names: frozenset[str],
    marks: Sequence[Mark],
    head_count: int | None,
    context: Context,
) -> Split:
    """A number of people alone is a split while a bill waits for a yes."""
    if context.paying and head_count is not None and not names & {"split_person", "split_item"}:
        return ("equal", head_count)
    said = [cue for cue in cues if any(kind.startswith("split_") for kind in cue.kinds)]
    named = any(
        (m.dishes or m.pairs) and all(m.end <= c.start or c.end <= m.start for c in said)
        for m in marks
    )
    return None if named and "bill" not in names else split_of(names, marks, head_count)


def _is_beside(cues: Sequence[Cue], marks: Sequence[Mark], parts: Clauses) -> bool:
    """Whether something that staff bring is asked for beside the order: no word of the menu, and
    no note to the kitchen.
    """
    taken = [(m.start, m.end) for m in marks if m.dishes or m.pairs] + list(parts.notes)
    return any(
        all(end <= cue.start or cue.end <= start for start, end in taken)
        for cue in cues
        if "service" in cue.kinds
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
            outside = [m for m in marks if m.end <= cue.start or cue.end <= m.start]
            return not ordering and not any(m.dishes or m.pairs for m in outside)
        case "confirm":
            return "deny" not in names and not _is_noun(cue, marks)
        case "confirm_alone":
            return "deny" not in names and not ordering and _is_alone(cue, marks)
        case "done":
            return not ordering and "confirm" not in names
        case "bill" | "staff" | "undo":
            return not inside
        case _:
            return True


def _is_noun(cue: Cue, marks: Sequence[Mark]) -> bool:
    """ "repeat the order now": the word for ordering is what another verb is about."""
    at = next((m for m in marks if m.start <= cue.start < m.end), None)
    if at is None or at.han or not set(at.words) & words_in("confirm_alone"):
        return False
    before = next((m for m in reversed(marks) if m.end <= cue.start), None)
    if at.start < cue.start or before is None or not before.words[0][:1].isalnum():
        return at.start < cue.start
    return not (before.has("polite") or before.words[-1] in words_in("send_lead"))


def _is_alone(cue: Cue, marks: Sequence[Mark]) -> bool:
    """Whether a word is a clause of its own, politeness aside ("that's it, order")."""
    before = [m for m in marks if m.end <= cue.start][-1:]
    after = [m for m in marks if m.start >= cue.end][:1]
    return all(
        (not m.known and not m.words[0][:1].isalnum()) or (m.has("polite") and not m.has("article"))
        for m in (*before, *after)
    )


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
    if is_start(text):
        return [(0, "menu")]
    if is_attention(text) and said <= {"staff"}:
        return [(0, "greeting")]
    if not found and is_resume(text):
        return [(0, "chat")]
    return found


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
