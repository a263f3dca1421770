"""Updates, one after another: each is taken once, by whoever it is for.

What an update means is in the house's inbox or in the outbox, under a key of its own, before it
counts as seen: one that comes again, in whole or after a crash in between, changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from aiogram import Bot
from aiogram.exceptions import TelegramAPIError
from aiogram.types import CallbackQuery, Message, Update

from bot.telegram import drawing
from bot.telegram.delivery.blocked import blocked
from bot.telegram.delivery.sending import Sender
from bot.telegram.drawing import Post
from bot.telegram.guest.words_and_taps import Guests
from bot.telegram.staff.desk import StaffDesk
from bot.telegram.store import Store
from bot.telegram.words import language_of, word

log = logging.getLogger("waiter.telegram")

# Buttons of guests': acknowledged before anything else, whatever waits.
GUESTS_TAPS = ("y:", "n:", "p:", "s:", "w:")


class Intake:
    """Takes updates."""

    def __init__(
        self, bot: Bot, store: Store, sender: Sender, guests: Guests, staff: StaffDesk,
        clock: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self._bot, self._store, self._sender = bot, store, sender
        self._guests, self._staff, self._clock = guests, staff, clock
        self._acknowledging: set[asyncio.Task[None]] = set()

    async def take(self, updates: Sequence[Update]) -> None:
        """Take a batch, in order. Presses are acknowledged first."""
        new = [update for update in updates if not self._store.is_seen(update.update_id)]
        for update in new:
            query = update.callback_query
            if query is not None and (query.data or "").startswith(GUESTS_TAPS):
                self.acknowledge(query)
        for update in new:
            if not self._store.is_seen(update.update_id):  # twice in one batch
                await self._take(update)
                self._store.see(update.update_id, self._clock())

    def acknowledge(self, query: CallbackQuery, text: str = "") -> None:
        """Answer a press, so that the button stops spinning. Too late is no matter."""
        task = asyncio.create_task(self._answer(query.id, text))
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)

    async def close(self) -> None:
        """Wait for answers that are on their way."""
        if self._acknowledging:
            await asyncio.wait(self._acknowledging)

    async def _take(self, update: Update) -> None:
        try:
            if self._is_blocked(update):
                return
            if update.message is not None:
                await self._message(update.message)
            elif update.callback_query is not None:
                await self._press(update.callback_query)
        except Exception:  # a bug of ours must not stop the others: said, and never lost silently
            log.exception("update %d met a bug", update.update_id)
            self._apologise(update)

    def _is_blocked(self, update: Update) -> bool:
        """Whether staff don't want this person heard; the person is told so once."""
        thing = update.message or update.callback_query
        user = None if thing is None else thing.from_user
        found = None if user is None else blocked(self._store, user.id)
        if user is None or found is None:
            return False
        text = word("blocked", language_of(user.language_code, "en"))
        self._sender.put(f"blocked:{user.id}:{found.at}", user.id, Post(drawing.escape(text)))
        return True

    async def _message(self, message: Message) -> None:
        user = message.from_user
        if user is None or user.is_bot or await self._staff.message(message, user):
            return
        if message.chat.type == "private":
            await self._guests.message(message, user)

    async def _press(self, query: CallbackQuery) -> None:
        data = query.data or ""
        if data.startswith(GUESTS_TAPS):
            await self._guests.tap(query, data)
        else:
            self.acknowledge(query, await self._staff.press(query, data))

    async def _answer(self, query: str, text: str) -> None:
        try:
            await self._bot.answer_callback_query(query, text=text or None)
        except TelegramAPIError as refusal:
            log.info("a press was not acknowledged: %s", type(refusal).__name__)

    def _apologise(self, update: Update) -> None:
        message, query = update.message, update.callback_query
        user = message.from_user if message else query.from_user if query else None
        chat = message.chat.id if message else user.id if user else None
        if user is not None and chat is not None:
            text = word("sorry", language_of(user.language_code, "en"))
            self._sender.put(f"sorry:{update.update_id}", chat, Post(drawing.escape(text)))
