"""What a guest never has in their food, said once of no dish and kept for the visit: ways of making
a dish, and words of their own for what the menu has no key for. A value; `brains/house/habits.py`
reads it from a text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.ledger.books import Chosen

# More words of one guest's own than this are no habit, but a talk.
NOTES = 4


@dataclass(frozen=True, slots=True)
class Habit:
    """`without`: modifiers, each as it is to be on every dish that takes it; `notes`: the guest's
    own words, for the kitchen; `allergic`: likewise, of an allergy the menu has no key for; `bare`:
    said without a word that makes it more than a wish for now.
    """

    without: tuple[Chosen, ...] = ()
    notes: tuple[str, ...] = ()
    allergic: tuple[str, ...] = ()
    bare: bool = False

    def __bool__(self) -> bool:
        return bool(self.without or self.notes or self.allergic)

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that is told to the kitchen in the guest's own words."""
        return (*self.allergic, *self.notes)

    def joined(self, more: Habit) -> Habit:
        """This and what was said later."""
        without = tuple(dict.fromkeys((*self.without, *more.without)))
        notes = tuple(dict.fromkeys((*self.notes, *more.notes)))[-NOTES:]
        return Habit(
            without, notes, tuple(dict.fromkeys((*self.allergic, *more.allergic)))[-NOTES:]
        )

    def less(self, gone: tuple[Chosen, ...]) -> Habit:
        """This without what the guest does have after all."""
        pairs = {(one.group, one.modifier) for one in gone}
        kept = tuple(one for one in self.without if (one.group, one.modifier) not in pairs)
        return replace(self, without=kept)


NO_HABIT = Habit()
