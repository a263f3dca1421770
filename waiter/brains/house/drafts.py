"""Order lines in the making: what the grouping fills in atom by atom, and what may be hung on
which line.

Drafts are the grouping's own working values; they never leave it. `lines.py` turns them into what
was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from menu_data.menu import Group
from menu_data.words.names import key_of
from menu_data.words.units import singular
from waiter.brains.house.atoms import Atom
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.senses import Pair

Tokens = tuple[int, int]


@dataclass(slots=True)
class Hung:
    """A modifier said of a line: the pairs it may be, and how."""

    pairs: tuple[Pair, ...]
    amount: str
    count: int
    at: Tokens
    quality: float
    double: bool = False
    inherited: bool = False


@dataclass(slots=True)
class Draft:
    """A line in the making. `dishes`: what it may be (several: to be asked; none: inferred or
    unknown). `carried`: its count is that of the dish it was corrected from.
    """

    dishes: tuple[str, ...]
    at: list[Tokens]
    quantity: int | None = None
    vague: bool = False
    exact: bool = True
    generic: tuple[str, ...] = ()
    hung: list[Hung] = field(default_factory=list)
    choices: dict[str, tuple[str, list[Hung]]] = field(default_factory=dict)
    notes: list[Tokens] = field(default_factory=list)
    unknown: Tokens | None = None
    part_of: Draft | None = None
    more: bool = False
    in_parts: bool = False
    gone: bool = False
    carried: bool = False
    quality: float = 1.0
    name_at: Tokens = (0, 0)
    count_at: Tokens | None = None
    words: tuple[str, ...] = ()
    adjectives: list[Tokens] = field(default_factory=list)

    @property
    def only(self) -> str | None:
        return self.dishes[0] if len(self.dishes) == 1 else None


def accepted(lexicon: Lexicon, draft: Draft, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Of some pairs those that the draft's dish, or any dish it may be, takes."""
    if not draft.dishes:
        return tuple(pairs) if draft.unknown is None else ()
    return tuple(p for p in pairs if any(lexicon.takes(d, p) for d in draft.dishes))


def group_for(lexicon: Lexicon, draft: Draft, pair: Pair) -> Group:
    for dish in draft.dishes:
        group = lexicon.group(dish, pair[0])
        if group is not None:
            return group
    return lexicon.group_of(pair)


def clashing(lexicon: Lexicon, draft: Draft, pairs: Sequence[Pair]) -> list[Hung]:
    """What already hangs on the draft from the same one-of-a-kind group (a size, a level of spice)
    but is another.
    """
    out = []
    for hung in draft.hung:
        for have in hung.pairs:
            same = [p for p in pairs if p[0] == have[0]]
            if same and have not in pairs and group_for(lexicon, draft, have).max == 1:
                out.append(hung)
                break
    return out


def hang(lexicon: Lexicon, draft: Draft, atom: Atom, count: int = 1) -> bool:
    """Hangs a modifier on a draft in the right amount; False when the dish doesn't take it."""
    pairs = atom.best(accepted(lexicon, draft, atom.pairs))
    if not pairs:
        return False
    group = group_for(lexicon, draft, pairs[0])
    amount, quantity = _amount(atom, group, count)
    if amount == "":
        return False
    again = [h for h in draft.hung if h.pairs == pairs]
    if again:
        again[0].amount = amount if amount != "regular" or atom.neg else again[0].amount
        return True
    draft.hung.append(
        Hung(pairs, amount, quantity, (atom.start, atom.end), atom.quality, atom.double)
    )
    return True


def _amount(atom: Atom, group: Group, count: int) -> tuple[str, int]:
    """Amount and number of portions as the group allows them; "" when it allows no such thing."""
    if atom.neg:
        return ("none", 1) if group.removable else ("", 1)
    if atom.amount == "no_extra":
        return ("no_extra" if group.amounts else "", 1)
    if atom.amount == "light":
        return ("light", 1) if group.amounts else ("", 1)
    if atom.amount == "extra":
        if group.amounts:
            return "extra", 1
        return "regular", 2 if atom.double else 1
    return "regular", count


def named_with(lexicon: Lexicon, dishes: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Of some dishes those whose names have the words in them."""
    part = tuple(singular(w) for w in words)
    size = len(part)

    def has(dish: str) -> bool:
        keys = [key_of(name) for name in lexicon.dish(dish).name.every()]
        return any(k[i : i + size] == part for k in keys for i in range(len(k) - size + 1))

    return tuple(d for d in dishes if has(d))


def copied(hung: Iterable[Hung]) -> list[Hung]:
    """What a part has from the line it is of."""
    return [Hung(h.pairs, h.amount, h.count, h.at, h.quality, h.double, True) for h in hung]


def takers_of(lexicon: Lexicon, drafts_hung: Iterable[Hung]) -> tuple[str, ...]:
    """The dishes that take everything hung."""
    left: frozenset[str] | None = None
    for hung in drafts_hung:
        here = frozenset(d for p in hung.pairs for d in lexicon.takers.get(p, ()))
        left = here if left is None else left & here
    return lexicon.in_order(left or ())
