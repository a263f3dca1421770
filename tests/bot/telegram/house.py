"""A house with the Telegram front-end at work in the test's own process, over real HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from apps.staff_acts import first_availability
from bot.telegram.delivery.client import bot_for
from bot.telegram.delivery.gate import A_DAY
from bot.telegram.delivery.limits import Pace, Rule
from bot.telegram.delivery.webhook import Webhook
from bot.telegram.guest import tables
from bot.telegram.service import Service, Wish
from bot.telegram.store import Store
from menu_data.loader import from_document
from tests.bot.telegram.people import Person
from tests.bot.telegram.server import Telegram
from waiter.brains.builtin import HouseBrain
from waiter.event import BrainRole
from waiter.runner import Runner
from waiter.storage import Storage
from waiter.view import Brain

Way = Literal["polling", "webhook"]
WAYS: tuple[Way, ...] = get_args(Way)
QUICK = Pace(overall=(Rule(0.01, 10),), person=(), group=())
MENU: dict[str, Any] = {
    "format": 1,
    "restaurant": {"name": {"en": "Harbour & Sons <1>", "zh": "港口"}, "currency": "EUR",
                   "languages": ["en", "zh"], "kitchen_language": "en"},
    "categories": [{"id": "mains", "name": {"en": "Mains"}},
                   {"id": "drinks", "name": {"en": "Drinks"}}],
    "modifier_groups": [
        {"id": "size", "name": {"en": "size"}, "min": 1, "max": 1, "modifiers": [
            {"id": "small", "name": {"en": "small"}, "price": "0.00"},
            {"id": "large", "name": {"en": "large"}, "price": "1.00"}]}],
    "items": [
        {"id": "mac", "name": {"en": "Mac & Cheese <3", "zh": "芝士通心粉"},
         "aliases": ["mac and cheese"], "category": "mains", "price": "9.50",
         "allergens": {"milk": "contains"}},
        {"id": "soup", "name": {"en": "Fish soup", "zh": "鱼汤"}, "category": "mains",
         "price": "7.00"},
        {"id": "stew", "name": {"en": "Fish stew", "zh": "炖鱼"}, "category": "mains",
         "price": "11.00"},
        {"id": "tea", "name": {"en": "Tea", "zh": "茶"}, "category": "drinks", "price": "2.00",
         "modifier_groups": ["size"]},
        {"id": "beer", "name": {"en": "Beer", "zh": "啤酒"}, "category": "drinks",
         "price": "4.00"},
    ],
}  # fmt: skip


def storage_in(folder: Path, menu: dict[str, Any] = MENU) -> Storage:
    """The folder's storage, with the menu in force."""
    storage = Storage.open(folder)
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            found = from_document(menu)
            unit.ledger.publish(found, "test", datetime.now(UTC))
            unit.ledger.set_availability(first_availability(found))
    return storage


def now() -> datetime:
    return datetime.now(UTC)


def free_webhook() -> Webhook:
    """A webhook on a port that is free."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    return Webhook(f"http://127.0.0.1:{port}/updates", "127.0.0.1", port)


@dataclass
class House:
    """What a test has in hand."""

    telegram: Telegram
    service: Service
    folder: Path

    def link(self, table: str) -> str:
        return "/start " + tables.payload(self.service.store, table, datetime.now(UTC))

    async def seated(self, *people: Person, table: str = "5") -> None:
        """A table opened by staff, and people at it."""
        await self.service.floor.open_table(table, "test")
        for person in people:
            person.send(self.link(table))
            await person.wait(that=lambda m: "Harbour" in m["text"] or "港口" in m["text"])


@asynccontextmanager
async def house(
    folder: Path, telegram: Telegram, brain: Brain | None = None, pace: Pace = QUICK,
    menu: dict[str, Any] = MENU, opening: Any = "tap", way: Way = "polling",
    clock: Callable[[], datetime] = now, a_day: int = A_DAY,
) -> AsyncIterator[House]:  # fmt: skip
    """The front-end at work; stopped as SIGTERM does at the end."""
    builtin = HouseBrain()
    speakers: dict[BrainRole, Brain] = {"chosen": brain or builtin, "house": builtin}
    runner = Runner(storage_in(folder, menu), speakers, clock=clock, threaded=False)
    bot, store = bot_for(telegram.token, telegram.base), Store(runner.storage)
    hook = free_webhook() if way == "webhook" else None
    wish = Wish(telegram.token, telegram.base, opening, pace, hook, a_day=a_day)
    service = Service(runner, bot, store, wish, "waiter_bot")
    running = asyncio.create_task(service.run())
    try:
        yield House(telegram, service, folder)
    finally:
        service.stop.set()
        await running
        await runner.close()
        await bot.session.close()
