"""What one guest said and was told at a visit that is over, taken out of the house's file for good.

The journal keeps each record's place, kind, time and hash, so its chain stays whole; the ledger
keeps what was ordered and paid, under a name that is nobody's. What else stood in the same records
goes too: a transcript of the visit can't be made any more.
"""

from __future__ import annotations

import secrets
import sqlite3

from waiter.storage.database import Storage

# No guest's name begins so: they are letters and digits.
NOBODY = "×"


class StillOpen(Exception):
    """The visit isn't over: what was said there is still needed."""


def erase(storage: Storage, visit: str, guest: str) -> int:
    """Erase a guest from a visit; how many records of the journal lost their content.

    `StillOpen` where the visit isn't closed yet.
    """
    with storage.unit() as unit:
        if not unit.ledger.books(visit).closed:
            raise StillOpen(visit)
        name = NOBODY + secrets.token_hex(3)
        erased = unit.journal.erase(visit, guest, name)
        unit.inbox.erase(visit, guest)
        unit.ledger.rename(visit, guest, name)
    _forget_log(storage.connection)
    return erased


def _forget_log(connection: sqlite3.Connection) -> None:
    """What was written lately stands in the log beside the file as well, until that is cut."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
