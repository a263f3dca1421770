"""What may be had now, and when next."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.ledger.books import Availability, Choice, Line
from apps.ledger.stocktaking import (
    closed,
    counted,
    demand,
    dish_obstacle,
    is_sold_out,
    left_for,
)
from menu_data.loader import from_document
from tests.apps.house import NOON, document, menu

NIGHTS = {"hours": [{"days": "mon-sun", "open": "20:00", "close": "02:00"}]}


def at(hour: int, day: int = 5) -> datetime:
    """An hour of a day of March 2031 in Shanghai (the 5th is a Wednesday)."""
    return datetime(2031, 3, day, tzinfo=UTC) + timedelta(hours=hour - 8)


@pytest.mark.parametrize(("hour", "shut"), [(1, False), (2, True), (19, True), (20, False)])
def test_hours_past_midnight_belong_to_the_day_they_open_on(hour: int, shut: bool) -> None:
    assert (closed(menu(**NIGHTS), at(hour)) is not None) == shut


def test_a_house_without_hours_is_always_open() -> None:
    assert closed(menu(hours=None), at(4)) is None


def test_a_dish_is_next_served_when_house_category_and_dish_all_are() -> None:
    changed: dict[str, Any] = document(
        hours=[{"days": "tue-sun", "open": "11:00", "close": "22:00"}]
    )
    changed["categories"][0]["hours"] = [{"days": "sat-mon", "open": "08:00", "close": "21:00"}]
    changed["items"][0]["hours"] = [{"days": "mon-sun", "open": "18:00", "close": "20:00"}]
    problem = dish_obstacle(from_document(changed), Availability(), "barley", at(12))
    assert problem is not None
    assert (problem.code, problem.allowed) == (
        "outside_hours", {"opens": "2031-03-08T18:00:00+08:00"},
    )  # fmt: skip


def test_a_dish_that_is_never_served_has_no_next_time() -> None:
    changed: dict[str, Any] = document(
        hours=[{"days": "mon-sun", "open": "11:00", "close": "22:00"}]
    )
    changed["items"][0]["hours"] = [{"days": "mon-sun", "open": "03:00", "close": "04:00"}]
    problem = dish_obstacle(from_document(changed), Availability(), "barley", at(12))
    assert problem is not None
    assert problem.allowed == {"opens": None}


def test_sold_out_by_word_or_to_the_last_one() -> None:
    house = menu()
    assert is_sold_out(house, Availability(frozenset({"rice"})), "rice")
    assert is_sold_out(house, Availability(stock={"rice": 0}), "rice")
    assert not is_sold_out(house, Availability(stock={"rice": 1}), "rice")


def test_a_combos_dishes_come_from_the_same_stock() -> None:
    combo = Line(1, "ann", "noon", 2, choices=(Choice("main", "reed"), Choice("side", "rice")))
    assert demand([combo, Line(2, "ann", "rice", 3)]) == {"noon": 2, "reed": 2, "rice": 5}
    left = left_for(Availability(stock={"rice": 7}), [combo], Line(3, "ann", "rice", 1))
    assert left == 5


def test_a_dish_chosen_twice_in_a_combo_takes_two() -> None:
    twice = Line(1, "ann", "duo", 1, choices=(Choice("a", "rice"), Choice("b", "rice")))
    assert left_for(Availability(stock={"rice": 5}), [], twice) == 2


@given(
    st.lists(st.sampled_from(["reed", "rice", "skewer"]), max_size=6),
    st.dictionaries(st.sampled_from(["reed", "rice"]), st.integers(0, 9)),
)
def test_only_what_is_counted_is_taken(items: list[str], stock: dict[str, int]) -> None:
    lines = [Line(n, "ann", item, n) for n, item in enumerate(items, start=1)]
    taken = counted(Availability(stock=stock), lines)
    assert set(taken) <= set(stock)
    assert all(taken[item] == demand(lines)[item] for item in taken)


def test_nothing_uncounted_runs_out() -> None:
    assert left_for(Availability(), [], Line(1, "ann", "rice", 99)) is None
    assert closed(menu(), NOON) is None
