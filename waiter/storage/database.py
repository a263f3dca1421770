"""The SQLite file and the `Unit`: one transaction, one thread, nothing half done.

WAL with synchronous NORMAL: a killed process loses nothing committed. Every unit opens with BEGIN
IMMEDIATE, so two processes wait for each other (busy_timeout) instead of failing in the middle.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from apps.ledger.store import LedgerStore
from waiter.storage.copies import copy
from waiter.storage.inbox import Inbox
from waiter.storage.journal import Journal
from waiter.workflow import tables

# The data folder's format. A newer release migrates an older number after a backup; a newer
# number is refused.
FORMAT = 2
BUSY_TIMEOUT_MS = 5_000
FILE_NAME = "house.db"
# Pages of the log at which a commit moves them into the file though `checkpoint` is to do that.
MOST_PAGES = 20_000


class StorageError(Exception):
    """The data folder can't be used; the message is one line for a person."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One transaction over all that the house keeps."""

    journal: Journal
    inbox: Inbox
    ledger: LedgerStore


class Storage:
    """The house's file. One connection, used from one thread at a time.

    `on_commit` is called after every commit; tests of crashes end the process there.
    """

    def __init__(self, connection: sqlite3.Connection, folder: Path | None) -> None:
        self.folder = folder
        self.on_commit: Callable[[], None] = lambda: None
        self.connection = connection
        self._unit = Unit(Journal(connection), Inbox(connection), LedgerStore(connection))

    @classmethod
    def open(cls, folder: Path) -> Storage:
        """Open (and make) the data folder, mode 0700. `StorageError` when it can't be used."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            connection = sqlite3.connect(
                folder / FILE_NAME, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            # What a guest has had erased is to be nowhere in the file, nor what it replaced.
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
            return cls(connection, folder)._made()
        except FileExistsError as error:
            raise StorageError(f"data folder {str(folder)!r} is a file; name a folder") from error
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"data folder {str(folder)!r} can't be used: {error}") from error

    @classmethod
    def in_memory(cls) -> Storage:
        """A house without a file: for replay and tests."""
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        return cls(connection, None)._made()

    def _made(self) -> Storage:
        found = int(self.connection.execute("PRAGMA user_version").fetchone()[0])
        if found > FORMAT:
            raise StorageError(
                f"data folder {str(self.folder)!r} has format {found}; "
                f"this release reads up to {FORMAT}"
            )
        if found < FORMAT:
            self._keep_as_it_was(found)
            with self.unit() as unit:
                unit.journal.create_tables()
                unit.inbox.create_tables()
                unit.ledger.create_tables()
                self.connection.execute(f"PRAGMA user_version = {FORMAT}")
        self._unit.journal.create_indexes()
        if not tables.are_there(self.connection):
            with self.unit():
                tables.create_tables(self.connection)
        return self

    def _keep_as_it_was(self, found: int) -> None:
        """A copy of a file of an earlier format stays beside it."""
        if self.folder is not None and found > 0:
            kept = self.folder / f"{FILE_NAME}.format{found}"
            if not kept.exists():
                copy(self.connection, kept)

    @contextmanager
    def unit(self) -> Iterator[Unit]:
        """One transaction: committed at the end, rolled back on any exception."""
        self.connection.execute("BEGIN IMMEDIATE")
        with self.connection:
            yield self._unit
        self.on_commit()

    def reading(self) -> Unit:
        """The same tables, for reading outside a transaction."""
        return self._unit

    def leave_checkpoints(self) -> None:
        """Commit without waiting for the disk: somebody calls `checkpoint` from time to time."""
        self.connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")

    def checkpoint(self) -> None:
        """Move what was committed from the log into the file, and wait for the disk. By a
        connection of its own, so from any thread. sqlite3.OperationalError: not now.
        """
        if self.folder is not None:
            with closing(sqlite3.connect(self.folder / FILE_NAME)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def data_version(self) -> int:
        """Changes whenever another connection has committed."""
        return int(self.connection.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        self.connection.close()
