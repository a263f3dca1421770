"""Who a new menu would hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.ledger.books import Availability, Books, Chosen, Line, PlacedLine, Ticket
from menu_data.loader import from_document
from menu_data.menu import Menu
from tests.menu_data.documents import changed, small, without
from tests.waiter.table import NOON
from waiter.impact import Hit, House, Recorded, VisitHit, impact

OLD = from_document(small())
BROTH = Line(1, "a", "broth", 2, (Chosen("heat", "high"),))
COLA = Line(2, "a", "cola", 1)


def tab(*lines: Line, is_open: bool = True) -> Recorded:
    return Recorded("v1", "5", is_open, Books(lines=lines))


def placed(*lines: Line, texts: tuple[str, ...] = ()) -> Recorded:
    kept = tuple(PlacedLine(line, (("", line.item),), 100) for line in lines)
    return Recorded("v2", None, False, Books(tickets=(Ticket(1, "a", kept, NOON),)), texts)


def nothing(_menu: Menu, _text: str) -> frozenset[str]:
    return frozenset()


def hits(
    new: dict[str, Any],
    *visits: Recorded,
    reads: Callable[[Menu, str], frozenset[str]] = nothing,
    availability: Availability = Availability(),  # noqa: B008 - a frozen value
) -> tuple[tuple[VisitHit, ...], tuple[VisitHit, ...]]:
    old, made = House(OLD, Availability()), House(from_document(new), availability)
    found = impact(old, made, visits, reads)
    return found.tabs, found.recorded


@pytest.mark.parametrize(
    ("new", "hit"),
    [
        (changed("items.0.price", "19.00"), Hit("dearer", "Broth noodles", "21.50", "22.50")),
        (
            changed("modifier_groups.0.modifiers.1.price", "2.00"),
            Hit("dearer", "Broth noodles", "21.50", "22.00"),
        ),
        (
            changed("modifier_groups.0.modifiers.1.id", "fierce"),
            Hit("fails", "Broth noodles", "not_on_menu", "high"),
        ),
        (
            changed("modifier_groups.1.min", 3),
            Hit("fails", "Broth noodles", "choice_missing", "more"),
        ),
        (changed("items.0.price", None), Hit("fails", "Broth noodles", "no_quote")),
    ],
)
def test_an_open_tab_is_hit_by_the_gravest_harm_to_a_line(new: dict[str, Any], hit: Hit) -> None:
    tabs, recorded = hits(new, tab(BROTH, COLA))
    assert tabs == (VisitHit("v1", "5", (hit,)),)
    assert recorded == ()


def test_a_dish_that_is_gone_is_lost_to_tabs_and_recorded_conversations() -> None:
    new = without("combos")
    del new["items"][1]
    tabs, recorded = hits(new, tab(BROTH, COLA), placed(COLA, COLA))
    assert tabs == (VisitHit("v1", "5", (Hit("lost", "Cola"),)),)
    assert recorded == (VisitHit("v2", None, (Hit("lost", "Cola"),)),)


def test_what_the_new_file_has_not_is_sold_out() -> None:
    gone = Availability(frozenset({"cola"}))
    tabs, _ = hits(small(), tab(COLA), availability=gone)
    assert tabs == (VisitHit("v1", "5", (Hit("sold_out", "Cola"),)),)


def test_cheaper_renamed_or_another_dish_hits_nobody() -> None:
    for new in (
        changed("items.0.price", "1.00"),
        changed("items.0.name", "Soup"),
        changed("items.2.price", "90.00"),
    ):
        assert hits(new, tab(BROTH, COLA), placed(BROTH)) == ((), ())


def test_a_closed_visit_has_no_tab_and_an_open_ones_tickets_keep_their_price() -> None:
    dearer = changed("items.1.price", "9.00")
    assert hits(dearer, tab(COLA, is_open=False))[0] == ()
    tabs, recorded = hits(dearer, placed(COLA))
    assert (tabs, len(recorded)) == ((), 1)


def test_what_was_wrong_before_is_no_harm_of_the_new_menu() -> None:
    stale = Line(3, "a", "unicorn", 1)
    missing = Line(4, "a", "broth", 1, (Chosen("heat", "gone"),))
    assert hits(changed("items.0.price", "99.00"), tab(stale, missing)) == ((), ())


def test_words_that_no_longer_order_a_dish_are_told_with_the_words() -> None:
    def reads(menu: Menu, text: str) -> frozenset[str]:
        names = {dish.name.said("en").lower(): dish.id for dish in menu.dishes.values()}
        return frozenset(dish for name, dish in names.items() if name in text)

    visit = placed(texts=("a cola please", "hello"))
    _, recorded = hits(changed("items.1.name", "Root beer"), visit, reads=reads)
    assert recorded == (VisitHit("v2", None, (Hit("misread", "Cola", "a cola please"),)),)
    assert hits(small(), visit, reads=reads) == ((), ())
