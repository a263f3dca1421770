"""`waiter chat`: a guest at a terminal, or lines of a pipe."""

from __future__ import annotations

import asyncio
import re
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from bot import given, settings, visits
from bot.complaint import Complaint
from bot.composition import BRAINS, brains, open_house, published, reading
from bot.console.conversation import Conversation
from bot.console.customer import customer_row
from bot.console.drawing import JsonScreen, Screen, TextScreen, terminal
from bot.console.pipe import talk
from bot.console.prompt import Terminal
from bot.console.speakers import Speaker
from bot.console.words import word
from waiter.runner import HOUSE, Runner, SessionKey
from waiter.storage import LeaseTaken
from waiter.view import Brain

app = typer.Typer(rich_markup_mode=None)

GUEST = "guest"
Clock = Callable[[], datetime]
NAME = re.compile(r"\w[\w.-]{0,63}")


class Wire(StrEnum):
    """The shapes in which programs may have envelopes."""

    WAITER = "waiter"
    CUSTOMER = "customer"


class Language(StrEnum):
    """The languages a guest may be greeted in."""

    ZH = "zh"
    ZH_HANT = "zh-Hant"
    EN = "en"


@dataclass(frozen=True, slots=True)
class Wish:
    """How the guest wants to sit: at which visit (None: a new one, or one they resume), where.

    `wire`: a program reads along, and has envelopes in this shape.
    """

    session: str | None
    table: str | None
    language: str
    wire: Wire | None
    insist: bool
    """Whether they named a menu just now."""

    @property
    def at_a_terminal(self) -> bool:
        """Whether a person is there on both sides."""
        return sys.stdin.isatty() and sys.stdout.isatty() and self.wire is None


@app.command("chat")
def chat(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
    clock: given.Clock = None,
    json: given.Json = False,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="NAME", help="A visit to begin or go on with."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="Where a new visit sits.")
    ] = None,
    language: Annotated[
        Language, typer.Option("--language", help="Of the first greeting; then the guest's.")
    ] = Language.ZH,
    wire: Annotated[
        Wire | None, typer.Option("--wire", help="The shape of envelopes; with it, as --json.")
    ] = None,
) -> None:
    """Talk to the waiter; reads lines from a pipe when stdin is no terminal.

    quit, exit and Ctrl-D leave; Ctrl-C interrupts the waiter. /help tells the rest.
    """
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain, clock=clock, json=json)
    if session is not None and (session == HOUSE or NAME.fullmatch(session) is None):
        allowed = "letters, digits, '_', '-' and '.', at most 64, not 'house'"
        raise Complaint(f"--session {session!r} is no name for a visit; allowed: {allowed}")
    insist = options.menu is not None
    shape = wire or (Wire.WAITER if options.json else None)
    wish = Wish(session, table, language.value, shape, insist)
    time = given.clock_of(options.clock)
    asyncio.run(_chat(settings.read(options.flags()), time, wish))


async def _chat(chosen: settings.Settings, time: Clock, wish: Wish) -> None:
    speaker = _speaker(chosen)
    runner = await open_house(chosen, time, insist=wish.insist, chosen=speaker)
    try:
        door = Terminal(chosen.data) if wish.at_a_terminal else None
        conversation = await _seated(runner, chosen.data, wish, door)
        conversation.speaker = speaker
        runner.watch()
        try:
            await converse(conversation, door)
        finally:
            if door is not None:
                visit = conversation.key.visit
                conversation.screen.note(word("left", conversation.spoken, visit=visit))
    finally:
        await runner.close()


def _speaker(chosen: settings.Settings) -> Speaker:
    """The brain of the settings, to be changed for another by the guest."""

    def made(name: str) -> Brain:
        return brains(chosen.model_copy(update={"brain": name}))["chosen"]

    return Speaker(chosen.brain, tuple(BRAINS), made)


async def converse(conversation: Conversation, door: Terminal | None) -> None:
    """Until they leave; what the waiter says meanwhile is shown as it comes."""
    await conversation.begin()
    following = asyncio.create_task(conversation.follow())
    try:
        if door is None:
            await talk(conversation, sys.stdin.fileno())
        else:
            await door.talk(conversation)
    except Exception:
        conversation.screen.note(word("bug", conversation.language))
        raise
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def _seated(runner: Runner, folder: Path, wish: Wish, door: Terminal | None) -> Conversation:
    """The visit opened or resumed. `Complaint` when another window has it, or it sits elsewhere."""
    known = None
    with reading(folder) as unit:
        zone = ZoneInfo(published(unit).restaurant.time_zone)
        if wish.session is not None:
            known = next((v for v in visits.every(unit) if v.id == wish.session), None)
        elif door is not None:
            known = visits.resumable(unit, folder)
    if known is not None and wish.session is None and door is not None:
        at = known.opened_at.astimezone(zone).strftime("%m-%d %H:%M")
        known = known if await door.agreed(word("resume", wish.language, time=at)) else None
    if known is not None and wish.table not in (None, known.table):
        raise Complaint(f"visit {known.id!r} sits at table {known.table!r}; leave --table out")
    visit = known.id if known else wish.session or f"v{secrets.token_hex(6)}"
    try:
        await runner.open_visit(visit, wish.table, visits.CONSOLE if door else visits.PIPE)
    except LeaseTaken as error:
        raise Complaint(str(error)) from error
    key = SessionKey(visit, GUEST)
    screen = _screen(wish, zone)
    already = len(runner.sent(key))
    # Somebody who comes back at a terminal sees where they were.
    shown = max(already - 1, 0) if door else already
    return Conversation(runner, key, screen, wish.language, shown)


def _screen(wish: Wish, zone: ZoneInfo) -> Screen:
    match wish.wire:
        case None:
            return TextScreen(terminal(), zone)
        case Wire.WAITER:
            return JsonScreen()
        case Wire.CUSTOMER:
            return JsonScreen(customer_row, answers=False)
