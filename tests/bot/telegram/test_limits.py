"""How often and how much: figures kept, what Telegram refuses waited for, guests bounded."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram import floor
from bot.telegram.delivery.gate import Gate
from bot.telegram.delivery.limits import LONGEST_STORM, Counted, Held, Pace, Rule
from bot.telegram.store import Store
from tests.bot.telegram.crew import restaurant
from tests.bot.telegram.house import Way, house, storage_in
from tests.bot.telegram.people import Person, buttons
from tests.bot.telegram.server import Telegram
from tests.bot.telegram.test_delivery import seat_of

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
RULES = (Rule(1.0, 3), Rule(10.0, 8))


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_window_ever_holds_more_than_its_rule(gaps: list[float]) -> None:
    counted, now, done = Counted(), 0.0, []
    for gap in gaps:
        now += gap
        if counted.allowed("key", RULES, now):
            done.append(now)
        else:
            assert counted.wait("key", RULES, now) > 0
    for rule in RULES:
        for at in done:
            assert len([other for other in done if at <= other < at + rule.seconds]) <= rule.count


def test_a_chat_that_is_refused_waits_alone() -> None:
    held = Held()
    held.refuse(1, 7.0, 100.0)
    assert held.wait(1, 103.0) == 4.0
    assert held.wait(2, 103.0) <= 0
    assert not held.is_full(5)
    held.through(1)
    assert held.wait(1, 103.0) <= 0


def test_two_refused_are_a_storm_until_one_gets_through() -> None:
    held = Held()
    held.refuse(1, 60.0, 100.0)
    held.refuse(1, 60.0, 101.0)
    assert held.wait(3, 101.0) <= 0  # the same chat again is none
    held.refuse(2, 60.0, 102.0)
    assert held.wait(3, 102.0) == LONGEST_STORM
    assert held.is_full(1)
    assert not held.is_full(0)
    assert held.wait(3, 102.0 + LONGEST_STORM) <= 0
    held.through(3)
    assert not held.is_full(1)
    assert held.wait(2, 110.0) == 52.0


def gate_in(folder: Path, a_day: int = 5) -> tuple[Store, Gate]:
    store = Store(storage_in(folder))
    return store, Gate(store, Pace(), lambda at: at.date().isoformat(), a_day)


def test_what_waited_while_nobody_was_there_is_no_flood(tmp_path: Path) -> None:
    store, gate = gate_in(tmp_path, a_day=400)
    sent = [NOW + timedelta(seconds=5 * number) for number in range(60)]
    assert [gate.limits(100, "message", at) for at in sent] == [None] * 60
    at_once = [gate.limits(200, "message", NOW) for _ in range(60)]
    assert at_once[:20] == [None] * 20
    told = [refusal.sentence for refusal in at_once[20:] if refusal is not None]
    assert told == ["slow_down"] + [None] * 39
    assert [gate.limits(200, "tap", NOW) for _ in range(40)] == [None] * 40
    assert gate.limits(200, "tap", NOW) is not None
    store.connection.close()


def test_a_days_budget_is_kept_over_a_restart_without_the_persons_number(tmp_path: Path) -> None:
    store, gate = gate_in(tmp_path)
    hours = [NOW + timedelta(minutes=number) for number in range(4)]
    assert [gate.limits(123456789, "message", at) for at in hours] == [None] * 4
    with store.writing():
        gate.save()
    kept = store.connection.execute("SELECT * FROM telegram_days").fetchall()
    assert "123456789" not in str(kept)
    store.connection.close()
    store, gate = gate_in(tmp_path)
    assert gate.limits(123456789, "tap", NOW + timedelta(minutes=5)) is None
    refused = [gate.limits(123456789, "message", NOW + timedelta(minutes=n)) for n in (6, 7)]
    assert [refusal and refusal.sentence for refusal in refused] == ["enough", "enough"]
    assert len({refusal and refusal.key for refusal in refused}) == 1  # told once
    assert gate.limits(200, "message", NOW) is None
    assert gate.limits(123456789, "message", NOW + timedelta(days=1)) is None
    assert store.connection.execute("SELECT COUNT(*) FROM telegram_days").fetchone() == (0,)
    store.connection.close()


async def test_a_guest_beyond_the_days_budget_is_told_once(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way, a_day=3) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        for text in ("a beer", "a fish soup", "a fish stew", "a beer"):
            ann.send(text)
        await ann.wait("all this chat can take")
        await bo.wait("Beer ×1", "Fish soup ×1")
        await at.service.sender.drained()
        said = [message["text"] for message in ann.shown()]
        assert len([text for text in said if "all this chat can take" in text]) == 1


async def test_a_table_seats_so_many_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor, "MOST_GUESTS", 3)
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        people = [Person(telegram, 100 + number, f"Guest{number}") for number in range(4)]
        await at.seated(*people[:3])
        people[3].send(at.link("5"))
        await people[3].wait("Nobody more can join table 5")
        await at.seated(people[0])  # who sits there already may scan again
        at.service.floor.leave(seat_of(at, people[1]))
        await at.seated(people[1])


async def test_staff_are_asked_a_few_times_for_one_table(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        crowd = [Person(here.telegram, 100 + number, f"Guest{number}") for number in range(9)]
        for person in crowd:
            person.send(here.at.link("7"))
            await person.wait("staff will open")
        await here.at.service.sender.drained()
        cards = [m for m in here.boss.shown() if "would like to open table 7" in m["text"]]
        assert len(cards) == 5
        here.boss.press(cards[0], "Open")
        for person in crowd:
            await person.wait("Harbour", "table 7", that=lambda m: bool(buttons(m)))
