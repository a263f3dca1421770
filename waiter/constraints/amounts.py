"""Every amount said is on the menu, the tab, a ticket or a bill; beside a dish it is its price.

An amount is also right as so many times a price ("two at 16.00, 32.00"), within the line's limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from apps.contract import Snapshot
from apps.rows import bill_row, tab, ticket_row, totals_row
from menu_data.menu import Dish, Menu
from menu_data.money import places
from waiter.claims import refusal_of
from waiter.constraints.said import amounts, clauses, dishes
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

_MONEY = re.compile(r"-?\d+(\.\d+)?")


def true(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply with an amount that is nobody's, or another dish's."""
    known: frozenset[Decimal] | None = None
    for clause in clauses(turn.text, case.snapshot.menu):
        said = amounts(clause)
        if not said:
            continue
        known = known if known is not None else frozenset(_known(case))
        named = dishes(clause, case.snapshot.menu)
        for amount in said:
            if not _right(amount, named, known, case.snapshot):
                sentence = refusal_of("amounts", amount=amount, clause=clause)
                return Refuse("amounts", "amounts", sentence)
    return None


def _right(
    amount: Decimal, named: tuple[str, ...], known: frozenset[Decimal], at: Snapshot
) -> bool:
    """Whether an amount may stand in a clause that names these dishes."""
    if not amount:
        return _nothing_due(at) or amount in known
    if len(named) == 1:
        own = frozenset(_of_dish(at, named[0]))
        return amount in own or _is_multiple(amount, own, at) or amount in _totals(at)
    return amount in known or any(
        _is_multiple(amount, frozenset(_of_dish(at, item)), at) for item in named
    )


def _is_multiple(amount: Decimal, prices: frozenset[Decimal], at: Snapshot) -> bool:
    most = at.menu.restaurant.limits.line_quantity
    return any(p > 0 and amount % p == 0 and 1 <= amount / p <= most for p in prices)


def _known(case: Case) -> Iterator[Decimal]:
    """Every amount that the menu, the books and this exchange's facts have."""
    menu = case.snapshot.menu
    for dish in menu.dishes.values():
        yield from _of_dish(case.snapshot, dish.id)
    yield from _totals(case.snapshot)
    for fact in case.view.facts:
        yield from (found for found in _in(fact.value) if found or not fact.ok)
    limits = menu.restaurant.limits
    yield from (_decimal(v, menu) for v in (limits.tab_amount,) if v is not None)


def _nothing_due(at: Snapshot) -> bool:
    """Nothing is owed only where staff took everything off a bill."""
    return at.books.bill is not None and at.books.bill.totals.due == 0


def _of_dish(at: Snapshot, item: str) -> Iterator[Decimal]:
    """A dish's price, its modifiers', sums of it with one or two of them, and its lines."""
    dish = at.menu.dishes[item]
    base = at.availability.quotes.get(item, dish.price)
    extras = list(_extras(dish))
    yield from (_decimal(extra, at.menu) for extra in extras)
    if base is not None:
        yield _decimal(base, at.menu)
        yield from (_decimal(base + extra, at.menu) for extra in extras)
        yield from (_decimal(base + a + b, at.menu) for a in extras for b in extras)
    for rows in (tab(at)["lines"], *(ticket_row(at.menu, t)["lines"] for t in at.books.tickets)):
        for row in rows:
            if row["item"] == item or any(c["item"] == item for c in row["choices"]):
                yield from _in({"unit": row["unit_price"], "total": row["total"]})


def _extras(dish: Dish) -> Iterator[int]:
    for group in dish.groups:
        for modifier in group.modifiers:
            yield from {modifier.price, modifier.extra_price} - {0}


def _totals(at: Snapshot) -> frozenset[Decimal]:
    """What the tab, the tickets and the bill come to, line by line and in all."""
    rows: list[Mapping[str, Any]] = [tab(at)]
    rows += [ticket_row(at.menu, ticket) for ticket in at.books.tickets]
    if at.books.bill is not None:
        rows += [bill_row(at.menu, at.books.bill), totals_row(at.menu, at.books.bill.totals)]
    return frozenset(amount for row in rows for amount in _in(row) if amount)


def _in(value: object) -> Iterator[Decimal]:
    """Every amount in a JSON value: its strings that are plain decimal numbers."""
    if isinstance(value, str):
        if _MONEY.fullmatch(value):
            yield abs(Decimal(value))
    elif isinstance(value, Mapping):
        yield from _each(value.values())
    elif isinstance(value, list | tuple):
        yield from _each(value)


def _each(values: Iterable[object]) -> Iterator[Decimal]:
    for value in values:
        yield from _in(value)


def _decimal(amount: int, menu: Menu) -> Decimal:
    return Decimal(amount).scaleb(-places(menu.restaurant.currency))
