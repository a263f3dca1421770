"""What the grouping knows while it walks over the atoms of a text, and small questions about it.
Working values only.

`group.py` walks; `nouns.py` opens lines, `counts.py` reads numbers without a noun, `hanging.py`
hangs modifiers, `verbs.py` reads changes. All of them work on this one state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, Hung, Tokens
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import Op
from waiter.brains.house.senses import Pair

# How many atoms may stand between a count and its dish; no guest lists more before naming it.
REACH = 24
JOINTS = (
    "and",
    "or",
    "with",
    "want",
    "add",
    "but",
    "only",
    "all",
    "each",
    "neg",
    "remove",
    "correct",
)


@dataclass(slots=True)
class Change:
    """An edit in the making. `dishes`: whose line (none: the last one); `kept`: they are to stay as
    they are; `unclear`: it can't be told which of the tab's lines is meant; `named_at`: words for
    what isn't there.
    """

    op: Op
    at: Tokens
    dishes: tuple[str, ...] = ()
    everything: bool = False
    quantity: int | None = None
    to: Draft | None = None
    hung: list[Hung] = field(default_factory=list)
    narrowed: list[Hung] = field(default_factory=list)
    others: bool = False
    kept: bool = False
    unclear: bool = False
    named_at: Tokens | None = None


@dataclass(slots=True)
class Odd:
    """Words that were understood only in part: a modifier nobody takes, or words nobody knows."""

    at: Tokens
    pairs: tuple[Pair, ...] = ()
    draft: Draft | None = None
    amount: str = "regular"


@dataclass(slots=True)
class Grouping:
    """The state of a walk. `cur` is the line being spoken of; `scope` the lines a shared modifier
    goes to; `made`: what a correction is about was said, so what is joined to it is none;
    `answering`: the dish an open question is about; `spoken`: the dish of the tab's line that "it"
    is; `pointed`: a dish was pointed out by a word of its name; `kitchen`: notes said of no dish;
    `halved`: of which dish half is enough.
    """

    row: Sequence[Atom]
    lexicon: Lexicon
    known_items: frozenset[str] = frozenset()
    party: int | None = None
    asked: tuple[str, ...] = ()
    answering: str | None = None
    spoken: str | None = None
    drafts: list[Draft] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    loose: list[tuple[Atom, int]] = field(default_factory=list)
    loose_count: Atom | None = None
    odd: list[Odd] = field(default_factory=list)
    kitchen: list[Tokens] = field(default_factory=list)
    cur: Draft | None = None
    choice: list[Hung] | None = None
    choice_item: str = ""
    scope: list[Draft] | None = None
    correcting: bool = False
    making: bool = False
    made: bool = False
    adding: bool = False
    removing: bool = False
    everywhere: bool = False
    forced: bool = False
    with_said: bool = False
    joined: bool = False
    pointed: bool = False
    halved: tuple[str, ...] = ()
    per_person: int | None = None
    replaced: Change | None = None
    penalties: list[tuple[str, float]] = field(default_factory=list)

    def at(self, place: int) -> Atom | None:
        return self.row[place] if 0 <= place < len(self.row) else None

    def after(self, place: int) -> int:
        """The next atom that says something; the row's length when there is none."""
        place += 1
        while place < len(self.row) and self.is_filler(self.row[place]):
            place += 1
        return place

    def before(self, place: int) -> int:
        """The atom before that says something; -1 when there is none."""
        place -= 1
        while place >= 0 and self.is_filler(self.row[place]):
            place -= 1
        return place

    @staticmethod
    def is_filler(atom: Atom) -> bool:
        return (
            atom.kind == "word"
            and atom.has("filler", "anaphor", "polite", "said", "drink_ignore")
            and not atom.has(
                "and",
                "or",
                "with",
                "want",
                "add",
                "but",
                "only",
                "all",
                "each",
                "neg",
                "remove",
                "correct",
                "replace",
                "make_it",
                "half",
                "rest",
                "same",
                "vague",
                "become",
                "one_of",
                "another",
                "side_cue",
            )
        )

    def live(self) -> list[Draft]:
        return [d for d in self.drafts if not d.gone]

    def with_dish(self, dishes: Sequence[str]) -> Draft | None:
        """The newest line of this text that is one of some dishes."""
        return next((d for d in reversed(self.live()) if set(d.dishes) & set(dishes)), None)

    def settled(self) -> None:
        """A joint or a break: a correction that has said what it is about is over."""
        if self.made:
            self.correcting = self.making = self.made = False

    def doubt(self, why: str, factor: float) -> None:
        self.penalties.append((why, factor))

    def is_end(self, place: int) -> bool:
        """Whether the phrase is over at a place: a break, a joint, another count, or the end."""
        atom = self.at(place)
        return (
            atom is None
            or atom.kind in ("break", "qty")
            or (atom.kind == "word" and atom.has(*JOINTS))
        )

    def head_of(self, place: int, items: int = 0) -> int | None:
        """The dish that the words from `place` on lead up to ("large onion and pepper | pizza");
        None where they don't.
        """
        index = place
        while index < min(len(self.row), place + REACH):
            atom = self.row[index]
            if atom.kind == "dish":
                return index
            if atom.kind == "both" and atom.neg:
                return None
            if atom.kind == "both":
                later = self.head_of(index + 1, items + 1)
                return index if later is None or not self._leads(atom, later, index) else later
            if atom.kind in ("mod", "level"):
                items += 1
            elif atom.kind == "unknown":
                if atom.stranger or index - place > 5:
                    return None
            elif not self._bridges(atom, index, items):
                return None
            index += 1
        return None

    def _leads(self, atom: Atom, later: int, index: int) -> bool:
        """Whether a word that is dish and modifier is the latter, said before its dish."""
        dishes = self.row[later].dishes
        takes = any(self.lexicon.takes(d, p) for d in dishes for p in atom.pairs)
        return takes and not any(
            a.kind == "break" and not a.has("list") for a in self.row[index:later]
        )

    def _bridges(self, atom: Atom, index: int, items: int) -> bool:
        """Words that may stand between a count and its dish: fillers, amounts, "and" between
        modifiers.
        """
        following = self.at(index + 1)
        if atom.kind == "word":
            if atom.has("and", "or") and not atom.has("with"):
                nxt = self.at(self.after(index))
                return (
                    items > 0
                    and nxt is not None
                    and (nxt.is_item or nxt.has("extra", "light") or nxt.kind == "unknown")
                    and not atom.han
                )
            if items and " ".join(atom.words) in words_in("located"):
                return False  # 加份青菜在面里
            return self.is_filler(atom) or (
                atom.has("extra", "light", "size_like", "variant")
                and not atom.has("neg", "with", "add")
            )
        if atom.kind == "break" and atom.has("comma", "list") and items:
            return (
                following is not None
                and (following.is_item or following.has("and"))
                and not following.neg
                and not atom.has("gap")
                and not following.han
            )
        return False
