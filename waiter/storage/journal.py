"""The append-only journal: every event of every visit, chained by hashes.

A record's hash covers the visit's previous hash, kind, seq, at, and H(salt‖payload): a payload
and its salt can be deleted without breaking the chain. `(visit, seq)` is unique, so two writers
of one visit can't both succeed.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from waiter import codec
from waiter.event import Event

RECORD_VERSION = 1
_START = b"\0" * 32
# Records of the house's own: when a table was opened and closed, which menu was in force.
_OF_THE_HOUSE = ("VisitOpened", "VisitClosed", "VisitMoved", "HouseSeen")

_TABLES = """
CREATE TABLE IF NOT EXISTS events (
  visit TEXT NOT NULL, seq INTEGER NOT NULL, v INTEGER NOT NULL, at TEXT NOT NULL,
  kind TEXT NOT NULL, session TEXT, payload TEXT, salt BLOB, payload_hash BLOB NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (visit, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
  visit TEXT PRIMARY KEY, seq INTEGER NOT NULL, code TEXT NOT NULL, state TEXT NOT NULL);
"""
# Who sits at a table is asked at every scan of its code, and the journal only grows.
_INDEXES = tuple(
    f"CREATE INDEX IF NOT EXISTS events_of_{kind} ON events (visit) WHERE kind = '{kind}'"
    for kind in ("VisitOpened", "VisitClosed", "VisitMoved")
)
_OPEN = """
SELECT visit, seq, at, kind, session, payload FROM events WHERE kind = 'VisitOpened'
  AND visit NOT IN (SELECT visit FROM events WHERE kind = 'VisitClosed') ORDER BY at, visit
"""
_MOVED = """
SELECT visit, seq, at, kind, session, payload FROM events WHERE kind = 'VisitMoved'
  AND visit NOT IN (SELECT visit FROM events WHERE kind = 'VisitClosed') ORDER BY visit, seq
"""
_CLOSED = "SELECT 1 FROM events WHERE kind = 'VisitClosed' AND visit = ? LIMIT 1"
_HEADS = """
WITH RECURSIVE known(visit) AS (
  SELECT MIN(visit) FROM events UNION ALL
  SELECT (SELECT MIN(visit) FROM events WHERE events.visit > known.visit) FROM known
    WHERE known.visit IS NOT NULL)
SELECT visit, (SELECT MAX(seq) FROM events WHERE events.visit = known.visit) FROM known
  WHERE visit IS NOT NULL
"""


class BrokenChain(Exception):
    """The journal's hashes don't fit: somebody changed a record. Names visit and seq."""


class Erased(Exception):
    """What stood in a record was erased at a guest's wish. Names visit and seq."""


@dataclass(frozen=True, slots=True)
class Record:
    """One stored event.

    `snapshot_ref`: the digest of what the decision could look at, "" on derived events.
    """

    event: Event
    snapshot_ref: str = ""


class Journal:
    """The events of all visits. Transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create_tables(self) -> None:
        for statement in _TABLES.split(";"):
            self._connection.execute(statement)

    def create_indexes(self) -> None:
        """Those that a folder of an earlier release may not have yet."""
        for statement in _INDEXES:
            self._connection.execute(statement)

    def append(self, records: Iterable[Record]) -> None:
        """Add records of one visit, in order.

        sqlite3.IntegrityError when a seq is taken: two writers, a bug.
        """
        rows = []
        last: bytes | None = None
        for record in records:
            event = record.event
            last = self._head(event.visit) if last is None else last
            kind = codec.kind_of(event.body)
            payload = _payload(record)
            salt = secrets.token_bytes(16)
            sealed = hashlib.sha256(salt + payload.encode()).digest()
            at = event.at.isoformat()
            last = chained(last, kind, event.seq, at, sealed)
            place = (event.visit, event.seq, RECORD_VERSION, at, kind, event.session)
            rows.append((*place, payload, salt, sealed, last))
        self._connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?)", rows)

    def read(self, visit: str, after: int = 0) -> list[Record]:
        """A visit's records in order, those with seq > `after`. `Erased`: one of them is."""
        found = self._connection.execute(
            "SELECT seq, at, kind, session, payload FROM events "
            "WHERE visit = ? AND seq > ? ORDER BY seq",
            (visit, after),
        )
        return [_record(visit, *row) for row in found]

    def left(self, visit: str, after: int = 0) -> list[Record]:
        """A visit's records in order, those with seq > `after`, what was erased left out."""
        found = self._connection.execute(
            "SELECT seq, at, kind, session, payload FROM events "
            "WHERE visit = ? AND seq > ? AND payload IS NOT NULL ORDER BY seq",
            (visit, after),
        )
        return [_record(visit, *row) for row in found]

    def heads(self) -> dict[str, int]:
        """Every visit's last seq; a step through the index a visit, however long they are."""
        return dict(self._connection.execute(_HEADS))

    def of_kinds(self, *kinds: str) -> list[Record]:
        """All visits' records of these kinds that aren't erased, each visit's in order."""
        marks = ",".join("?" * len(kinds))
        found = self._connection.execute(
            "SELECT visit, seq, at, kind, session, payload FROM events"
            f" WHERE kind IN ({marks}) AND payload IS NOT NULL ORDER BY visit, seq",
            kinds,
        )
        return [_record(*row) for row in found]

    def open(self) -> list[Record]:
        """How the visits were opened that aren't closed, oldest first."""
        return [_record(*row) for row in self._connection.execute(_OPEN)]

    def moved(self) -> list[Record]:
        """Where the visits that aren't closed were moved, each visit's in order."""
        return [_record(*row) for row in self._connection.execute(_MOVED)]

    def is_closed(self, visit: str) -> bool:
        """Whether a visit's stream has ended."""
        return self._connection.execute(_CLOSED, (visit,)).fetchone() is not None

    def visits(self) -> list[tuple[str, str, str, int]]:
        """(visit, first at, last at, number of events), oldest first."""
        return self._connection.execute(
            "SELECT visit, MIN(at), MAX(at), COUNT(*) FROM events "
            "GROUP BY visit ORDER BY MIN(at), visit"
        ).fetchall()

    def verify(self, visit: str) -> int:
        """Check a visit's chain and return its length; `BrokenChain` where a record doesn't fit."""
        last, count = _START, 0
        found = self._connection.execute(
            "SELECT seq, at, kind, payload, salt, payload_hash, hash FROM events "
            "WHERE visit = ? ORDER BY seq",
            (visit,),
        )
        for seq, at, kind, payload, salt, sealed, stored in found:
            count += 1
            erased = payload is None and salt is None
            fits = erased or hashlib.sha256(salt + payload.encode()).digest() == sealed
            last = chained(last, kind, seq, at, sealed)
            if seq != count or not fits or last != stored:
                raise BrokenChain(f"visit {visit!r}: record {seq} was changed after it was written")
        return count

    def erase(self, visit: str, guest: str, name: str) -> int:
        """Take out the content of whatever is the guest's or has their name in it; how many
        records that were. Their session is called `name` from now on.
        """
        kept = ",".join("?" * len(_OF_THE_HOUSE))
        done = self._connection.execute(
            "UPDATE events SET payload = NULL, salt = NULL WHERE visit = ? AND payload IS NOT NULL"
            f" AND kind NOT IN ({kept}) AND (session = ? OR instr(payload, ?) > 0)",
            (visit, *_OF_THE_HOUSE, guest, guest),
        )
        self._connection.execute(
            "UPDATE events SET session = ? WHERE visit = ? AND session = ?", (name, visit, guest)
        )
        self._connection.execute("DELETE FROM snapshots WHERE visit = ?", (visit,))
        return done.rowcount

    def load_snapshot(self, visit: str, code: str) -> tuple[int, str] | None:
        """The newest cached state as (seq, JSON), if this code wrote it."""
        row = self._connection.execute(
            "SELECT seq, state FROM snapshots WHERE visit = ? AND code = ?", (visit, code)
        ).fetchone()
        return (int(row[0]), str(row[1])) if row else None

    def save_snapshot(self, visit: str, seq: int, code: str, state: str) -> None:
        """Keep a state as cache; the events stay the truth."""
        self._connection.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)", (visit, seq, code, state)
        )

    def _head(self, visit: str) -> bytes:
        row = self._connection.execute(
            "SELECT hash FROM events WHERE visit = ? ORDER BY seq DESC LIMIT 1", (visit,)
        ).fetchone()
        return bytes(row[0]) if row else _START


def chained(last: bytes, kind: str, seq: int, at: str, sealed: bytes) -> bytes:
    """A record's hash: SHA-256 over the previous hash, kind, seq, at and H(salt‖payload)."""
    return hashlib.sha256(last + f"{kind}\0{seq}\0{at}\0".encode() + sealed).digest()


def _payload(record: Record) -> str:
    event = record.event
    payload: dict[str, object] = {"data": codec.dump(event.body)}
    if event.nonce:
        payload["nonce"] = event.nonce
    if record.snapshot_ref:
        payload["snapshot"] = record.snapshot_ref
    return codec.canonical(payload)


def _record(
    visit: str, seq: int, at: str, kind: str, session: str | None, payload: str | None
) -> Record:
    if payload is None:
        raise Erased(f"visit {visit!r}: the content of record {seq} was erased at a guest's wish")
    content = json.loads(payload)
    body = codec.load(kind, content["data"])
    when = datetime.fromisoformat(at)
    event = Event(visit, seq, when, session, body, content.get("nonce", ""))
    return Record(event, content.get("snapshot", ""))
