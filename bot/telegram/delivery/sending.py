"""The one sender: takes jobs out of the outbox within the limits, one on its way a chat.

What Telegram says decides: wait (429), again later (the network, 5xx), another chat (a group that
moved), or it can't be delivered (blocked, refused), which is kept with the reason.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import (
    BufferedInputFile,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)

from bot.telegram.delivery import photos
from bot.telegram.delivery.limits import Counted, Held, Pace
from bot.telegram.delivery.outbox import Job, Outbox, Priority
from bot.telegram.delivery.photos import Photos
from bot.telegram.drawing import Keyboard, Post
from bot.telegram.store import Card, Store

log = logging.getLogger("waiter.telegram")

# Tries of one message that the network or the server failed; about five minutes in all.
MOST_TRIES = 12
LONGEST_PAUSE = 30.0  # seconds between two of them
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
# Telegram's words for a message that can't be edited any more; a new one takes its place.
GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")


class Sender:
    """Puts messages into the outbox and sends them.

    `undelivered` is told of every message that can't be; `moved` of a group's new number.
    """

    def __init__(
        self, bot: Bot, store: Store, pace: Pace, clock: Callable[[], datetime]
    ) -> None:  # fmt: skip
        self.outbox = Outbox(store)
        self._photos = Photos(bot, store)
        self.undelivered: Callable[[Job], None] = lambda _: None
        self.moved: Callable[[int, int], None] = lambda _, __: None
        self._bot, self._store, self._pace, self._clock = bot, store, pace, clock
        self._counted = Counted()
        self._held = Held()
        self._tries: dict[int, int] = {}
        self._wake, self._sent = asyncio.Event(), asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def put(
        self, key: str, chat: int, post: Post, priority: Priority = Priority.ANSWER,
        slot: str | None = None,
    ) -> bool:  # fmt: skip
        """Something to be sent; False when it was put before."""
        new = self.outbox.put(key, chat, post, self._clock(), priority, slot)
        self._wake.set()
        return new

    def draw(self, slot: str, chat: int, post: Post, priority: Priority = Priority.CARD) -> None:
        """A card as it is to be now."""
        if self.outbox.draw(slot, chat, post, self._clock(), priority):
            self._wake.set()

    async def run(self) -> None:
        """Send for ever."""
        while True:
            self._wake.clear()
            pause = self._start_those_due()
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def drained(self) -> None:
        """Wait until everything is sent."""
        while not self.outbox.is_empty:
            self._sent.clear()
            await self._sent.wait()

    async def close(self) -> None:
        """Wait for what is on its way."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _start_those_due(self) -> float | None:
        """Start what may go now; seconds until more may, None when nothing waits."""
        now = asyncio.get_running_loop().time()
        pauses: list[float] = []
        for chat, job in sorted(self.outbox.chats(), key=lambda pair: pair[1]):
            if self._held.is_full(len(self.outbox.flying)):
                return None  # the one that lands wakes us
            # When Telegram counts a message lies between its start and its landing.
            overall = self._counted.wait("all", self._pace.overall, now, len(self.outbox.flying))
            own = self._counted.wait(chat, self._pace.of(chat), now)
            pause = max(overall, own, self._held.wait(chat, now))
            if pause > 0:
                pauses.append(pause)
                continue
            self.outbox.take(job)
            task = asyncio.create_task(self._send(job), name=f"send {job.id}")
            self._tasks.add(task)
            task.add_done_callback(self._landed)
        return min(pauses, default=None)

    def _landed(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("sending met a bug", exc_info=fault)
        self._wake.set()
        self._sent.set()

    async def _send(self, job: Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            await self._deliver(job)
        except TelegramRetryAfter as limit:
            self._held.refuse(job.chat, limit.retry_after, loop.time())
            self.outbox.back(job)
        except TelegramMigrateToChat as migrated:
            self.outbox.back(job)
            self.outbox.moved(job.chat, migrated.migrate_to_chat_id)
            self.moved(job.chat, migrated.migrate_to_chat_id)
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as failure:
            self._again(job, failure, loop.time())
        except TelegramAPIError as refusal:
            blocked = isinstance(refusal, TelegramForbiddenError)
            log.warning("message %d to %d: %s", job.id, job.chat, refusal.message)
            self._tries.pop(job.id, None)
            self._held.through(job.chat)
            self.outbox.done(job, "blocked" if blocked else refusal.message)
            self.undelivered(job)
        else:
            self._tries.pop(job.id, None)
            self._held.through(job.chat)
            self.outbox.done(job)
        self._counted.note(job.chat, self._pace.of(job.chat), loop.time())
        self._counted.note("all", self._pace.overall, loop.time())

    def _again(self, job: Job, failure: Exception, now: float) -> None:
        tries = self._tries[job.id] = self._tries.get(job.id, 0) + 1
        log.warning("message %d, try %d: %s", job.id, tries, type(failure).__name__)
        if tries >= MOST_TRIES:
            del self._tries[job.id]
            self._held.through(job.chat)
            self.outbox.done(job, type(failure).__name__)
            self.undelivered(job)
            return
        self._held.hold(job.chat, min(0.5 * 2 ** (tries - 1), LONGEST_PAUSE), now)
        self.outbox.back(job)

    async def _deliver(self, job: Job) -> None:
        card = None if job.slot is None else self._store.card(job.slot, job.chat)
        if card is not None and card.message is not None and await self._edited(card, job.post):
            return
        try:
            sent, post = await self._sent_anew(job.chat, job.post), job.post
        except TelegramBadRequest as refusal:
            pictured = job.post.photo is not None or job.post.album
            if not pictured or not photos.is_about_photo(refusal):
                raise
            post = photos.without(job.post)
            sent = await self._sent_anew(job.chat, post)
        if card is not None:
            self._store.card_sent(card.slot, sent.message_id, post, self._clock())

    async def _sent_anew(self, chat: int, post: Post) -> Message:
        markup, reply = _markup(post.keyboard), self._reply(chat, post)
        if post.album:
            return await self._photos.send_album(chat, post)
        if post.photo is not None:
            return await self._photos.send(chat, post, markup)
        if post.attached is not None:
            file = BufferedInputFile(post.attached.text.encode(), post.attached.name)
            return await self._bot.send_document(
                chat, file, caption=post.text, parse_mode="HTML",
                disable_notification=post.silent, reply_markup=markup, reply_parameters=reply,
            )  # fmt: skip
        return await self._bot.send_message(
            chat, post.text, parse_mode="HTML", link_preview_options=NO_PREVIEW,
            disable_notification=post.silent, reply_markup=markup, reply_parameters=reply,
        )  # fmt: skip

    def _reply(self, chat: int, post: Post) -> ReplyParameters | None:
        """The message it answers, where that was sent to this chat."""
        card = None if post.reply_to is None else self._store.card_at(post.reply_to)
        if card is None or card.message is None or card.chat != chat:
            return None
        return ReplyParameters(message_id=card.message, allow_sending_without_reply=True)

    async def _edited(self, card: Card, post: Post) -> bool:
        """Whether the card's message shows this now; False when there is none to edit."""
        if card.post != post:
            try:
                await self._edit(card.chat, card.message, post)
            except TelegramBadRequest as refusal:
                told = refusal.message.lower()
                if any(words in told for words in GONE):
                    self._store.card_sent(card.slot, None, None)
                    return False
                if "message is not modified" not in told:
                    raise
        self._store.card_sent(card.slot, card.message, post, self._clock())
        return True

    async def _edit(self, chat: int, message: int | None, post: Post) -> None:
        assert message is not None
        if post.photo is not None:
            await self._photos.edit(chat, message, post, _markup(post.keyboard))
            return
        await self._bot.edit_message_text(
            post.text, chat_id=chat, message_id=message, parse_mode="HTML",
            link_preview_options=NO_PREVIEW, reply_markup=_markup(post.keyboard),
        )  # fmt: skip


def _markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    if not keyboard:
        return None
    rows = [
        [InlineKeyboardButton(text=button.label, callback_data=button.data) for button in row]
        for row in keyboard
    ]
    return InlineKeyboardMarkup(inline_keyboard=rows)
