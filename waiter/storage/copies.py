"""A copy of the house's file, taken while others read and write it, and whether a copy is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from waiter.storage.journal import BrokenChain, Journal


class Damaged(Exception):
    """A copy that can't be a house's file; the message is one line for a person."""


def copy(connection: sqlite3.Connection, to: Path) -> None:
    """Everything committed by now, as one file; who writes meanwhile doesn't wait.

    sqlite3.Error: the place can't be written to, or is full; OSError likewise.
    """
    to.touch(mode=0o600, exist_ok=False)
    with closing(sqlite3.connect(to, isolation_level=None)) as target:
        connection.backup(target)  # all pages in one step: one moment of the house
        target.execute("PRAGMA journal_mode = DELETE")  # one file, none beside it


def look_through(file: Path) -> tuple[int, int]:
    """The number of visits and of events in a copy. `Damaged`: a page, or a record of the journal,
    isn't as it was written.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            found = str(opened.execute("PRAGMA integrity_check").fetchone()[0])
            if found != "ok":
                raise Damaged(found.splitlines()[0])
            journal = Journal(opened)
            heads = journal.heads()
            return len(heads), sum(journal.verify(visit) for visit in heads)
    except (sqlite3.Error, BrokenChain) as error:
        raise Damaged(str(error)) from error
