"""A row of atoms under work: negations and amounts are marked on its modifiers. Working value of
one reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom, with_said
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.senses import PART, Sense


class Row:
    """The atoms, changed in place as more is found to be said of them."""

    def __init__(self, row: Sequence[Atom], lexicon: Lexicon) -> None:
        self.atoms, self.lexicon = list(row), lexicon

    def after(self, place: int) -> int:
        """The next atom that is no filler; the length of the row where there is none."""
        place += 1
        while place < len(self.atoms) and self.is_skipped(self.atoms[place]):
            place += 1
        return place

    def is_skipped(self, atom: Atom) -> bool:
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
        return self.atoms[place] if 0 <= place < len(self.atoms) else None

    def used(self, place: int) -> None:
        self.atoms[place] = replace(self.atoms[place], kinds=frozenset({"filler", "said"}))

    def is_item(self, place: int) -> bool:
        atom = self.at(place)
        return atom is not None and atom.is_item and not self._is_counted_dish(place)

    def _is_counted_dish(self, place: int) -> bool:
        atom, before = self.atoms[place], self.at(place - 1)
        return (
            atom.kind == "both"
            and before is not None
            and before.kind == "qty"
            and not before.article
        )

    def mark(
        self, place: int, *, neg: bool = False, amount: str | None = None, double: bool = False
    ) -> None:
        atom = self.atoms[place]
        self.atoms[place] = with_said(
            atom, neg=neg or atom.neg, amount=amount, double=double or atom.double
        )
        self._level(place)

    def _level(self, place: int) -> None:
        """A level word with "no" or "less" before it is the menu's modifier of that name."""
        atom = self.atoms[place]
        role = "neg" if atom.neg else {"light": "light", "extra": "extra"}.get(atom.amount)
        found = [s for s in atom.levels if s.id == role]
        if role is not None and not found and role != "extra":
            self._any_of_group(place)
        if role is None or not found:
            return
        senses = tuple(replace(s, kind="modifier", id=s.surface[0], surface=()) for s in found)
        self.atoms[place] = replace(atom, kind="mod", senses=senses, neg=False, amount="regular")

    def _any_of_group(self, place: int) -> None:
        """ "not too spicy" where the menu has no word for it: any of the levels, to be asked."""
        atom = self.atoms[place]
        if atom.kind != "mod" or atom.words[0] not in words_in("adjective") or atom.is_whole:
            return
        if any(self.lexicon.group_of(p).max != 1 for p in atom.pairs):
            return
        pairs = [(g.id, m.id) for g in map(self.lexicon.group_of, atom.pairs) for m in g.modifiers]
        senses = tuple(Sense("modifier", m, g, quality=PART) for g, m in dict.fromkeys(pairs))
        self.atoms[place] = replace(atom, senses=senses, neg=False, amount="regular")
