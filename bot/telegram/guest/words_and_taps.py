"""What a guest sends, as inputs to their visit: words, taps, commands, things that can't be read.

Knows no rule of the house: a command or a card's button is words the guest might have said.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from aiogram import Bot
from aiogram.exceptions import TelegramAPIError
from aiogram.types import CallbackQuery, Message, User

from bot.telegram import drawing
from bot.telegram.drawing import Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest.entrance import Entrance
from bot.telegram.store import Seat
from bot.telegram.words import language_of, word
from waiter import event as e

log = logging.getLogger("waiter.telegram")

# Seconds. An answer that comes sooner needs no sign that it is on its way; the sign lasts five.
QUICK, TYPING_LASTS = 0.3, 4.0
# Telegram gives whole seconds: a message may have been sent at any time within its second.
WITHIN = timedelta(microseconds=999_999)
SAYS = {f"/{name}": f"say.{name}" for name in ("menu", "tab", "status", "bill", "call")}
TELLS = ("/help", "/privacy")
COMMANDS = ("menu", "tab", "status", "bill", "call", "cancel", "help", "privacy")


class Guests:
    """Guests' messages and taps."""

    def __init__(self, bot: Bot, floor: Floor, entrance: Entrance) -> None:
        self._bot, self._floor, self._entrance = bot, floor, entrance
        self._typing: dict[int, asyncio.Task[None]] = {}

    async def message(self, message: Message, user: User) -> None:
        """A message in a private chat."""
        text = (message.text or "").strip()
        command, _, rest = text.partition(" ")
        seat = self._floor.store.seat_of(user.id)
        if command == "/start":
            await self._entrance.start(message, user, rest.strip())
        elif command in TELLS:
            self._say(message, user, command[1:])
        elif seat is None:
            await self._entrance.words(message, user, text)
        elif await self._is_held(message, user, seat):
            await self._words(message, seat, command, text)

    def edited(self, message: Message, user: User) -> None:
        """New words for a message that was acted on already: what they change is for the guest to
        say. Only words: a shared place is "edited" every few seconds.
        """
        if message.text is not None and self._floor.store.seat_of(user.id) is not None:
            self._say(message, user, "edited")

    async def tap(self, query: CallbackQuery, data: str) -> None:
        """A press on a guest's button; it was acknowledged already."""
        user = query.from_user
        kind, _, rest = data.partition(":")
        number, _, value = rest.partition(":")
        seat = self._floor.store.seat_of(user.id)
        if seat is None or number != str(seat.id):
            text = word("old_button", self._spoken(user, seat))
            self._floor.sender.put(f"old:{query.id}", user.id, Post(drawing.escape(text)))
            return
        try:
            await self._floor.hold(seat.visit)
        except Busy:
            text = word("busy", self._spoken(user, None))
            self._floor.sender.put(f"busy:{query.id}", user.id, Post(drawing.escape(text)))
            return
        if kind == "w":
            self._entrance.wrong_table(seat)
        elif kind == "s":
            text = word(f"say.{value}", self._floor.language(seat))
            await self._hear(seat, e.GuestSaid(f"tg:q{query.id}", seat.guest, text, self._now()))
        elif (body := self._answer(query, seat, kind, value)) is not None:
            await self._hear(seat, body)

    def _answer(
        self, query: CallbackQuery, seat: Seat, kind: str, value: str
    ) -> e.GuestAnswered | None:
        """A tap on an envelope's button. Telegram doesn't say when: it counts as now."""
        envelope, _, picked = value.partition(":")
        if not envelope.isascii() or not envelope.isdigit():
            return None
        name, number = f"tg:q{query.id}", int(envelope)
        match kind:
            case "y":
                return e.GuestAnswered(name, seat.guest, "approve", self._now(), number)
            case "n":
                return e.GuestAnswered(name, seat.guest, "deny", self._now(), number)
            case "p":
                return e.GuestAnswered(name, seat.guest, "pick", self._now(), number, picked)
            case _:
                return None

    async def _words(self, message: Message, seat: Seat, command: str, text: str) -> None:
        name = f"tg:{message.chat.id}:{message.message_id}"
        sent_at = min(message.date.astimezone(UTC) + WITHIN, self._now())
        if message.text is None:
            what = str(message.content_type)
            await self._hear(seat, e.GuestSentUnsupported(name, seat.guest, what, sent_at))
            return
        language = self._floor.language(seat)
        if command == "/cancel":
            session = self._floor.runner.state(seat.visit).sessions[seat.guest]
            if session.exchange is not None:
                body = e.GuestAnswered(name, seat.guest, "interrupt", sent_at)
                await self._hear(seat, body)
                return
            text = word("say.cancel", language)
        elif command in SAYS:
            text = word(SAYS[command], language)
        await self._hear(seat, e.GuestSaid(name, seat.guest, text, sent_at))

    async def _hear(self, seat: Seat, body: e.Outside) -> None:
        """Into the inbox; a sign that the waiter thinks where that takes a while."""
        await self._floor.runner.hear(seat.visit, body)
        if seat.id not in self._typing:
            task = asyncio.create_task(self._show_typing(seat))
            self._typing[seat.id] = task
            task.add_done_callback(lambda _: self._typing.pop(seat.id, None))

    async def _show_typing(self, seat: Seat) -> None:
        await asyncio.sleep(QUICK)
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

    async def _is_held(self, message: Message, user: User, seat: Seat) -> bool:
        try:
            await self._floor.hold(seat.visit)
        except Busy:
            self._say(message, user, "busy")
            return False
        return True

    def _say(self, message: Message, user: User, key: str) -> None:
        """One of the front-end's own sentences."""
        text = word(key, self._spoken(user, self._floor.store.seat_of(user.id)))
        name = f"say:{key}:{message.chat.id}:{message.message_id}"
        self._floor.sender.put(name, message.chat.id, Post(drawing.escape(text)))

    def _spoken(self, user: User, seat: Seat | None) -> str:
        if seat is not None and seat.visit in self._floor.held:
            return self._floor.language(seat)
        return language_of(user.language_code, self._floor.menu.restaurant.languages[0])

    def _now(self) -> datetime:
        return self._floor.runner.clock()

    def close(self) -> None:
        for task in self._typing.values():
            task.cancel()
