"""What every part begins with and ends with: a house at work with its guests seated, and what the
books say when it has stopped.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.telegram.guests import SCRIPTS, Guest, Noting, Script, seated
from benchmarks.telegram.house import KITCHEN, storage_in
from benchmarks.telegram.process import House
from bot.telegram.guest import tables
from bot.telegram.store import Store
from tests.bot.telegram.people import Person
from waiter import event as e

SIT_DOWN = 300.0  # seconds that all guests may take for it

Tab = dict[tuple[str, int], int]  # how many of a dish with so many modifiers


@dataclass
class Evening:
    """A house and its guests. `boss`: the owner, in the kitchen's group."""

    folder: Path
    telegram: Noting
    house: House
    guests: list[Guest]
    boss: Person


@asynccontextmanager
async def evening(
    chats: int, *, limited: bool = False, scripts: dict[str, Script] = SCRIPTS
) -> AsyncIterator[Evening]:
    """The house started and everybody seated, each at a table of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "house"
        async with Noting(enforce=limited) as telegram:
            boss = Person(telegram, 1, "Boss", group=KITCHEN)
            house = House(folder, telegram, chats, limited=limited)
            await house.start()
            guests = _guests(telegram, folder, chats, scripts)
            try:
                await seated(guests, SIT_DOWN)
                yield Evening(folder, telegram, house, guests, boss)
            finally:
                house.end()


def _guests(
    telegram: Noting, folder: Path, count: int, scripts: dict[str, Script]
) -> list[Guest]:  # fmt: skip
    storage = storage_in(folder)
    store, found = Store(storage), []
    for number in range(count):
        language = tuple(scripts)[number % len(scripts)]
        person = Person(telegram, 1000 + number, f"Guest{number}", language)
        link = "/start " + tables.payload(store, str(number + 1), datetime.now(UTC))
        guest = Guest(telegram, number, person, link, scripts[language])
        telegram.guests[person.chat] = guest
        found.append(guest)
    storage.close()
    return found


def ordered(folder: Path) -> list[Tab]:
    """What each table has ordered, sent or not, by table."""
    storage = storage_in(folder)
    found: dict[int, Tab] = {}
    for record in storage.reading().journal.of_kinds("VisitOpened"):
        body = record.event.body
        if isinstance(body, e.VisitOpened) and body.table is not None:
            books = storage.reading().ledger.books(record.event.visit)
            placed = [one.line for ticket in books.tickets for one in ticket.lines]
            tab = found[int(body.table)] = {}
            for line in (*books.lines, *placed):
                key = (line.item, len(line.modifiers))
                tab[key] = tab.get(key, 0) + line.quantity
    storage.close()
    return [found[table] for table in sorted(found)]


def wrong_tabs(evening_: Evening) -> int:
    """How many tables' orders aren't what was said there."""
    found = ordered(evening_.folder)
    return sum(
        has != guest.ordered for has, guest in zip(found, evening_.guests, strict=True)
    )  # fmt: skip


def p50(spent: Sequence[float]) -> float:
    return statistics.median(spent)


def p95(spent: Sequence[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1] if len(spent) > 1 else max(spent)
