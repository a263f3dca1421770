"""Fifth stage: what is said of modifiers. Negations and amounts find the modifiers in their scope.

"no onions or pickles", 不要葱和香菜, "extra cheese", 葱少一点, "no extra cheese". A negation never
gets lost: one that finds no modifier removes a dish or goes to the kitchen as it was said.
"""

from __future__ import annotations

from collections.abc import Sequence

from waiter.brains.house.amounts import amounts
from waiter.brains.house.atoms import Atom
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.negations import negations
from waiter.brains.house.rows import Row


def said(atoms: Sequence[Atom], lexicon: Lexicon) -> tuple[Atom, ...]:
    """The atoms with negations and amounts taken to the modifiers they are about."""
    row = Row(atoms, lexicon)
    negations(row)
    amounts(row)
    return tuple(row.atoms)
