"""The network, Telegram and the disk fail in every way they do: nothing is lost, nothing is done
twice, and a text is shown twice only where its connection was cut after it had arrived.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections import Counter
from pathlib import Path

import pytest

from tests.bot.telegram.house import Way, house
from tests.bot.telegram.people import Person, is_new
from tests.bot.telegram.server import Telegram
from tests.bot.telegram.test_delivery import Counting, ordering, tickets


@pytest.mark.parametrize("fault", ["500", "before", "after"])
async def test_whatever_is_cut_the_order_is_one(tmp_path: Path, way: Way, fault: str) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        request = await ordering(at, ann)
        methods = ("sendMessage", "editMessageText", "answerCallbackQuery", "getUpdates")
        for method in methods:
            if fault == "500":
                telegram.fail(method)
            else:
                telegram.fail(method, drop=fault)
        ann.press(request, "✅")
        await ann.wait("with the kitchen", that=is_new)
        await ann.wait("Ticket 1")
        await at.service.sender.drained()
        assert tickets(at) == 1
        texts = Counter(message["text"] for message in ann.shown())
        again = [text for text, count in texts.items() if count > 1]
        assert len(again) <= (1 if fault == "after" else 0)


async def test_a_storm_of_refusals_loses_nothing(tmp_path: Path) -> None:
    """Telegram refuses everything for a while: what waits goes out after it, in its order."""
    async with Telegram() as telegram, house(tmp_path, telegram, Counting()) as at:
        guests = [Person(telegram, 100 + number, f"Guest{number}") for number in range(8)]
        await at.seated(*guests)
        await at.service.sender.drained()
        telegram.fail("sendMessage", 429, "Too Many Requests: later", times=9, retry_after=1)
        for guest in guests:
            for number in range(1, 5):
                guest.send(f"number {number} please")
        for guest in guests:
            await guest.wait("Four", that=is_new)
            replies = " ".join(message["text"] for message in guest.shown())
            assert re.findall("One|Two|Three|Four", replies) == ["One", "Two", "Three", "Four"]
        assert len(telegram.refused) <= len(guests)
        assert "undelivered" not in at.service.sender.outbox.counts()


async def test_a_locked_file_is_waited_for(tmp_path: Path, way: Way) -> None:
    await _locked_for(0.6, tmp_path, way)


@pytest.mark.long
async def test_a_file_locked_for_three_seconds_is_waited_for(tmp_path: Path, way: Way) -> None:
    await _locked_for(3.0, tmp_path, way)


async def _locked_for(seconds: float, folder: Path, way: Way) -> None:
    """Another program holds the house's file while a guest orders and says yes."""
    async with Telegram() as telegram, house(folder, telegram, way=way) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        request = await ordering(at, ann)
        await at.seated(bo)
        other = sqlite3.connect(folder / "house.db", isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        unlocking = threading.Timer(seconds, other.rollback)
        unlocking.start()
        ann.press(request, "✅")
        bo.send("a fish soup")
        await ann.wait("with the kitchen", that=is_new)
        await ann.wait("Fish soup ×1", "Not sent yet")
        assert tickets(at) == 1
        unlocking.join()
        other.close()
