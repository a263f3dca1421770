"""The process is killed in the midst of what staff do: nothing is lost, nothing is done twice."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.telegram.staff.crew import Crew
from bot.telegram.store import Store
from tests.bot.telegram.house import MENU, Way, storage_in
from tests.bot.telegram.people import Person, buttons, is_edit
from tests.bot.telegram.server import Json, Telegram
from tests.bot.telegram.test_process import START, Process, opened
from tests.bot.telegram.test_tables import NOW
from waiter import event as e
from waiter.replay import replay
from waiter.transcript import export, read

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

GROUP = -1001
# The process is killed once it has made so many calls of the Bot API since the act began; at none,
# it is killed with the update on its way. The two ways take turns: what comes after is the same.
KILLS: tuple[tuple[Way, int], ...] = (("polling", 0), ("webhook", 1), ("polling", 3))
# A message may appear twice where the process died after Telegram had shown it; what it tells of
# was done once.
SHOWN = 2


class Staffed:
    """A house with an owner and a kitchen, in a process that is killed and started again."""

    def __init__(self, folder: Path, telegram: Telegram, way: Way) -> None:
        self.folder, self.telegram = folder, telegram
        with closing(storage_in(folder)) as storage:
            store = Store(storage)
            crew = Crew(store)
            code = crew.owner_code(NOW)
            assert code is not None
            crew.redeem(1, "Boss", code, NOW)
            store.keep("kitchen", str(GROUP))
        self.boss = Person(telegram, 1, "Boss", group=GROUP)
        self.owner = Person(telegram, 1, "Boss")
        telegram.started.add(1)
        self.process = Process(folder, telegram, way=way)

    async def killed_in(self, act: Callable[[], Any], calls: int) -> None:
        """Have something done, and the process killed so many calls later."""
        before = len(self.telegram.calls)
        act()
        await self.telegram.until(partial(self._called, before + calls), START)
        assert await self.process.ended(signal.SIGKILL) == -signal.SIGKILL
        await self.process.start()

    async def stopped(self) -> None:
        """Ended as it should, once it is at work: only then it hears SIGTERM."""
        self.owner.caught_up()
        self.owner.send("/health")
        await self.owner.wait("Telegram: answered", seconds=START)
        assert await self.process.ended(signal.SIGTERM) == 0

    def _called(self, times: int) -> bool:
        return len(self.telegram.calls) >= times

    def bodies(self, visit: str) -> list[e.Body]:
        with closing(storage_in(self.folder)) as storage:
            unit = storage.reading()
            assert replay(read(export(unit, visit))) is None
            return [record.event.body for record in unit.journal.read(visit)]

    def visits(self) -> list[str]:
        with closing(storage_in(self.folder)) as storage:
            return [visit for visit in storage.reading().journal.heads() if visit != "house"]

    def publications(self) -> int:
        with closing(storage_in(self.folder)) as storage:
            return len(storage.reading().ledger.publications())


def dearer(price: str) -> bytes:
    menu = deepcopy(MENU)
    menu["items"][4]["price"] = price
    return json.dumps(menu).encode()


@pytest.mark.parametrize(("way", "calls"), KILLS)
async def test_killed_while_a_menu_is_fetched(tmp_path: Path, way: Way, calls: int) -> None:
    async with Telegram() as telegram:
        here = Staffed(tmp_path, telegram, way)
        await here.process.start()
        here.owner.send("/health")
        await here.owner.wait("Telegram: answered", seconds=START)
        await here.killed_in(lambda: here.owner.upload("menu.json", dearer("5.00")), calls)
        card = await here.owner.wait("menu.json", that=lambda m: bool(buttons(m)), seconds=START)
        here.owner.press(card, "Activate")
        await here.owner.wait("In force: Boss", that=is_edit, seconds=START)
        await here.stopped()
        assert here.publications() == 2
        assert _times(here.owner.shown(), "menu.json") <= SHOWN


@pytest.mark.parametrize(("way", "calls"), KILLS)
async def test_killed_between_activate_and_its_effect(tmp_path: Path, way: Way, calls: int) -> None:
    async with Telegram() as telegram:
        here = Staffed(tmp_path, telegram, way)
        await here.process.start()
        here.owner.upload("menu.json", dearer("5.00"))
        card = await here.owner.wait("menu.json", that=lambda m: bool(buttons(m)), seconds=START)
        await here.killed_in(lambda: here.owner.press(card, "Activate"), calls)
        await telegram.until(lambda: "In force: Boss" in str(here.owner.shown()), START)
        await here.boss.wait("Another menu is in force", seconds=START)
        await here.stopped()
        assert here.publications() == 2
        assert _times(here.boss.shown(), "Another menu is in force") <= SHOWN


@pytest.mark.parametrize(("way", "calls"), KILLS)
async def test_killed_in_taking_over_and_giving_back(tmp_path: Path, way: Way, calls: int) -> None:
    async with Telegram() as telegram, opened(tmp_path, telegram) as link:
        here = Staffed(tmp_path, telegram, way)
        ann = Person(telegram, 100)
        await here.process.start()
        ann.send(link)
        await ann.wait("Harbour", seconds=START)
        ann.send("/call")
        call = await here.boss.wait("Table 5 calls", seconds=START)
        await here.killed_in(lambda: here.boss.press(call, "Take over"), calls)
        await ann.wait("Boss, one of our staff, is with you", seconds=START)
        talk = await here.boss.wait("Boss speaks with Ann", seconds=START)
        ann.send("where is the soup?")
        await here.boss.wait("Ann: where is the soup?", seconds=START)
        await here.killed_in(lambda: here.boss.press(talk, "Give back"), calls)
        await ann.wait("I'm back", seconds=START)
        await here.stopped()
        (visit,) = here.visits()
        found = [type(body) for body in here.bodies(visit)]
        for kind in (e.TakenOver, e.GivenBack, e.Relayed):
            assert found.count(kind) == 1, kind
        assert _times(here.boss.shown(), "where is the soup?") <= SHOWN


@pytest.mark.parametrize(("way", "calls"), KILLS)
async def test_killed_while_two_tables_become_one(tmp_path: Path, way: Way, calls: int) -> None:
    async with Telegram() as telegram, opened(tmp_path, telegram) as link:
        here = Staffed(tmp_path, telegram, way)
        ann = Person(telegram, 100)
        await here.process.start()
        ann.send(link)
        await ann.wait("Harbour", seconds=START)
        ann.send("a beer")
        await ann.wait("Not sent yet", seconds=START)
        here.boss.send("/open 7")
        await here.boss.wait("7", seconds=START)
        await here.killed_in(lambda: here.boss.send("/merge 5 7"), calls)
        await telegram.until(lambda: "together with table 7" in str(here.boss.shown()), START)
        ann.send("a fish soup")
        await ann.wait("Table 7", "Beer ×1", "Fish soup ×1", seconds=START)
        await here.stopped()
        kinds = [type(body) for visit in here.visits() for body in here.bodies(visit)]
        assert (kinds.count(e.VisitMerged), kinds.count(e.GuestCame)) == (1, 1)
        assert _times(here.boss.shown(), "together with table 7") <= SHOWN


def _times(messages: list[Json], words: str) -> int:
    return len([message for message in messages if words in message["text"]])
