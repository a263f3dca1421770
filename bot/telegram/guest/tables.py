"""Links that name a table, signed so that nobody can sit down where they aren't; the day's code.

t.me/BOT?start=t5-k1-3vQ0f...     table 5, key k1, 96 bits of HMAC-SHA256 over both
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from datetime import date, datetime

from bot.telegram.store import Store

# Telegram allows 64 of [A-Za-z0-9_-] in a start parameter.
PAYLOAD = re.compile(r"t([A-Za-z0-9]{1,16})-(k[0-9]{1,6})-([A-Za-z0-9_-]{16})")
TABLE = re.compile(r"[A-Za-z0-9]{1,16}")
MAC_BYTES = 12
CODE_DIGITS = 4


def payload(store: Store, table: str, at: datetime) -> str:
    """The start parameter that names a table. ValueError: no name for a table in a link."""
    if TABLE.fullmatch(table) is None:
        raise ValueError(f"table {table!r}; allowed: 1-16 letters and digits")
    key, secret = _current(store, at)
    return f"t{table}-{key}-{_mac(secret, key, table)}"


def table_of(store: Store, text: str) -> str | None:
    """The table a start parameter names; None where it isn't one of ours that is still good."""
    found = PAYLOAD.fullmatch(text)
    if found is None:
        return None
    table, key, given = found.groups()
    row = store.connection.execute(
        "SELECT secret FROM telegram_keys WHERE id = ? AND retired IS NULL", (key,)
    ).fetchone()
    # Compared also where there is no such key: that takes as long.
    secret = row[0] if row is not None else bytes(32)
    same = hmac.compare_digest(_mac(secret, key, table), given)
    return table if same and row is not None else None


def rotate(store: Store, at: datetime) -> str:
    """A new key; links of the old ones are no longer good. Its id."""
    with store.writing():
        store.connection.execute(
            "UPDATE telegram_keys SET retired = ? WHERE retired IS NULL", (at.isoformat(),)
        )
        count = store.connection.execute("SELECT COUNT(*) FROM telegram_keys").fetchone()[0]
        key = f"k{count + 1}"
        store.connection.execute(
            "INSERT INTO telegram_keys (id, secret, at) VALUES (?, ?, ?)",
            (key, secrets.token_bytes(32), at.isoformat()),
        )
    return key


def day_code(store: Store, day: date) -> str:
    """What guests type to open a table on that day, where the house wants it."""
    digest = hmac.digest(store.secret("day_code"), day.isoformat().encode(), hashlib.sha256)
    return str(int.from_bytes(digest[:8]) % 10**CODE_DIGITS).zfill(CODE_DIGITS)


def _current(store: Store, at: datetime) -> tuple[str, bytes]:
    statement = "SELECT id, secret FROM telegram_keys WHERE retired IS NULL"
    row = store.connection.execute(statement).fetchone()
    if row is None:
        rotate(store, at)
        row = store.connection.execute(statement).fetchone()
    return str(row[0]), bytes(row[1])


def _mac(secret: bytes, key: str, table: str) -> str:
    digest = hmac.digest(secret, f"{key}:{table}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:MAC_BYTES]).decode()
