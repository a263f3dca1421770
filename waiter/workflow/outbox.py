"""The outbox: messages in the house's file, one a guest and campaign. Nothing leaves the machine.

The default gateway puts them here and nothing more. Transactions are the caller's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from waiter.workflow.place import Message

KEPT, CANCELLED = "kept", "cancelled"
_COLUMNS = "campaign, guest, mobile, subject, body, parts, run, put_at, due_at"


@dataclass(frozen=True, slots=True)
class Kept:
    """A message with what became of it."""

    message: Message
    state: str


class Outbox:
    """The table of messages."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, message: Message) -> None:
        """sqlite3.IntegrityError where the guest has one of this campaign: ask `has` first."""
        self._connection.execute(
            f"INSERT INTO outbox ({_COLUMNS}, state) VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                message.campaign, message.guest, message.mobile, message.subject, message.body,
                message.parts, message.run, message.put_at.isoformat(), message.due.isoformat(),
                KEPT,
            ),
        )  # fmt: skip

    def has(self, campaign: str, guest: str) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM outbox WHERE campaign = ? AND guest = ?", (campaign, guest)
        ).fetchone()
        return row is not None

    def state(self, message: Message) -> str:
        """LookupError where there is no such message."""
        row = self._connection.execute(
            "SELECT state FROM outbox WHERE campaign = ? AND guest = ?",
            (message.campaign, message.guest),
        ).fetchone()
        if row is None:
            raise LookupError(f"{message.guest!r} has no message of this campaign")
        return str(row[0])

    def cancel(self, guest: str, now: datetime) -> int:
        """Take back what isn't due yet; how many."""
        done = self._connection.execute(
            "UPDATE outbox SET state = ? WHERE guest = ? AND state = ? AND due_at > ?",
            (CANCELLED, guest, KEPT, now.isoformat()),
        )
        return done.rowcount

    def every(self) -> Iterator[Kept]:
        """All messages, oldest first."""
        found = self._connection.execute(f"SELECT {_COLUMNS}, state FROM outbox ORDER BY id")
        for campaign, guest, mobile, subject, body, parts, run, put_at, due, state in found:
            at, due_at = datetime.fromisoformat(put_at), datetime.fromisoformat(due)
            message = Message(campaign, guest, mobile, subject, body, parts, run, at, due_at)
            yield Kept(message, state)


class OutboxGateway:
    """Keeps messages where they are. Costs what it is told a part would cost."""

    name = "outbox"

    def __init__(self, part_price: int = 0) -> None:
        self.part_price = part_price

    def take(self, message: Message, connection: sqlite3.Connection) -> None:
        Outbox(connection).put(message)
