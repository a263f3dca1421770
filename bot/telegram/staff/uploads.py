"""Menus that staff sent, or want back: a row each, from the message to the decision.

Only statements; a change counts only for a row that is still as it was read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.telegram.store import Store


@dataclass(frozen=True, slots=True)
class Upload:
    """A menu on its way. `file`: Telegram's id of the document, "" for a version wanted back.

    `state`: waiting, offered, refused, active or discarded. `instead_of`: the version in force it
    was compared with. `shown`: the text of its card; `by`: who decided.
    """

    id: int
    chat: int
    who: str
    name: str
    file: str
    state: str
    version: str
    instead_of: str
    shown: str
    by: str


class Uploads:
    """The rows."""

    def __init__(self, store: Store) -> None:
        self._connection = store.connection

    def add(self, key: str, chat: int, who: str, name: str, at: datetime, *, file: str = "",
            version: str = "") -> Upload:  # fmt: skip
        """A new one; the same key twice is one."""
        self._connection.execute(
            "INSERT OR IGNORE INTO telegram_uploads (key, chat, who, name, file, version, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, chat, who, name, file, version, at.isoformat()),
        )
        (one,) = self._rows("key = ?", key)
        return one

    def waiting(self) -> list[Upload]:
        """Those that nobody has looked at yet."""
        return self._rows("state = 'waiting'")

    def find(self, number: str) -> Upload | None:
        """That of a number in a button."""
        small = number.isascii() and number.isdigit() and len(number) < 16
        found = self._rows("id = ?", int(number)) if small else []
        return found[0] if found else None

    def document(self, one: Upload) -> dict[str, Any]:  # Any: JSON, a menu in format 1
        """The menu that was read; KeyError once it was decided on."""
        row = self._connection.execute(
            "SELECT document FROM telegram_uploads WHERE id = ?", (one.id,)
        ).fetchone()
        if row is None or not row[0]:
            raise KeyError(one.id)
        found: dict[str, Any] = json.loads(row[0])
        return found

    def change(self, one: Upload, **values: str) -> bool:
        """Change a row; False where it is no longer as it was read."""
        fields = ", ".join(f"{name} = ?" for name in values)
        done = self._connection.execute(
            f"UPDATE telegram_uploads SET {fields} WHERE id = ? AND state = ? AND instead_of = ?",
            (*values.values(), one.id, one.state, one.instead_of),
        )
        return done.rowcount == 1

    def _rows(self, where: str, *values: object) -> list[Upload]:
        rows = self._connection.execute(
            "SELECT id, chat, who, name, file, state, version, instead_of, shown, by"
            f" FROM telegram_uploads WHERE {where} ORDER BY id",
            values,
        )
        return [Upload(*row) for row in rows.fetchall()]
