"""Updates by long polling. One is confirmed only after it was taken: what is taken is on disk, so a
killed process loses none.

No offset is kept: what wasn't confirmed comes again, and numbers that begin anew after a quiet
week are nothing special.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramConflictError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod

from bot.complaint import Complaint
from bot.telegram.delivery.updates import ALLOWED, Raw

log = logging.getLogger("waiter.telegram")

LONG_POLL = 25  # seconds
LONGEST_PAUSE = 30.0  # seconds between two tries
# A process that was just replaced may still be polling; after so many it is another house.
MOST_CONFLICTS = 6
# The network's, Telegram's, and a house's file that is locked: updates come again.
FAILURES = (
    TelegramNetworkError, TelegramServerError, ClientDecodeError, sqlite3.OperationalError,
)  # fmt: skip

Take = Callable[[Sequence[Raw]], None]


class GetUpdates(TelegramMethod[list[dict[str, Any]]]):
    """getUpdates as JSON: one update that can't be read must not hold up the rest."""

    __returning__: ClassVar[Any] = list[dict[str, Any]]
    __api_method__: ClassVar[str] = "getUpdates"

    offset: int | None
    timeout: int
    allowed_updates: list[str]


async def poll(bot: Bot, take: Take, stop: asyncio.Event, pause: float = 1.0) -> None:
    """Hand over updates until `stop`. `Complaint`: the token is refused, or another process polls
    with it. `pause`: seconds before the second try.
    """
    offset: int | None = None
    failures = conflicts = 0
    has_webhook = True  # for all we know: one that was set would keep updates from us
    while not stop.is_set():
        try:
            if has_webhook:
                await bot.delete_webhook(drop_pending_updates=False)
                has_webhook = False
            updates = await _updates(bot, offset, stop)
            take(updates)
        except (TelegramUnauthorizedError, TelegramNotFound) as refusal:
            raise Complaint("Telegram refuses the token; see telegram_token") from refusal
        except TelegramConflictError as conflict:
            conflicts += 1
            log.warning("another process polls with this token")
            if conflicts >= MOST_CONFLICTS:
                told = "another process polls with this token; stop it, or use another bot"
                raise Complaint(told) from conflict
            await pause_until(stop, pause)
        except TelegramRetryAfter as limit:
            await pause_until(stop, limit.retry_after)
        except FAILURES as failure:
            failures += 1
            log.warning("polling, try %d: %s", failures, type(failure).__name__)
            await pause_until(stop, min(pause * 2 ** (failures - 1), LONGEST_PAUSE))
        else:
            failures = conflicts = 0
            offset = int(updates[-1]["update_id"]) + 1 if updates else None


async def _updates(bot: Bot, offset: int | None, stop: asyncio.Event) -> Sequence[Raw]:
    """The next updates, or none when it is time to stop: unconfirmed ones come again."""
    method = GetUpdates(offset=offset, timeout=LONG_POLL, allowed_updates=ALLOWED)
    asking = asyncio.create_task(bot(method, request_timeout=LONG_POLL + 10))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return [] if stop.is_set() and not asking.done() else await asking
    finally:
        for task in (asking, stopping):
            task.cancel()
        await asyncio.wait({asking, stopping})


async def pause_until(stop: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
