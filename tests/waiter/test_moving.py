"""A visit moves to another table, two become one: in the journal, exactly replayed."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from apps.ledger.books import Books
from menu_data.loader import from_document
from tests.waiter.table import DINER, NOON
from waiter import event as e
from waiter.brains.builtin import HouseBrain
from waiter.replay import replay
from waiter.runner import Runner, SessionKey
from waiter.seating import open_tables
from waiter.storage import Storage
from waiter.transcript import export, read
from waiter.view import Refused, Spoken, View


class Slow(HouseBrain):
    """The built-in brain, which thinks while the gate is shut."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        await self.gate.wait()
        return await super().speak(view, refused)


class House:
    """Two tables: a sits at 5, b at 7."""

    def __init__(self, folder: Path) -> None:
        storage = Storage.open(folder)
        with storage.unit() as unit:
            if not unit.ledger.has_menu():
                unit.ledger.publish(from_document(DINER), "test", NOON)
        self.brain, self.now = Slow(), NOON
        brains: dict[e.BrainRole, Any] = {"chosen": self.brain, "house": self.brain}
        self.runner = Runner(storage, brains, clock=lambda: self.now)
        self.count = 0

    async def open(self) -> House:
        for visit, table, guest in (("v1", "5", "a"), ("v2", "7", "b")):
            await self.runner.open_visit(visit, table)
            await self.runner.join(SessionKey(visit, guest), "en", greet=False)
        return self

    async def say(self, text: str, visit: str = "v1", guest: str = "a") -> None:
        self.count += 1
        said = e.GuestSaid(f"i{self.count}:{visit}", guest, text, self.now)
        await self.runner.hear(visit, said)
        if self.brain.gate.is_set():
            await self.runner.settled(visit)

    async def yes(self, visit: str = "v1", guest: str = "a") -> None:
        self.count += 1
        tap = e.GuestAnswered(f"i{self.count}:{visit}", guest, "approve", self.now)
        await self.runner.hear(visit, tap)
        await self.runner.settled(visit)

    async def staff(self, act: str, visit: str = "v1", **params: Any) -> e.StaffActReturned:
        self.count += 1
        await self.runner.hear(visit, e.StaffActed(f"s{self.count}", act, params, "Wang"))
        for one in (visit, "v2"):
            await self.runner.settled(one)
        bodies = self.bodies(visit)
        return [body for body in bodies if isinstance(body, e.StaffActReturned)][-1]

    def bodies(self, visit: str) -> list[e.Body]:
        return [r.event.body for r in self.runner.storage.reading().journal.read(visit)]

    def books(self, visit: str) -> Books:
        return self.runner.storage.reading().ledger.books(visit)

    def told(self, visit: str, guest: str) -> list[str]:
        return [one.content for one in self.runner.sent(SessionKey(visit, guest))]

    def replays(self) -> bool:
        unit = self.runner.storage.reading()
        return all(replay(read(export(unit, visit))) is None for visit in ("v1", "v2"))


@pytest.fixture
async def house(tmp_path: Path) -> Any:
    house = await House(tmp_path).open()
    yield house
    await house.runner.close()


async def test_a_visit_sits_at_another_table_and_its_orders_come_along(house: House) -> None:
    await house.say("two rice")
    assert (await house.staff("move", table="9")).ok
    assert house.runner.state("v1").table == "9"
    assert "table 9" in house.told("v1", "a")[-1]
    assert open_tables(house.runner.storage.reading()) == [("v1", "9"), ("v2", "7")]
    assert house.books("v1").lines[0].quantity == 2
    assert house.replays()


async def test_a_table_that_is_taken_is_refused_and_the_refusal_replays(house: House) -> None:
    for table, code in (("7", "table_taken"), ("5", "same_table")):
        returned = await house.staff("move", table=table)
        assert (returned.ok, returned.result["problems"][0]["code"]) == (False, code)
    assert house.runner.state("v1").table == "5"
    assert house.replays()


async def test_two_at_once_for_the_same_table_one_gets_it(house: House) -> None:
    acts = [e.StaffActed(f"s:{visit}", "move", {"table": "9"}, "Wang") for visit in ("v1", "v2")]
    await asyncio.gather(house.runner.hear("v1", acts[0]), house.runner.hear("v2", acts[1]))
    for visit in ("v1", "v2"):
        await house.runner.settled(visit)
    tables = [table for _, table in open_tables(house.runner.storage.reading())]
    assert sorted(tables) in (["5", "9"], ["7", "9"])


async def test_two_visits_become_one_tab(house: House) -> None:
    await house.say("I'm allergic to peanuts. two rice")
    await house.say("place the order")
    await house.yes()
    await house.say("one rice")
    await house.say("three rice", "v2", "b")
    assert (await house.staff("merge", into="v2")).ok
    state, books = house.runner.state("v2"), house.books("v2")
    assert state.guests == ("b", "a")
    assert state.allergies["a"] == {"peanut"}
    assert [(line.guest, line.quantity) for line in books.lines] == [("b", 3), ("a", 1)]
    assert [(t.number, t.guest, t.allergies) for t in books.tickets] == [(1, "a", ("peanut",))]
    assert house.books("v1").closed
    assert house.runner.state("v1").phase == "closed"
    assert isinstance(house.bodies("v1")[-1], e.VisitClosed)
    assert "At your table now: a." in house.told("v2", "b")[-1]
    assert "one tab" in house.told("v1", "a")[-1]
    placed = house.runner.storage.reading().ledger.placed_between(NOON, NOON + timedelta(days=1))
    assert placed == [("v2", 1)]
    await house.say("another rice", "v2", "a")
    assert [(line.guest, line.quantity) for line in house.books("v2").lines] == [("b", 3), ("a", 2)]
    assert house.replays()


async def test_what_cant_be_merged_is_refused_in_either_direction(house: House) -> None:
    unit = house.runner.storage.reading()
    for into, code in (("v1", "same_table"), ("v9", "no_such_visit")):
        returned = await house.staff("merge", into=into)
        assert returned.result["problems"][0]["code"] == code
    await house.say("one rice", "v2", "b")
    await house.say("place the order", "v2", "b")
    await house.yes("v2", "b")
    assert (await house.staff("paid", "v2")).ok
    returned = await house.staff("merge", into="v2")
    assert returned.result["problems"][0]["code"] == "bill_paid"
    await house.runner.hear("v2", e.StaffActed("c", "close", {}, "Wang"))
    await house.runner.settled("v2")
    returned = await house.staff("merge", into="v2")
    assert returned.result["problems"][0]["code"] == "visit_closed"
    assert not unit.ledger.books("v1").closed
    assert house.replays()


async def test_a_request_that_no_longer_says_what_there_is_is_void(house: House) -> None:
    await house.say("one rice", "v2", "b")
    await house.say("place the order for all of us", "v2", "b")
    await house.say("two rice")
    await house.say("place the order")
    assert house.runner.state("v1").requests
    assert house.runner.state("v2").requests
    await house.staff("merge", into="v2")
    assert not house.runner.state("v1").requests
    whole = [
        r for r in house.runner.state("v2").requests.values() if r.params.get("whose") == "all"
    ]
    assert not whole
    assert "no longer counts" in house.told("v1", "a")[-1]
    assert "no longer counts" in house.told("v2", "b")[-1]
    await house.yes("v1")
    assert not house.books("v2").tickets
    assert house.replays()


async def test_what_nobody_has_answered_yet_is_answered_where_they_are(house: House) -> None:
    house.brain.gate.clear()
    await house.say("two rice")
    await house.say("and a tea")
    await house.runner.settled("v1", brains=False)
    await house.runner.hear("v1", e.StaffActed("m", "merge", {"into": "v2"}, "Wang"))
    await house.runner.settled("v1", brains=False)
    house.brain.gate.set()
    await house.runner.settled("v2")
    assert {(line.item, line.quantity) for line in house.books("v2").lines} == {
        ("rice", 2), ("tea", 1),
    }  # fmt: skip
    assert house.replays()


async def test_whom_staff_have_taken_over_stays_theirs(house: House) -> None:
    await house.staff("take_over", guest="a", place="77")
    await house.staff("merge", into="v2")
    attended = house.runner.state("v2").sessions["a"].attended
    assert attended is not None
    assert (attended.who, attended.place) == ("Wang", "77")


async def test_a_crash_between_the_two_loses_and_repeats_nothing(tmp_path: Path) -> None:
    house = await House(tmp_path).open()
    await house.say("two rice")
    await house.runner.leave("v2")  # it hears of it only after the crash
    await house.runner.hear("v1", e.StaffActed("m", "merge", {"into": "v2"}, "Wang"))
    await house.runner.settled("v1")
    assert house.books("v1").closed
    dropped = await house.runner.abandon()
    again = await House(tmp_path).open()
    await again.runner.settled("v2")
    await again.runner.hear("v1", e.StaffActed("m", "merge", {"into": "v2"}, "Wang"))
    await again.runner.settled("v1")
    assert [(line.guest, line.quantity) for line in again.books("v2").lines] == [("a", 2)]
    came = [body for body in again.bodies("v2") if isinstance(body, e.GuestCame)]
    assert [body.guest for body in came] == ["a"]
    assert again.replays()
    await again.runner.close()
    dropped.close()
