"""What a guest sends, as inputs to their visit: words, taps, commands, things that can't be read.

Knows no rule of the house: a command or a card's button is words the guest might have said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, timedelta

from aiogram.enums import ContentType
from aiogram.types import CallbackQuery, Message, User

from bot.telegram import drawing
from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.drawing import Post
from bot.telegram.floor import Busy, Floor
from bot.telegram.guest import languages
from bot.telegram.guest.afterwards import Afterwards
from bot.telegram.guest.entrance import Entrance
from bot.telegram.guest.erasing import Erasing
from bot.telegram.guest.hearing import Hearing
from bot.telegram.guest.joining import Joining
from bot.telegram.guest.languages import Languages
from bot.telegram.guest.presses import Presses
from bot.telegram.guest.shown import Shown, slot
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter import event as e

# Beginnings of what guests' buttons send.
BUTTONS = ("y:", "n:", "p:", "w:", "g")
# Buttons beneath the waiter's words. Telegram doesn't say when they were pressed: it counts as now.
ANSWERS: Mapping[str, e.AnswerKind] = {"y": "approve", "n": "deny", "p": "pick", "ge": "decline"}
# A second press on the same answer in so many seconds is the same press.
AN_ANSWER = (Rule(2.0, 1),)
# A group is told where orders are taken once in so many seconds.
IN_A_GROUP = (Rule(600.0, 1),)
# What Telegram itself puts into a chat: nobody's words.
SERVICE = frozenset(ContentType) - {
    ContentType.TEXT, ContentType.ANIMATION, ContentType.AUDIO, ContentType.DOCUMENT,
    ContentType.LIVE_PHOTO, ContentType.PAID_MEDIA, ContentType.PHOTO, ContentType.STICKER,
    ContentType.STORY, ContentType.VIDEO, ContentType.VIDEO_NOTE, ContentType.VOICE,
    ContentType.CHECKLIST, ContentType.CONTACT, ContentType.DICE, ContentType.GAME,
    ContentType.POLL, ContentType.VENUE, ContentType.LOCATION, ContentType.INVOICE,
    ContentType.RICH_MESSAGE, ContentType.UNKNOWN,
}  # fmt: skip
# Telegram gives whole seconds: a message may have been sent at any time within its second.
WITHIN = timedelta(microseconds=999_999)
ASKS = ("/menu", "/tab", "/bill", "/receipt", "/again", "/call")
COMMANDS = (
    "menu", "tab", "status", "bill", "receipt", "again", "call", "language", "cancel", "help",
    "privacy",
)  # fmt: skip


class Guests:
    """Guests' messages and taps."""

    def __init__(
        self, hearing: Hearing, floor: Floor, entrance: Entrance, shown: Shown,
        languages: Languages, afterwards: Afterwards, erasing: Erasing, name: str,
    ) -> None:  # fmt: skip
        self._name = name
        self._hearing, self._floor, self._entrance = hearing, floor, entrance
        self._languages, self._afterwards, self._erasing = languages, afterwards, erasing
        self._presses = Presses(floor, hearing, shown)
        self._joining = Joining(floor, hearing)
        self._answered = Counted()

    async def message(self, message: Message, user: User) -> None:
        """A message in a private chat."""
        if message.content_type in SERVICE:
            return
        text = (message.text or message.caption or "").strip()
        command, rest = _command(text)
        seat = self._floor.store.seat_of(user.id)
        if self._afterwards.comment(message, user.id):
            return
        if command == "/start" and (rest.strip() or seat is None):
            await self._entrance.start(message, user, rest.strip())
        elif command == "/help":
            self._say(message, user, "help")
        elif command == "/privacy":
            key = f"say:privacy:{message.chat.id}:{message.message_id}"
            self._floor.sender.put(key, user.id, self._erasing.told(self._spoken(user, seat)))
        elif command in ("/language", "/settings"):
            await self._ask_language(message, user, rest)
        elif seat is None and command == "/receipt" and self._had_receipt(message, user):
            return
        elif seat is None:
            await self._entrance.words(message, user, text)
        elif await self._is_held(message, user, seat):
            await self._words(message, seat, command, text)

    def in_group(self, message: Message, user: User) -> None:
        """A guest's command in a group: orders are taken in a chat of their own."""
        if str(message.chat.id) == self._floor.store.kept("kitchen"):
            return
        text = message.text or ""
        addressed = text.split(" ")[0].partition("@")[2]
        known = _command(text)[0] in ("/start", *(f"/{name}" for name in COMMANDS))
        ours = not addressed or addressed.lower() == self._name.lower()
        now = asyncio.get_running_loop().time()
        if known and ours and self._answered.allowed(message.chat.id, IN_A_GROUP, now):
            self._say(message, user, "in_group")

    def edited(self, message: Message, user: User) -> None:
        """New words for a message that was acted on already: what they change is for the guest to
        say. Only words: a shared place is "edited" every few seconds.
        """
        if (message.text or message.caption) and self._floor.store.seat_of(user.id) is not None:
            self._say(message, user, "edited")

    def toast(self, query: CallbackQuery) -> str:
        """What a press is answered with at once."""
        kind, _, rest = (query.data or "").partition(":")
        number, _, value = rest.partition(":")
        seat = self._floor.store.seat_of(query.from_user.id)
        if seat is None or number != str(seat.id):
            return ""
        return self._presses.toast(seat, kind, value)

    async def _ask_language(self, message: Message, user: User, rest: str) -> None:
        """Which language; one that is named is chosen at once."""
        chosen, name = languages.read(rest), f"tg:{message.chat.id}:{message.message_id}"
        if chosen is not None:
            await self._speak(user, chosen, name)
            return
        post = languages.choices(self._spoken(user, self._floor.store.seat_of(user.id)))
        self._floor.sender.put(f"language:{name}", message.chat.id, post)

    async def _speak(self, user: User, chosen: str, key: str) -> None:
        """Speak that language from now on; "": the one they write in."""
        self._languages.choose(user.id, chosen, self._hearing.now())
        seat = self._floor.store.seat_of(user.id)
        if seat is not None and seat.visit in self._floor.held:
            await self._hearing.answer(seat, key, "language", chosen)
        language = chosen or self._spoken(user, seat)
        text = word("language.now" if chosen else "language.as_you_write", language)
        self._floor.sender.put(f"spoken:{key}", user.id, Post(drawing.escape(text)))

    async def tap(self, query: CallbackQuery, data: str) -> None:
        """A press on a guest's button; it was acknowledged already."""
        user = query.from_user
        kind, _, rest = data.partition(":")
        number, _, value = rest.partition(":")
        seat = self._floor.store.seat_of(user.id)
        if await self._of_the_person(query, kind, number, value):
            return
        if seat is None or number != str(seat.id):
            self._old(query, "old_button")
            return
        try:
            await self._floor.hold(seat.visit)
        except Busy:
            text = word("busy", self._spoken(user, None))
            self._floor.sender.put(f"busy:{query.id}", user.id, Post(drawing.escape(text)))
            return
        name, now = f"tg:q{query.id}", self._hearing.now()
        if (kind in ANSWERS or kind == "gy") and not self._is_first(data):
            return
        if kind == "w":
            self._entrance.wrong_table(seat)
        elif kind == "gj":
            await self._joining.refuse(seat, value)
        elif kind in ANSWERS:
            envelope, _, picked = value.partition(":")
            if envelope.isdecimal():
                answer, shown_in = ANSWERS[kind], int(envelope)
                body = e.GuestAnswered(name, seat.guest, answer, now, shown_in, picked or None)
                await self._hearing.hear(seat, body)
        else:
            await self._presses.press(query, seat, kind, value)

    def _old(self, query: CallbackQuery, key: str) -> None:
        """What is said to a press on a button of long ago."""
        user = query.from_user
        text = word(key, self._spoken(user, self._floor.store.seat_of(user.id)))
        self._floor.sender.put(f"old:{query.id}", user.id, Post(drawing.escape(text)))

    def _is_first(self, data: str) -> bool:
        return self._answered.allowed(data, AN_ANSWER, asyncio.get_running_loop().time())

    async def _of_the_person(
        self, query: CallbackQuery, kind: str, number: str, value: str
    ) -> bool:
        """Take a press that is about no seat they have now; False where it is none."""
        user = query.from_user
        match kind:
            case "gl":
                if (chosen := languages.read(value)) is not None:
                    await self._speak(user, chosen, f"tg:q{query.id}")
            case "gd":
                seat = self._floor.store.seat_of(user.id)
                await self._erasing.press(query, value, self._spoken(user, seat))
            case "gs":
                if self._is_first(query.data or "") and not self._afterwards.rate(
                    query, number, value
                ):
                    self._old(query, "rate.over")
            case "gr" if (evening := self._afterwards.evening(user.id, number)) is not None:
                self._presses.receipt_of(evening, f"tg:q{query.id}")
            case _:
                return False
        return True

    async def _words(self, message: Message, seat: Seat, command: str, text: str) -> None:
        album = message.media_group_id  # told of as one
        part = f"album{album}" if album is not None else str(message.message_id)
        name = f"tg:{message.chat.id}:{part}"
        sent_at = min(message.date.astimezone(UTC) + WITHIN, self._hearing.now())
        if not text:
            what = ContentType(message.content_type).value
            await self._hearing.hear(seat, e.GuestSentUnsupported(name, seat.guest, what, sent_at))
            return
        if command in ASKS:
            await self._presses.ask(seat, name, command[1:])
            return
        language = self._floor.language(seat)
        if command == "/start":
            self._floor.greet(seat, part, language)
            if self._floor.store.has_card(slot(seat, "tab")):
                await self._presses.ask(seat, name, "tab")
            return
        if command == "/cancel":
            session = self._floor.runner.state(seat.visit).sessions[seat.guest]
            if session.exchange is not None:
                body = e.GuestAnswered(name, seat.guest, "interrupt", sent_at)
                await self._hearing.hear(seat, body)
                return
            text = word("say.cancel", language)
        elif command == "/status":
            text = word("say.status", language)
        await self._hearing.hear(seat, e.GuestSaid(name, seat.guest, text, sent_at))

    def _had_receipt(self, message: Message, user: User) -> bool:
        """Send the receipt of the evening that is over; False where there is none."""
        evening = self._afterwards.last(user.id)
        if evening is not None:
            self._presses.receipt_of(evening, f"tg:{message.chat.id}:{message.message_id}")
        return evening is not None

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
        return self._languages.spoken(user, self._floor.menu.restaurant.languages[0])

    def close(self) -> None:
        self._hearing.close()


def _command(text: str) -> tuple[str, str]:
    """The first word as a command is known, whoever it is addressed to, and the rest."""
    first, _, rest = text.partition(" ")
    return (first.partition("@")[0].lower() if first.startswith("/") else first), rest
