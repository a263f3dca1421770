"""What staff's commands share: the house opened, an act done at a stream, its result told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot import given, settings, staff, visits
from bot.composition import open_house
from bot.console.safety import visible
from bot.console.wire import emit
from bot.given import Given
from waiter.runner import HOUSE, Runner

Result = Mapping[str, Any]  # JSON


@dataclass(frozen=True, slots=True)
class Doing:
    """An act as a person asked for it. `visit` None: it is about the whole house."""

    visit: str | None
    act: str
    params: Mapping[str, Any]
    who: str | None = None
    why: str = ""


def done(options: Given, doing: Doing) -> Result:
    """Have an act done; its result. `Complaint` for an unknown visit, a refusal, or no answer."""

    async def performed(runner: Runner) -> Result:
        stream = HOUSE
        if doing.visit is not None:
            stream = visits.find(runner.storage.reading(), doing.visit).id
        who = doing.who or staff.login_name()
        act = staff.Act(stream, doing.act, doing.params, who, doing.why)
        if doing.act == "close":
            return await staff.close_visit(runner, act)
        return await staff.perform(runner, act)

    return in_the_house(options, performed)


def in_the_house(options: Given, work: Callable[[Runner], Awaitable[Result]]) -> Result:
    """Open the house, do it, close the house."""

    async def at_work() -> Result:
        runner = await open_house(settings.read(options.flags()), given.clock_of(options.clock))
        try:
            return await work(runner)
        finally:
            await runner.close()

    return asyncio.run(at_work())


def tell(options: Given, result: Result, text: str) -> None:
    """What came of it: JSON, or a line for people."""
    if options.json:
        emit(result)
    else:
        print(visible(text))


def counted(number: int, noun: str) -> str:
    """ "1 visit", "2 visits"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
