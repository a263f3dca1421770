"""The tables that workflows need in the house's file: runs and their events, answers that last,
guests, the outbox and what became of its messages.

SQL only, and nothing imported of the house: `storage.database` makes them with its own. Their
readers and writers are `journal`, `answers`, `guests`, `outbox` and `delivery`; transactions are
the caller's.
"""

from __future__ import annotations

import re
import sqlite3

_TABLES = (
    """CREATE TABLE IF NOT EXISTS workflow_runs (
  run TEXT PRIMARY KEY, identity TEXT NOT NULL, workflow TEXT NOT NULL, file_hash TEXT NOT NULL,
  started_at TEXT NOT NULL, ended TEXT)""",
    "CREATE INDEX IF NOT EXISTS workflow_runs_open ON workflow_runs (identity) WHERE ended IS NULL",
    """CREATE TABLE IF NOT EXISTS workflow_events (
  run TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
  nonce TEXT NOT NULL, payload TEXT, salt BLOB, payload_hash BLOB NOT NULL, hash BLOB NOT NULL,
  PRIMARY KEY (run, seq)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS marketing_guests (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, mobile TEXT NOT NULL UNIQUE, language TEXT NOT NULL,
  tags TEXT NOT NULL, preferences TEXT NOT NULL, consent INTEGER NOT NULL, withdrawn_at TEXT)""",
    """CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL, guest TEXT NOT NULL,
  mobile TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, parts INTEGER NOT NULL,
  run TEXT NOT NULL, put_at TEXT NOT NULL, due_at TEXT NOT NULL, state TEXT NOT NULL,
  UNIQUE (campaign, guest))""",
    """CREATE TABLE IF NOT EXISTS workflow_answers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, answer TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS deliveries (
  campaign TEXT NOT NULL, guest TEXT NOT NULL, gateway TEXT NOT NULL, state TEXT NOT NULL,
  tries INTEGER NOT NULL, why TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (campaign, guest)) WITHOUT ROWID""",
)
_NAMES = tuple(
    re.findall(r"CREATE TABLE IF NOT EXISTS (\w+)", statement)[0]
    for statement in _TABLES
    if "CREATE TABLE" in statement
)


def create_tables(connection: sqlite3.Connection) -> None:
    """Make those that aren't there."""
    for statement in _TABLES:
        connection.execute(statement)


def are_there(connection: sqlite3.Connection) -> bool:
    """Whether a file of an earlier release has them."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return set(_NAMES) <= {str(name) for (name,) in found}
