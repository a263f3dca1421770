"""Telegram's own list of commands, as each of the staff sees it: in their chat with the bot what
their role may do, in the kitchen's group what everybody there may.

It is a convenience: who may do what is decided at every command, and that it can't be shown stops
nothing.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Mapping

from aiogram import Bot
from aiogram.exceptions import ClientDecodeError, TelegramAPIError
from aiogram.types import BotCommand, BotCommandScopeChat

from bot.telegram.staff.commands import COMMANDS
from bot.telegram.staff.crew import MAY, Role
from bot.telegram.staff.room import Staffroom

log = logging.getLogger("waiter.telegram")

LOOK_EVERY = 2.0  # seconds
IN_THE_KITCHEN: Role = "kitchen"


class Listing:
    """Keeps the lists as the crew is."""

    def __init__(self, bot: Bot, room: Staffroom) -> None:
        self._bot, self._room = bot, room
        self._shown: dict[int, Role] = {}  # by chat
        self._language = ""

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look()
            except sqlite3.OperationalError as failure:
                log.warning("commands wait: %s", failure)
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Show what has changed."""
        wanted = self._wanted()
        if self._language != self._room.language:
            self._shown, self._language = {}, self._room.language
        for chat in self._shown.keys() - wanted.keys():
            await self._hide(chat)
        for chat, role in wanted.items():
            if self._shown.get(chat) != role:
                await self._show(chat, role)

    def _wanted(self) -> Mapping[int, Role]:
        found: dict[int, Role] = {one.user: one.role for one in self._room.crew.members()}
        kitchen = self._room.floor.store.kept("kitchen")
        return found if kitchen is None else {**found, int(kitchen): IN_THE_KITCHEN}

    async def _show(self, chat: int, role: Role) -> None:
        self._shown[chat] = role  # once a change: what Telegram refuses it refuses again
        commands = [
            BotCommand(command=name, description=self._room.word(f"command.staff.{name}"))
            for name in _of(role, COMMANDS)
        ]
        try:
            await self._bot.set_my_commands(commands, scope=BotCommandScopeChat(chat_id=chat))
        except (TelegramAPIError, ClientDecodeError) as refusal:
            log.info("commands are not shown in %d: %s", chat, type(refusal).__name__)

    async def _hide(self, chat: int) -> None:
        del self._shown[chat]
        try:
            await self._bot.delete_my_commands(scope=BotCommandScopeChat(chat_id=chat))
        except (TelegramAPIError, ClientDecodeError) as refusal:
            log.info("commands are still shown in %d: %s", chat, type(refusal).__name__)


def _of(role: Role, names: Iterable[str]) -> list[str]:
    return [name for name in names if role in MAY[name]]
