"""What a guest types goes in, what the waiter says comes out once; Ctrl-C stops the waiter."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from bot.commands.chat import converse
from bot.composition import SHIPPED_MENU, menu_of
from bot.console.conversation import Conversation
from bot.console.trace import told
from tests.bot.conftest import typed
from waiter.envelope import Envelope
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage
from waiter.view import Refused, Spoken, View

NOON = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
KEY = SessionKey("v1", "guest")


class Thinker:
    """Greets at once; then thinks for as long as nobody lets it speak."""

    name = "thinker"

    def __init__(self) -> None:
        self.thinking = asyncio.Event()
        self.speak_now = asyncio.Event()
        self.turns: list[str] = []

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        if not view.opening:
            self.thinking.set()
            await self.speak_now.wait()
        if self.turns:
            return Spoken(self.turns.pop(0))
        return Spoken(f"to_user: heard {view.heard or 'nobody'}")


class Sheet:
    """A screen of paper. `notes`: cards too, as text."""

    for_people = True
    wants_answers = False

    def __init__(self) -> None:
        self.shown: list[Envelope] = []
        self.notes: list[str] = []
        self.busy_with: list[str] = []

    def show(self, envelope: Envelope, language: str, cost: str = "") -> None:
        self.shown.append(envelope)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def card(self, card: RenderableType) -> None:
        paper = Console(file=io.StringIO(), width=80)
        with paper.capture() as drawn:
            paper.print(card)
        self.notes.append(drawn.get())

    def typed(self, text: str, label: str) -> None:
        self.notes.append(label + text)

    def busy(self, text: str) -> AbstractContextManager[None]:
        self.busy_with.append(text)
        return nullcontext()


class Table:
    """A conversation with a thinker, on paper."""

    def __init__(self, runner: Runner, brain: Thinker) -> None:
        self.runner, self.brain, self.sheet = runner, brain, Sheet()
        self.conversation = Conversation(runner, KEY, self.sheet, "en")

    @property
    def said(self) -> list[str]:
        return [envelope.content for envelope in self.sheet.shown]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    storage = Storage.open(tmp_path / "data")
    with storage.unit() as unit:
        unit.ledger.publish(menu_of(SHIPPED_MENU), "test", NOON)
    brain = Thinker()
    runner = Runner(storage, {"chosen": brain, "house": brain}, clock=lambda: NOON)
    await runner.open_visit("v1")
    found = Table(runner, brain)
    await found.conversation.begin()
    yield found
    await runner.close()


async def test_the_waiter_greets_first(table: Table) -> None:
    assert table.said == ["heard nobody"]


async def test_a_line_is_answered_before_the_next_is_taken(table: Table) -> None:
    table.brain.speak_now.set()
    assert await table.conversation.take("one")
    assert await table.conversation.take("two")
    assert table.said == ["heard nobody", "heard one", "heard two"]


async def test_nothing_is_shown_twice_while_following(table: Table) -> None:
    following = asyncio.create_task(table.conversation.follow())
    table.brain.speak_now.set()
    await table.conversation.take("one")
    await asyncio.sleep(0)
    following.cancel()
    assert [envelope.number for envelope in table.sheet.shown] == [1, 2]


@pytest.mark.parametrize("line", ["quit", "exit", " QUIT "])
async def test_leaving_is_a_word(table: Table, line: str) -> None:
    assert not await table.conversation.take(line)


async def test_an_empty_line_says_nothing(table: Table) -> None:
    assert await table.conversation.take("  ")
    assert len(table.said) == 1


async def test_half_a_character_is_taken_as_one(table: Table) -> None:
    table.brain.speak_now.set()
    assert await table.conversation.take("rice \udcff")
    assert table.said[-1] == "heard rice ?"


async def test_ctrl_c_stops_the_waiter_and_the_guest_stays(table: Table) -> None:
    taking = asyncio.create_task(table.conversation.take("think"))
    await table.brain.thinking.wait()
    os.kill(os.getpid(), signal.SIGINT)
    assert await taking
    assert "stopped" in table.said[-1]
    assert table.runner.state("v1").sessions["guest"].exchange is None


async def test_a_second_ctrl_c_leaves(table: Table) -> None:
    taking = asyncio.create_task(table.conversation.take("think"))
    await table.brain.thinking.wait()
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
    assert not await taking


async def test_the_trace_is_of_the_last_exchange(table: Table) -> None:
    table.brain.speak_now.set()
    await table.conversation.take("one")
    await table.conversation.take("two")
    await table.conversation.take("/trace")
    trace = table.sheet.notes[-1]
    assert re.search(r"heard +two", trace)
    assert re.search(r"turn +to_user: heard two", trace)
    assert "one" not in trace


async def test_a_refused_turn_and_its_reason_are_in_the_trace(table: Table) -> None:
    table.brain.turns = ["Sure! to_sys: {}", "to_user: hello again"]
    table.brain.speak_now.set()
    await table.conversation.take("one")
    await table.conversation.take("/trace")
    trace = table.sheet.notes[-1]
    assert "Sure! to_sys: {}" in trace
    assert re.search(r"refused +text_around by grammar", trace)
    assert re.search(r"turn +to_user: hello again +\[thinker, \d+ ms\]", trace)
    assert re.search(r"closed +answered", trace)


async def test_a_guest_is_told_that_the_waiter_thinks(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.console.conversation.QUICK", 0)
    taking = asyncio.create_task(table.conversation.take("think"))
    await table.brain.thinking.wait()
    table.brain.speak_now.set()
    assert await taking
    assert table.sheet.busy_with == ["One moment"]


async def test_help_and_the_tab_are_told_in_the_guests_language(table: Table) -> None:
    await table.conversation.take("/help")
    await table.conversation.take("/tab")
    help_text, tab = table.sheet.notes
    assert "/trace" in help_text
    assert "place the order" in help_text
    assert tab == "Your tab is empty."


def test_nothing_is_told_of_a_guest_who_never_came() -> None:
    assert told([], "guest") == []


class Broken(Thinker):
    """Greets; then has a bug."""

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        if not view.opening:
            raise ZeroDivisionError("a bug")
        return Spoken("to_user: hello")


async def test_a_bug_of_ours_is_an_apology_to_the_guest_and_no_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage.open(tmp_path / "data")
    with storage.unit() as unit:
        unit.ledger.publish(menu_of(SHIPPED_MENU), "test", NOON)
    brain = Broken()
    runner = Runner(storage, {"chosen": brain, "house": brain}, clock=lambda: NOON)
    await runner.open_visit("v1")
    table = Table(runner, brain)
    with typed(tmp_path, "rice\n", monkeypatch), pytest.raises(ZeroDivisionError):
        await converse(table.conversation, None)
    assert table.said == ["hello"]
    assert "something went wrong" in table.sheet.notes[-1]
    await runner.close()
