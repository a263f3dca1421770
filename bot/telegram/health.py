"""How the front-end is: what came last, what waits, what Telegram refused. In the house's file, so
that `waiter doctor` sees it from another process, and staff by `/health`. No client of Telegram
here: what counts its answers is `delivery/counting`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

KEPT_FOR = timedelta(days=8)
# Longer than this and something is stuck: no message takes so long to go, no update to be heard.
STUCK = timedelta(minutes=5)
# A ticket that waits for longer is nobody's news any more.
FORGOTTEN = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ticket that nobody has accepted."""

    visit: str
    ticket: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """`heard`: when Telegram was last heard from; `update`: when it last had something. `unheard`
    updates wait to be acted on, `unsent` messages to be sent, each with when the oldest came.
    `undelivered`: today's; `refused`: today's answers by code.
    """

    heard: datetime | None = None
    update: datetime | None = None
    unheard: tuple[int, datetime | None] = (0, None)
    unsent: tuple[int, datetime | None] = (0, None)
    undelivered: int = 0
    waiting: Waiting | None = None
    refused: Mapping[str, int] = field(default_factory=dict)

    def is_stuck(self, now: datetime) -> bool:
        """Whether something has waited for too long."""
        since = (self.unheard[1], self.unsent[1])
        return any(at is not None and now - at > STUCK for at in since)


def note(connection: sqlite3.Connection, code: str, at: datetime) -> None:
    """One more of a code."""
    day = at.date()
    connection.execute(
        "INSERT INTO telegram_refused (day, code, count) VALUES (?, ?, 1)"
        " ON CONFLICT (day, code) DO UPDATE SET count = count + 1",
        (day.isoformat(), code),
    )
    connection.execute(
        "DELETE FROM telegram_refused WHERE day < ?", ((day - KEPT_FOR).isoformat(),)
    )


def health(connection: sqlite3.Connection, now: datetime) -> Health | None:
    """How it is; None where Telegram was never served from this file."""
    found = connection.execute(
        "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('telegram_refused', 'telegram_outbox')"
    ).fetchone()
    if found[0] < 2:
        return None
    one = _Asking(connection)
    day = now.date().isoformat()
    refused = connection.execute("SELECT code, count FROM telegram_refused WHERE day = ?", (day,))
    return Health(
        heard=one.time("SELECT value FROM telegram_kept WHERE key = 'heard'"),
        update=one.time("SELECT at FROM telegram_updates ORDER BY id DESC LIMIT 1"),
        unheard=one.counted("SELECT COUNT(*), MIN(at) FROM telegram_updates"
                            " WHERE body IS NOT NULL"),
        unsent=one.counted("SELECT COUNT(*), MIN(at) FROM telegram_outbox"
                           " WHERE state = 'waiting'"),
        undelivered=one.counted("SELECT COUNT(*), NULL FROM telegram_outbox"
                                " WHERE state = 'undelivered' AND at >= ?", day)[0],
        waiting=_waiting(connection, now),
        refused=dict(refused.fetchall()),
    )  # fmt: skip


def _waiting(connection: sqlite3.Connection, now: datetime) -> Waiting | None:
    row = connection.execute(
        "SELECT visit, number, placed_at FROM tickets"
        " WHERE placed_at >= ? AND state = 'placed' AND void IS NULL ORDER BY placed_at LIMIT 1",
        ((now - FORGOTTEN).isoformat(),),
    ).fetchone()
    return None if row is None else Waiting(row[0], row[1], datetime.fromisoformat(row[2]))


@dataclass(frozen=True, slots=True)
class _Asking:
    connection: sqlite3.Connection

    def time(self, statement: str) -> datetime | None:
        row = self.connection.execute(statement).fetchone()
        return None if row is None else datetime.fromisoformat(row[0])

    def counted(self, statement: str, *values: str) -> tuple[int, datetime | None]:
        count, oldest = self.connection.execute(statement, values).fetchone()
        return int(count), None if oldest is None else datetime.fromisoformat(oldest)
