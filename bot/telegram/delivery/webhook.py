"""Updates by webhook: Telegram calls us. "200" is said once an update is on disk; the work comes
after. What isn't 2xx comes again from Telegram, so a killed process loses none.

TLS is the matter of the proxy in front. Whoever calls must know the secret that was given to
Telegram; the bot's token is in no address.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiohttp import web

from bot.complaint import Complaint
from bot.telegram.delivery.polling import LONGEST_PAUSE, Take, pause_until
from bot.telegram.delivery.updates import ALLOWED, Raw

log = logging.getLogger("waiter.telegram")

SECRET = "X-Telegram-Bot-Api-Secret-Token"
# Bytes of a call; an update has a few thousand.
LARGEST = 1 << 20
# Seconds that a caller may take to send one.
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram calls, and where we listen for that: the proxy passes the path on."""

    url: str
    host: str
    port: int

    @property
    def path(self) -> str:
        return urlsplit(self.url).path or "/"


def webhook_at(url: str, listen: str, *, real: bool = True) -> Webhook:
    """`url` as Telegram takes it, `listen` as HOST:PORT. `real`: it is Telegram's own server that
    calls. `Complaint`: it can't be either.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.query:
        raise Complaint(f"webhook {url!r}; allowed: https://HOST[:443|80|88|8443]/PATH")
    if real and parts.scheme != "https":
        raise Complaint(f"webhook {url!r} has no https, and Telegram calls no other")
    host, _, port = listen.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise Complaint(f"listen {listen!r}; allowed: HOST:PORT, such as 127.0.0.1:8080")
    return Webhook(url, host.strip("[]"), int(port))


class Door:
    """The server's side of a webhook."""

    def __init__(self, take: Take, secret: str) -> None:
        self._take, self._secret = take, secret.encode()

    async def call(self, request: web.Request) -> web.Response:
        """One update. 401: not from Telegram; 400: no update; 503: not now."""
        given = request.headers.get(SECRET, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=401)
        try:
            async with asyncio.timeout(PATIENCE):
                update = _update(await request.read())
        except TimeoutError:
            return web.Response(status=408)
        if update is None:
            return web.Response(status=400)
        try:
            self._take([update])
        except sqlite3.OperationalError as failure:
            log.warning("update %d is not taken: %s", update["update_id"], failure)
            return web.Response(status=503)
        return web.Response()


@asynccontextmanager
async def listening(where: Webhook, door: Door) -> AsyncIterator[int]:
    """The server at work; the port. `Complaint`: it can't listen there."""
    app = web.Application(client_max_size=LARGEST)
    app.router.add_post(where.path, door.call)
    runner = web.AppRunner(app, access_log=None, handle_signals=False)
    await runner.setup()
    try:
        site = web.TCPSite(runner, where.host, where.port)
        try:
            await site.start()
        except OSError as error:
            place = f"{where.host}:{where.port}"
            raise Complaint(f"can't listen at {place}: {error.strerror}") from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


async def announce(
    bot: Bot, where: Webhook, secret: str, stop: asyncio.Event, pause: float = 1.0
) -> None:
    """Tell Telegram where to call, as often as it takes. `Complaint`: it refuses."""
    tries = 0
    while not stop.is_set():
        try:
            await bot.set_webhook(
                where.url, secret_token=secret, allowed_updates=ALLOWED, drop_pending_updates=False
            )
        except (TelegramUnauthorizedError, TelegramNotFound) as refusal:
            raise Complaint("Telegram refuses the token; see telegram_token") from refusal
        except TelegramBadRequest as refusal:
            raise Complaint(f"Telegram refuses the webhook: {refusal.message}") from refusal
        except TelegramRetryAfter as limit:
            await pause_until(stop, limit.retry_after)
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as failure:
            tries += 1
            log.warning("setting the webhook, try %d: %s", tries, type(failure).__name__)
            await pause_until(stop, min(pause * 2 ** (tries - 1), LONGEST_PAUSE))
        else:
            return


async def serve(bot: Bot, where: Webhook, secret: str, take: Take, stop: asyncio.Event) -> None:
    """Take what Telegram calls with until `stop`. `Complaint`: it can't be.

    The webhook stays set: what is written meanwhile waits with Telegram for the next start.
    """
    async with listening(where, Door(take, secret)):
        await announce(bot, where, secret, stop)
        await stop.wait()


def _update(body: bytes) -> Raw | None:
    """The update in a call's body; None where there is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or type(found.get("update_id")) is not int:
        return None
    return found if abs(found["update_id"]) < 1 << 63 else None
