"""Fifth stage: what is said of modifiers. Negations and amounts find the modifiers in their scope,
which may be a list.

"no onions or pickles", "不要葱和香菜", "香菜不要", "extra cheese", "葱少一点", "light on the oil",
"no extra cheese". A negation never gets lost: one that finds no modifier stays an atom of kind
`dropped` for the notes, or removes a dish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom, with_said
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.senses import PART, Sense

_SKIPPED = ("filler", "article_the")


class _Said:
    """The atoms under work; each rule changes them in place."""

    def __init__(self, row: Sequence[Atom], lexicon: Lexicon) -> None:
        self.row, self.lexicon = list(row), lexicon

    def after(self, place: int) -> int:
        """The next atom that is no filler; the length of the row where there is none."""
        place += 1
        while place < len(self.row) and self._is_skipped(self.row[place]):
            place += 1
        return place

    def _is_skipped(self, atom: Atom) -> bool:
        plain = atom.kind == "word" and atom.has("filler", "anaphor", "polite")
        return (
            plain
            and not atom.has(
                "neg",
                "extra",
                "light",
                "with",
                "and",
                "or",
                "but",
                "all",
                "want",
                "remove",
                "correct",
                "only",
                "nor",
                "rest",
                "add",
            )
        ) or (atom.kind == "qty" and atom.article)

    def at(self, place: int) -> Atom | None:
        return self.row[place] if 0 <= place < len(self.row) else None

    # ---- negation

    def negations(self) -> None:
        for place, atom in enumerate(self.row):
            if atom.kind != "word":
                continue
            if (atom.has("neg") and not atom.has("correct")) or (
                atom.has("denies") and self._is_item(place + 1)
            ):
                self._negate(place)
            elif atom.has("neg_after", "remove"):
                touches = atom.has("neg_after") and self._is_item(self.after(place))
                (self._negate if touches else self._negate_before)(place)

    def _negate(self, place: int) -> None:
        index = self.after(place)
        extra = False
        found = self.at(index)
        if (
            found is not None
            and found.kind == "word"
            and found.has("extra")
            and self._is_item(self.after(index))
        ):
            extra, index = True, self.after(index)
            self._used(
                index - 1 if self.row[index - 1].has("extra") else self._find(place, index, "extra")
            )
        if not self._is_item(index):
            if self.row[place].has("neg_after", "remove"):
                self._negate_before(place)
            return
        for item in self._listed(index):
            self._mark(item, neg=not extra, amount="no_extra" if extra else None)
        self._used(place)

    def _find(self, start: int, end: int, kind: str) -> int:
        return next((i for i in range(start, end) if self.row[i].has(kind)), start)

    def _used(self, place: int) -> None:
        self.row[place] = replace(self.row[place], kinds=frozenset({"filler", "said"}))

    def _is_item(self, place: int) -> bool:
        atom = self.at(place)
        return atom is not None and atom.is_item and not self._is_counted_dish(place)

    def _is_counted_dish(self, place: int) -> bool:
        atom, before = self.row[place], self.at(place - 1)
        return (
            atom.kind == "both"
            and before is not None
            and before.kind == "qty"
            and not before.article
        )

    def _mark(
        self, place: int, *, neg: bool = False, amount: str | None = None, double: bool = False
    ) -> None:
        atom = self.row[place]
        self.row[place] = with_said(
            atom, neg=neg or atom.neg, amount=amount, double=double or atom.double
        )
        self._level(place)

    def _level(self, place: int) -> None:
        """A level word with "no" or "less" before it is the menu's modifier of that name."""
        atom = self.row[place]
        role = "neg" if atom.neg else {"light": "light", "extra": "extra"}.get(atom.amount)
        found = [s for s in atom.levels if s.id == role]
        if role is not None and not found and role != "extra":
            self._any_of_group(place)
        if role is None or not found:
            return
        senses = tuple(replace(s, kind="modifier", id=s.surface[0], surface=()) for s in found)
        self.row[place] = replace(atom, kind="mod", senses=senses, neg=False, amount="regular")

    def _any_of_group(self, place: int) -> None:
        """ "not too spicy" where the menu has no word for it: any of the levels, to be asked."""
        atom = self.row[place]
        if atom.kind != "mod" or atom.words[0] not in words_in("adjective") or atom.is_whole:
            return
        if any(self.lexicon.group_of(p).max != 1 for p in atom.pairs):
            return
        pairs = [(g.id, m.id) for g in map(self.lexicon.group_of, atom.pairs) for m in g.modifiers]
        senses = tuple(Sense("modifier", m, g, quality=PART) for g, m in dict.fromkeys(pairs))
        self.row[place] = replace(atom, senses=senses, neg=False, amount="regular")

    def _listed(self, index: int) -> list[int]:
        """The modifiers a negation reaches from its first one on."""
        found = [index]
        while True:
            following = self._next_listed(found[-1])
            if following is None:
                return found
            found.append(following)

    def _next_listed(self, index: int) -> int | None:
        joint = self.at(index + 1)
        if joint is None:
            return None
        if joint.is_item:
            touching = (
                joint.han and not joint.gap and self.row[index].han and self._removable(index + 1)
            )
            return index + 1 if touching and joint.kind == "mod" else None
        target = self.after(index + 1)
        if not self._is_item(target) or self.row[target].neg:
            return None
        if joint.has("or", "nor", "list"):
            return target
        if (
            joint.has("and")
            and not joint.has("with")
            and joint.words[-1] not in words_in("joint_tail")
        ):
            return target if self._removable(target) and self._ends_list(target) else None
        if joint.has("comma") and self._reaches_or(target):
            return target
        return None

    def _ends_list(self, target: int) -> bool:
        """After "no X and Y" nothing makes Y the start of another dish ("no X and a Y pizza", "no
        X and Y burger").
        """
        behind = self.at(self.after(target))
        return behind is None or not behind.is_dish

    def _reaches_or(self, target: int) -> bool:
        while True:
            joint = self.at(target + 1)
            following = self.after(target + 1)
            if joint is None or not self._is_item(following):
                return False
            if joint.has("or", "nor"):
                return True
            if not joint.has("comma", "list"):
                return False
            target = following

    def _removable(self, place: int) -> bool:
        pairs = self.row[place].pairs
        return any(self.lexicon.group_of(p).removable for p in pairs) if pairs else True

    def _negate_before(self, place: int) -> None:
        """香菜不要, 葱和香菜都不要, "leave the onions off"."""
        if not self._at_end(place):
            return
        index = place - 1
        while index >= 0 and (self._is_skipped(self.row[index]) or self.row[index].has("all")):
            index -= 1
        reached = False
        while (
            index >= 0
            and self.row[index].is_item
            and self.row[index].kind != "both"
            and not self.row[index].neg
        ):
            self._mark(index, neg=True)
            reached = True
            joint = self.at(index - 1)
            if joint is None or not joint.has("and", "or", "list"):
                break
            index -= 2
        if reached:
            self._used(place)

    def _at_end(self, place: int) -> bool:
        """Nothing more is said that the word could belong to."""
        behind = self.at(self.after(place))
        return (
            behind is None
            or behind.kind in ("break", "qty", "dish")
            or behind.has("and", "but", "add", "want", "with")
        )

    # ---- amounts

    def amounts(self) -> None:
        mode = ""
        for place, atom in enumerate(self.row):
            if atom.kind == "break":
                mode = ""
            elif atom.kind == "word" and atom.has("extra", "light"):
                mode = mode or self._mode(place)
                self._amount(place, mode)
            elif atom.kind == "word" and atom.has("extra_level"):
                self._strengthen(place)

    def _mode(self, place: int) -> str:
        """Whether a clause says amounts before what they are of ("少放蒜") or after ("蒜少放"):
        its last one shows.
        """
        last = place
        for index in range(place, len(self.row)):
            if self.row[index].kind == "break":
                break
            if self.row[index].kind == "word" and self.row[index].has("extra", "light"):
                last = index
        ahead = self.after(last)
        return "before" if self._is_item(ahead) and not self.row[ahead].neg else "after"

    def _strengthen(self, place: int) -> None:
        """加辣, "very spicy": only of a level, which then is the menu's modifier for more of it."""
        ahead = self.at(place + 1)
        if ahead is not None and ahead.kind == "level":
            self._mark(place + 1, amount="extra")
            if self.row[place + 1].kind == "mod":
                self._used(place)

    def _amount(self, place: int, mode: str) -> None:
        atom = self.row[place]
        amount = "extra" if atom.has("extra") else "light"
        ahead, behind = self.after(place), place - 1
        while (
            behind >= 0 and self._is_skipped(self.row[behind]) and not self.row[behind].has("said")
        ):
            behind -= 1
        fits_after = (
            atom.has("amount_after")
            and behind >= 0
            and self.row[behind].is_item
            and self.row[behind].amount == "regular"
            and not self.row[behind].neg
        )
        if fits_after and (mode == "after" or not self._is_item(ahead)):
            self._mark(behind, amount=amount, double=atom.has("double"))
        elif self._is_item(ahead) and not self.row[ahead].neg:
            for index in self._same_amount(ahead):
                self._mark(index, amount=amount, double=atom.has("double"))
        else:
            return
        self._used(place)

    def _same_amount(self, index: int) -> list[int]:
        """In Chinese an amount reaches over 和 ("多放香菜和葱"); in English it is the next one's
        alone.
        """
        found = [index]
        while self.row[found[-1]].han:
            joint, target = self.at(found[-1] + 1), self.after(found[-1] + 1)
            if (
                joint is None
                or not joint.has("list", "and")
                or joint.has("with")
                or not self._is_item(target)
                or target != found[-1] + 2
            ):
                break
            found.append(target)
        return found


def said(row: Sequence[Atom], lexicon: Lexicon) -> tuple[Atom, ...]:
    """The atoms with negations and amounts taken to the modifiers they are about."""
    work = _Said(row, lexicon)
    work.negations()
    work.amounts()
    return tuple(work.row)
