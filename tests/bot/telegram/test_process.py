"""`waiter telegram` as a process of its own: killed, stopped, started twice, under load."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import pytest

from bot.telegram.delivery.limits import Pace
from bot.telegram.guest import tables
from bot.telegram.store import Store
from tests.bot.telegram.house import Way, free_webhook, house, storage_in
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram
from tests.bot.telegram.test_tables import NOW
from tests.waiter.brains.llm.endpoint import Answer, in_turn, refusing, serving

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

MAIN = "from bot.cli import main; main()"
START = 60.0  # seconds that a process may take to be at work


class Process:
    """One `waiter telegram`. What it wrote is in `out` once it has ended."""

    def __init__(
        self, folder: Path, telegram: Telegram, model: str | None = None, way: Way = "polling"
    ) -> None:
        self._telegram = telegram
        self._environment = {
            **os.environ,
            "WAITER_DATA": str(folder),
            "WAITER_TELEGRAM_TOKEN": telegram.token,
            "WAITER_TELEGRAM_API": telegram.base,
            "WAITER_EMBEDDER": "none",
        }
        if model is not None:
            llm = {"WAITER_BRAIN": "llm", "WAITER_LLM_BASE_URL": model, "WAITER_LLM_MODEL": "m"}
            self._environment |= llm
        self._arguments = ["telegram"]
        if way == "webhook":
            hook = free_webhook()
            self._arguments += ["--webhook", hook.url, "--listen", f"{hook.host}:{hook.port}"]
        self.out = ""

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", MAIN, *self._arguments, env=self._environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip

    async def ended(self, number: signal.Signals | None = None) -> int:
        """Send a signal, if any; its exit code."""
        if number is not None:
            self._process.send_signal(number)
        out, _ = await self._process.communicate()
        self.out += out.decode()
        assert "another-token" not in self.out
        assert self._telegram.token not in self.out
        assert self._telegram.token.partition(":")[2] not in self.out
        return self._process.returncode or 0


@asynccontextmanager
async def opened(folder: Path, telegram: Telegram) -> AsyncIterator[str]:
    """A house where table 5 is open; what a guest scans there."""
    async with house(folder, telegram) as at:
        await at.service.floor.open_table("5", "test")
    with closing(storage_in(folder)) as storage:
        link = "/start " + tables.payload(Store(storage), "5", NOW)
    yield link


async def test_killed_while_the_model_thinks(tmp_path: Path, way: Way) -> None:
    thinking = Answer((), end="hanging")
    async with (
        Telegram() as telegram,
        serving(in_turn(thinking, refusing(400))) as model,
        opened(tmp_path, telegram) as link,
    ):
        ann = Person(telegram, 100)
        process = Process(tmp_path, telegram, model.url, way)
        await process.start()
        ann.send(link)
        await ann.wait("Harbour", seconds=START)
        ann.send("a beer")
        await telegram.until(lambda: bool(model.requests), START)
        assert await process.ended(signal.SIGKILL) == -signal.SIGKILL
        await process.start()
        await ann.wait("Beer ×1", "Not sent yet", seconds=START)
        assert await process.ended(signal.SIGTERM) == 0
        texts = [message["text"] for message in ann.shown()]
        assert len([text for text in texts if text.startswith("Harbour")]) == 1


async def test_a_stop_lets_the_waiter_finish(tmp_path: Path, way: Way) -> None:
    thinking = Answer((), end="hanging")
    async with (
        Telegram() as telegram,
        serving(in_turn(thinking, refusing(400))) as model,
        opened(tmp_path, telegram) as link,
    ):
        ann = Person(telegram, 100)
        process = Process(tmp_path, telegram, model.url, way)
        await process.start()
        ann.send(link)
        await ann.wait("Harbour", seconds=START)
        ann.send("a beer")
        await telegram.until(lambda: bool(model.requests), START)
        ending = asyncio.create_task(process.ended(signal.SIGTERM))
        model.stopping.set()  # the model gives up: the built-in waiter takes over
        assert await ending == 0
        await ann.wait("Beer ×1", seconds=0.1)


def _called(telegram: Telegram, times: int) -> bool:
    return len(telegram.calls) >= times


async def test_killed_again_and_again(tmp_path: Path, way: Way) -> None:
    """Wherever it dies, each message is one order at the end."""
    async with Telegram() as telegram, opened(tmp_path, telegram) as link:
        ann = Person(telegram, 100)
        process = Process(tmp_path, telegram, way=way)
        ann.send(link)
        for calls in (4, 7, 9, 12, 16, 20):  # killed after so many calls of the Bot API
            await process.start()
            ann.send("a beer")
            await telegram.until(partial(_called, telegram, calls), START)
            await process.ended(signal.SIGKILL)
        await process.start()
        await ann.wait("Beer ×6", "Not sent yet", seconds=START)
        assert await process.ended(signal.SIGTERM) == 0


async def test_a_second_process_is_turned_away(tmp_path: Path) -> None:
    async with Telegram() as telegram, opened(tmp_path, telegram) as link:
        ann = Person(telegram, 100)
        first, second = Process(tmp_path, telegram), Process(tmp_path, telegram)
        await first.start()
        ann.send(link)
        await ann.wait("Harbour", seconds=START)
        await second.start()
        assert await second.ended() == 2
        assert "another `waiter telegram` runs" in second.out
        assert await first.ended(signal.SIGTERM) == 0
        assert "owner: send /owner " in first.out


async def test_a_full_house_within_the_limits(tmp_path: Path) -> None:
    """40 guests at 10 tables order at once; Telegram has nothing to complain about."""
    async with Telegram(enforce=True) as telegram, house(tmp_path, telegram, pace=Pace()) as at:
        kitchen = Person(telegram, 1, "Boss", group=-1001)
        at.service.store.keep("kitchen", "-1001")
        guests = [Person(telegram, 100 + n, f"Guest{n}") for n in range(40)]
        for table in range(10):
            await at.service.floor.open_table(str(table), "test")

        async def dine(number: int, guest: Person) -> None:
            guest.send(at.link(str(number % 10)))
            await guest.wait("Harbour", seconds=120)
            guest.send("a beer and a fish soup")
            await guest.wait("Beer", that=is_new, seconds=120)
            guest.send("place my order")
            asked = await guest.wait(that=lambda m: "✅" in str(buttons(m)), seconds=120)
            guest.press(asked, "✅")
            await guest.wait("with the kitchen", that=is_new, seconds=120)

        await asyncio.gather(*(dine(n, guest) for n, guest in enumerate(guests)))
        placed = [at.service.runner.live(v).books.tickets for v in at.service.floor.held]
        assert sum(len(tickets) for tickets in placed) == 40
        assert "undelivered" not in at.service.sender.outbox.counts()
        assert not [one for one in telegram.refused if "Too Many" in one[1]]
        assert kitchen


async def test_a_day_in_the_life(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        boss = Person(telegram, 1, "Boss")
        boss.send(f"/owner {at.service.crew.owner_code(at.service.runner.clock())}")
        await boss.wait("owner")
        kitchen = Person(telegram, 1, "Boss", group=-1001)
        kitchen.send("/kitchen")
        await kitchen.wait("kitchen now")
        ann, wang = Person(telegram, 100), Person(telegram, 200, "王芳", "zh-hans")
        ann.send(at.link("5"))
        kitchen.press(await kitchen.wait("open table 5"), "Open")
        await ann.wait("Harbour", "table 5")
        wang.send(at.link("5"))
        await wang.wait("港口", "5 号桌")
        await ann.wait("王芳 has joined")
        ann.send("two beers and a tea")
        ann.press(await ann.wait("1. small", "2. large", that=is_new), "1. small")
        await ann.wait("Tea", "Beer ×2")
        kitchen.send("/86 fish stew")
        await kitchen.wait("sold out")
        wang.send("来一份鱼汤")
        await wang.wait("鱼汤", "还没下单")
        for guest, words in ((ann, "place my order"), (wang, "下我的单")):
            guest.send(words)
            guest.press(await guest.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
            card = await kitchen.wait("ticket", "placed")
            kitchen.press(card, "Accept")
            kitchen.press(await kitchen.wait("being made", that=is_edit), "Ready")
        await ann.wait("Ticket 1 is ready", that=is_new)
        await wang.wait("单 2 做好了", that=is_new)
        ann.send("the bill, split by person")
        ann.press(await ann.wait("17", that=lambda m: "✅" in str(buttons(m))), "✅")
        await wang.wait("账单 1", "王芳: €7.00", that=is_edit)
        kitchen.press(await kitchen.wait("wants to pay", "17.00"), "Paid")
        await ann.wait("Bill 1 is paid")
        await wang.wait("账单 1 已付")
        kitchen.send("/close 5")
        await kitchen.wait("Table 5 is closed")
        ann.send(at.link("5"))
        await kitchen.wait("Ann would like to open table 5")
        assert not telegram.refused
