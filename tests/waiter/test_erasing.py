"""A guest's words and name are taken out of a visit that is over; its chain and its sums stay."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from apps.staff_acts import first_availability
from menu_data.loader import from_document
from tests.waiter.table import DINER
from waiter import event as e
from waiter.brains.builtin import HouseBrain
from waiter.runner import Runner, SessionKey
from waiter.storage import Erased, StillOpen, Storage, erase

NAME, SECRET, NOTE = "Zebedee", "I am allergic to peanuts", "xylophone"


async def evening(folder: Path, *, closed: bool = True) -> Storage:
    """Two guests order and pay; what one of them said is to go."""
    storage = Storage.open(folder)
    menu = from_document(DINER)
    with storage.unit() as unit:
        unit.ledger.publish(menu, "test", datetime.now(UTC))
        unit.ledger.set_availability(first_availability(menu))
    runner = Runner(storage, {"chosen": HouseBrain(), "house": HouseBrain()})
    await runner.open_visit("v1", "5")
    for guest in (NAME, "Bo"):
        await runner.join(SessionKey("v1", guest), "en", greet=False)
    inputs: list[Any] = [
        e.GuestSaid("i1", NAME, SECRET, datetime.now(UTC)),
        e.GuestSaid("i2", NAME, "two rice", datetime.now(UTC)),
        e.GuestAnswered("i3", NAME, "note", datetime.now(UTC), value="1"),
        e.GuestSaid("i4", NAME, NOTE, datetime.now(UTC)),
        e.GuestSaid("i5", "Bo", "a tea", datetime.now(UTC)),
        e.GuestSaid("i6", NAME, "place everything", datetime.now(UTC)),
        e.GuestSaid("i7", NAME, "yes", datetime.now(UTC)),
        e.GuestSaid("i8", "Bo", "the bill, split by person", datetime.now(UTC)),
        e.GuestSaid("i9", "Bo", "yes", datetime.now(UTC)),
    ]
    if closed:
        inputs += [
            e.StaffActed("i10", "paid", {}, "Wang"),
            e.StaffActed("i11", "close", {}, "Wang"),
        ]
    for body in inputs:
        await runner.hear("v1", body)
        await runner.settled("v1")
    await runner.leave("v1")
    return storage


async def test_nothing_of_a_guest_is_left_in_the_file(tmp_path: Path) -> None:
    storage = await evening(tmp_path)
    before = storage.reading().ledger.books("v1")
    assert before.bill is not None
    assert before.tickets[0].lines[0].line.note == NOTE
    count = storage.reading().journal.verify("v1")
    assert erase(storage, "v1", NAME) > 10
    journal, books = storage.reading().journal, storage.reading().ledger.books("v1")
    assert journal.verify("v1") == count
    assert books.bill is not None
    assert books.bill.totals == before.bill.totals
    assert [share.amount for share in books.bill.shares] == [s.amount for s in before.bill.shares]
    assert [t.lines[0].total for t in books.tickets] == [t.lines[0].total for t in before.tickets]
    assert (books.tickets[0].allergies, books.tickets[0].lines[0].line.note) == ((), None)
    assert {share.guest for share in books.bill.shares} >= {"Bo"}
    storage.close()
    for file in tmp_path.glob("house.db*"):
        content = file.read_bytes()
        for gone in (NAME, SECRET, NOTE):
            assert gone.encode() not in content, (file.name, gone)


async def test_what_others_said_of_their_own_is_left(tmp_path: Path) -> None:
    storage = await evening(tmp_path)
    erase(storage, "v1", NAME)
    said = [
        record.event.body.text for record in storage.reading().journal.left("v1")
        if isinstance(record.event.body, e.GuestSaid)
    ]  # fmt: skip
    assert said == ["a tea", "the bill, split by person", "yes"]
    with pytest.raises(Erased, match="v1"):
        storage.reading().journal.read("v1")
    storage.close()


async def test_a_visit_that_is_not_over_keeps_what_it_needs(tmp_path: Path) -> None:
    storage = await evening(tmp_path, closed=False)
    with pytest.raises(StillOpen):
        erase(storage, "v1", NAME)
    assert len(storage.reading().journal.read("v1")) > 20
    storage.close()


async def test_erasing_twice_is_erasing_once(tmp_path: Path) -> None:
    storage = await evening(tmp_path)
    erase(storage, "v1", NAME)
    books = storage.reading().ledger.books("v1")
    assert erase(storage, "v1", NAME) == 0
    assert storage.reading().ledger.books("v1") == books
    storage.close()
