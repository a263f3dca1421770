"""What lines and bills come to."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.ledger.books import (
    Adjustment,
    Amount,
    Availability,
    Choice,
    Chosen,
    Line,
    PlacedLine,
)
from apps.ledger.pricing import totals, unit_price
from tests.apps.house import menu

HOUSE = menu()
NOTHING = Availability()


def barley(*modifiers: Chosen) -> Line:
    return Line(1, "ann", "barley", 1, (Chosen("size", "small"), *modifiers))


def lines(*prices: int, void: bool = False) -> list[PlacedLine]:
    reason = "void" if void else None
    return [PlacedLine(Line(n, "ann", "x", 1), (), p, reason) for n, p in enumerate(prices, 1)]


@pytest.mark.parametrize(
    ("chosen", "price"),
    [
        ([], 1200),
        ([Chosen("extras", "egg")], 1400),
        ([Chosen("extras", "egg", "regular", 3)], 1800),
        ([Chosen("garnish", "sesame", "extra")], 1400),
        ([Chosen("garnish", "crisps", "extra")], 1500),
        ([Chosen("garnish", "crisps", "light")], 1200),
        ([Chosen("garnish", "crisps", "none")], 1200),
        ([Chosen("garnish", "crisps", "no_extra")], 1200),
    ],
)
def test_a_modifier_costs_by_its_amount(chosen: list[Chosen], price: int) -> None:
    assert unit_price(HOUSE, NOTHING, barley(*chosen)) == price


def test_a_combo_costs_its_own_price_and_the_modifiers_of_its_choices() -> None:
    big = Choice("main", "barley", (Chosen("size", "big"),))
    oat = Choice("cup", "latte", (Chosen("milk", "oat"),))
    line = Line(1, "ann", "noon", 1, choices=(big, oat, Choice("side", "rice")))
    assert unit_price(HOUSE, NOTHING, line) == 2000 + 400 + 100


def test_a_market_price_is_what_staff_quoted() -> None:
    carp = Line(1, "ann", "carp", 1)
    assert unit_price(HOUSE, NOTHING, carp) is None
    assert unit_price(HOUSE, Availability(quotes={"carp": 8800}), carp) == 8800


def test_a_dish_that_left_the_menu_has_no_price() -> None:
    assert unit_price(HOUSE, NOTHING, Line(1, "ann", "ghost", 1)) is None


def test_a_default_costs_the_same_said_or_not() -> None:
    said = Line(1, "ann", "latte", 1, (Chosen("milk", "cow"),))
    assert unit_price(HOUSE, NOTHING, said) == unit_price(HOUSE, NOTHING, Line(1, "a", "latte", 1))


FEES = [
    {"id": "service", "name": "Service", "percent": "12.5"},
    {"id": "cover", "name": "Cover", "amount": "2.00", "per": "guest"},
    {"id": "table", "name": "Table", "amount": "5.00"},
]
TAX = {"name": "VAT", "percent": "6"}


def rounded(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


@given(st.lists(st.integers(0, 50_000), min_size=1, max_size=9), st.integers(1, 20))
def test_each_fee_and_the_tax_is_rounded_once_and_the_sum_is_exact(
    prices: list[int], guests: int
) -> None:
    sums = totals(menu(fees=FEES, tax=TAX), lines(*prices), guests)
    subtotal = sum(prices)
    service, cover, table = (fee.amount for fee in sums.fees)
    assert service == rounded(Decimal(subtotal) * 125 / 1000)
    assert (cover, table) == (200 * guests, 500)
    assert sums.tax is not None
    assert sums.tax.amount == rounded(Decimal(subtotal + service + cover + table) * 6 / 100)
    assert sums.due == subtotal + service + cover + table + sums.tax.amount


def test_half_a_cent_is_rounded_up() -> None:
    house = menu(fees=[{"id": "f", "name": "F", "percent": "5"}])
    assert totals(house, lines(10), None).fees[0].amount == 1
    assert totals(house, lines(9), None).fees[0].amount == 0


def test_a_tax_that_is_included_is_shown_and_not_added() -> None:
    sums = totals(menu(tax={**TAX, "included": True}), lines(10_600), None)
    assert (sums.due, sums.tax and (sums.tax.amount, sums.tax.included)) == (10_600, (600, True))


@given(st.lists(st.integers(0, 50_000)), st.integers(1, 9))
def test_what_is_void_is_not_owed_nor_its_fees(prices: list[int], guests: int) -> None:
    house = menu(fees=FEES, tax=TAX)
    voided = lines(*prices, void=True)
    assert totals(house, voided, guests).due == 0
    assert totals(house, [*voided, *lines(700)], guests) == totals(house, lines(700), guests)


adjustment = st.builds(
    lambda amount, percent: Adjustment("discount", -amount, "kind", "mei", percent),
    st.integers(0, 60_000),
    st.none() | st.integers(0, 100).map(Decimal),
)


@given(st.lists(st.integers(0, 20_000)), st.lists(adjustment, max_size=4))
def test_what_staff_take_off_never_makes_the_bill_negative(
    prices: list[int], adjustments: list[Adjustment]
) -> None:
    house = menu(fees=FEES, tax=TAX)
    plain = totals(house, lines(*prices), 2)
    sums = totals(house, lines(*prices), 2, adjustments)
    off = sum(charge.amount for charge in sums.adjustments)
    assert (sums.due, off <= 0) == (plain.due + off, True)
    assert sums.due >= 0


@given(st.integers(1, 10_000), st.sampled_from(["0.05", "0.10", "1.00"]))
def test_cash_is_rounded_to_the_nearest_step(price: int, step: str) -> None:
    house = menu(cash_rounding=step)
    unit = int(Decimal(step) * 100)
    sums = totals(house, lines(price), None, cash=True)
    assert sums.due % unit == 0
    assert abs(sums.due - price) * 2 <= unit
    assert sums.due - price == sum(charge.amount for charge in sums.adjustments)
    assert totals(house, lines(price), None).due == price


def test_a_later_ticket_does_not_owe_what_is_charged_once_a_bill() -> None:
    house = menu(fees=FEES)
    alone: Any = totals(house, lines(1_000), 2, standing=False)
    assert [fee.id for fee in alone.fees] == ["service"]


@pytest.mark.parametrize("amount", ["none", "light", "regular", "extra", "no_extra"])
def test_no_amount_makes_a_dish_cheaper(amount: Amount) -> None:
    price = unit_price(HOUSE, NOTHING, barley(Chosen("garnish", "crisps", amount)))
    assert price is not None
    assert price >= 1200
