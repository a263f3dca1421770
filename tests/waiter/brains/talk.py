"""A conversation with the whole house: the real runner, journal and ledger in memory, the shipped
menu and its house's notes, at noon. The clock stands still.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from apps.ledger.books import Books
from apps.notes import NotedSearcher, house_connector
from apps.searching import KeywordSearcher
from apps.staff_acts import first_availability
from menu_data import loader
from waiter import event as e
from waiter.brains.builtin import HouseBrain
from waiter.envelope import Envelope
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage
from waiter.view import Brain, Refused, Spoken, View

NOON = datetime(2026, 5, 6, 4, 0, tzinfo=UTC)
MENUS = Path(str(resources.files("menu_data"))) / "menus"
MENU = loader.load(MENUS / "chengdu.json")
KEY = SessionKey("v1", "a")


class Doubting:
    """The built-in brain, made unsure of some messages: how sure it is may change, doubt stays."""

    name = "house"

    def __init__(self, *doubts: str) -> None:
        self._doubts = doubts
        self._house = HouseBrain()

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        spoken = await self._house.speak(view, refused)
        return replace(spoken, confidence=0.2 if view.heard in self._doubts else 0.9)


@dataclass(slots=True)
class Talk:
    """One guest at a table."""

    runner: Runner
    heard: itertools.count[int]

    async def say(self, text: str) -> list[Envelope]:
        """The guest types; what they get until the house is at rest."""
        before = len(self.envelopes())
        await self.runner.hear(
            KEY.visit, e.GuestSaid(f"i{next(self.heard)}", KEY.guest, text, NOON)
        )
        await self.runner.settled(KEY.visit)
        return self.envelopes()[before:]

    def envelopes(self) -> list[Envelope]:
        return self.runner.sent(KEY)

    def contents(self) -> list[tuple[str, str]]:
        return [(envelope.type, envelope.content) for envelope in self.envelopes()]

    def books(self) -> Books:
        return self.runner.live(KEY.visit).books

    def tab(self) -> dict[str, int]:
        """Dish → how many are on the open order."""
        lines: dict[str, int] = {}
        for line in self.books().lines:
            lines[line.item] = lines.get(line.item, 0) + line.quantity
        return lines

    def bodies(self) -> list[e.Body]:
        records = self.runner.storage.reading().journal.read(KEY.visit)
        return [record.event.body for record in records]

    def refused(self) -> list[str]:
        return [body.kind for body in self.bodies() if isinstance(body, e.TurnRefused)]

    def failures(self) -> list[str]:
        return [body.reason for body in self.bodies() if isinstance(body, e.BrainFailed)]

    def spoken(self) -> list[e.BrainSpoke]:
        return [body for body in self.bodies() if isinstance(body, e.BrainSpoke)]

    def called(self) -> list[str]:
        return [body.app for body in self.bodies() if isinstance(body, e.CallMade)]


@asynccontextmanager
async def talking(
    chosen: Brain, house: Brain | None = None, *, language: str = "zh", greet: bool = False
) -> AsyncIterator[Talk]:
    """A table with a guest, as long as the block runs."""
    storage = Storage.in_memory()
    with storage.unit() as unit:
        unit.ledger.publish(MENU, "test", NOON)
        unit.ledger.set_availability(first_availability(MENU))
    nonces = itertools.count(1)
    runner = Runner(
        storage,
        {"chosen": chosen, "house": house or HouseBrain()},
        clock=lambda: NOON,
        nonce=lambda: f"{next(nonces):032x}",
        searcher=NotedSearcher(KeywordSearcher(), house_connector([MENUS / "chengdu.notes"])),
    )
    try:
        await runner.open_visit(KEY.visit)
        await runner.join(KEY, language, greet=greet)
        await runner.settled(KEY.visit)
        yield Talk(runner, itertools.count(1))
    finally:
        await runner.close()
