"""Which currency and unit a source's amounts are in: known, told by a person, or asked for.

Never guessed: 280 may be 2.80 or 280.00. What settles it without a question: the format defines it,
the currency has no smaller unit, or some amount has a fraction, which no count of cents has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from menu_data import flat, money
from menu_data.faults import Fault, MenuError, shown
from menu_data.importers.parsed import Parsed, PriceUnit, Wishes
from menu_data.importers.source import Node, decimal
from menu_data.importers.words import is_market

_TWO_PLACES = "USD"  # what most currencies have, for the question's example
_OPTIONS = {
    "currency": "--currency CODE",
    "price_unit": "--price-unit " + "|".join(get_args(PriceUnit)),
}

Question = Literal["currency", "price_unit"]


class Unanswered(MenuError):
    """What the source doesn't say and a person has to; the message names the options for it."""

    def __init__(self, problem: str, questions: tuple[Question, ...]) -> None:
        options = " and ".join(_OPTIONS[question] for question in questions)
        super().__init__(f"{problem}; say it with {options}")
        self.problem = problem
        self.questions = questions


@dataclass(frozen=True, slots=True)
class Written:
    """A price as a source has it. `amount` None: named on the day; `given` False: there is none."""

    amount: Decimal | None
    currency: str | None = None
    given: bool = True


def written_price(node: Node) -> Written:
    """A price written as a number, as digits, or with its currency ("$4.50"). Fault for others."""
    found = node.take()
    if found in (None, ""):
        return Written(None, given=False)
    amount = decimal(found)
    if amount is not None:
        return Written(amount)
    if isinstance(found, str) and is_market(found):
        return Written(None)
    text, currency, _ = flat.read_price(found, node.path)
    return Written(None if text is None else Decimal(text), currency)


@dataclass(frozen=True, slots=True)
class Pricing:
    """The currency and unit of all amounts of one source."""

    currency: str
    unit: PriceUnit

    def plain(self, amount: Decimal, of: object) -> str:
        """An amount as format 1 writes it. Fault where the unit can't be so fine."""
        places = money.places(self.currency)
        minor = amount if self.unit == "minor" else amount.scaleb(places)
        if minor != minor.to_integral_value():
            allowed = f"whole {self.unit} units" if self.unit == "minor" else f"{places} decimals"
            raise Fault((), f"the price {amount} of {shown(of)} is too fine; allowed: {allowed}")
        return money.Money(int(minor), self.currency).plain()


def settle(parsed: Parsed, wishes: Wishes, amounts: Iterable[tuple[Decimal, str]]) -> Pricing:
    """The unit and currency of a source; `amounts` with whose they are.

    `Unanswered` where only a person knows; MenuError where the person contradicts the source.
    """
    every = [(amount, of) for amount, of in amounts if amount]
    if not every:
        dishes = f"names {len(parsed.entries)} dishes and no price"
        raise MenuError(f"{dishes}; a menu needs prices: put them in, or start with a template")
    currency = _currency(parsed, wishes)
    unit = wishes.price_unit or parsed.price_unit
    if unit is None and any(amount != amount.to_integral_value() for amount, _ in every):
        unit = "major"
    if unit is None and currency is not None and money.places(currency) == 0:
        unit = "major"
    if currency is None or unit is None:
        raise _unanswered(every[0], currency, unit)
    return Pricing(currency, unit)


def _currency(parsed: Parsed, wishes: Wishes) -> str | None:
    found, told = parsed.currency, wishes.currency
    if found is not None and told is not None and found != told:
        raise MenuError(f"its prices are in {found}, not in {told}; allowed: --currency {found}")
    return found or told


def _unanswered(
    example: tuple[Decimal, str], currency: str | None, unit: PriceUnit | None
) -> Unanswered:
    amount, of = example
    shown_price = f"{amount} for {shown(of)}"
    if unit is not None:
        return Unanswered(f"its prices ({shown_price}) name no currency", ("currency",))
    either = (
        f"may be {amount}.00 (major units) or {money.Money(int(amount), 'USD').plain()} (minor)"
    )
    if currency is None:
        problem = f"its prices ({shown_price}) name no currency, and {amount} {either}"
        return Unanswered(problem, ("currency", "price_unit"))
    return Unanswered(f"its price {shown_price} {either}", ("price_unit",))
