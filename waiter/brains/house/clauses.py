"""Between the fourth and sixth stage: which stretches of a text order something, which only ask,
and which tell the kitchen.

What is asked about is taken out of the order ("牛肉面多少钱"), notes become atoms of their own
with the guest's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from menu_data.words.allergens import allergens_in
from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.marks import Cue, Token
from waiter.brains.house.notes import with_note
from waiter.brains.house.reading import Intent

_OF_THE_BILL = frozenset({"split_half", "split_person", "split_item"})
_QUESTION_MARKS = frozenset("?")
# How many words of a clause a question may need to come to its point.
_EARLY = 4


@dataclass(slots=True)
class Clauses:
    """The atoms left to be ordered from, and what was asked. `found`: (token, intent) in order of
    mention.
    """

    atoms: list[Atom] = field(default_factory=list)
    found: list[tuple[int, Intent]] = field(default_factory=list)
    asked: list[Atom] = field(default_factory=list)
    notes: list[tuple[int, int]] = field(default_factory=list)
    asks: bool = False


@dataclass(slots=True)
class _Clause:
    atoms: list[Atom]
    end: Atom | None
    cues: list[Cue]

    @property
    def start(self) -> int:
        return self.atoms[0].start

    def cue(self, *kinds: str) -> Cue | None:
        return next((c for c in self.cues if any(k in c.kinds for k in kinds)), None)

    def has_atom(self, *kinds: str) -> bool:
        return any(a.has(*kinds) for a in self.atoms)


def clauses(row: Sequence[Atom], found: Sequence[Cue], tokens: Sequence[Token]) -> Clauses:
    """Parts a text's atoms into orders, questions and notes."""
    out = Clauses()
    parts = _cut([_plain(a, found) for a in row], found)
    ordered = False
    for place, clause in enumerate(parts):
        _forget_allergies(clause)
        if not clause.atoms:
            continue
        after_dish = any(a.is_dish for a in out.atoms)
        kind = _question(clause, _ends_in_question(parts, place), tokens, after_dish)
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
            if kind in ("menu", "price", "allergen"):
                out.asked.extend(clause.atoms)
        if clause.end is not None:
            out.atoms.append(clause.end)
            if clause.end.has("stop"):
                ordered = False
    return out


def _plain(atom: Atom, found: Sequence[Cue]) -> Atom:
    """Unknown words that a cue explains are none."""
    if atom.kind == "unknown" and any(c.start <= atom.start and atom.end <= c.end for c in found):
        return replace(atom, kind="word", kinds=frozenset({"filler", "cue"}))
    inside = [c for c in found if c.start <= atom.start and atom.end <= c.end]
    again = atom.has("same") and any("bill" in c.kinds for c in inside)
    if again or any(c.kinds & _OF_THE_BILL for c in inside):
        return replace(atom, kind="word", kinds=frozenset({"filler", "cue"}))
    if atom.kind == "qty" and any(
        atom.start < c.start <= atom.end and "service" in c.kinds for c in found
    ):
        return replace(atom, kind="word", kinds=frozenset({"filler"}))
    return atom


def _cut(row: Sequence[Atom], found: Sequence[Cue]) -> list[_Clause]:
    out: list[_Clause] = []
    current: list[Atom] = []
    for atom in row:
        if atom.kind == "break" and not atom.has("list"):
            if current:
                out.append(_Clause(current, atom, _within(current, found)))
            elif out:
                out[-1].end = atom if atom.has("stop") else out[-1].end
            current = []
        else:
            current.append(atom)
    if current:
        out.append(_Clause(current, None, _within(current, found)))
    return out


def _forget_allergies(clause: _Clause) -> None:
    """What a guest is allergic to is no order: it is taken out, up to where something is ordered
    again.
    """
    cue = clause.cue("allergic", "allergic_after", "allergic_alone", "cannot_eat", "diet")
    if cue is None:
        return
    start, end = cue.start, cue.end
    for atom in reversed([a for a in clause.atoms if a.start < cue.start]):
        if not atom.han and "allergic_after" not in cue.kinds:
            break
        if atom.kind == "qty" or (atom.has("want") and not atom.has("filler")) or atom.neg:
            break
        start = atom.start
    for atom in [a for a in clause.atoms if a.start >= cue.end]:
        if atom.kind == "qty" or atom.has("want", "but", "neg", "remove"):
            break
        end = atom.end
    clause.atoms[:] = [a for a in clause.atoms if a.end <= start or a.start >= end]


def _within(atoms: Sequence[Atom], found: Sequence[Cue]) -> list[Cue]:
    start, end = atoms[0].start, atoms[-1].end
    return [c for c in found if start <= c.start < end]


def _ends_in_question(parts: Sequence[_Clause], place: int) -> bool:
    for clause in parts[place:]:
        if clause.end is None:
            return False
        if clause.end.has("stop"):
            return clause.end.words[0] in _QUESTION_MARKS
    return False


def _question(
    clause: _Clause, marked: bool, tokens: Sequence[Token], after_dish: bool
) -> Intent | None:
    """What the clause asks, or None where it orders or tells."""
    wants = clause.has_atom("want") and any(
        a.is_dish or a.is_item or a.kind == "qty" for a in clause.atoms
    )
    price = clause.cue("ask_price")
    if price is not None and not (clause.has_atom("add") and wants and price.start < clause.start):
        return "price"
    if clause.cue("hypothetical") and clause.cue("ask_menu"):
        return "menu"
    if clause.cue("tip") and not wants:
        return "bill"
    if clause.cue("denied_order"):
        return "staff"
    if _complains(clause, wants, after_dish) or _needs_hands(clause, after_dish):
        return "staff"
    if clause.cue("status_lead") or (clause.cue("ask_status") and not _orders(clause)):
        return "status"
    if _recounts(clause) or (clause.cue("ask_discount") and not _orders(clause)):
        return "chat"
    if clause.cue("ask_house") and not _orders(clause):
        return "house"
    allergen = clause.cue("ask_allergen")
    asking = _asks(clause, marked, tokens)
    plain = not wants or clause.atoms[0].words[0] in words_in("question_strong")
    if asking and (allergen is not None or (plain and _asks_for_allergen(clause))):
        return "allergen"
    early = clause.cue("ask_menu")
    if early is not None and "ask_of" in early.kinds and not _names_food(clause):
        early = None
    if (
        early is not None
        and (
            _is_early(clause, early) or (marked and not wants) or tokens[early.start].kind == "han"
        )
        and not _han_order(clause, wants)
    ):
        return "menu"
    if asking and clause.has_atom("elsewhere") and not _names_food(clause):
        return "chat"  # "are you a robot?"
    summed = sum(a.kind == "qty" for a in clause.atoms) > 1  # "what's 12 times 7"
    return "menu" if asking and not wants and (not summed or _names_food(clause)) else None


def _needs_hands(clause: _Clause, after_dish: bool) -> bool:
    """Whether staff are to bring something; how a dish just ordered is to be served is a note."""
    noted = after_dish and clause.has_atom("note_cue")
    return clause.cue("service") is not None and not _orders(clause) and not noted


def _recounts(clause: _Clause) -> bool:
    """What was eaten another time, or by another, is no order ("my friend had the X and loved
    it", 上次吃的那个X).
    """
    told = [cue for cue in clause.cues if "recount" in cue.kinds]
    if not told:
        return False
    counted = any(a.kind == "qty" and not a.article for a in clause.atoms)
    asked = any(
        a.has("want", "add", "same") and " ".join(a.words) not in words_in("eaten")
        for a in clause.atoms
        if all(a.end <= cue.start or cue.end <= a.start for cue in told)
    )
    return not counted and not asked


def _asks_for_allergen(clause: _Clause) -> bool:
    """ "does it have peanuts": an allergen beside the dish, and a word for having it."""
    rest = [w for a in clause.atoms if a.kind != "dish" for w in a.words]
    parts = [w for a in clause.atoms if a.kind == "dish" and not a.exact for w in a.words]
    if set(rest) & words_in("within") and any(a.is_dish and a.exact for a in clause.atoms):
        rest += parts  # "is there egg in the X": a word of some dish's name, but asked for
    return any(a.is_dish for a in clause.atoms) and bool(allergens_in(" ".join(rest)))


def _names_food(clause: _Clause) -> bool:
    return any(a.senses or a.kind in ("dish", "mod", "both", "level") for a in clause.atoms)


def _complains(clause: _Clause, wants: bool, after_dish: bool) -> bool:
    cue = clause.cue("complaint")
    if cue is None or wants:
        return False
    words = {w for a in clause.atoms for w in a.words}
    english = bool(words & words_in("complaint_verb"))
    if not english and _is_wish(clause, cue, after_dish):
        return False
    counted = any(a.kind == "qty" and not a.article for a in clause.atoms)
    return not counted and (
        english or any(a.han for a in clause.atoms) or len(clause.atoms) <= cue.end - cue.start + 1
    )


def _is_wish(clause: _Clause, cue: Cue, after_dish: bool) -> bool:
    """Whether the word is one of the menu's for a dish that is named with it ("a tea, cold")."""
    inside = [a for a in clause.atoms if cue.start <= a.start and a.end <= cue.end]
    named = after_dish or any(a.is_dish and a.exact for a in clause.atoms)
    return named and any(a.is_item for a in inside)


def _orders(clause: _Clause) -> bool:
    return any(a.is_dish and a.exact for a in clause.atoms) or any(
        a.kind == "qty" and a.han and a.measure for a in clause.atoms
    )


def _asks(clause: _Clause, marked: bool, tokens: Sequence[Token]) -> bool:
    """Whether the clause has the form of a question about the food."""
    words = [w for a in clause.atoms for w in a.words]
    hello = clause.cue("greeting")
    said = [a for a in clause.atoms if hello is None or a.start >= hello.end] or clause.atoms
    leads = [
        a
        for a in clause.atoms
        if a.words[0] in words_in("speaker") or not a.has("greeting", "polite")
    ]
    first = leads[0] if leads else said[0]
    if first.words[0] in words_in("question_lead") and "want" not in first.kinds:
        doubtful = first.words[0] in words_in("question_doubtful")
        return not doubtful or bool(set(words[:3]) & words_in("question_subject"))
    ends = bool(words) and words[-1] in words_in("question_end")
    asks = ends or (marked and tokens[clause.start].kind == "han")
    inside = bool(set(words) & words_in("inside_word"))
    return asks and (inside or clause.cue("ask_allergen", "ask_menu") is not None)


def _is_early(clause: _Clause, cue: Cue) -> bool:
    before = [
        a for a in clause.atoms if a.start < cue.start and not a.has("polite", "greeting", "thanks")
    ]
    return len(before) <= _EARLY - 2 and not any(a.has("want") or a.kind == "qty" for a in before)


def _han_order(clause: _Clause, wants: bool) -> bool:
    """ "随便来点什么" asks; "来两碗面" doesn't, whatever else is in it."""
    counted = any(a.kind == "qty" and not a.vague and not a.article for a in clause.atoms)
    return wants and counted and any(a.is_dish and a.exact for a in clause.atoms)


def _take_back(out: Clauses) -> None:
    """A price asked at the end is asked of all that was named since the last full stop."""
    kept = len(out.atoms)
    while kept and not out.atoms[kept - 1].has("stop"):
        kept -= 1
    out.asked = [*out.asked, *[a for a in out.atoms[kept:] if a.kind != "break"]]
    del out.atoms[kept:]
