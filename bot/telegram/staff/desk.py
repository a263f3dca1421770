"""Which messages and presses are staff's, and how somebody becomes staff."""

from __future__ import annotations

import asyncio

from aiogram.types import CallbackQuery, Message, User

from bot.telegram import drawing
from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.drawing import Post
from bot.telegram.floor import Floor
from bot.telegram.guest.entrance import GUESSES, Entrance
from bot.telegram.safety import tame
from bot.telegram.staff.acting import Acting
from bot.telegram.staff.commands import COMMANDS, Asked, StaffCommands
from bot.telegram.staff.crew import Crew
from bot.telegram.staff.presses import Presses, Staffroom
from bot.telegram.watching import Watching
from bot.telegram.words import word

INVITED = "inv-"
# Commands of staff's by somebody who isn't: more are not answered.
STRANGERS = (Rule(60.0, 10),)


class StaffDesk:
    """The door of staff."""

    def __init__(
        self, floor: Floor, entrance: Entrance, crew: Crew, watching: Watching, name: str
    ) -> None:
        self._floor, self._crew, self._name = floor, crew, name
        acting = Acting(floor)
        self._commands = StaffCommands(floor, entrance, crew, acting, name)
        self._presses = Presses(Staffroom(floor, entrance, crew, acting, self._commands, watching))
        self._guesses, self._asking = Counted(), Counted()

    async def message(self, message: Message, user: User) -> bool:
        """Take a message that is staff's; False where it isn't."""
        words = tuple((message.text or "").split())
        if not words or not words[0].startswith("/"):
            return False
        name, _, addressed = words[0][1:].partition("@")
        if addressed and addressed.lower() != self._name.lower():
            return False
        key = f"{message.chat.id}:{message.message_id}"
        code = _code(name, words)
        if code is None and name not in COMMANDS:
            return False
        member = self._crew.member(user.id)
        now = asyncio.get_running_loop().time()
        if member is None and not self._asking.allowed(user.id, STRANGERS, now):
            return True  # not even answered
        if code is not None:
            self._redeem(message, user, code, key)
        elif member is None:
            text = drawing.escape(self._word("staff.only"))
            self._floor.sender.put(f"staff:{key}", message.chat.id, Post(text))
        else:
            await self._commands.run(name, Asked(member, message.chat.id, words[1:], key))
        return True

    async def press(self, query: CallbackQuery, data: str) -> str:
        """Do what was pressed; what the person who pressed is told."""
        return await self._presses.press(query, data)

    def _redeem(self, message: Message, user: User, code: str, key: str) -> None:
        """A code of the console's, or an invitation."""
        now = asyncio.get_running_loop().time()
        if not self._guesses.allowed(user.id, GUESSES, now):
            text = self._word("staff.too_many")
        else:
            name = tame(user.first_name, self._word("guest"))
            member = self._crew.redeem(user.id, name, code, self._floor.runner.clock())
            text = self._word("staff.bad_code")
            if member is not None:
                role = self._word(f"role.{member.role}")
                text = self._word("staff.welcome", name=member.name, role=role)
        self._floor.sender.put(f"staff:{key}", message.chat.id, Post(drawing.escape(text)))

    def _word(self, key: str, **values: object) -> str:
        return word(key, self._floor.menu.restaurant.kitchen_language, **values)


def _code(name: str, words: tuple[str, ...]) -> str | None:
    """The code in `/owner CODE` or in an invitation's /start; None where it is neither."""
    if name == "owner":
        return words[1] if len(words) > 1 else ""
    if name == "start" and len(words) > 1 and words[1].startswith(INVITED):
        return words[1][len(INVITED) :]
    return None
