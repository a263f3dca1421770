"""All that comes from outside, also from a second process, waits here until the visit's holder
takes it.

`input_id` is unique: the same input twice is one. A row is taken in the same transaction that
journals it.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from waiter import codec
from waiter.event import Outside

_TABLE = """
CREATE TABLE IF NOT EXISTS inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, input_id TEXT NOT NULL UNIQUE, visit TEXT NOT NULL,
  kind TEXT NOT NULL, data TEXT NOT NULL, received_at TEXT NOT NULL, taken INTEGER NOT NULL
  DEFAULT 0)
"""
_INDEX = "CREATE INDEX IF NOT EXISTS inbox_waiting ON inbox (visit, id) WHERE taken = 0"


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One input that waits."""

    id: int
    visit: str
    body: Outside


class Inbox:
    """Inputs in order of arrival. Transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create_tables(self) -> None:
        self._connection.execute(_TABLE)
        self._connection.execute(_INDEX)

    def put(self, input_id: str, visit: str, body: Outside, at: datetime) -> bool:
        """Add an input; False when its id is known already."""
        data = codec.canonical(codec.dump(body))
        done = self._connection.execute(
            "INSERT OR IGNORE INTO inbox (input_id, visit, kind, data, received_at) "
            "VALUES (?,?,?,?,?)",
            (input_id, visit, codec.kind_of(body), data, at.isoformat()),
        )
        return done.rowcount == 1

    def next(self, visit: str) -> InboxRow | None:
        """The oldest input of a visit that nobody has taken."""
        row = self._connection.execute(
            "SELECT id, kind, data FROM inbox WHERE visit = ? AND taken = 0 ORDER BY id LIMIT 1",
            (visit,),
        ).fetchone()
        if row is None:
            return None
        body = codec.load(row[1], json.loads(row[2]))
        return InboxRow(int(row[0]), visit, body)  # type: ignore[arg-type]  # only Outside is put

    def take(self, row: InboxRow) -> None:
        self._connection.execute("UPDATE inbox SET taken = 1 WHERE id = ?", (row.id,))

    def erase(self, visit: str, guest: str) -> None:
        """Let go of inputs that were taken and are the guest's or have their name in them."""
        self._connection.execute(
            "DELETE FROM inbox WHERE visit = ? AND taken = 1 AND instr(data, ?) > 0", (visit, guest)
        )

    def waiting(self) -> list[str]:
        """The visits that have inputs nobody has taken."""
        found = self._connection.execute("SELECT DISTINCT visit FROM inbox WHERE taken = 0")
        return [str(row[0]) for row in found]
