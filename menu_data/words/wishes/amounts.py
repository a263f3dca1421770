"""Limits in numbers: how much a dish may cost. How hot it may be is said in words (`reading`)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from menu_data.words.numbers import number_at
from menu_data.words.units import singular
from menu_data.words.vocabulary import words_in
from menu_data.words.wishes.marks import Mark

SIGNS = frozenset("$¥€£￥")
NEAR = 2  # marks between "budget" and its amount


def highest_price(marks: Sequence[Mark], words: Sequence[str]) -> tuple[Decimal | None, set[int]]:
    """The highest price a text allows, None where it says none; and the units that are numbers.

    Of several the last counts, as in "20 to 30".
    """
    price: Decimal | None = None
    used: set[int] = set()
    at = 0
    while at < len(words):
        amount, end = _amount(words, at)
        if amount is None:
            at += 1
            continue
        used |= {*range(at, end)}
        before, after = _beside(marks, at, end)
        sign = at > 0 and words[at - 1] in SIGNS
        if _is_price(before, after, sign) and amount > 0:
            price = amount
        at = end
    return price, used


def _amount(words: Sequence[str], at: int) -> tuple[Decimal | None, int]:
    word = words[at]
    if "." in word and word.replace(".", "", 1).isdecimal():
        return Decimal(word), at + 1
    found = number_at(words, at)
    return (None, at + 1) if found is None else (Decimal(found[0]), found[1])


def _beside(marks: Sequence[Mark], start: int, end: int) -> tuple[list[Mark], list[Mark]]:
    """The marks just before and just after some units."""
    before = [m for m in marks if m.end <= start][-NEAR:]
    return before, [m for m in marks if m.start >= end][:3]


def _is_price(before: list[Mark], after: list[Mark], sign: bool) -> bool:
    money = bool(after) and after[0].is_cue("currency")
    tail = after[1:2] if money else after[:1]
    if any(m.is_cue("price_over") for m in (*before[-1:], *tail)):
        return False
    if not money and not sign and after and singular(after[0].said.lower()) in _counted():
        return False
    if any(m.is_cue("price_after") for m in tail):
        return money or sign or any(m.is_cue("price_sure") for m in tail)
    if any(m.is_cue("price_sure") for m in before):
        return True
    return money or sign


def _counted() -> frozenset[str]:
    """Words that make a number a time or a head count."""
    return words_in("time_word") | words_in("people")
