"""The journal of runs: append-only, each run's records chained by hashes as a visit's are.

A payload and its salt can be deleted without breaking the chain. Transactions are the caller's.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, get_args

from pydantic import TypeAdapter

from waiter.storage.journal import BrokenChain, chained
from waiter.workflow import event as e
from waiter.workflow.value import canonical

_START = b"\0" * 32
KINDS: Mapping[str, type[Any]] = {body.__name__: body for body in get_args(e.Body)}


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as lists show it. `ended`: how, None while it isn't."""

    run: str
    workflow: str
    file_hash: str
    started_at: datetime
    ended: str | None


class RunJournal:
    """The events of all runs."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def open_run(self, identity: str) -> str | None:
        """The newest run of an identity (file and inputs) that hasn't ended."""
        row = self._connection.execute(
            "SELECT run FROM workflow_runs WHERE identity = ? AND ended IS NULL"
            " ORDER BY started_at DESC, run LIMIT 1",
            (identity,),
        ).fetchone()
        return str(row[0]) if row else None

    def append(self, identity: str, events: Iterable[e.Event]) -> None:
        """Add events of one run, in order; sqlite3.IntegrityError when a seq is taken: a bug."""
        last: bytes | None = None
        for event in events:
            last = self._head(event.run) if last is None else last
            kind, at = type(event.body).__name__, event.at.isoformat()
            payload = canonical(_adapter(kind).dump_python(event.body, mode="json"))
            salt = secrets.token_bytes(16)
            sealed = hashlib.sha256(salt + payload.encode("utf-8", "surrogatepass")).digest()
            last = chained(last, kind, event.seq, at, sealed)
            row = (event.run, event.seq, at, kind, event.nonce, payload, salt, sealed, last)
            self._connection.execute("INSERT INTO workflow_events VALUES (?,?,?,?,?,?,?,?,?)", row)
            self._note(identity, event)

    def _note(self, identity: str, event: e.Event) -> None:
        """What lists need of it."""
        match event.body:
            case e.RunStarted(workflow=workflow, file_hash=file_hash):
                row = (event.run, identity, workflow, file_hash, event.at.isoformat(), None)
                self._connection.execute("INSERT INTO workflow_runs VALUES (?,?,?,?,?,?)", row)
            case e.RunEnded(ending=ending):
                self._connection.execute(
                    "UPDATE workflow_runs SET ended = ? WHERE run = ?", (ending, event.run)
                )
            case _:
                pass

    def read(self, run: str) -> list[e.Event]:
        """A run's events in order; `BrokenChain` where one was changed or erased."""
        last = _START
        events: list[e.Event] = []
        found = self._connection.execute(
            "SELECT seq, at, kind, nonce, payload, salt, payload_hash, hash FROM workflow_events"
            " WHERE run = ? ORDER BY seq",
            (run,),
        )
        for seq, at, kind, nonce, payload, salt, sealed, stored in found:
            if payload is None:
                raise BrokenChain(f"run {run!r}: the content of record {seq} was erased")
            fits = hashlib.sha256(salt + payload.encode("utf-8", "surrogatepass")).digest()
            last = chained(last, kind, seq, at, sealed)
            if fits != sealed or last != stored or seq != len(events) + 1:
                raise BrokenChain(f"run {run!r}: record {seq} was changed after it was written")
            body = _adapter(kind).validate_python(json.loads(payload))
            events.append(e.Event(run, seq, datetime.fromisoformat(at), body, nonce))
        return events

    def runs(self) -> list[RunRow]:
        """All runs, oldest first."""
        found = self._connection.execute(
            "SELECT run, workflow, file_hash, started_at, ended FROM workflow_runs"
            " ORDER BY started_at, run"
        )
        return [RunRow(r, w, h, datetime.fromisoformat(at), ended) for r, w, h, at, ended in found]

    def _head(self, run: str) -> bytes:
        row = self._connection.execute(
            "SELECT hash FROM workflow_events WHERE run = ? ORDER BY seq DESC LIMIT 1", (run,)
        ).fetchone()
        return bytes(row[0]) if row else _START


@lru_cache(maxsize=64)
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])
