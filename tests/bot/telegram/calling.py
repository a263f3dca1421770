"""How the fake Telegram calls a webhook: a chat's updates one after another, chats side by side,
again and again until 2xx, with the secret it was given.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

Json = dict[str, Any]  # JSON, as the Bot API has it
AGAIN = 0.1  # seconds between two tries


class Calling:
    """Calls with what is in `queue`, while there is a webhook. `deaf`: so many answers get lost."""

    def __init__(self, queue: deque[Json], announce: Callable[[], None]) -> None:
        self.webhook: Json | None = None
        self.statuses: list[int] = []
        self.deaf = 0
        self._queue, self._announce = queue, announce
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def begin(self) -> None:
        """Call for every chat that has something new."""
        for chat in {_chat(update) for update in self._queue} if self.webhook else ():
            if chat not in self._tasks:
                task = asyncio.create_task(self._deliver(chat))
                self._tasks[chat] = task
                task.add_done_callback(partial(self._ended, chat))

    async def close(self) -> None:
        self.webhook = None
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _deliver(self, chat: int) -> None:
        async with ClientSession(timeout=ClientTimeout(60)) as session:
            while (update := self._next(chat)) is not None and self.webhook is not None:
                headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.get("secret_token", "")}
                try:
                    url = self.webhook["url"]
                    async with session.post(url, json=update, headers=headers) as answer:
                        status = answer.status
                except ClientError:
                    status = 0
                self.statuses.append(status)
                if 200 <= status < 300 and not self.deaf:
                    self._queue.remove(update)
                self._announce()
                if update in self._queue:
                    self.deaf = max(0, self.deaf - 1)
                    await asyncio.sleep(AGAIN)

    def _next(self, chat: int) -> Json | None:
        return next((update for update in self._queue if _chat(update) == chat), None)

    def _ended(self, chat: int, task: asyncio.Task[None]) -> None:
        del self._tasks[chat]
        if not task.cancelled():
            task.result()
            self.begin()


def _chat(update: Json) -> int:
    thing = next(value for key, value in update.items() if key != "update_id")
    return int(thing.get("message", thing)["chat"]["id"])
