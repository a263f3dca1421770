"""How the front-end is, for staff and for `waiter doctor`; what is told when something fails."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from bot.telegram.health import health
from tests.bot.conftest import Waiter
from tests.bot.conftest import waiter as waiter_fixture
from tests.bot.telegram.crew import GROUP, restaurant
from tests.bot.telegram.house import Way, now
from tests.bot.telegram.people import Person, buttons
from waiter.storage import Storage

waiter = waiter_fixture


async def test_health_tells_what_waits_and_what_was_refused(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        here.telegram.blocked.add(200)
        here.telegram.fail("sendMessage", 429, "Too Many Requests: later", retry_after=1)
        await here.ticket(ann)
        await here.telegram.until(lambda: "can't be reached" in str(here.boss.shown()))
        here.owner.send("/health")
        told = await here.owner.wait("Telegram: answered")
        assert "Table 5 · ticket 1: nobody has accepted it for 0 min" in told["text"]
        assert "429: 0" not in told["text"]
        assert "403: 0" not in told["text"]
        cook = await here.hire(2, "Cook", "kitchen")
        cook.send("/health")
        await here.boss.wait("Your role may not")
        here.owner.send("/health now")
        await here.owner.wait("Write: /health")


async def test_what_the_kitchens_group_misses_goes_to_those_who_lead(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.telegram.blocked.add(GROUP)  # the bot was put out of it
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.send("place the order")
        ann.press(await ann.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        instead = await here.owner.wait("kitchen's group can't be reached", "Beer ×1")
        here.owner.press(instead, "Accept")
        await ann.wait("Ticket 1 · being made")


async def test_doctor_tells_it_from_another_process(tmp_path: Path, waiter: Waiter) -> None:
    assert telegram_row(waiter)["found"] == "not served yet"
    async with restaurant(tmp_path / "data") as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
    row = telegram_row(waiter)
    assert row["ok"]
    assert "0 updates to take, 0 messages to send" in str(row["found"])
    assert "ticket 1 of v" in str(row["found"])
    storage = Storage.open(tmp_path / "data")
    later = now() + timedelta(minutes=6)
    found = health(storage.connection, later)
    assert found is not None
    assert not found.is_stuck(later)
    storage.connection.execute(
        "INSERT INTO telegram_updates (update_id, at, body) VALUES (1000000, ?, '{}')",
        ((now() - timedelta(minutes=6)).isoformat(),),
    )
    storage.close()
    row = telegram_row(waiter)
    assert not row["ok"]
    assert "stuck" in str(row["found"])


def telegram_row(waiter: Waiter) -> dict[str, object]:
    rows = waiter("doctor", "--json").rows
    return next(row for row in rows if row["check"] == "telegram")


def test_doctor_needs_no_client_of_telegram() -> None:
    code = "import sys, bot.commands.doctor; sys.exit('aiogram' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
