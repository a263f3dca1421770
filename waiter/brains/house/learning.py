"""What is learnt of a guest from any message, whoever speaks the turns: what they never have in
their food.
"""

from __future__ import annotations

from apps.ledger.books import Chosen
from menu_data.menu import Menu
from menu_data.words.mentions import mentions
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.understand import understand
from waiter.habits import NO_HABIT, Habit

# The kinds of words without one of which no text states a habit.
_KINDS = ("never_has", "every_dish", "neg", "neg_after", "allergic", "allergic_after", "cannot_eat")


def habit_of(text: str, menu: Menu) -> Habit:
    """The habit a text states; none where it states none."""
    if not any(mentions(text, kind) for kind in _KINDS):
        return NO_HABIT
    return understand(text, lexicon_for(menu)).habit


def taken_back(text: str, menu: Menu, habit: Habit) -> tuple[Chosen, ...]:
    """Of a habit what a text wants after all, said of no dish ("coriander is fine")."""
    if not habit.without:
        return ()
    read = understand(text, lexicon_for(menu))
    if read.lines or read.unresolved or read.habit:
        return ()
    wanted = {(c.group, c.modifier) for e in read.edits for c in e.modifiers if c.amount != "none"}
    return tuple(one for one in habit.without if (one.group, one.modifier) in wanted)
