"""Which messages and presses are staff's, and how somebody becomes staff."""

from __future__ import annotations

import asyncio

from aiogram import Bot
from aiogram.types import CallbackQuery, Message, User

from bot.telegram import drawing
from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.delivery.outbox import Job
from bot.telegram.drawing import Post
from bot.telegram.floor import Floor
from bot.telegram.guest.entrance import GUESSES, Entrance
from bot.telegram.safety import tame
from bot.telegram.staff import alerts, commands, hiring, menus, presses, talking
from bot.telegram.staff.acting import Acting
from bot.telegram.staff.commands import COMMANDS
from bot.telegram.staff.crew import Crew
from bot.telegram.staff.fetching import Fetching
from bot.telegram.staff.hiring import INVITATION
from bot.telegram.staff.listing import Listing
from bot.telegram.staff.relaying import Relaying
from bot.telegram.staff.reminders import Patience, Reminders
from bot.telegram.staff.room import Asked, Staffroom
from bot.telegram.store import Card
from bot.telegram.watching import Watching

# Commands of staff's by somebody who isn't: more are not answered.
STRANGERS = (Rule(60.0, 10),)


class StaffDesk:
    """The door of staff."""

    def __init__(
        self, bot: Bot, floor: Floor, entrance: Entrance, crew: Crew, watching: Watching,
        name: str, patience: Patience,
    ) -> None:  # fmt: skip
        menus = Fetching(bot, floor)
        self._room = Staffroom(floor, entrance, crew, Acting(floor), watching, menus, name)
        self.reminders = Reminders(self._room, patience)
        self.relaying = Relaying(self._room)
        self.listing = Listing(bot, self._room)
        self._guesses, self._asking = Counted(), Counted()

    async def run(self) -> None:
        """What goes on beside messages and presses, for ever."""
        await asyncio.gather(
            self._room.menus.run(),
            self.reminders.run(),
            self.relaying.run(),
            self.listing.run(),
        )

    def undelivered(self, job: Job) -> None:
        """A message can't be delivered."""
        alerts.kitchen_unreached(self._room, job)

    async def message(self, message: Message, user: User) -> bool:
        """Take a message that is staff's; False where it isn't. Who writes as a group or a channel
        (an anonymous admin does) is nobody, whoever is behind it.
        """
        if message.sender_chat is not None:
            return message.chat.type != "private"
        if message.document is not None:
            return self._document(message, user)
        card = self._answered(message)
        if card is not None and not (message.text or "").startswith("/"):
            return await self._reply(message, user, card)
        words = tuple((message.text or "").split())
        name, _, addressed = words[0][1:].lower().partition("@") if words else ("", "", "")
        if not words or not words[0].startswith("/"):
            return self._lost(message, user, "")
        if addressed and addressed != self._room.name.lower():
            return False
        code = _code(name, words)
        if code is None and name not in COMMANDS:
            return self._lost(message, user, name)
        member = self._room.crew.member(user.id)
        now = asyncio.get_running_loop().time()
        if member is None and not self._asking.allowed(user.id, STRANGERS, now):
            return True  # not even answered
        if code is not None:
            self._redeem(message, user, code)
        elif member is None:
            self._say(message, self._room.word("staff.only"))
        else:
            about = None if card is None else talking.guest_of(card)
            asked = Asked(member, message.chat.id, words[1:], _key(message), about)
            await commands.run(self._room, name, asked)
        return True

    async def press(self, query: CallbackQuery, data: str) -> str:
        """Do what was pressed; what the person who pressed is told."""
        return await presses.press(self._room, query, data)

    def _lost(self, message: Message, user: User, name: str) -> bool:
        """Somebody of the staff who sits nowhere writes what is no command of theirs, or /help."""
        member = self._room.crew.member(user.id)
        if member is None or (message.chat.type != "private" and name != "help"):
            return False
        private = message.chat.type == "private"
        if private and self._room.floor.store.seat_of(user.id) is not None:
            return False
        if name == "start" and len((message.text or "").split()) > 1:
            return False  # the code of a table
        post = commands.help_for(self._room, member)
        self._room.floor.sender.put(f"staff:{_key(message)}", message.chat.id, post)
        return True

    def _answered(self, message: Message) -> Card | None:
        """The card about a guest that a message replies to."""
        replied = message.reply_to_message
        if replied is None:
            return None
        card = self._room.floor.store.card_shown(message.chat.id, replied.message_id)
        return card if card is not None and talking.guest_of(card) is not None else None

    async def _reply(self, message: Message, user: User, card: Card) -> bool:
        """Words of staff's for a guest."""
        member = self._room.crew.member(user.id)
        if member is None:
            return message.chat.type != "private"
        room, asked = self._room, Asked(member, message.chat.id, (), _key(message))
        text = (message.text or "").strip()
        await commands.answer(room, asked, "take", lambda: talking.reply(room, asked, card, text))
        return True

    def _document(self, message: Message, user: User) -> bool:
        """A menu, where one of the staff sends it."""
        member = self._room.crew.member(user.id)
        if member is None or message.document is None:
            return False
        asked = Asked(member, message.chat.id, (), _key(message))
        answer = menus.document(self._room, asked, message.document)
        if answer is not None:
            self._room.floor.sender.put(f"staff:{asked.key}", asked.chat, answer)
        return True

    def _redeem(self, message: Message, user: User, code: str) -> None:
        """A code of the console's, or an invitation."""
        room, now = self._room, asyncio.get_running_loop().time()
        if not self._guesses.allowed(user.id, GUESSES, now):
            self._say(message, room.word("staff.too_many"))
            return
        name = tame(user.first_name, room.word("guest"))
        joined = room.crew.redeem(user.id, name, code, room.now())
        if joined is None:
            self._say(message, room.word("staff.bad_code"))
        else:
            welcome = hiring.welcome(room, joined, _key(message))
            room.floor.sender.put(f"staff:{_key(message)}", message.chat.id, welcome)

    def _say(self, message: Message, text: str) -> None:
        post = Post(drawing.escape(text))
        self._room.floor.sender.put(f"staff:{_key(message)}", message.chat.id, post)


def _key(message: Message) -> str:
    return f"{message.chat.id}:{message.message_id}"


def _code(name: str, words: tuple[str, ...]) -> str | None:
    """The code in `/owner CODE` or in an invitation's /start; None where it is neither."""
    if name == "owner":
        return words[1] if len(words) > 1 else ""
    if name == "start" and len(words) > 1 and words[1].startswith(INVITATION):
        return words[1][len(INVITATION) :]
    return None
