"""A ticket that nobody accepts is told again: to the kitchen, then to those who lead. Time is a
value.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.staff.reminders import ESCALATIONS, Patience, step_due
from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram

PLACED = datetime(2026, 5, 4, 12, tzinfo=UTC)


class Clock:
    """The house's clock, put forward by the test."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def forward(self, minutes: int) -> None:
        self.ahead += timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("minutes", "step"),
    [(0, None), (4, None), (5, 0), (9, 0), (10, 1), (19, 1), (20, 2), (30, 3), (300, 3),
     (721, None)],
)  # fmt: skip
def test_what_is_due_follows_from_how_long_it_waits(minutes: int, step: int | None) -> None:
    assert step_due(PLACED, PLACED + timedelta(minutes=minutes), Patience()) == step


@given(st.integers(0, 720), st.integers(0, 720))
def test_a_later_look_is_never_due_for_less(one: int, other: int) -> None:
    early, late = sorted((one, other))
    before, after = (
        step_due(PLACED, PLACED + timedelta(minutes=at), Patience()) for at in (early, late)
    )
    assert (-1 if before is None else before) <= (-1 if after is None else after) <= ESCALATIONS


def test_a_house_may_want_none_of_it() -> None:
    at = PLACED + timedelta(hours=2)
    assert step_due(PLACED, at, Patience(None, None)) is None
    assert step_due(PLACED, at, Patience(timedelta(minutes=1), None)) == 0
    assert step_due(PLACED, at, Patience(None, timedelta(minutes=90))) == 1


async def test_the_kitchen_is_reminded_then_those_who_lead_until_somebody_accepts(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        await here.hire(4, "Max", "manager")
        manager, ann = Person(here.telegram, 4, "Max"), Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann)
        clock.forward(5)
        late = await here.boss.wait("not accepted for 5 minutes", that=is_new)
        assert late["reply_to_message"]["message_id"] == card["message_id"]
        clock.forward(5)
        await here.boss.wait("not accepted for 10 minutes", that=is_new)
        told = await here.owner.wait("Table 5 · ticket 1", "10 minutes")
        await manager.wait("Table 5 · ticket 1", "10 minutes")
        clock.forward(10)
        await manager.wait("20 minutes")
        here.owner.press(told, "Accept")
        await cook.wait("being made", that=is_edit)
        await here.owner.wait("✅ Table 5 · ticket 1: Accept: Boss", that=lambda m: not buttons(m))
        await here.boss.wait("✅ Table 5 · ticket 1", that=is_edit)
        clock.forward(60)
        here.at.service.staff.reminders.look()
        await here.at.service.sender.drained()
        shown = [m["text"] for m in (*here.boss.shown(), *here.owner.shown(), *manager.shown())]
        assert not [text for text in shown if "not accepted" in text]
        assert not [text for text in shown if "60 minutes" in text or "30 minutes" in text]


async def test_a_restart_repeats_no_reminder_and_misses_none(tmp_path: Path) -> None:
    clock = Clock()
    async with Telegram() as telegram:
        async with house(tmp_path, telegram, clock=clock) as at:
            here = await founded(at)
            ann = Person(telegram, 100)
            await at.seated(ann)
            await here.ticket(ann)
            clock.forward(5)
            await here.boss.wait("not accepted for 5 minutes")
        clock.forward(1)
        async with house(tmp_path, telegram, clock=clock) as at:
            at.service.staff.reminders.look()
            await at.service.sender.drained()
        clock.forward(10)
        async with house(tmp_path, telegram, clock=clock) as at:
            await here.owner.wait("not accepted for 10 minutes")
            at.service.staff.reminders.look()
            await at.service.sender.drained()
            here = Restaurant(at, telegram, here.boss, here.owner)
            texts = [m["text"] for m in here.boss.shown() if "not accepted" in m["text"]]
            assert [text[-10:] for text in texts] == [" 5 minutes", "10 minutes"]


async def test_a_ticket_that_is_void_reminds_nobody(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        here.boss.send("/void 5 1 a mistake")
        await here.boss.wait("ticket 1: void")
        clock.forward(30)
        here.at.service.staff.reminders.look()
        await here.at.service.sender.drained()
        assert not [m for m in here.boss.shown() if "not accepted" in m["text"]]
