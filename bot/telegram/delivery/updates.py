"""Updates as they came, on disk until they are done with: the same whichever way they come in.

Telegram may be told "received" once an update is here. Its number stays for a while, so that one
which comes again is known; what it said is let go with `done`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bot.telegram.store import Store

# Telegram keeps updates for 24 hours; after a quiet week their numbers begin anywhere, so old ones
# must not stay.
KNOWN_FOR = timedelta(hours=48)
PURGE_EVERY = timedelta(hours=1)
# What we ask Telegram for.
ALLOWED = ["message", "edited_message", "callback_query"]

Raw = Mapping[str, Any]  # JSON, as the Bot API has it; `update_id` is an integer


class Updates:
    """The store's part of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._purged: datetime | None = None

    def keep(self, updates: Sequence[Raw], at: datetime) -> list[Raw]:
        """Put them on disk; those that weren't known. sqlite3.OperationalError: none is kept."""
        new: list[Raw] = []
        if not updates:
            return new
        with self._store.writing():
            self._purge(at)
            for update in updates:
                done = self._store.connection.execute(
                    "INSERT OR IGNORE INTO telegram_updates (update_id, at, body) VALUES (?, ?, ?)",
                    (update["update_id"], at.isoformat(), json.dumps(update)),
                )
                if done.rowcount == 1:
                    new.append(update)
        return new

    def done(self, numbers: Iterable[int]) -> None:
        """They were acted on. The transaction is the caller's."""
        self._store.connection.executemany(
            "UPDATE telegram_updates SET body = NULL WHERE update_id = ?",
            [(number,) for number in numbers],
        )

    def unfinished(self) -> list[Raw]:
        """Those that are not done with, in the order they came."""
        rows = self._store.connection.execute(
            "SELECT body FROM telegram_updates WHERE body IS NOT NULL ORDER BY id"
        )
        return [json.loads(row[0]) for row in rows.fetchall()]

    def _purge(self, at: datetime) -> None:
        if self._purged is None or at - self._purged >= PURGE_EVERY:
            self._store.connection.execute(
                "DELETE FROM telegram_updates WHERE at < ? AND body IS NULL",
                ((at - KNOWN_FOR).isoformat(),),
            )
            self._purged = at
