"""Between the fourth and sixth stage: which stretches of a text order something, which only ask,
and which tell the kitchen.

What is asked about is taken out of the order ("牛肉面多少钱"), notes become atoms of their own
with the guest's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from menu_data.words.vocabulary import words_in
from waiter.brains.house.advice import is_advice, is_another_so, only_tastes
from waiter.brains.house.atoms import Atom
from waiter.brains.house.keeping_out import KeptOut, keep_out
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Cue, Token
from waiter.brains.house.notes import with_note
from waiter.brains.house.questions import Clause, asked_of, is_of_it, question
from waiter.brains.house.reading import Intent
from waiter.brains.house.senses import CLASS, EXACT

_OF_THE_BILL = frozenset({"split_half", "split_person", "split_item"})
_BROUGHT = frozenset({"service", "service_thing"})
_QUESTION_MARKS = frozenset("?")
# What a question begins with where it is joined to an order ("a coke and how big is the X").
_OPENS = frozenset(
    {"ask_menu", "ask_advice", "ask_price", "ask_house", "ask_status", "status_lead"}
)


@dataclass(slots=True)
class Clauses:
    """The atoms left to be ordered from, and what was asked. `found`: (token, intent) in order of
    mention; `asking`: the tokens of what asks for or about dishes or about the house; `of_it`: a
    question is about a dish that was named before; `subject`: the dishes it is put to by name.
    """

    atoms: list[Atom] = field(default_factory=list)
    found: list[tuple[int, Intent]] = field(default_factory=list)
    asked: list[Atom] = field(default_factory=list)
    notes: list[tuple[int, int]] = field(default_factory=list)
    asking: list[tuple[int, int]] = field(default_factory=list)
    asks: bool = False
    of_it: bool = False
    subject: list[Atom] = field(default_factory=list)
    kept_out: KeptOut = field(default_factory=KeptOut)


def clauses(
    row: Sequence[Atom], found: Sequence[Cue], tokens: Sequence[Token], lexicon: Lexicon,
    on_tab: Iterable[str] = (),
) -> Clauses:  # fmt: skip
    """Parts a text's atoms into orders, questions and notes. `on_tab`: dishes ordered before."""
    out = Clauses()
    parts = _cut([_plain(a, found) for a in row], found)
    ordered = advised = False
    for place, clause in enumerate(parts):
        keep_out(clause, out.kept_out)
        if not clause.atoms:
            continue
        after_dish = any(a.is_dish for a in out.atoms)
        kind = question(clause, _ends_in_question(parts, place), tokens, after_dish)
        if kind is None and advised and only_tastes(clause.atoms):
            kind = "menu"
        near = {*on_tab, *(dish for a in out.atoms for dish in a.dishes)}
        other = kind is None and is_another_so(clause.atoms, near, lexicon)
        kind = "menu" if other else kind
        if other or (kind == "menu" and is_advice(clause.atoms, clause.cues, after_dish)):
            advised = True
            if only_tastes(_said_last(out)):
                _take_back(out)
        if kind is None:
            ordered = ordered or clause.has_atom("want", "add")
            told = with_note(clause.atoms, out.atoms)
            out.notes.extend((a.start, a.end) for a in told if a.kind == "note")
            out.atoms.extend(told)
        else:
            if kind == "price" and not ordered:
                _take_back(out)
            out.asks = True
            out.found.append((clause.start, kind))
            if kind in ("menu", "house", "allergen"):
                out.asking.append((clause.start, clause.atoms[-1].end))
            out.of_it = out.of_it or is_of_it(clause, kind)
            if kind in ("menu", "price", "allergen"):
                subject = asked_of(clause)
                out.subject.extend(a for a in subject if not _is_a_class(a, clause))
                out.asked.extend(a for a in clause.atoms if not _is_a_class(a, clause))
        if clause.end is not None:
            out.atoms.append(clause.end)
            if clause.end.has("stop"):
                ordered = advised = False
    return out


def _is_a_class(atom: Atom, clause: Clause) -> bool:
    """Whether it is part of a word for a class of food or for a part of any dish, no name of one
    (素菜, "the sauce").
    """
    part = atom.is_dish and not any(s.quality in (CLASS, EXACT) for s in atom.senses)
    return part and clause.is_within(atom, "food_class", "part_of_dish")


def _plain(atom: Atom, cues: Sequence[Cue]) -> Atom:
    """Unknown words that a cue explains are none."""
    found = [c for c in cues if c.kinds != {"part_of_dish"}]
    if atom.kind == "unknown" and any(c.start <= atom.start and atom.end <= c.end for c in found):
        return replace(atom, kind="word", kinds=frozenset({"filler", "cue"}))
    inside = [c for c in found if c.start <= atom.start and atom.end <= c.end]
    again = atom.has("same") and any("bill" in c.kinds for c in inside)
    if again or any(c.kinds & _OF_THE_BILL for c in inside):
        return replace(atom, kind="word", kinds=frozenset({"filler", "cue"}))
    if atom.kind == "qty" and any(
        atom.start < c.start <= atom.end and c.kinds & _BROUGHT for c in found
    ):
        return replace(atom, kind="word", kinds=frozenset({"filler"}))
    return atom


def _cut(row: Sequence[Atom], found: Sequence[Cue]) -> list[Clause]:
    out: list[Clause] = []
    current: list[Atom] = []
    for place, atom in enumerate(row):
        if current and _joins_question(row, place, found):
            atom = replace(atom, kind="break", kinds=frozenset({"comma"}))
        if atom.kind == "break" and not atom.has("list"):
            if current:
                out.append(Clause(current, atom, _within(current, found)))
            elif out:
                out[-1].end = atom if atom.has("stop") else out[-1].end
            current = []
        else:
            current.append(atom)
    if current:
        out.append(Clause(current, None, _within(current, found)))
    return out


def _joins_question(row: Sequence[Atom], place: int, found: Sequence[Cue]) -> bool:
    """Whether "and" leads on to a question rather than to more of the order."""
    after = row[place + 1] if place + 1 < len(row) else None
    if after is None or not row[place].has("and") or row[place].has("want") or row[place].senses:
        return False
    start = row[place + 2].start if after.article and place + 2 < len(row) else after.start
    opened = any(cue.start in (after.start, start) and cue.kinds & _OPENS for cue in found)
    return opened or " ".join(after.words) in words_in("question_opens")


def _within(atoms: Sequence[Atom], found: Sequence[Cue]) -> list[Cue]:
    start, end = atoms[0].start, atoms[-1].end
    return [c for c in found if start <= c.start < end]


def _ends_in_question(parts: Sequence[Clause], place: int) -> bool:
    for clause in parts[place:]:
        if clause.end is None:
            return False
        if clause.end.has("stop"):
            return clause.end.words[0] in _QUESTION_MARKS
    return False


def _said_last(out: Clauses) -> list[Atom]:
    """What was told since the last full stop."""
    kept = len(out.atoms)
    while kept and not out.atoms[kept - 1].has("stop"):
        kept -= 1
    return out.atoms[kept:]


def _take_back(out: Clauses) -> None:
    """What is asked at the end is asked of all that was named since the last full stop."""
    named = _said_last(out)
    out.asked = [*out.asked, *[a for a in named if a.kind != "break"]]
    del out.atoms[len(out.atoms) - len(named) :]
