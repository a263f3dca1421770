"""Guests who write by the clock, and a Telegram that notes when the bot got what and answered.

Each guest says the lines of a script, one every so many seconds. A line's answer has words of its
own, so answers that are missing, come twice or in another order are seen. Also what the bot may do
by right is known: texts that arrived together are answered together, and a process that was killed
may show a text again that it hadn't noted as shown.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.bot.telegram.people import Person, buttons
from tests.bot.telegram.server import Json, Telegram

# What is said, and the words its answer has; the first of them by language.
SCRIPTS = {
    "zh-hans": (
        ("来一碗担担面", "担担面 ×"),
        ("可乐多少钱", "¥5.00一瓶"),
        ("来一瓶可乐", "可乐 ×"),
        ("有什么汤", "番茄蛋花汤"),
        ("再来一碗担担面，不要辣", "担担面（不辣）"),
        ("谢谢", "不客气"),
    ),
    "en": (
        ("a bowl of dan dan noodles", "Dandan noodles ×"),
        ("how much is the coke?", "¥5.00 a bottle"),
        ("a coke", "Coke ×"),
        ("what soups do you have?", "Tomato egg-drop soup"),
        ("one more bowl of dan dan noodles, not spicy", "Dandan noodles (not spicy)"),
        ("thanks", "welcome"),
    ),
}
# What each line adds to the tab: (dish, the modifiers it is to have).
ORDERS = {0: ("dandan", 0), 2: ("coke", 0), 4: ("dandan", 1)}


class Noting(Telegram):
    """Notes when an update was handed over, and tells guests what they are shown."""

    def __init__(self, *, enforce: bool = False) -> None:
        super().__init__(enforce=enforce)
        self.handed: dict[int, float] = {}
        self.guests: dict[int, Guest] = {}

    async def call(self, method: str, given: Json) -> Any:  # Any: whatever the method gives
        found = await super().call(method, given)
        now = time.perf_counter()
        if method == "getUpdates":
            for update in found:
                self.handed.setdefault(update["update_id"], now)
        elif method == "sendMessage" and given.get("disable_notification") != "true":
            guest = self.guests.get(found["chat"]["id"])
            if guest is not None:
                guest.shown(found, now)
        return found


@dataclass
class Answered:
    """Seconds from a line until its answer, by when it was written and when the bot got it."""

    since_written: float
    since_handed: float


@dataclass
class Guest:
    """One chat. `waiting`: lines that have no answer yet, oldest first."""

    telegram: Noting
    number: int
    person: Person
    link: str
    said: int = 0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: deque[tuple[str, int, float]] = field(default_factory=deque)
    answered: list[Answered] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    _last: str = ""

    @property
    def script(self) -> tuple[tuple[str, str], ...]:
        return SCRIPTS[self.person.user["language_code"]]

    def sit(self) -> None:
        self.person.send(self.link)

    def say(self) -> None:
        """The next line of the script."""
        text, answer = self.script[self.said % len(self.script)]
        self.said += 1
        update = self.person.send(text)
        assert update is not None
        self.waiting.append((answer, update["update_id"], time.perf_counter()))

    def shown(self, message: Json, now: float) -> None:
        """The bot says something new."""
        text = message["text"]
        if not self.seated.is_set():
            self.seated.set()
            return
        before = len(self.waiting)
        while self.waiting and self.waiting[0][0] in text:
            _, update, written = self.waiting.popleft()
            handed = self.telegram.handed.get(update, written)
            self.answered.append(Answered(now - written, now - handed))
        if len(self.waiting) == before:
            self.wrong.append(f"again: {text}" if text == self._last else f"unexpected: {text}")
        self._last = text

    def orders(self) -> dict[tuple[str, int], int]:
        """What the tab must hold: how many of each dish, by the number of its modifiers."""
        found: dict[tuple[str, int], int] = {}
        for line in range(self.said):
            if (order := ORDERS.get(line % len(self.script))) is not None:
                found[order] = found.get(order, 0) + 1
        return found


async def talk(guests: list[Guest], every: float, seconds: float) -> None:
    """All of them write, each every so many seconds, spread evenly over time."""
    begun, step = time.perf_counter(), every / len(guests)
    for turn in range(round(seconds / every)):
        for index, guest in enumerate(guests):
            due = begun + turn * every + index * step
            if (pause := due - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            guest.say()


async def seated(guests: list[Guest], patience: float) -> None:
    """All of them sit down; a few at a time, as people come in."""
    async with asyncio.timeout(patience):
        for at in range(0, len(guests), 20):
            some = guests[at : at + 20]
            for guest in some:
                guest.sit()
            await asyncio.gather(*(guest.seated.wait() for guest in some))


async def answered(guests: list[Guest], patience: float) -> None:
    """Wait until every line has its answer, or patience ends."""
    until = time.perf_counter() + patience
    while any(guest.waiting for guest in guests) and time.perf_counter() < until:
        await asyncio.sleep(0.05)


def asked(message: Json) -> str | None:
    """The data of the yes in a request; None where it is none."""
    found: Any = next((b for b in buttons(message) if b["callback_data"].startswith("y:")), None)
    return None if found is None else str(found["callback_data"])
