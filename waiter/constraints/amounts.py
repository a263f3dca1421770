"""Every amount said is on the menu, the tab, a ticket or a bill; beside a dish it is its price, and
called a total it is one.

An amount is also right as so many times a price ("two at 16.00, 32.00"), within the line's limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from apps.rows import bill_row, tab, ticket_row, totals_row
from menu_data.menu import Dish, Menu
from menu_data.money import places
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.money import amounts
from waiter.constraints.named import dishes, plain
from waiter.constraints.said import clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

_MONEY = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Known:
    """Amounts that may be said: of each dish, of totals and shares, of this exchange's facts."""

    dishes: Mapping[str, frozenset[Decimal]]
    totals: frozenset[Decimal]
    facts: frozenset[Decimal]
    most: int

    def right(self, amount: Decimal, named: tuple[str, ...], *, is_sum: bool) -> bool:
        """Whether an amount may stand in a clause that names these dishes, or calls it a sum."""
        if not amount:
            return amount in self.facts
        if amount in self.totals or any(self._price(amount, item) for item in named):
            return True
        if is_sum:
            return amount in self.facts
        if len(named) == 1:
            return False
        return amount in self.facts or any(amount in own for own in self.dishes.values())

    def _price(self, amount: Decimal, item: str) -> bool:
        """Whether it is a price of the dish, or so many times one."""
        return any(
            price > 0 and amount % price == 0 and amount / price <= self.most
            for price in self.dishes[item]
        )


def true(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply with an amount that is nobody's, or another dish's."""
    known: Known | None = None
    told: frozenset[Decimal] | None = None
    text = unquoted(turn.text, case)
    for clause in clauses(text, case.snapshot.menu):
        said = amounts(clause)
        if not said:
            continue
        named = dishes(clause, case.snapshot.menu)
        told = _told(case) if told is None else told
        if not named and told.issuperset(said):
            continue  # as the facts of this exchange have it
        known = known or known_amounts(case)
        is_sum = mentions_any(clause, "sum")
        of = named or (dishes(plain(text), case.snapshot.menu) if is_sum else ())
        wrong = next((a for a in said if not known.right(a, of, is_sum=is_sum)), None)
        if wrong is not None:
            sentence = refusal_of("amounts", amount=wrong, clause=clause)
            return Refuse("amounts", "amounts", sentence)
    return None


def known_amounts(case: Case) -> Known:
    """Every amount that the menu, the books and this exchange's facts have."""
    at = case.snapshot
    of_dishes = {item: set(prices) for item, prices in _menu_prices(at.menu).items()}
    for item, quote in at.availability.quotes.items():
        of_dishes.setdefault(item, set()).add(_decimal(quote, at.menu))
    papers = [tab(at), *(ticket_row(at.menu, ticket) for ticket in at.books.tickets)]
    for row in (row for paper in papers for row in paper["lines"]):
        for item in (row["item"], *(choice["item"] for choice in row["choices"])):
            own = of_dishes.setdefault(item, set())
            own.update(_in({"unit": row["unit_price"], "total": row["total"]}))
    bill = at.books.bill
    papers += [] if bill is None else [bill_row(at.menu, bill), totals_row(at.menu, bill.totals)]
    facts = set(_told(case))
    if bill is not None and bill.totals.due == 0:
        facts.add(Decimal(0))
    return Known(
        {item: frozenset(prices) for item, prices in of_dishes.items()},
        frozenset(amount for paper in papers for amount in _in(paper) if amount),
        frozenset(facts),
        at.menu.restaurant.limits.line_quantity,
    )


def _told(case: Case) -> frozenset[Decimal]:
    """Amounts in this exchange's facts; nothing of it is 0.00 but a bound of a refusal."""
    facts = case.view.facts
    return frozenset(found for f in facts for found in _in(f.value) if found or not f.ok)


@lru_cache(maxsize=8)
def _menu_prices(menu: Menu) -> Mapping[str, frozenset[Decimal]]:
    """Each dish's price, its modifiers', and sums of it with one or two of them."""
    return {item: frozenset(_of_dish(dish, menu)) for item, dish in menu.dishes.items()}


def _of_dish(dish: Dish, menu: Menu) -> Iterator[Decimal]:
    extras = [price for g in dish.groups for m in g.modifiers for price in (m.price, m.extra_price)]
    paid = sorted({extra for extra in extras if extra})
    yield from (_decimal(extra, menu) for extra in paid)
    if dish.price is not None:
        yield _decimal(dish.price, menu)
        yield from (_decimal(dish.price + extra, menu) for extra in paid)
        yield from (_decimal(dish.price + a + b, menu) for a in paid for b in paid)


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
