"""Every amount said is on the menu, the tab, a ticket or a bill; beside a dish it is its price, and
called a total it is one.

An amount is also right as so many times a price ("two at 16.00, 32.00"), within the line's limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial

from apps.rows import bill_row, tab, ticket_row, totals_row
from menu_data.menu import Dish, Menu
from menu_data.money import places
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.money import amounts, bare_sums, numbers_in
from waiter.constraints.named import dishes, plain
from waiter.constraints.said import clauses, sentences, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

# Keys of what one of something costs: no sum.
ONE = frozenset({"unit_price", "price"})
NOTHING: frozenset[Decimal] = frozenset()
# Of so many dishes at most a price for all together is made out.
TOGETHER = 4
_MONEY = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Extra:
    """A modifier that costs something: its names, and what it adds."""

    names: tuple[str, ...]
    costs: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """Amounts that may be said: of each dish, of what is added to it, as a sum, of papers (the tab,
    tickets, the bill), of this exchange's facts.
    """

    dishes: Mapping[str, frozenset[Decimal]]
    extras: Mapping[str, tuple[Extra, ...]]
    sums: frozenset[Decimal]
    totals: frozenset[Decimal]
    facts: frozenset[Decimal]
    most: int

    def right(self, amount: Decimal, named: tuple[str, ...], text: str, *, is_sum: bool) -> bool:
        """Whether an amount may stand in a clause that names these dishes, or calls it a sum.
        `text`: the whole of it.
        """
        if not amount:
            return amount in self.facts
        papers = self.sums if is_sum else self.totals
        if amount in papers or any(self._price(amount, item, text) for item in named):
            return True
        if is_sum:
            return amount in self._together(named)
        if len(named) == 1:
            return False
        if amount in self.facts or any(amount in own for own in self.dishes.values()):
            return True
        return any(amount in self._added(item, text) for item in self.extras)

    def _together(self, named: tuple[str, ...]) -> set[Decimal]:
        """What dishes cost together, one of each."""
        sums = {Decimal(0)}
        for item in named[:TOGETHER]:
            sums = {one + price for one in sums for price in self.dishes[item]}
        return sums if len(named) > 1 else set()

    def _price(self, amount: Decimal, item: str, text: str) -> bool:
        """Whether it is a price of the dish, made as the text says, or of so many as it says."""
        if amount in self.dishes[item]:
            return True
        prices = self.dishes[item] | self._added(item, text)
        times = {amount / price for price in prices if price > 0 and not amount % price}
        told = numbers_in(text) if times - {1} else ()
        return any(each == 1 or (each in told and each <= self.most) for each in times)

    def _added(self, item: str, text: str) -> set[Decimal]:
        """What the modifiers named cost, and the dish with one or two of them."""
        flat = plain(text)
        named = (e for e in self.extras[item] if any(name in flat for name in e.names))
        costs = {cost for extra in named for cost in extra.costs}
        sums = {price + cost for price in self.dishes[item] for cost in costs}
        return costs | sums | {price + cost for price in sums for cost in costs}


def true(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply with an amount that is nobody's, or another dish's."""
    known: Known | None = None
    told: frozenset[Decimal] | None = None
    for said in _said(unquoted(turn.text, case), case):
        told = _told(case) if told is None else told
        if not said.own and not said.is_sum and told.issuperset(said.amounts):
            continue  # as the facts of this exchange have it
        if known is None:
            known = known_amounts(case)
        of = said.own or said.before
        judge = partial(known.right, named=of, text=turn.text, is_sum=said.is_sum)
        wrong = next((amount for amount in said.amounts if not judge(amount)), None)
        if wrong is not None:
            sentence = refusal_of("amounts", amount=wrong, clause=said.clause)
            return Refuse("amounts", "amounts", sentence)
    return None


@dataclass(frozen=True, slots=True)
class Said:
    """A clause with amounts: the dishes it names, or those its amounts go with though the text
    named them before; whether they are called a sum.
    """

    clause: str
    amounts: tuple[Decimal, ...]
    own: tuple[str, ...]
    before: tuple[str, ...]
    is_sum: bool


def _said(text: str, case: Case) -> Iterator[Said]:
    menu, books = case.snapshot.menu, case.snapshot.books
    for sentence in sentences(text):
        before: tuple[str, ...] = ()
        for clause in clauses(sentence, menu):
            own = dishes(clause, menu)
            is_sum = mentions_any(clause, "sum")
            if found := (*amounts(clause), *(bare_sums(clause) if is_sum else ())):
                ordered = books.lines or books.tickets
                if is_sum and not (ordered and not mentions_any(clause, "supposes")):
                    before = dishes(plain(text), menu)
                elif is_sum or len(before) > 1:
                    before = ()
                yield Said(clause, found, own, before, is_sum)
            before = own or before


def known_amounts(case: Case) -> Known:
    """Every amount that the menu, the books and this exchange's facts have."""
    at = case.snapshot
    of_dishes = dict(_menu_prices(at.menu))
    for item, quote in at.availability.quotes.items():
        of_dishes[item] = of_dishes.get(item, NOTHING) | {_decimal(quote, at.menu)}
    papers = [tab(at), *(ticket_row(at.menu, ticket) for ticket in at.books.tickets)]
    for row in (row for paper in papers for row in paper["lines"]):
        own = frozenset(_in({"unit": row["unit_price"], "total": row["total"]}))
        for item in (row["item"], *(choice["item"] for choice in row["choices"])):
            of_dishes[item] = of_dishes.get(item, NOTHING) | own
    bill = at.books.bill
    papers += [] if bill is None else [bill_row(at.menu, bill), totals_row(at.menu, bill.totals)]
    facts = set(_told(case))
    if bill is not None and bill.totals.due == 0:
        facts.add(Decimal(0))
    return Known(
        of_dishes,
        _extras(at.menu),
        frozenset(_each((*papers, *(fact.value for fact in case.view.facts)), ONE)),
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
    prices = ((item, dish.price) for item, dish in menu.dishes.items())
    return {
        i: NOTHING if price is None else frozenset({_decimal(price, menu)}) for i, price in prices
    }


@lru_cache(maxsize=8)
def _extras(menu: Menu) -> Mapping[str, tuple[Extra, ...]]:
    """What may be added to each dish for money."""
    return {item: tuple(_of_dish(dish, menu)) for item, dish in menu.dishes.items()}


def _of_dish(dish: Dish, menu: Menu) -> Iterator[Extra]:
    for modifier in (modifier for group in dish.groups for modifier in group.modifiers):
        costs = tuple(_decimal(c, menu) for c in (modifier.price, modifier.extra_price) if c)
        if costs:
            yield Extra(tuple(map(plain, (*modifier.name.every(), *modifier.aliases))), costs)


def _in(value: object, besides: frozenset[str] = frozenset()) -> Iterator[Decimal]:
    """Every amount in a JSON value: its strings that are plain decimal numbers; `besides`: keys
    left out.
    """
    if isinstance(value, str):
        if _MONEY.fullmatch(value):
            yield abs(Decimal(value))
    elif isinstance(value, Mapping):
        yield from _each((one for key, one in value.items() if key not in besides), besides)
    elif isinstance(value, list | tuple):
        yield from _each(value, besides)


def _each(values: Iterable[object], besides: frozenset[str] = frozenset()) -> Iterator[Decimal]:
    for value in values:
        yield from _in(value, besides)


def _decimal(amount: int, menu: Menu) -> Decimal:
    return Decimal(amount).scaleb(-places(menu.restaurant.currency))
