"""The runner at work: what is committed, what is cancelled, what survives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from menu_data.loader import from_document
from tests.waiter.table import DINER, NOON, call
from waiter import event as e
from waiter.runner import HOUSE, Runner, SessionKey
from waiter.storage import LeaseTaken, Storage
from waiter.view import ModelUnavailable, Refused, Spoken, View

KEY = SessionKey("v1", "a")


class Echo:
    """Says what it heard; gate, if shut, keeps it thinking."""

    name = "echo"

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.cancelled = 0

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if view.heard == "rice" and not view.facts:
            return Spoken(call("order", dish="rice", quantity=1))
        return Spoken(f"to_user: heard {view.heard or 'nothing'}")


class Down:
    name = "down"

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        raise ModelUnavailable("no route to the model")


def opened(folder: Path) -> Storage:
    storage = Storage.open(folder)
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            unit.ledger.publish(from_document(DINER), "test", NOON)
    return storage


def said(text: str, input_id: str | None = None) -> e.GuestSaid:
    return e.GuestSaid(input_id or f"i-{text}", "a", text, NOON)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Runner]:
    brain = Echo()
    runner = Runner(opened(tmp_path), {"chosen": brain, "house": brain}, clock=lambda: NOON)
    await runner.open_visit("v1", "5")
    await runner.join(KEY, "en", greet=False)
    yield runner
    await runner.close()


async def test_hear_returns_once_the_input_is_committed(house: Runner) -> None:
    assert await house.hear("v1", said("hello"))
    await house.settled("v1")
    assert [m.content for m in house.sent(KEY)] == ["heard hello"]


async def test_the_same_input_twice_is_one(house: Runner) -> None:
    assert await house.hear("v1", said("hello", "i1"))
    assert not await house.hear("v1", said("hello", "i1"))
    await house.settled("v1")
    assert len(house.sent(KEY)) == 1


async def test_envelopes_come_as_a_numbered_stream_that_can_be_taken_up(house: Runner) -> None:
    for text in ("one", "two", "three"):
        await house.hear("v1", said(text))
        await house.settled("v1")
    seen = []
    async for envelope in house.envelopes(KEY, after=1):
        seen.append((envelope.number, envelope.content))
        if len(seen) == 2:
            break
    assert seen == [(2, "heard two"), (3, "heard three")]


async def test_wait_cancels_the_brain_that_speaks(tmp_path: Path) -> None:
    brain = Echo()
    brain.gate.clear()
    runner = Runner(opened(tmp_path), {"chosen": brain, "house": brain}, clock=lambda: NOON)
    await runner.open_visit("v1")
    await runner.join(KEY, "en", greet=False)
    await runner.hear("v1", said("rice"))
    await runner.settled("v1", brains=False)
    await asyncio.sleep(0)
    await runner.hear("v1", said("wait"))
    await runner.settled("v1")
    assert brain.cancelled == 1
    assert runner.live("v1").books.lines == ()
    await runner.close()


async def test_when_the_model_is_down_the_built_in_brain_answers(tmp_path: Path) -> None:
    brains = {"chosen": Down(), "house": Echo()}
    runner = Runner(opened(tmp_path), brains, clock=lambda: NOON)  # type: ignore[arg-type]  # a dict literal's keys
    await runner.open_visit("v1")
    await runner.join(KEY, "en", greet=False)
    await runner.hear("v1", said("hello"))
    await runner.settled("v1")
    assert runner.sent(KEY)[-1].content == "heard hello"
    failed = [
        r.event.body
        for r in runner.storage.reading().journal.read("v1")
        if isinstance(r.event.body, e.BrainFailed)
    ]
    assert failed[0].reason == "no route to the model"
    await runner.close()


async def test_a_visit_is_open_in_one_process_at_a_time(house: Runner, tmp_path: Path) -> None:
    other = Runner(opened(tmp_path), {}, clock=lambda: NOON)
    with pytest.raises(LeaseTaken, match="v1"):
        await other.open_visit("v1")
    await other.close()


async def test_what_another_process_left_in_the_inbox_is_taken(
    house: Runner, tmp_path: Path
) -> None:
    other = Runner(opened(tmp_path), {}, clock=lambda: NOON)
    await other.hear("v1", said("from elsewhere"))
    await other.close()
    await house.tick()
    await house.settled("v1")
    assert house.sent(KEY)[-1].content == "heard from elsewhere"


async def test_a_pause_is_taken_up_where_it_was(tmp_path: Path) -> None:
    brain = Echo()
    brain.gate.clear()
    first = Runner(opened(tmp_path), {"chosen": brain, "house": brain}, clock=lambda: NOON)
    await first.open_visit("v1")
    await first.join(KEY, "en", greet=False)
    await first.hear("v1", said("rice"))
    await first.settled("v1", brains=False)
    await first.close()
    again = Echo()
    second = Runner(opened(tmp_path), {"chosen": again, "house": again}, clock=lambda: NOON)
    await second.open_visit("v1")
    await second.settled("v1")
    assert [line.item for line in second.live("v1").books.lines] == ["rice"]
    await second.close()


async def test_staff_of_the_house_and_a_visit_meet_at_the_next_event(house: Runner) -> None:
    await house.open_visit(HOUSE)
    act = e.StaffActed("s1", "sold_out", {"dishes": ["rice"]}, "Wang")
    await house.hear(HOUSE, act)
    await house.settled(HOUSE)
    await house.hear("v1", said("rice"))
    await house.settled("v1")
    assert house.live("v1").books.lines == ()
    assert "rice" in house.state("v1").availability.sold_out


async def test_a_request_runs_out_by_the_clock(tmp_path: Path) -> None:
    now = [NOON]

    class Sends(Echo):
        async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
            if view.heard == "send":
                return Spoken(call("submit"))
            return await super().speak(view, refused)

    brain = Sends()
    runner = Runner(opened(tmp_path), {"chosen": brain, "house": brain}, clock=lambda: now[0])
    await runner.open_visit("v1")
    await runner.join(KEY, "en", greet=False)
    for text in ("rice", "send"):
        await runner.hear("v1", said(text))
        await runner.settled("v1")
    assert len(runner.state("v1").requests) == 1
    now[0] += timedelta(minutes=15)
    await runner.tick()
    await runner.settled("v1")
    assert runner.state("v1").requests == {}
    await runner.close()


async def test_a_bug_in_a_brain_is_raised_where_somebody_waits(tmp_path: Path) -> None:
    class Broken:
        name = "broken"

        async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
            raise ZeroDivisionError("a bug of ours")

    runner = Runner(opened(tmp_path), {"chosen": Broken(), "house": Broken()}, clock=lambda: NOON)
    await runner.open_visit("v1")
    await runner.join(KEY, "en", greet=False)
    await runner.hear("v1", said("hello"))
    with pytest.raises(ZeroDivisionError):
        await runner.settled("v1")
    await runner.close()
