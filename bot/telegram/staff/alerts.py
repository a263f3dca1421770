"""What staff must hear of when it fails: what the kitchen's group can't be told; and `/health`, how
things are.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Job, Priority
from bot.telegram.drawing import Post
from bot.telegram.health import Health, health
from bot.telegram.staff.room import Asked, Staffroom, Usage

UNITS = 3_900  # of a message that holds another


async def show(room: Staffroom, asked: Asked) -> Post:
    """/health"""
    if asked.words:
        raise Usage
    now = room.now()
    found = health(room.floor.store.connection, now)
    assert found is not None, "a front-end that runs has its tables"
    return Post(drawing.escape("\n".join(_lines(room, found, now))))


def kitchen_unreached(room: Staffroom, job: Job) -> None:
    """What the kitchen's group didn't get goes to those who lead, buttons and all."""
    if str(job.chat) != room.floor.store.kept("kitchen"):
        return
    for lead in room.crew.leads():
        if lead.user != job.chat:
            text = f"{drawing.bold(room.word('staff.kitchen_unreached'))}\n{job.post.text}"
            post = Post(drawing.fitting(text.splitlines(), UNITS), job.post.keyboard)
            room.floor.sender.put(f"instead:{job.id}:{lead.user}", lead.user, post, Priority.TICKET)


def _lines(room: Staffroom, found: Health, now: datetime) -> Iterator[str]:
    heard = max(filter(None, (found.heard, found.update)), default=None)
    never = room.word("staff.health.never")
    yield room.word(
        "staff.health.heard", heard=_ago(room, heard, now) or never,
        update=_ago(room, found.update, now) or never,
    )  # fmt: skip
    # What asks for this is one of those that are taken.
    yield room.word(
        "staff.health.waiting", unheard=max(0, found.unheard[0] - 1), unsent=found.unsent[0],
        undelivered=found.undelivered,
    )  # fmt: skip
    if found.waiting is not None:
        table = next((t for t, v in room.floor.open_tables().items()
                      if v == found.waiting.visit), "–")  # fmt: skip
        minutes = int((now - found.waiting.since).total_seconds() // 60)
        number = found.waiting.ticket
        yield room.word("staff.health.ticket", table=table, number=number, minutes=minutes)
    codes = " · ".join(f"{code}: {found.refused.get(code, 0)}" for code in ("403", "409", "429"))
    more = [f"{code}: {n}" for code, n in sorted(found.refused.items()) if not code.isdigit()]
    yield room.word("staff.health.refused", codes=" · ".join([codes, *more]))


def _ago(room: Staffroom, at: datetime | None, now: datetime) -> str | None:
    if at is None:
        return None
    seconds = max(0, int((now - at).total_seconds()))
    key, count = ("seconds", seconds) if seconds < 120 else ("minutes", seconds // 60)
    return room.word(f"staff.health.{key}", count=count)
