"""Amounts of money in a text: in figures, in words, in both languages; other numbers are none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from waiter.constraints.money import amounts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("两碗共 ¥32.00", ["32.00"]),
        ("一共32元", ["32"]),
        ("一共三十二块", ["32"]),
        ("九块九", ["9.9"]),
        ("三十六元五角", ["36.5"]),
        ("36元5角", ["36.5"]),
        ("36块5", ["36.5"]),
        ("36块五毛", ["36.5"]),
        ("36元一份", ["36"]),
        ("一共五块", ["5"]),
        ("蛋糕，¥28.00一块", ["28.00"]),
        ("36块两碗", ["36"]),
        ("三十六元一份", ["36"]),
        ("五毛钱", ["0.5"]),
        ("that's 24.50 altogether", ["24.50"]),
        ("RM 12.90 each", ["12.90"]),
        ("$1,204.00 in all", ["1204.00"]),
        ("only three yuan", ["3"]),
        ("that is twenty-four dollars", ["24"]),
        ("fifty cents more", ["0.50"]),
        ("16.00、18.00", ["16.00", "18.00"]),
    ],
)
def test_an_amount_is_found(text: str, found: list[str]) -> None:
    assert sorted(amounts(text)) == sorted(Decimal(one) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "两块豆腐",
        "2块豆腐",
        "蛋糕来一块",
        "三块蛋糕",
        "来两份",
        "two of the noodles",
        "at 12:30",
        "a discount of 10.00%",
        "单号 12",
        "the yuan is a currency",
        "",
    ],
)
def test_other_numbers_are_no_money(text: str) -> None:
    assert amounts(text) == ()
