"""The normal form of lines, and their JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from apps.ledger.allergens import allergens
from apps.ledger.books import (
    Adjustment,
    Availability,
    Bill,
    Books,
    Charge,
    Chosen,
    Line,
    Share,
    Ticket,
    Totals,
)
from apps.ledger.normal import (
    availability_from_json,
    availability_to_json,
    books_from_json,
    books_to_json,
    canonical,
    line_from_json,
    line_to_json,
    merged,
    normal,
    same,
)
from apps.ledger.pricing import priced, unit_price
from tests.apps.house import NOON
from tests.apps.ledger.lines import MENU, lines, tabs


@given(lines())
def test_the_normal_form_is_its_own(line: Line) -> None:
    once = normal(MENU, line)
    assert normal(MENU, once) == once
    assert same(MENU, line, once)


@given(lines())
def test_the_normal_form_costs_and_contains_the_same(line: Line) -> None:
    once = normal(MENU, line)
    assert unit_price(MENU, Availability(), once) == unit_price(MENU, Availability(), line)
    assert allergens(MENU, once) == allergens(MENU, line)


def test_a_default_is_left_out_and_anything_else_stays() -> None:
    said = (Chosen("heat", "mild"), Chosen("size", "small"), Chosen("garnish", "leek", "none"))
    assert normal(MENU, Line(1, "ann", "barley", 1, said)).modifiers == (
        Chosen("garnish", "leek", "none"),
        Chosen("size", "small"),
    )


@given(tabs)
def test_merging_loses_and_invents_nothing(tab: list[Line]) -> None:
    numbered = [replace(line, line=n) for n, line in enumerate(tab, start=1)]
    after = merged(MENU, numbered)

    def counted(of: list[Line] | tuple[Line, ...]) -> Counter[Line]:
        count: Counter[Line] = Counter()
        for line in of:
            count[replace(normal(MENU, line), line=0, quantity=1)] += line.quantity
        return count

    assert counted(after) == counted(numbered)
    assert len(counted(after)) == len(after)
    assert merged(MENU, after) == after


@given(tabs)
def test_merging_keeps_numbers_in_order_and_the_sum(tab: list[Line]) -> None:
    numbered = tuple(replace(line, line=n) for n, line in enumerate(tab, start=1))
    after = merged(MENU, numbered)
    numbers = [line.line for line in after]
    assert numbers == sorted(set(numbers))
    none = Availability()
    assert sum(placed.total for placed in priced(MENU, none, after)) == sum(
        placed.total for placed in priced(MENU, none, numbered)
    )


@given(lines(number=3, guest="ann"))
def test_a_line_comes_back_from_json(line: Line) -> None:
    text = canonical(line_to_json(line))
    assert line_from_json(json.loads(text)) == line
    assert canonical(line_to_json(line_from_json(json.loads(text)))) == text


def test_a_line_is_written_as_an_order_line() -> None:
    line = Line(0, "", "latte", 2, (Chosen("milk", "oat"),))
    assert line_to_json(line) == {
        "item": "latte",
        "quantity": 2,
        "modifiers": [{"group": "milk", "modifier": "oat", "amount": "regular", "quantity": 1}],
        "choices": [],
        "note": None,
    }
    assert line_from_json({"item": "rice", "quantity": 1}) == Line(0, "", "rice", 1)


def test_what_is_no_line_is_refused() -> None:
    with pytest.raises(ValidationError):
        line_from_json({"item": "rice"})


charges = st.builds(Charge, st.text(), st.just((("en", "Fee"),)), st.integers(), st.booleans())
sums = st.builds(
    Totals,
    st.integers(),
    st.lists(charges, max_size=2).map(tuple),
    st.none() | charges,
    st.lists(charges, max_size=2).map(tuple),
    st.integers(),
)
bills = st.builds(
    Bill,
    st.integers(1, 9),
    st.integers(0, 9_999).map(lambda s: NOON + timedelta(seconds=s)),
    sums,
    st.integers(0, 999),
    st.lists(st.builds(Share, st.none() | st.text(), st.integers()), max_size=3).map(tuple),
    st.sampled_from(["issued", "paid", "reopened"]),
    st.none() | st.text(),
    st.integers(0, 999),
)


@st.composite
def books(draw: st.DrawFn) -> Books:
    tab = draw(tabs)
    numbered = tuple(replace(line, line=n) for n, line in enumerate(tab, start=1))
    placed = priced(MENU, Availability(), numbered)
    tickets = (Ticket(1, "ann", placed, NOON, ("milk",), void=draw(st.none() | st.text())),)
    off = Adjustment("comp", -draw(st.integers(0, 99)), "why", "mei", draw(st.none() | percents))
    return Books(
        lines=numbered,
        next_line=len(tab) + 1,
        tickets=draw(st.sampled_from([(), tickets])),
        bill=draw(st.none() | bills),
        head_count=draw(st.none() | st.integers(1, 9)),
        fulfilment=draw(st.sampled_from([None, "dine_in", "takeaway"])),
        adjustments=draw(st.sampled_from([(), (off,)])),
        undo=draw(st.sampled_from([{}, {"bo": (), "ann": numbered}])),
        closed=draw(st.booleans()),
    )


percents = st.integers(1, 100).map(Decimal)


@given(books())
def test_books_come_back_from_json(before: Books) -> None:
    text = canonical(books_to_json(before))
    after = books_from_json(json.loads(text))
    assert after == before
    assert canonical(books_to_json(after)) == text


counts = st.dictionaries(st.text(), st.integers(0, 99), max_size=5)


@given(st.builds(Availability, st.frozensets(st.text(), max_size=5), counts, counts))
def test_availability_comes_back_from_json(before: Availability) -> None:
    text = canonical(availability_to_json(before))
    after = availability_from_json(json.loads(text))
    assert after == before
    assert canonical(availability_to_json(after)) == text
