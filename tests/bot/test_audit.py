"""What was refused, counted."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from bot.composition import SHIPPED_MENU, menu_of
from tests.bot.conftest import Waiter
from waiter.brains.builtin import HouseBrain
from waiter.brains.scripted import ScriptedBrain
from waiter.event import GuestSaid
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage


async def test_refusals_are_counted_by_kind(waiter: Waiter, tmp_path: Path) -> None:
    turns = [
        "to_user: Hi!",
        "to_user: The system is up.",
        "hello",
        "to_user: # Hi",
        "to_user: # Ho",
    ]
    storage = Storage.open(tmp_path / "data")
    with storage.unit() as unit:
        unit.ledger.publish(menu_of(SHIPPED_MENU), "test", datetime.now(UTC))
    brain = ScriptedBrain([*turns, "to_user: Hello."])
    runner = Runner(storage, {"chosen": brain, "house": HouseBrain()})
    await runner.open_visit("v1")
    await runner.join(SessionKey("v1", "a"), "en")
    for said in ("one", "two"):
        await runner.hear("v1", GuestSaid(said, "a", "hello", datetime.now(UTC)))
        await runner.settled("v1")
    await runner.close()
    counted = waiter("audit", "refusals", "--by", "kind").out.split()
    assert counted == ["2", "markup", "1", "leak", "1", "no_marker"]
    rows = waiter("audit", "refusals", "--by", "by", "--json").out.splitlines()
    assert json.loads(rows[0]) == {"by": "form", "count": 2}
    listed = waiter("audit", "refusals").out.splitlines()
    assert len(listed) == 4 + 3
    assert listed[-1].split() == ["1", "no_marker"]
    assert len(waiter("audit", "refusals", "--json").out.splitlines()) == 4
