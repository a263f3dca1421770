"""A place in a row of marks, with looks ahead and behind, and the atoms made so far. Working value
of one reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from waiter.brains.house.atoms import Atom
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Mark


class Cursor:
    """Stands at mark `index`; `out` are the atoms read, `head_count` the people counted on the
    way.
    """

    def __init__(self, marks: Sequence[Mark], lexicon: Lexicon) -> None:
        self.marks, self.lexicon = marks, lexicon
        self.index = 0
        self.out: list[Atom] = []
        self.head_count: int | None = None

    def mark(self, ahead: int) -> Mark | None:
        place = self.index + ahead
        return self.marks[place] if 0 <= place < len(self.marks) else None

    def has(self, ahead: int, *kinds: str) -> bool:
        mark = self.mark(ahead)
        return mark is not None and mark.has(*kinds)

    def word(self, ahead: int) -> str:
        mark = self.mark(ahead)
        return mark.words[0] if mark else ""

    def is_menu(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and bool(mark.dishes or mark.pairs)

    def is_number(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and mark.value is not None and not mark.senses

    def is_english(self, ahead: int) -> bool:
        mark = self.mark(ahead)
        return mark is not None and not mark.han

    def pass_over(self, count: int) -> bool:
        first = self.mark(0)
        last = self.mark(count - 1) or self.marks[-1]
        assert first is not None
        self.out.append(
            Atom("word", first.start, last.end, first.words, frozenset({"filler"}), han=last.han)
        )
        self.index += count
        return True
