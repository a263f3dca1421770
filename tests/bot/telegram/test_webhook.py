"""The webhook: who may call, what is answered, and that "200" means it is on disk."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.complaint import Complaint
from bot.telegram.delivery.client import bot_for
from bot.telegram.delivery.updates import Raw
from bot.telegram.delivery.webhook import SECRET, Door, Webhook, announce, listening, webhook_at
from tests.bot.telegram.house import free_webhook, house
from tests.bot.telegram.people import Person
from tests.bot.telegram.server import Telegram
from tests.bot.telegram.test_delivery import Slow

UPDATE = {"update_id": 7, "message": {}}


@asynccontextmanager
async def door(taken: list[Raw]) -> AsyncIterator[tuple[ClientSession, str]]:
    """A webhook at work; a client, and the address."""
    where = Webhook("http://127.0.0.1/up/dates", "127.0.0.1", 0)
    async with listening(where, Door(taken.extend, "sesame")) as port, ClientSession() as client:
        yield client, f"http://127.0.0.1:{port}"


async def status(client: ClientSession, url: str, body: bytes, secret: str = "sesame") -> int:
    async with client.post(url, data=BytesIO(body), headers={SECRET: secret}) as answer:
        return answer.status


async def test_only_who_knows_the_secret_is_heard() -> None:
    taken: list[Raw] = []
    body = json.dumps(UPDATE).encode()
    async with door(taken) as (client, base):
        for secret in ("", "open", "sesame2", "SESAME", "sésame"):
            assert await status(client, f"{base}/up/dates", body, secret) == 401
        async with client.post(f"{base}/up/dates", data=body) as answer:
            assert answer.status == 401
        assert taken == []
        assert await status(client, f"{base}/up/dates", body) == 200
        assert taken == [UPDATE]


@pytest.mark.parametrize(
    "body",
    [b"", b"no json", b"[]", b"null", b"{}", b'{"update_id": "7"}', b'{"update_id": true}',
     b'{"update_id": 1e3}', b'{"update_id": 99999999999999999999}', b"\xff\xfe{", b"[" * 100_000],
)  # fmt: skip
async def test_what_is_no_update_is_refused(body: bytes) -> None:
    taken: list[Raw] = []
    async with door(taken) as (client, base):
        assert await status(client, f"{base}/up/dates", body) == 400
        assert taken == []


async def test_a_call_has_a_size_a_path_and_a_method() -> None:
    taken: list[Raw] = []
    async with door(taken) as (client, base):
        large = json.dumps({**UPDATE, "more": "x" * (1 << 20)}).encode()
        assert await status(client, f"{base}/up/dates", large) == 413
        assert await status(client, f"{base}/elsewhere", b"{}") == 404
        async with client.get(f"{base}/up/dates", headers={SECRET: "sesame"}) as answer:
            assert answer.status == 405
        assert taken == []


async def test_received_is_said_before_the_work(tmp_path: Path) -> None:
    slow = Slow()
    async with Telegram() as telegram, house(tmp_path, telegram, slow, way="webhook") as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        await telegram.until(lambda: not telegram.queue)
        assert set(telegram.calling.statuses) == {200}
        assert telegram.calling.webhook is not None
        assert telegram.token not in telegram.calling.webhook["url"]
        slow.may.set()
        await ann.wait("Beer", "Not sent yet")


async def test_a_call_whose_answer_was_lost_counts_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way="webhook") as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        telegram.calling.deaf = 2
        ann.send("a beer")
        await telegram.until(lambda: not telegram.queue)
        assert len(telegram.calling.statuses) >= 4
        ann.send("a fish soup")
        card = await ann.wait("Beer", "Fish soup", "Not sent yet")
        assert "Beer ×1" in card["text"]


async def test_a_call_is_not_confirmed_while_the_file_is_locked(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way="webhook") as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        await at.service.floor.settled()
        await at.service.sender.drained()
        at.service.store.connection.execute("PRAGMA busy_timeout = 1")
        other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        ann.send("a beer")
        await telegram.until(lambda: 503 in telegram.calling.statuses)
        other.execute("ROLLBACK")
        other.close()
        await ann.wait("Beer ×1", "Not sent yet")


async def test_polling_takes_what_waited_for_a_webhook(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram, way="webhook") as at:
            await at.seated(ann)
        ann.send("a beer")
        await telegram.until(lambda: 0 in telegram.calling.statuses)  # nobody listens
        async with house(tmp_path, telegram) as at:
            await ann.wait("Beer", "Not sent yet")
            assert telegram.calling.webhook is None


async def test_a_webhook_is_set_as_often_as_it_takes() -> None:
    async with Telegram() as telegram:
        telegram.fail("setWebhook", drop="before")
        telegram.fail("setWebhook", 500)
        bot, where = bot_for(telegram.token, telegram.base), free_webhook()
        await announce(bot, where, "sesame", asyncio.Event(), pause=0.01)
        assert telegram.calling.webhook is not None
        assert telegram.calling.webhook["secret_token"] == "sesame"
        assert telegram.allowed == ["message", "edited_message", "callback_query"]
        telegram.fail("setWebhook", 400, "Bad Request: bad webhook: HTTPS url must be provided")
        with pytest.raises(Complaint, match="bad webhook: HTTPS"):
            await announce(bot, where, "sesame", asyncio.Event())
        await bot.session.close()


async def test_a_port_that_is_taken_is_said() -> None:
    taken: list[Raw] = []
    where = free_webhook()
    async with listening(where, Door(taken.extend, "x")):
        with pytest.raises(Complaint, match=f"can't listen at 127.0.0.1:{where.port}"):
            async with listening(where, Door(taken.extend, "x")):
                pass


def test_an_address_is_one_that_telegram_calls() -> None:
    found = webhook_at("https://example.org/a/b", "[::1]:8080")
    assert (found.path, found.host, found.port) == ("/a/b", "::1", 8080)
    assert webhook_at("https://example.org", "0.0.0.0:80").path == "/"
    assert webhook_at("http://127.0.0.1/x", "h:1", real=False).path == "/x"
    for url in ("http://example.org/a", "ftp://example.org", "example.org", "https:///a"):
        with pytest.raises(Complaint, match="webhook"):
            webhook_at(url, "127.0.0.1:8080")
    for listen in ("8080", ":8080", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000"):
        with pytest.raises(Complaint, match="listen"):
            webhook_at("https://example.org", listen)
