"""Money as whole minor units of one currency; strings like "18.00" only at the edges, no floats.

Neighbours: the loader reads prices with `minor`, the ledger adds them, replies print them with
`Money.plain`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from babel.numbers import get_currency_precision

from menu_data.told import told

_AMOUNT = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,4})?")


@lru_cache(maxsize=64)
def places(currency: str) -> int:
    """Decimal places of the currency's minor unit (CNY 2, JPY 0, KWD 3), from CLDR."""
    return int(get_currency_precision(currency))


def minor(amount: str, currency: str) -> int:
    """Minor units of a string such as "18.00".

    ValueError where it is no amount, or finer than the currency's minor unit.
    """
    if not _AMOUNT.fullmatch(amount):
        raise ValueError(told("no_amount", found=repr(amount), example="18.00"))
    scaled = Decimal(amount).scaleb(places(currency))
    if scaled != scaled.to_integral_value():
        raise ValueError(
            told("too_fine", found=repr(amount), currency=currency, places=places(currency))
        )
    return int(scaled)


def percent_of(amount: int, percent: Decimal) -> int:
    """`percent` per cent of an amount in minor units.

    Rounded half up (half away from zero) to the minor unit.
    """
    return int((Decimal(amount) * percent / 100).to_integral_value(ROUND_HALF_UP))


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An amount in minor units of a currency (ISO 4217)."""

    minor: int
    currency: str

    def plain(self) -> str:
        """The amount alone, with the currency's decimals: "18.00"."""
        digits = places(self.currency)
        sign, whole = ("-" if self.minor < 0 else ""), abs(self.minor)
        return (
            f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"
            if digits
            else f"{sign}{whole}"
        )
