"""What the Telegram front-end stands: a full house, its limits, and being killed.

    python -m benchmarks.telegram [load] [--chats 300] [--seconds 60]

Exit 1 where a bound is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.telegram.guests import Answered, Guest, Noting, answered, seated, talk
from benchmarks.telegram.house import KITCHEN, storage_in
from benchmarks.telegram.process import House
from bot.telegram.guest import tables
from bot.telegram.store import Store
from tests.bot.telegram.people import Person

EVERY = 2.0  # seconds between two lines of a guest
PATIENCE = 30.0


def guests_of(telegram: Noting, folder: Path, count: int) -> list[Guest]:
    """One at each table, half of them in either language."""
    storage = storage_in(folder)
    store, found = Store(storage), []
    for number in range(count):
        language = ("zh-hans", "en")[number % 2]
        person = Person(telegram, 1000 + number, f"Guest{number}", language)
        link = "/start " + tables.payload(store, str(number + 1), datetime.now(UTC))
        guest = Guest(telegram, number, person, link)
        telegram.guests[person.chat] = guest
        found.append(guest)
    storage.close()
    return found


def placed(folder: Path) -> list[dict[tuple[str, int], int]]:
    """What each table's tab holds, by table."""
    storage = storage_in(folder)
    unit = storage.reading()
    found: dict[int, dict[tuple[str, int], int]] = {}
    for record in unit.journal.of_kinds("VisitOpened"):
        books = unit.ledger.books(record.event.visit)
        held: dict[tuple[str, int], int] = {}
        for line in books.lines:
            key = (line.item, len(line.modifiers))
            held[key] = held.get(key, 0) + line.quantity
        table = getattr(record.event.body, "table", None)
        if table is not None:
            found[int(table)] = held
    storage.close()
    return [found[table] for table in sorted(found)]


def late(spent: list[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1]


async def load(chats: int, seconds: float) -> bool:
    """Each chat writes every two seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "house"
        async with Noting() as telegram:
            house = House(folder, telegram, chats, limited=False)
            Person(telegram, 1, "Boss", group=KITCHEN)
            await house.start()
            guests = guests_of(telegram, folder, chats)
            begun = time.perf_counter()
            await seated(guests, 120.0)
            print(f"{chats} seated in {time.perf_counter() - begun:.1f} s")
            talking = asyncio.create_task(talk(guests, EVERY, seconds))
            await asyncio.sleep(seconds / 3)
            third, said_then = house.cost(), sum(guest.said for guest in guests)
            await talking
            at_end = house.cost()
            await answered(guests, PATIENCE)
            after = house.cost()
            code = await house.stop()
        held = placed(folder)
        all_answered: list[Answered] = [one for guest in guests for one in guest.answered]
        written = [one.since_written * 1000 for one in all_answered]
        handed = [one.since_handed * 1000 for one in all_answered]
        said = sum(guest.said for guest in guests)
        cpu = (after.cpu - third.cpu) / (said - said_then) * 1000
        print(f"{said} lines, {said / seconds:.0f} a second, {cpu:.2f} ms CPU each")
        print(f"written to answer: p50 {statistics.median(written):.0f} p95 {late(written):.0f} ms")
        print(f"handed to answer:  p50 {statistics.median(handed):.0f} p95 {late(handed):.0f} ms")
        print(f"memory: {third.memory >> 20} MB at a third, {at_end.memory >> 20} MB at the end")
        lost = sum(len(guest.waiting) for guest in guests)
        wrong = [text for guest in guests for text in guest.wrong]
        off = sum(has != guest.ordered for has, guest in zip(held, guests, strict=True))
        print(f"lost {lost}, twice or out of order {len(wrong)}, wrong tabs {off}, exit {code}")
        for text in wrong[:5]:
            print("  ", text[:100])
        if off:
            print(held[0], guests[0].ordered)
    return not lost and not wrong and not off and late(written) < 500


def main() -> int:
    given = argparse.ArgumentParser(prog="python -m benchmarks.telegram")
    given.add_argument("--chats", type=int, default=60)
    given.add_argument("--seconds", type=float, default=30.0)
    chosen = given.parse_args()
    return 0 if asyncio.run(load(chosen.chats, chosen.seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())
