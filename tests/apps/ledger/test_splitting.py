"""How a bill is divided: to the minor unit, and always the whole of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.ledger.books import Line, PlacedLine, Ticket
from apps.ledger.splitting import (
    apportion,
    equal_shares,
    item_shares,
    person_shares,
    tip_amount,
)
from tests.apps.house import NOON

amounts = st.integers(-1_000_000, 10_000_000)
weights = st.lists(st.integers(0, 100_000), min_size=1, max_size=12)
guests = st.sampled_from(["ann", "bo", "cy"])
eaten = st.lists(
    st.tuples(guests, st.integers(0, 9_999), st.integers(1, 5)), min_size=1, max_size=9
)


def tickets(lines: list[tuple[str, int, int]]) -> list[Ticket]:
    """One ticket a line."""
    return [
        Ticket(n, guest, (PlacedLine(Line(n, guest, "dish", quantity), (), price),), NOON)
        for n, (guest, price, quantity) in enumerate(lines, start=1)
    ]


@given(amounts, weights)
def test_parts_add_up_and_are_within_one_of_their_share(amount: int, shares: list[int]) -> None:
    parts = apportion(amount, shares)
    assert sum(parts) == amount
    whole = sum(shares) or len(shares)
    for part, share in zip(parts, shares if sum(shares) else [1] * len(shares), strict=True):
        assert abs(part - Fraction(amount * share, whole)) < 1


@given(amounts, weights)
def test_the_largest_remainders_are_rounded_up(amount: int, shares: list[int]) -> None:
    parts = apportion(amount, shares)
    whole = sum(shares)
    if whole:
        exact = [Fraction(amount * share, whole) for share in shares]
        up = [e % 1 for e, part in zip(exact, parts, strict=True) if part > e]
        down = [e % 1 for e, part in zip(exact, parts, strict=True) if part < e]
        assert not up or not down or min(up) >= max(down)


@given(st.integers(0, 10_000_000), st.integers(1, 200))
def test_equal_shares_differ_by_one_at_most_and_the_larger_come_first(
    amount: int, parts: int
) -> None:
    shares = [share.amount for share in equal_shares(amount, parts)]
    assert (sum(shares), len(shares)) == (amount, parts)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


def test_a_hundred_in_three_parts() -> None:
    assert [share.amount for share in equal_shares(10_000, 3)] == [3334, 3333, 3333]


@given(amounts, eaten)
def test_shares_by_person_are_of_everyone_who_ate_and_add_up(
    amount: int, lines: list[tuple[str, int, int]]
) -> None:
    shares = person_shares(amount, tickets(lines))
    assert sum(share.amount for share in shares) == amount
    assert {share.guest for share in shares} == {guest for guest, _, _ in lines}
    assert sorted(key for share in shares for key in share.lines) == sorted(
        f"{n}/{n}" for n in range(1, len(lines) + 1)
    )
    assert [s.amount for s in shares] == sorted((s.amount for s in shares), reverse=True)


@given(st.lists(st.tuples(guests, st.integers(1, 9_999), st.integers(1, 5)), min_size=1))
def test_without_fees_everyone_pays_exactly_their_own(lines: list[tuple[str, int, int]]) -> None:
    own: dict[str | None, int] = {}
    for guest, price, quantity in lines:
        own[guest] = own.get(guest, 0) + price * quantity
    shares = person_shares(sum(own.values()), tickets(lines))
    assert {share.guest: share.amount for share in shares} == own


@given(amounts, eaten)
def test_shares_by_item_are_one_a_line_and_add_up(
    amount: int, lines: list[tuple[str, int, int]]
) -> None:
    shares = item_shares(amount, tickets(lines))
    assert (sum(share.amount for share in shares), len(shares)) == (amount, len(lines))


def test_sharing_among_nobody_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="nobody"):
        apportion(100, [])


@pytest.mark.parametrize(
    ("tip", "amount"),
    [("2.00", 200), ("2", 200), (" 10% ", 123), ("0%", 0), ("12.5%", 154), ("-1.00", -100)],
)
def test_a_tip_in_words(tip: str, amount: int) -> None:
    assert tip_amount(tip, 1_230, "CNY") == amount


@pytest.mark.parametrize("tip", ["", "%", "-10%", "ten", "1.005", "1,00", "10%%"])
def test_what_is_no_tip_is_a_mistake(tip: str) -> None:
    with pytest.raises(ValueError, match=r"amount|finer"):
        tip_amount(tip, 1_230, "CNY")
