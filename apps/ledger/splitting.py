"""How a bill is divided, and what a tip comes to. To the minor unit; shares always add up.

Everything is shared out by largest remainder, so no share is off by more than one minor unit from
its exact part. Shares stand in order of size, the larger first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from apps.ledger.books import Share, Ticket
from menu_data.menu import Menu
from menu_data.money import minor, percent_of

PARTY_BOUND = 200  # guests at one table where the menu sets no limit; more is surely a slip
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)\s?%")


def party_limit(menu: Menu) -> int:
    """The most guests a visit may have."""
    return menu.restaurant.party_limit or PARTY_BOUND


def apportion(amount: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Parts of `amount` in proportion to `weights`, in their order; they add up exactly.

    What flooring leaves goes to the largest remainders, of equal ones to the larger weight, then
    to the earlier. All weights 0 count as equal. ValueError without weights.
    """
    if not weights:
        raise ValueError("nobody to share among")
    whole = sum(weights)
    shares = list(weights) if whole else [1] * len(weights)
    whole = whole or len(weights)
    floors = [amount * share // whole for share in shares]
    remainders = [amount * share % whole for share in shares]
    order = sorted(range(len(shares)), key=lambda i: (remainders[i], shares[i], -i), reverse=True)
    for index in order[: amount - sum(floors)]:
        floors[index] += 1
    return tuple(floors)


def equal_shares(amount: int, parts: int) -> tuple[Share, ...]:
    """`amount` in equal parts that differ by one minor unit at the most."""
    return tuple(Share(None, part) for part in apportion(amount, [1] * parts))


def person_shares(amount: int, tickets: Sequence[Ticket]) -> tuple[Share, ...]:
    """A share for everyone with lines owed, in proportion to them."""
    weights: dict[str, int] = {}
    lines: dict[str, list[str]] = {}
    for key, guest, total in _owed(tickets):
        weights[guest] = weights.get(guest, 0) + total
        lines.setdefault(guest, []).append(key)
    parts = apportion(amount, list(weights.values()))
    shares = [
        Share(guest, part, tuple(lines[guest])) for guest, part in zip(weights, parts, strict=True)
    ]
    return _larger_first(shares)


def item_shares(amount: int, tickets: Sequence[Ticket]) -> tuple[Share, ...]:
    """A share for every line owed, in proportion to its price."""
    owed = _owed(tickets)
    parts = apportion(amount, [total for _, _, total in owed])
    shares = [Share(guest, part, (key,)) for (key, guest, _), part in zip(owed, parts, strict=True)]
    return _larger_first(shares)


def tip_amount(tip: str, subtotal: int, currency: str) -> int:
    """Minor units of "2.00" or of "10%" of the subtotal; ValueError where it is neither."""
    said = tip.strip()
    percent = _PERCENT.fullmatch(said)
    if percent:
        return percent_of(subtotal, Decimal(percent[1]))
    return minor(said, currency)


def _owed(tickets: Sequence[Ticket]) -> list[tuple[str, str, int]]:
    """Key, guest and price of every line that is owed."""
    return [
        (f"{ticket.number}/{placed.line.line}", placed.line.guest, placed.total)
        for ticket in tickets
        for placed in ticket.lines
        if placed.void is None
    ]


def _larger_first(shares: list[Share]) -> tuple[Share, ...]:
    return tuple(sorted(shares, key=lambda share: -share.amount))
