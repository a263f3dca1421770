"""Acts of staff from the command line: into the inbox, and what came of them out of the journal.

A stream that no process holds is taken and stepped here; else its holder is given a moment. Which
acts there are and what they do is in `apps/staff_acts.py`.
"""

from __future__ import annotations

import asyncio
import getpass
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.complaint import Complaint
from waiter import event as e
from waiter.runner import Runner
from waiter.storage import LeaseTaken

# Seconds. A holder looks into the inbox five times in each; one silent for so long is stuck.
PATIENCE = 5.0
LOOK_EVERY = 0.05


@dataclass(frozen=True, slots=True)
class Act:
    """What staff want done. `stream`: the visit, or `runner.HOUSE`; `params`: the act's own.

    `key` makes an act that is asked for twice one; "": it is asked for once.
    """

    stream: str
    name: str
    params: Mapping[str, Any]
    who: str
    why: str = ""
    key: str = ""


def login_name() -> str:
    """Who is at the keyboard, as far as the system knows."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name
        return "staff"


async def perform(runner: Runner, act: Act) -> Mapping[str, Any]:
    """Have an act done; its result. `Complaint` when it was refused or nobody answered."""
    returned = await performed(runner, act)
    if not returned.ok:
        raise Complaint(f"{act.name}: {'; '.join(map(_reason, returned.result['problems']))}")
    return returned.result


async def performed(runner: Runner, act: Act) -> e.StaffActReturned:
    """Have an act done; what came of it, a refusal too. `Complaint` when nobody answered."""
    input_id = act.key or f"staff:{secrets.token_hex(16)}"
    body = e.StaffActed(input_id, act.name, act.params, act.who, act.why)
    await _stepped(runner, act.stream)  # a new stream begins with its opening, not with the act
    await runner.hear(act.stream, body)
    returned = await _returned(runner, act.stream, input_id)
    if returned is None:
        raise Complaint(
            f"whoever holds {act.stream!r} hasn't answered in {PATIENCE:.0f} s; "
            f"{act.name!r} waits in the inbox and will be done when they do"
        )
    return returned


async def close_visit(runner: Runner, act: Act) -> Mapping[str, Any]:
    """Have the act that settles a visit done, and end its stream."""
    result = await perform(runner, act)
    await runner.hear(act.stream, e.VisitClosed(act.why or act.name))
    await _stepped(runner, act.stream)
    return result


async def merge_visits(runner: Runner, act: Act, into: str) -> Mapping[str, Any]:
    """Have a visit made part of another, and both stepped on from it. `Complaint`: it can't be."""
    result = await perform(runner, act)
    await _stepped(runner, act.stream)
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while runner.storage.reading().inbox.next(into) is not None and loop.time() < until:
        await _stepped(runner, into)
        await asyncio.sleep(LOOK_EVERY)
    return {"visit": act.stream, "into": into, "who": result["who"]}


async def _returned(runner: Runner, stream: str, input_id: str) -> e.StaffActReturned | None:
    """What came of an act, once the stream's holder has taken it; None when nobody did in time."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while True:
        await _stepped(runner, stream)
        found = _outcome(runner, stream, input_id)
        if found is not None or loop.time() >= until:
            return found
        await asyncio.sleep(LOOK_EVERY)


async def _stepped(runner: Runner, stream: str) -> None:
    """Take what waits for a stream, unless another process holds it: then it does."""
    try:
        await runner.open_visit(stream)
    except LeaseTaken:
        return
    await runner.leave(stream)


def _outcome(runner: Runner, stream: str, input_id: str) -> e.StaffActReturned | None:
    """The act's result by the journal: the first one after the act itself."""
    acted = False
    for record in runner.storage.reading().journal.read(stream):
        match record.event.body:
            case e.StaffActed(input_id=found) if found == input_id:
                acted = True
            case e.StaffActReturned() as returned if acted:
                return returned
    return None


def _reason(problem: Mapping[str, Any]) -> str:
    """One reason for a no: its code in words, what it is about, what would be allowed."""
    text = str(problem["code"]).replace("_", " ")
    if problem.get("subject"):
        text += f" {problem['subject']!r}"
    allowed = problem.get("allowed") or {}
    if "errors" in allowed:
        return f"{text}: {allowed['errors'][0]}"
    told = ", ".join(f"{key} {_plain(value)}" for key, value in allowed.items())
    return f"{text} ({told})" if told else text


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
