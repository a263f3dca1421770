"""Guests who write by the clock, and a Telegram that notes when the bot got what and answered.

Each guest says the lines of a script, one every so many seconds. A line's answer has words of its
own, so answers that are missing, come twice or in another order are seen. Also what the bot may do
by right is known: texts that arrived together are answered together, and a process that was killed
may show a text again that it hadn't noted as shown.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from tests.bot.telegram.people import Person
from tests.bot.telegram.server import Json, Telegram

# Dishes that need no choice: (id, names by language, price).
DISHES = (
    ("suanlafen", {"zh-hans": "酸辣粉", "en": "Hot and sour sweet-potato noodles"}, "14.00"),
    ("ranmian", {"zh-hans": "宜宾燃面", "en": "Yibin burning noodles"}, "16.00"),
    ("zhong_dumplings", {"zh-hans": "钟水饺", "en": "Zhong dumplings"}, "15.00"),
    ("kungpao", {"zh-hans": "宫保鸡丁", "en": "Kung pao chicken"}, "34.00"),
    ("huiguorou", {"zh-hans": "回锅肉", "en": "Twice-cooked pork"}, "36.00"),
    ("green_beans", {"zh-hans": "干煸四季豆", "en": "Dry-fried green beans"}, "24.00"),
    ("koushuiji", {"zh-hans": "口水鸡", "en": "Mouth-watering chicken"}, "28.00"),
    ("guokui", {"zh-hans": "军屯锅盔", "en": "Juntun flaky flatbread"}, "10.00"),
    ("sandapao", {"zh-hans": "三大炮", "en": "Three cannonballs"}, "10.00"),
    ("jasmine_tea", {"zh-hans": "茉莉花茶", "en": "Jasmine tea"}, "16.00"),
    ("plum_drink", {"zh-hans": "酸梅汤", "en": "Sour plum drink"}, "8.00"),
)  # fmt: skip
# Words around what is said, so that hardly two messages are the same, as with people.
AROUND = {
    "zh-hans": (("", "你好，", "请", "麻烦", "服务员，", "嗯，"), ("", "，谢谢", "哈", "。", "！")),
    "en": (("", "hi, ", "hello, ", "ok, ", "hey, "), ("", ", thanks", ", thank you", ".", "!")),
}
# What is said, D a dish; what its answer has; how many of it with how many modifiers are ordered.
Script = tuple[tuple[str, str, tuple[int, int] | None], ...]
SCRIPTS: dict[str, Script] = {
    "zh-hans": (
        ("来一份D", "D ×", (1, 0)),
        ("D多少钱", "D，¥", None),
        ("要两份D", "D ×", (2, 0)),
        ("有什么汤", "番茄蛋花汤", None),
        ("再来一碗担担面，不要辣", "担担面（不辣）", (1, 1)),
        ("担担面多少钱", "担担面，¥", None),
    ),
    "en": (
        ("one D", "D ×", (1, 0)),
        ("how much is the D?", "D, ¥", None),
        ("two D", "D ×", (2, 0)),
        ("what soups do you have?", "Tomato egg-drop soup", None),
        ("one more bowl of dan dan noodles, not spicy", "Dandan noodles (not spicy)", (1, 1)),
        ("how much are the dan dan noodles?", "Dandan noodles, ¥", None),
    ),
}
# Those that order alone: lines that waited together are heard together, and each counts.
ORDERS = {
    language: tuple(line for line in script if line[2] is not None)
    for language, script in SCRIPTS.items()
}


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
    """One chat. `waiting`: lines that have no answer yet, oldest first; `ordered`: what the tab
    must hold, by dish and the number of its modifiers.
    """

    telegram: Noting
    number: int
    person: Person
    link: str
    script: Script
    said: int = 0
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: deque[tuple[str, int, float]] = field(default_factory=deque)
    answered: list[Answered] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    ordered: dict[tuple[str, int], int] = field(default_factory=dict)
    _last: str = ""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.number)

    @property
    def language(self) -> str:
        return str(self.person.user["language_code"])

    def sit(self) -> None:
        self.person.send(self.link)

    def say(self) -> None:
        """The next line of the script."""
        said, answer, order = self.script[self.said % len(self.script)]
        dish, names, _ = DISHES[(self.number + self.said) % len(DISHES)]
        before, after = (self._chance.choice(words) for words in AROUND[self.language])
        if order is not None:
            key = (dish if "D" in said else "dandan", order[1])
            self.ordered[key] = self.ordered.get(key, 0) + order[0]
        update = self.person.send(before + said.replace("D", names[self.language]) + after)
        assert update is not None
        self.said += 1
        expected = answer.replace("D", names[self.language]) if "D" in said else answer
        self.waiting.append((expected, update["update_id"], time.perf_counter()))

    def shown(self, message: Json, now: float) -> None:
        """The bot says something new."""
        text = message["text"]
        if not self.seated.is_set():
            self.seated.set()
            return
        # What was heard together is answered together, in the waiter's own order.
        heard = [*takewhile(lambda line: line[0] in text, self.waiting)]
        if heard:
            for _, update, written in heard:
                self.waiting.popleft()
                handed = self.telegram.handed.get(update, written)
                self.answered.append(Answered(now - written, now - handed))
        else:
            self.wrong.append(f"again: {text}" if text == self._last else f"unexpected: {text}")
        self._last = text


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
