from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.money import Money, minor, percent_of, places

currencies = st.sampled_from(["CNY", "USD", "MYR", "JPY", "KWD"])
units = st.integers(-(10**8), 10**8)


@given(units, currencies)
def test_an_amount_printed_is_read_as_itself(amount: int, currency: str) -> None:
    assert minor(Money(amount, currency).plain(), currency) == amount


@given(units, currencies)
def test_an_amount_is_printed_with_the_currencys_decimals(amount: int, currency: str) -> None:
    _, _, decimals = Money(amount, currency).plain().partition(".")
    assert len(decimals) == places(currency)


@pytest.mark.parametrize(
    "written", ["", "18,00", "１８", "1e3", "NaN", "18.", ".5", " 18", "18元", "9" * 10]
)
def test_what_is_no_amount_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is no amount; allowed: "):
        minor(written, "CNY")


@pytest.mark.parametrize(("written", "currency"), [("1.005", "CNY"), ("1.5", "JPY")])
def test_an_amount_finer_than_the_currency_is_refused(written: str, currency: str) -> None:
    with pytest.raises(ValueError, match=f"is finer than {currency} goes; allowed: "):
        minor(written, currency)


@given(st.integers(0, 10**8), st.decimals(0, 100, places=2))
def test_a_percentage_is_the_nearest_unit_and_halves_go_up(amount: int, percent: Decimal) -> None:
    exact = Fraction(amount) * Fraction(percent) / 100
    assert Fraction(percent_of(amount, percent)) - exact <= Fraction(1, 2)
    assert exact - Fraction(percent_of(amount, percent)) < Fraction(1, 2)


def test_a_half_unit_goes_away_from_zero() -> None:
    assert percent_of(50, Decimal(1)) == 1
    assert percent_of(-50, Decimal(1)) == -1
