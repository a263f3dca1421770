"""What a day came to, by the restaurant's calendar: tickets as they were placed, and what was paid
and is owed by the visits that placed them. Amounts are minor units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from apps.checkout import owed_totals
from apps.contract import Snapshot
from apps.ledger.books import Books, Ticket
from apps.rows import money
from bot import visits
from menu_data.menu import Menu
from waiter.storage import Unit

Row = dict[str, Any]  # JSON
UNTOLD = "unsaid"  # how a bill was paid, where nobody said


@dataclass(frozen=True, slots=True)
class Placed:
    """A ticket and where it was placed; `at` is local."""

    visit: str
    table: str | None
    ticket: Ticket
    at: datetime


@dataclass(frozen=True, slots=True)
class Account:
    """A visit's money: what its tickets come to with all that is on the bill, what of it is paid,
    and the tip that was paid.
    """

    visit: str
    table: str | None
    guests: int
    closed: bool
    due: int
    paid: int
    tip: int
    method: str | None

    @property
    def owed(self) -> int:
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class Day:
    """A day's tickets, oldest first, and the accounts of the visits they belong to."""

    date: date
    placed: Sequence[Placed]
    accounts: Sequence[Account]

    @property
    def good(self) -> list[Ticket]:
        """The tickets that staff haven't voided."""
        return [one.ticket for one in self.placed if one.ticket.void is None]

    @property
    def ordered(self) -> int:
        """What was placed and not voided, at the dishes' prices."""
        return sum(line.total for ticket in self.good for line in ticket.lines)

    @property
    def paid(self) -> int:
        """What is paid, tips not in."""
        return sum(account.paid for account in self.accounts)

    @property
    def waiting(self) -> int:
        """Tickets the kitchen hasn't accepted yet."""
        return sum(ticket.state == "placed" for ticket in self.good)

    @property
    def dishes(self) -> list[tuple[str, int]]:
        """(dish id, portions) of what was placed and not voided, most first."""
        counted: Counter[str] = Counter()
        for ticket in self.good:
            for placed in ticket.lines:
                counted[placed.line.item] += 0 if placed.void else placed.line.quantity
        return sorted(((+counted).items()), key=lambda pair: (-pair[1], pair[0]))

    @property
    def by_method(self) -> Mapping[str, int]:
        """What was paid, tips in, by how."""
        found: Counter[str] = Counter()
        for account in self.accounts:
            found[account.method or UNTOLD] += account.paid + account.tip
        return dict(sorted((+found).items()))


def local_date(menu: Menu, at: datetime) -> date:
    """The restaurant's date at a moment."""
    return at.astimezone(ZoneInfo(menu.restaurant.time_zone)).date()


def day(unit: Unit, menu: Menu, date: date, now: datetime) -> Day:
    """A day as the books have it now."""
    placed = placed_on(unit, menu, date)
    known = {visit.id: visit for visit in visits.every(unit)}
    of_day = dict.fromkeys(one.visit for one in placed)
    house = Snapshot(now, menu, unit.ledger.availability(), Books())
    accounts = [_account(known[visit], unit.ledger.books(visit), house) for visit in of_day]
    return Day(date, placed, accounts)


def placed_on(unit: Unit, menu: Menu, date: date) -> list[Placed]:
    """The tickets of a day, as they were placed."""
    zone = ZoneInfo(menu.restaurant.time_zone)
    start = datetime.combine(date, time(), zone).astimezone(UTC)
    end = datetime.combine(date + timedelta(days=1), time(), zone).astimezone(UTC)
    found = unit.ledger.placed_between(start, end)
    tables = {visit.id: visit.table for visit in visits.every(unit)}
    books = {visit: unit.ledger.books(visit) for visit in dict.fromkeys(one for one, _ in found)}
    tickets = (
        (visit, next(one for one in books[visit].tickets if one.number == number))
        for visit, number in found
    )
    return [
        Placed(visit, tables.get(visit), ticket, ticket.placed_at.astimezone(zone))
        for visit, ticket in tickets
    ]


def row(found: Day, menu: Menu) -> Row:
    """The day as JSON."""
    return {
        "day": found.date.isoformat(),
        "currency": menu.restaurant.currency,
        "visits": len(found.accounts),
        "guests": sum(account.guests for account in found.accounts),
        "tickets": len(found.good),
        "void": len(found.placed) - len(found.good),
        "waiting": found.waiting,
        "ordered": money(menu, found.ordered),
        "due": money(menu, sum(account.due for account in found.accounts)),
        "paid": money(menu, found.paid),
        "tips": money(menu, sum(account.tip for account in found.accounts)),
        "by_method": {how: money(menu, paid) for how, paid in found.by_method.items()},
        "owed": [
            {
                "visit": account.visit,
                "table": account.table,
                "closed": account.closed,
                "owed": money(menu, account.owed),
            }
            for account in found.accounts
            if account.owed
        ],
        "dishes": [{"dish": dish, "portions": portions} for dish, portions in found.dishes],
    }


def _account(visit: visits.Visit, books: Books, house: Snapshot) -> Account:
    bill = books.bill
    is_paid = bill is not None and bill.state == "paid"
    snapshot = Snapshot(house.now, house.menu, house.availability, books)
    return Account(
        visit.id,
        visit.table,
        books.head_count or len(visit.guests),
        visit.closed or books.closed,
        bill.totals.due if bill is not None and is_paid else owed_totals(snapshot).due,
        0 if bill is None else bill.totals.due if is_paid else bill.settled,
        bill.tip if bill is not None and is_paid else 0,
        None if bill is None else bill.method,
    )
