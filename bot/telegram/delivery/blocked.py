"""People whom staff no longer want heard. Checked where updates come in, before anybody acts.

A person's number is kept here beyond their visit, for that is the purpose; `unblock` deletes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.telegram.store import Store


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody who isn't heard. `by`: the one of the staff; `at`: ISO time."""

    user: int
    name: str
    by: str
    at: str


def block(store: Store, user: int, name: str, by: str, at: datetime) -> bool:
    """Hear this person no more; False when that was so already."""
    done = store.connection.execute(
        "INSERT OR IGNORE INTO telegram_blocked VALUES (?, ?, ?, ?)",
        (user, name, by, at.isoformat()),
    )
    return done.rowcount == 1


def unblock(store: Store, user: int) -> bool:
    """Hear them again; False when they weren't blocked."""
    done = store.connection.execute("DELETE FROM telegram_blocked WHERE user = ?", (user,))
    return done.rowcount == 1


def blocked(store: Store, user: int) -> Blocked | None:
    """Why a person isn't heard; None when they are."""
    row = store.connection.execute(
        "SELECT user, name, who, at FROM telegram_blocked WHERE user = ?", (user,)
    ).fetchone()
    return None if row is None else Blocked(*row)


def all_blocked(store: Store) -> list[Blocked]:
    """Everybody who isn't heard, in the order they were blocked."""
    rows = store.connection.execute(
        "SELECT user, name, who, at FROM telegram_blocked ORDER BY at, user"
    )
    return [Blocked(*row) for row in rows.fetchall()]
