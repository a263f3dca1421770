"""Updates, each taken once, by whoever it is for; a chat's in order, no chat waiting for another.

`accept` returns once they are on disk: from then on none is lost. What an update means goes into
the house's inbox or the outbox under a key of its own before the update is done with, so one that
comes again, in whole or after a crash in between, changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from aiogram import Bot
from aiogram.exceptions import TelegramAPIError
from aiogram.types import CallbackQuery, Chat, Message, Update, User
from pydantic import ValidationError

from bot.telegram import drawing
from bot.telegram.delivery.gate import Gate, Kind, Refusal
from bot.telegram.delivery.lanes import Lanes
from bot.telegram.delivery.sending import Sender
from bot.telegram.delivery.updates import Raw, Updates
from bot.telegram.drawing import Post
from bot.telegram.guest.words_and_taps import BUTTONS, Guests
from bot.telegram.staff.desk import StaffDesk
from bot.telegram.store import Store
from bot.telegram.words import language_of, word

log = logging.getLogger("waiter.telegram")

# Marks of what is done with are written together, so many seconds after the first: what a crash
# takes of them is looked at again, and changes nothing.
MARK_AFTER = 0.1
# That Telegram is heard from is written down so often.
HEARD_EVERY = timedelta(seconds=10)
# The house's file may be locked longer than SQLite waits: so many tries, so many seconds apart.
MOST_TRIES, PAUSE = 20, 0.5


class Intake:
    """Takes updates."""

    def __init__(
        self, bot: Bot, store: Store, gate: Gate, sender: Sender, guests: Guests,
        staff: StaffDesk, clock: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self._bot, self._store, self._gate, self._sender = bot, store, gate, sender
        self._guests, self._staff, self._clock = guests, staff, clock
        self._updates = Updates(store)
        self._lanes: Lanes[Update] = Lanes(self._take)
        self._acknowledging: set[asyncio.Task[None]] = set()
        self._done: list[int] = []
        self._marking: asyncio.TimerHandle | None = None
        self._heard: datetime | None = None

    def resume(self) -> None:
        """Go on with what a process before this one left."""
        self._line_up(self._updates.unfinished())

    def accept(self, updates: Sequence[Raw]) -> None:
        """Have them on disk, to be taken in order. Presses are acknowledged at once.

        sqlite3.OperationalError: none of them was accepted.
        """
        now = self._clock()
        if self._heard is None or now - self._heard >= HEARD_EVERY:
            self._store.keep("heard", now.isoformat())
            self._heard = now
        self._line_up(self._updates.keep(updates, now))

    async def settled(self) -> None:
        """Wait until all that was accepted is taken."""
        await self._lanes.settled()

    async def close(self) -> None:
        """Leave what isn't taken to the next process; answers on their way arrive."""
        await self._lanes.close()
        if self._marking is not None:
            self._mark()
        if self._acknowledging:
            await asyncio.wait(self._acknowledging)

    def acknowledge(self, query: CallbackQuery, text: str = "") -> None:
        """Answer a press, so that the button stops spinning. Too late is no matter."""
        task = asyncio.create_task(self._answer(query.id, text))
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)

    def _line_up(self, updates: Sequence[Raw]) -> None:
        for raw in updates:
            try:
                update = Update.model_validate(raw, context={"bot": self._bot})
            except ValidationError:
                log.warning("update %d can't be read", raw["update_id"])
                self._finish(int(raw["update_id"]))
                continue
            query = update.callback_query
            if query is not None and (query.data or "").startswith(BUTTONS):
                # Before anything else, whatever waits.
                self.acknowledge(query, self._guests.toast(query))
            if not self._corrects(update):
                self._lanes.put(_lane(update), update)

    def _corrects(self, update: Update) -> bool:
        """Whether it is a new wording of a message that nobody has looked at yet: then that one is
        taken as if it had been sent so.
        """
        after = update.edited_message
        if after is None:
            return False
        corrected = Update(update_id=update.update_id, message=after)
        replaced = self._lanes.replace(_lane(update), lambda one: _is_of(one, after), corrected)
        if replaced is None:
            return False
        self._finish(replaced.update_id)
        return True

    async def _take(self, update: Update) -> None:
        for _ in range(MOST_TRIES):
            try:
                await self._handle(update)
            except sqlite3.OperationalError as failure:
                log.warning("update %d waits: %s", update.update_id, failure)
                await asyncio.sleep(PAUSE)
                continue
            except Exception:  # a bug of ours must not stop the others: said, never lost silently
                log.exception("update %d met a bug", update.update_id)
                self._apologise(update)
            self._finish(update.update_id)
            return
        log.error("update %d is left to the next start", update.update_id)

    async def _handle(self, update: Update) -> None:
        user = _person(update)
        if user is None or user.is_bot:
            return
        if (refusal := self._gate.blocks(user.id)) is not None:
            self._tell(user, refusal)
        elif update.message is not None:
            await self._message(update.message, user)
        elif update.callback_query is not None:
            await self._press(update.callback_query)
        elif update.edited_message is not None:
            self._edited(update.edited_message, user)

    async def _message(self, message: Message, user: User) -> None:
        if await self._staff.message(message, user):
            return
        if message.chat.type != "private":
            self._guests.in_group(message, user)
            return
        if self._lets_in(user, "message", message.date):
            await self._guests.message(message, user)

    async def _press(self, query: CallbackQuery) -> None:
        data = query.data or ""
        if not data.startswith(BUTTONS):
            self.acknowledge(query, await self._staff.press(query, data))
        elif self._lets_in(query.from_user, "tap", self._clock()):
            await self._guests.tap(query, data)

    def _lets_in(self, user: User, kind: Kind, at: datetime) -> bool:
        refusal = self._gate.limits(user.id, kind, at)
        if refusal is not None:
            self._tell(user, refusal)
        return refusal is None

    def _tell(self, user: User, refusal: Refusal) -> None:
        if refusal.sentence is not None:
            self._say(refusal.key, user.id, user, refusal.sentence)

    def _edited(self, message: Message, user: User) -> None:
        if message.chat.type == "private":
            self._guests.edited(message, user)

    async def _answer(self, query: str, text: str) -> None:
        try:
            await self._bot.answer_callback_query(query, text=text or None)
        except TelegramAPIError as refusal:
            log.info("a press was not acknowledged: %s", type(refusal).__name__)

    def _apologise(self, update: Update) -> None:
        user, chat = _person(update), _chat(update)
        if user is not None:
            place = user.id if chat is None else chat.id
            self._say(f"sorry:{update.update_id}", place, user, "sorry")

    def _say(self, key: str, chat: int, user: User, sentence: str) -> None:
        text = word(sentence, language_of(user.language_code, "en"))
        self._sender.put(key, chat, Post(drawing.escape(text)))

    def _finish(self, number: int) -> None:
        self._done.append(number)
        if self._marking is None:
            self._marking = asyncio.get_running_loop().call_later(MARK_AFTER, self._mark)

    def _mark(self) -> None:
        if self._marking is not None:
            self._marking.cancel()
        self._marking = None
        try:
            with self._store.writing():
                self._updates.done(self._done)
                self._gate.save()
        except sqlite3.OperationalError as failure:
            log.warning("marks wait: %s", failure)
            self._marking = asyncio.get_running_loop().call_later(PAUSE, self._mark)
        else:
            self._done.clear()


def _chat(update: Update) -> Chat | None:
    message = update.message or update.edited_message
    if message is not None:
        return message.chat
    query = update.callback_query
    return None if query is None or query.message is None else query.message.chat


def _person(update: Update) -> User | None:
    thing = update.message or update.edited_message or update.callback_query
    return None if thing is None else thing.from_user


def _lane(update: Update) -> int:
    """Updates of a chat share a lane."""
    chat, user = _chat(update), _person(update)
    return chat.id if chat is not None else user.id if user is not None else 0


def _is_of(update: Update, message: Message) -> bool:
    return update.message is not None and update.message.message_id == message.message_id
