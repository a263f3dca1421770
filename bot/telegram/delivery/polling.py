"""Updates by long polling. One is confirmed only after it was taken: what is taken is in the
house's inbox, or in the outbox, so a killed process loses none.

No offset is kept: what wasn't confirmed comes again, and numbers that begin anew after a quiet
week are nothing special.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

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
from aiogram.types import Update

from bot.complaint import Complaint

log = logging.getLogger("waiter.telegram")

ALLOWED = ["message", "callback_query"]
LONG_POLL = 25  # seconds
LONGEST_PAUSE = 30.0  # seconds between two tries
# A process that was just replaced may still be polling; after so many it is another house.
MOST_CONFLICTS = 6

Take = Callable[[Sequence[Update]], Awaitable[None]]


async def poll(bot: Bot, take: Take, stop: asyncio.Event, pause: float = 1.0) -> None:
    """Hand over updates until `stop`. `Complaint`: the token is refused, or another process polls
    with it. `pause`: seconds before the second try.
    """
    offset: int | None = None
    failures = conflicts = 0
    while not stop.is_set():
        try:
            updates = await _updates(bot, offset, stop)
        except (TelegramUnauthorizedError, TelegramNotFound) as refusal:
            raise Complaint("Telegram refuses the token; see telegram_token") from refusal
        except TelegramConflictError as conflict:
            conflicts += 1
            log.warning("another process polls with this token")
            if conflicts >= MOST_CONFLICTS:
                told = "another process polls with this token; stop it, or use another bot"
                raise Complaint(told) from conflict
            await _sleep(pause, stop)
        except TelegramRetryAfter as limit:
            await _sleep(limit.retry_after, stop)
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as failure:
            failures += 1
            log.warning("polling, try %d: %s", failures, type(failure).__name__)
            await _sleep(min(pause * 2 ** (failures - 1), LONGEST_PAUSE), stop)
        else:
            failures = conflicts = 0
            await take(updates)
            offset = updates[-1].update_id + 1 if updates else None


async def _updates(bot: Bot, offset: int | None, stop: asyncio.Event) -> list[Update]:
    """The next updates, or none when it is time to stop: unconfirmed ones come again."""
    asking = asyncio.create_task(
        bot.get_updates(
            offset=offset, timeout=LONG_POLL, allowed_updates=ALLOWED,
            request_timeout=LONG_POLL + 10,
        )
    )  # fmt: skip
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return [] if stop.is_set() and not asking.done() else await asking
    finally:
        for task in (asking, stopping):
            task.cancel()
        await asyncio.wait({asking, stopping})


async def _sleep(seconds: float, stop: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
