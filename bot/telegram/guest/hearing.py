"""What a guest says or taps goes into their visit from here, with a sign that the waiter thinks
where that takes a while.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Any

from aiogram import Bot
from aiogram.exceptions import TelegramAPIError

from bot.telegram.floor import Floor
from bot.telegram.store import Seat
from waiter import event as e
from waiter.turn import ToSys, render

log = logging.getLogger("waiter.telegram")

# Seconds. An answer that comes sooner needs no sign that it is on its way; the sign lasts five.
QUICK, TYPING_LASTS = 0.3, 4.0


class Hearing:
    """The one way from a guest to their visit."""

    def __init__(self, bot: Bot, floor: Floor) -> None:
        self._bot, self._floor = bot, floor
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._typing: set[asyncio.Task[None]] = set()

    async def hear(self, seat: Seat, body: e.Outside) -> None:
        """Put it into the inbox of the visit."""
        await self._floor.runner.hear(seat.visit, body)
        if seat.id not in self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting[seat.id] = loop.call_later(QUICK, self._begin_typing, seat)

    async def call(self, seat: Seat, key: str, app: str, params: dict[str, Any]) -> None:
        """A tap that is a call of an app. `key`: the press's own. Any: JSON."""
        await self.answer(seat, key, "call", render(ToSys(app, params)))

    async def answer(self, seat: Seat, key: str, kind: e.AnswerKind, value: str) -> None:
        """A tap on one of our own cards. Telegram doesn't say when: it counts as now."""
        await self.hear(seat, e.GuestAnswered(key, seat.guest, kind, self.now(), value=value))

    def now(self) -> datetime:
        return self._floor.runner.clock()

    def close(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        for task in self._typing:
            task.cancel()

    def _begin_typing(self, seat: Seat) -> None:
        if self._thinks(seat):
            task = asyncio.create_task(self._show_typing(seat))
            self._typing.add(task)
            task.add_done_callback(self._typing.discard)
        else:
            del self._waiting[seat.id]

    async def _show_typing(self, seat: Seat) -> None:
        try:
            await self._type(seat)
        finally:
            self._waiting.pop(seat.id, None)

    async def _type(self, seat: Seat) -> None:
        while self._thinks(seat):
            try:
                await self._bot.send_chat_action(seat.chat, "typing")
            except TelegramAPIError as refusal:
                log.warning("no typing action: %s", type(refusal).__name__)
                return
            await asyncio.sleep(TYPING_LASTS)

    def _thinks(self, seat: Seat) -> bool:
        if seat.visit not in self._floor.held:
            return False
        return self._floor.runner.state(seat.visit).sessions[seat.guest].exchange is not None
