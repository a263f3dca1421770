"""Two visits' books become one: nothing is lost, numbers are unambiguous, each line its owner's."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from apps.acts.outcome import StaffOutcome
from apps.checkout import owed_totals
from apps.contract import Snapshot
from apps.ledger.books import Adjustment, Bill, Books, Line, PlacedLine, Ticket
from apps.ledger.pricing import totals
from apps.staff_acts import first_availability, perform
from menu_data.loader import from_document
from tests.apps.house import NOON, document

MENU = from_document(document())
HOUSE = first_availability(MENU)
DISHES = tuple(MENU.dishes)


def at(books: Books) -> Snapshot:
    return Snapshot(NOON, MENU, HOUSE, books)


def act(name: str, of: Books, seated: tuple[str, ...] = (), **params: Any) -> StaffOutcome:
    return perform(name, params, at(of), "Wang", "", dict.fromkeys(seated, ""))


def together(leaving: Books, staying: Books, who: tuple[str, ...], here: tuple[str, ...]) -> Books:
    """The books of the visit that stays, with those of the other in them."""
    left = act("merge", leaving, who, into="v2")
    assert left.ok
    assert left.books == Books(next_line=leaving.next_line, closed=True)
    guests = [{"guest": name, "language": "en", "habit": {}} for name in who]
    came = act(
        "merged", staying, here, visit="v1", table="5", books=left.result["books"], guests=guests
    )
    assert came.ok
    return came.books


def ticket(number: int, *lines: PlacedLine, guest: str = "Ann") -> Ticket:
    return Ticket(number, guest, lines, NOON)


def placed(
    number: int, guest: str = "Ann", price: int = 500, void: str | None = None
) -> PlacedLine:
    return PlacedLine(Line(number, guest, DISHES[0], 1), (("en", "x"),), price, void)


def bill(books: Books, state: Any = "issued", settled: int = 0) -> Books:
    what = totals(MENU, [line for t in books.tickets for line in t.lines], None)
    return replace(books, bill=Bill(1, NOON, what, 0, (), state, settled=settled))


names = st.sampled_from(("Ann", "Bo", "Ann2", "Wei"))
lines = st.builds(
    placed, st.integers(1, 9), names, st.integers(1, 9_000), st.sampled_from((None, "cold"))
)
tickets = st.lists(st.lists(lines, min_size=1, max_size=3), max_size=3)


@st.composite
def books(draw: st.DrawFn) -> Books:
    made = draw(tickets)
    number = 0
    found = []
    for count, some in enumerate(made, 1):
        numbered = []
        for one in some:
            number += 1
            numbered.append(replace(one, line=replace(one.line, line=number)))
        found.append(ticket(count, *numbered, guest=draw(names)))
    waiting = [
        Line(number + at, draw(names), DISHES[1], 2) for at in range(1, draw(st.integers(1, 3)))
    ]
    return Books(tuple(waiting), number + len(waiting) + 1, tuple(found))


@given(books(), books())
def test_nothing_is_lost_and_every_number_stands_once(leaving: Books, staying: Books) -> None:
    found = together(leaving, staying, ("Ann", "Bo"), ("Ann", "Wei"))
    assert [one.number for one in found.tickets] == list(range(1, len(found.tickets) + 1))
    numbers = [one.line for one in found.lines]
    numbers += [one.line.line for t in found.tickets for one in t.lines]
    assert len(numbers) == len(set(numbers))
    assert all(number < found.next_line for number in numbers)
    before = owed_totals(at(leaving)).subtotal + owed_totals(at(staying)).subtotal
    assert owed_totals(at(found)).subtotal == before
    assert len(found.lines) == len(leaving.lines) + len(staying.lines)
    assert found.tickets[: len(staying.tickets)] == staying.tickets


def test_a_guest_whose_name_another_has_gets_a_number_and_keeps_their_lines() -> None:
    leaving = Books((Line(1, "Ann", DISHES[0], 1),), 2, (ticket(1, placed(2)),))
    found = together(leaving, Books(), ("Ann",), ("Ann", "Ann2"))
    assert [line.guest for line in found.lines] == ["Ann3"]
    assert (found.tickets[0].guest, found.tickets[0].lines[0].line.guest) == ("Ann3", "Ann3")


def test_a_percentage_stays_what_it_was_for_the_party_it_was_given_to() -> None:
    off = Adjustment("discount", 0, "late", "Wang", Decimal(10))
    leaving = Books((), 2, (ticket(1, placed(1, price=1_000)),), adjustments=(off,))
    staying = Books((), 2, (ticket(1, placed(1, price=5_000)),))
    for one, other in ((leaving, staying), (staying, leaving)):
        found = together(one, other, ("Ann",), ("Bo",))
        assert [charge.amount for charge in owed_totals(at(found)).adjustments] == [-100]


def test_a_bill_that_was_out_is_reopened_and_one_that_was_paid_stands_against_it() -> None:
    some = Books((), 2, (ticket(1, placed(1)),))
    found = together(some, bill(some), ("Ann",), ("Bo",))
    assert found.bill is not None
    assert found.bill.state == "reopened"
    assert together(bill(some), Books(), ("Ann",), ()).bill is None
    for paid in (bill(some, "paid"), bill(some, "reopened", settled=300)):
        refused = act("merge", paid, ("Ann",), into="v2").refusal
        assert refused is not None
        assert refused.problems[0].code == "bill_paid"


def test_a_closed_visit_goes_nowhere() -> None:
    closed = Books(closed=True)
    for done in (act("move", closed, table="7"), act("merge", closed, into="v2")):
        refused = done.refusal
        assert refused is not None
        assert refused.problems[0].code == "visit_closed"


def test_heads_are_counted_together() -> None:
    cases = ((None, None, None), (2, 3, 5), (2, None, 4), (None, 3, 4))
    for leaving, staying, both in cases:
        found = together(
            Books(head_count=leaving), Books(head_count=staying), ("Ann",), ("Bo", "Wei")
        )
        assert found.head_count == both


def test_a_move_changes_no_book() -> None:
    some = Books((), 2, (ticket(1, placed(1)),))
    assert act("move", some, table="7").books == some
