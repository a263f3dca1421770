"""A house with an owner and a kitchen's group, and people hired into it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.telegram.staff.crew import Role
from tests.bot.telegram.house import House, house
from tests.bot.telegram.people import Person, buttons
from tests.bot.telegram.server import Json, Telegram

GROUP = -1001


@dataclass
class Restaurant:
    """`boss`: the owner in the kitchen's group; `owner`: the same in their own chat."""

    at: House
    telegram: Telegram
    boss: Person
    owner: Person

    async def hire(self, user: int, name: str, role: Role) -> Person:
        """Somebody of the staff, in the group."""
        crew = self.at.service.crew
        boss = crew.member(1)
        assert boss is not None
        code = crew.invite(role, boss, datetime.now(UTC))
        private = Person(self.telegram, user, name)
        private.send(f"/start inv-{code}")
        await private.wait(f"Hello {name}: {role}")
        return Person(self.telegram, user, name, group=GROUP)

    async def ticket(self, guest: Person, text: str = "a beer") -> Json:
        """A guest's order, sent; the kitchen's card of it."""
        guest.send(text)
        await guest.wait("Not sent yet")
        guest.send("place the order")
        guest.press(await guest.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        return await self.boss.wait("ticket", "placed")


@asynccontextmanager
async def restaurant(folder: Path, **more: Any) -> AsyncIterator[Restaurant]:
    """A house with an owner and a kitchen."""
    async with Telegram() as telegram, house(folder, telegram, **more) as at:
        yield await founded(at)


async def founded(at: House) -> Restaurant:
    """The house gets its owner and its kitchen."""
    owner = Person(at.telegram, 1, "Boss")
    owner.send(f"/owner {at.service.crew.owner_code(datetime.now(UTC))}")
    await owner.wait("Hello Boss: owner")
    group = Person(at.telegram, 1, "Boss", group=GROUP)
    group.send("/kitchen")
    await group.wait("kitchen now")
    return Restaurant(at, at.telegram, group, owner)
