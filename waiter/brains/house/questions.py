"""What a clause of a text asks or tells: a price, a dish, an allergen, how far the kitchen is, or
nothing, where it orders. Neighbour: `clauses.py`, which cuts a text into clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from menu_data.words.allergens import allergens_in
from menu_data.words.vocabulary import words_in
from waiter.brains.house.advice import is_advice
from waiter.brains.house.atoms import Atom
from waiter.brains.house.marks import Cue, Token
from waiter.brains.house.reading import Intent

# How many words of a clause a question may need to come to its point.
_EARLY = 4


@dataclass(slots=True)
class Clause:
    atoms: list[Atom]
    end: Atom | None
    cues: list[Cue]

    @property
    def start(self) -> int:
        return self.atoms[0].start

    def cue(self, *kinds: str) -> Cue | None:
        return next((c for c in self.cues if any(k in c.kinds for k in kinds)), None)

    def is_within(self, atom: Atom, *kinds: str) -> bool:
        """Whether a word is part of a cue of one of these kinds."""
        cues = [c for c in self.cues if c.kinds & set(kinds)]
        return any(c.start <= atom.start and atom.end <= c.end for c in cues)

    def has_atom(self, *kinds: str) -> bool:
        return any(a.has(*kinds) for a in self.atoms)


def question(
    clause: Clause, marked: bool, tokens: Sequence[Token], after_dish: bool
) -> Intent | None:
    """What the clause asks, or None where it orders or tells."""
    wants = clause.has_atom("want") and any(
        a.is_dish or a.is_item or a.kind == "qty" for a in clause.atoms
    )
    price = clause.cue("ask_price")
    if price is not None and not (clause.has_atom("add") and wants and price.start < clause.start):
        return "price"
    if _words(clause) in words_in("sum_alone"):
        return "price"
    if clause.cue("hypothetical") and clause.cue("ask_menu"):
        return "menu"
    if is_advice(clause.atoms, clause.cues, after_dish):
        return "menu"
    if clause.cue("ask_eat") and not clause.cue("ask_menu"):
        return "allergen"
    if _is_tag(clause) and not wants:
        return "allergen"
    if clause.cue("tip") and not wants:
        return "bill"
    if clause.cue("denied_order"):
        return "staff"
    if _complains(clause, wants, after_dish) or _needs_hands(clause, after_dish):
        return "staff"
    if (clause.cue("status_lead") and not clause.cue("ask_house")) or (
        clause.cue("ask_status") and not _orders(clause)
    ):
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
    trait = clause.cue("ask_trait")
    early = clause.cue("ask_menu") or (
        trait if trait and tokens[trait.start].kind == "han" else None
    )
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


def asked_of(clause: Clause) -> list[Atom]:
    """The dish that a question is put to, as its subject ("is the X spicy", X是素的吗) or as what
    something may be in ("is there pork in the X", X里有猪肉吗); empty where it is put to none.
    """
    row = [a for a in clause.atoms if not a.has("polite", "greeting")]
    holds = next((i for i, a in enumerate(row) if a.words[0] in words_in("within")), None)
    if holds is not None:
        dishes = [i for i, a in enumerate(row) if a.is_dish]
        sides = ([i for i in dishes if i < holds], [i for i in dishes if i > holds])
        side = sides[0] if row[holds].han else sides[1]
        return [row[i] for i in side]
    lead = row[0].words[0] if row else ""
    first = next((a for a in row if a.is_item or a.is_dish or not _leads(a)), None)
    if first is None or not first.is_dish:
        return []
    if first.han:
        ends = clause.atoms[-1].words[-1] in words_in("question_end")
        return [first] if ends and row[0] is first else []
    return [first] if lead in words_in("question_strong") else []


def _leads(atom: Atom) -> bool:
    """Whether it is a word before a question's subject."""
    return atom.words[0] in words_in("question_strong") or atom.words[0] in words_in("definite")


def _is_tag(clause: Clause) -> bool:
    """这些都没有花生吧: that something isn't in it is to be confirmed."""
    words = [w for a in clause.atoms for w in a.words]
    lacks = any(" ".join(a.words) in words_in("lacking") for a in clause.atoms if a.han)
    tag = words[-1] in words_in("tag") and lacks
    return tag and any(a.is_item or a.kind == "unknown" for a in clause.atoms)


def is_of_it(clause: Clause, kind: Intent) -> bool:
    """Whether a question names nothing it is about, so that what was spoken of is meant ("is it
    spicy?", 辣不辣).
    """
    part = clause.cue("part_of_dish") is not None
    named = [a for a in clause.atoms if a.is_dish or a.senses_of("category")]
    if any(a.exact or not clause.is_within(a, "part_of_dish") for a in named):
        return False
    if kind in ("menu", "allergen") and part:
        return True
    match kind:
        case "price" | "allergen":
            return True
        case "menu":
            return clause.cue("ask_trait") is not None and clause.cue("ask_advice") is None
        case _:
            return False


def _words(clause: Clause) -> str:
    """The clause as plain words, politeness aside."""
    return " ".join(w for a in clause.atoms if not a.has("polite") for w in a.words)


def _needs_hands(clause: Clause, after_dish: bool) -> bool:
    """Whether staff are to bring or mend something; how a dish just ordered is to be served is a
    note.
    """
    noted = after_dish and clause.has_atom("note_cue")
    if _orders(clause) or noted:
        return False
    wanted = clause.cue("service_thing") is not None and clause.cue("requesting") is not None
    return clause.cue("service") is not None or wanted


def _recounts(clause: Clause) -> bool:
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


def _asks_for_allergen(clause: Clause) -> bool:
    """ "does it have peanuts": an allergen beside the dish, and a word for having it."""
    rest = [w for a in clause.atoms if a.kind != "dish" for w in a.words]
    parts = [w for a in clause.atoms if a.kind == "dish" and not a.exact for w in a.words]
    if set(rest) & words_in("within") and any(a.is_dish and a.exact for a in clause.atoms):
        rest += parts  # "is there egg in the X": a word of some dish's name, but asked for
    named = clause.cue("part_of_dish") is not None or any(a.is_dish for a in clause.atoms)
    return named and bool(allergens_in(" ".join(rest)))


def _names_food(clause: Clause) -> bool:
    return any(a.senses or a.kind in ("dish", "mod", "both", "level") for a in clause.atoms)


def _complains(clause: Clause, wants: bool, after_dish: bool) -> bool:
    cue = clause.cue("complaint")
    if cue is None or wants or _is_asked_so(clause, cue) or _asks_of_dish(clause):
        return False
    words = {w for a in clause.atoms for w in a.words}
    english = bool(words & words_in("complaint_verb"))
    if not english and _is_wish(clause, cue, after_dish):
        return False
    counted = any(a.kind == "qty" and not a.article for a in clause.atoms)
    return not counted and (
        english or any(a.han for a in clause.atoms) or len(clause.atoms) <= cue.end - cue.start + 1
    )


def _asks_of_dish(clause: Clause) -> bool:
    """ "Is the beer cold?" wants to know; "is my soup cold" is told."""
    first = clause.atoms[0].words[0]
    own = any(a.words[0] in words_in("own") for a in clause.atoms)
    return first in words_in("question_strong") and bool(asked_of(clause)) and not own


def _is_asked_so(clause: Clause, cue: Cue) -> bool:
    """Whether the word is part of how a dish is to be made ("not too salty")."""
    told = (a for a in clause.atoms if a.has("note_cue") and a.kind in ("word", "note"))
    return any(a.start < cue.start and cue.end <= a.end for a in told)


def _is_wish(clause: Clause, cue: Cue, after_dish: bool) -> bool:
    """Whether the word is one of the menu's for a dish that is named with it ("a tea, cold")."""
    inside = [a for a in clause.atoms if cue.start <= a.start and a.end <= cue.end]
    named = after_dish or any(a.is_dish and a.exact for a in clause.atoms)
    return named and any(a.is_item for a in inside)


def _orders(clause: Clause) -> bool:
    return any(a.is_dish and a.exact for a in clause.atoms) or any(
        a.kind == "qty" and a.han and a.measure for a in clause.atoms
    )


def _asks(clause: Clause, marked: bool, tokens: Sequence[Token]) -> bool:
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
    ends = _ends_asking(clause.atoms)
    asks = ends or (marked and tokens[clause.start].kind == "han")
    if ends and set(words) & words_in("copula") and _names_food(clause):
        return not clause.has_atom("want", "add")
    inside = bool(set(words) & words_in("inside_word"))
    return asks and (inside or clause.cue("ask_allergen", "ask_menu", "ask_trait") is not None)


def _ends_asking(atoms: Sequence[Atom]) -> bool:
    """ "有鱼吗", "有鱼吗里面": small words may come after it."""
    for atom in reversed(atoms):
        if atom.words[-1] in words_in("question_end"):
            return True
        if not (atom.han and atom.has("filler", "anaphor")):
            return False
    return False


def _is_early(clause: Clause, cue: Cue) -> bool:
    before = [
        a for a in clause.atoms if a.start < cue.start and not a.has("polite", "greeting", "thanks")
    ]
    return len(before) <= _EARLY - 2 and not any(a.has("want") or a.kind == "qty" for a in before)


def _han_order(clause: Clause, wants: bool) -> bool:
    """ "随便来点什么" asks; "来两碗面" doesn't, whatever else is in it."""
    counted = any(a.kind == "qty" and not a.vague and not a.article for a in clause.atoms)
    return wants and counted and any(a.is_dish and a.exact for a in clause.atoms)
