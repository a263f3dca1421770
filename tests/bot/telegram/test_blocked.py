"""Who is blocked by staff isn't heard, until staff hear them again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.telegram.delivery.blocked import all_blocked, block, blocked, unblock
from bot.telegram.store import Store
from tests.bot.telegram.house import house, storage_in
from tests.bot.telegram.people import Person
from tests.bot.telegram.server import Telegram

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_block_is_kept_and_taken_back(tmp_path: Path) -> None:
    store = Store(storage_in(tmp_path))
    assert block(store, 100, "Ann", "Boss", NOW) is True
    assert block(store, 100, "Ann", "Cook", NOW) is False
    store.connection.close()
    store = Store(storage_in(tmp_path))
    found = blocked(store, 100)
    assert found is not None
    assert (found.name, found.by) == ("Ann", "Boss")
    assert [one.user for one in all_blocked(store)] == [100]
    assert blocked(store, 200) is None
    assert unblock(store, 100) is True
    assert unblock(store, 100) is False
    assert blocked(store, 100) is None
    store.connection.close()


async def test_who_is_blocked_is_told_once_and_not_heard(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        block(at.service.store, 100, "Ann", "Boss", NOW)
        update = ann.send("a beer")
        assert update is not None
        ann.send("/today")
        query = ann.press_data(update["message"], "gk:1:bill")
        assert await ann.toast(query) == ""
        bo.send("a fish soup")
        card = await bo.wait("Fish soup", "Not sent yet")
        assert "Beer" not in card["text"]
        await at.service.sender.drained()
        texts = [message["text"] for message in ann.shown()]
        assert len([text for text in texts if "stopped this chat" in text]) == 1
        unblock(at.service.store, 100)
        ann.send("a beer")
        await ann.wait("Beer", "Fish soup", "Not sent yet")
