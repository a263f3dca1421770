"""The ledger in SQLite: books by visit, availability, menu versions, deeds done, tickets.

Only statements over a connection that someone else owns: no BEGIN, no COMMIT, so that an app's
changes and the journal commit together. The values are `books`; their JSON is `normal`'s. The
`tickets` table is a copy of what the books say, for staff's queries.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.ledger.books import Availability, Books
from apps.ledger.forgetting import without
from apps.ledger.normal import books_from_json, books_to_json, canonical, line_to_json
from menu_data.menu import Menu

_TABLES = (
    """CREATE TABLE IF NOT EXISTS books (
        visit TEXT PRIMARY KEY,
        books TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS tickets (
        visit TEXT NOT NULL,
        number INTEGER NOT NULL,
        state TEXT NOT NULL,
        placed_at TEXT NOT NULL,
        guest TEXT NOT NULL,
        lines TEXT NOT NULL,
        allergies TEXT NOT NULL,
        fulfilment TEXT NOT NULL,
        void TEXT,
        total INTEGER NOT NULL,
        PRIMARY KEY (visit, number)
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS tickets_by_time ON tickets (placed_at)",
    # A count below zero would be food that isn't there: the transaction must fail instead.
    """CREATE TABLE IF NOT EXISTS availability (
        dish TEXT PRIMARY KEY,
        sold_out INTEGER NOT NULL DEFAULT 0,
        stock INTEGER CHECK (stock >= 0),
        quote INTEGER CHECK (quote >= 0)
    ) WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS pause (until TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS menus (
        version TEXT PRIMARY KEY,
        document TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS published (
        number INTEGER PRIMARY KEY,
        version TEXT NOT NULL REFERENCES menus (version),
        at TEXT NOT NULL,
        who TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS deeds (
        key TEXT PRIMARY KEY,
        visit TEXT NOT NULL,
        app TEXT NOT NULL,
        result TEXT NOT NULL
    ) WITHOUT ROWID""",
)


@dataclass(frozen=True, slots=True)
class Published:
    """One publication of a menu version. `at` is UTC."""

    number: int
    version: str
    at: datetime
    who: str


class LedgerStore:
    """What the house owes, serves and has, kept in a database.

    Transactions are the caller's. One connection, one thread at a time.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create_tables(self) -> None:
        """Make what isn't there yet."""
        for statement in _TABLES:
            self._connection.execute(statement)

    def books(self, visit: str) -> Books:
        """A visit's books; empty ones for a visit that has none yet."""
        row = self._one("SELECT books FROM books WHERE visit = ?", visit)
        return Books() if row is None else books_from_json(json.loads(row[0]))

    def save(self, visit: str, books: Books) -> None:
        """Keep a visit's books as they are now, and its tickets for staff's queries."""
        self._connection.execute(
            "INSERT INTO books (visit, books) VALUES (?, ?)"
            " ON CONFLICT (visit) DO UPDATE SET books = excluded.books",
            (visit, canonical(books_to_json(books))),
        )
        self._connection.execute(
            "DELETE FROM tickets WHERE visit = ? AND number > ?", (visit, len(books.tickets))
        )
        self._connection.executemany(
            "INSERT OR REPLACE INTO tickets (visit, number, state, placed_at, guest, lines,"
            " allergies, fulfilment, void, total) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [_ticket_row(visit, books, index) for index in range(len(books.tickets))],
        )

    def placed_between(self, start: datetime, end: datetime) -> list[tuple[str, int]]:
        """(visit, ticket) of what was placed from `start` (UTC) on and before `end`, by time."""
        return self._connection.execute(
            "SELECT visit, number FROM tickets WHERE placed_at >= ? AND placed_at < ?"
            " ORDER BY placed_at, visit, number",
            (start.isoformat(), end.isoformat()),
        ).fetchall()

    def availability(self) -> Availability:
        """What the house has now."""
        rows = self._connection.execute(
            "SELECT dish, sold_out, stock, quote FROM availability ORDER BY dish"
        ).fetchall()
        until = self._one("SELECT until FROM pause")
        return Availability(
            frozenset(dish for dish, sold_out, _, _ in rows if sold_out),
            {dish: stock for dish, _, stock, _ in rows if stock is not None},
            {dish: quote for dish, _, _, quote in rows if quote is not None},
            None if until is None else datetime.fromisoformat(until[0]),
        )

    def set_availability(self, availability: Availability) -> None:
        """Put availability in place of what was known."""
        dishes = {*availability.sold_out, *availability.stock, *availability.quotes}
        self._connection.execute("DELETE FROM availability")
        self._connection.execute("DELETE FROM pause")
        if (until := availability.paused_until) is not None:
            self._connection.execute("INSERT INTO pause VALUES (?)", (until.isoformat(),))
        self._connection.executemany(
            "INSERT INTO availability (dish, sold_out, stock, quote) VALUES (?, ?, ?, ?)",
            [
                (
                    dish,
                    int(dish in availability.sold_out),
                    availability.stock.get(dish),
                    availability.quotes.get(dish),
                )
                for dish in sorted(dishes)
            ],
        )

    def take_stock(self, taken: Mapping[str, int]) -> None:
        """Count down dishes that are counted. sqlite3.IntegrityError where that's more than left.

        Whoever placed the lines has checked before, in the same transaction.
        """
        self._connection.executemany(
            "UPDATE availability SET stock = stock - ? WHERE dish = ? AND stock IS NOT NULL",
            [(count, dish) for dish, count in sorted(taken.items())],
        )

    def publish(self, menu: Menu, who: str, at: datetime) -> None:
        """Make a menu the one in force. A version that was published before is kept once."""
        self._connection.execute(
            "INSERT OR IGNORE INTO menus (version, document) VALUES (?, ?)",
            (menu.version, json.dumps(menu.source, ensure_ascii=False)),
        )
        self._connection.execute(
            "INSERT INTO published (version, at, who) VALUES (?, ?, ?)",
            (menu.version, at.isoformat(), who),
        )

    def has_menu(self) -> bool:
        """Whether any menu was ever published."""
        return self._one("SELECT 1 FROM published LIMIT 1") is not None

    def menu_version(self) -> str:
        """The version in force. LookupError before the first is published."""
        row = self._one("SELECT version FROM published ORDER BY number DESC LIMIT 1")
        if row is None:
            raise LookupError("no menu is published")
        return str(row[0])

    def menu_document(self, version: str) -> dict[str, Any]:
        """A version's format-1 document. LookupError for an unknown version."""
        row = self._one("SELECT document FROM menus WHERE version = ?", version)
        if row is None:
            raise LookupError(f"no menu version {version!r}")
        document: dict[str, Any] = json.loads(row[0])
        return document

    def publications(self) -> tuple[Published, ...]:
        """Every publication, the newest first; the first is the one in force."""
        rows = self._connection.execute(
            "SELECT number, version, at, who FROM published ORDER BY number DESC"
        )
        return tuple(
            Published(number, version, datetime.fromisoformat(at), who)
            for number, version, at, who in rows
        )

    def deed(self, key: str) -> dict[str, Any] | None:
        """What a commit of that idempotency key gave, if it was done before."""
        row = self._one("SELECT result FROM deeds WHERE key = ?", key)
        if row is None:
            return None
        result: dict[str, Any] = json.loads(row[0])
        return result

    def record_deed(self, key: str, visit: str, app: str, result: Mapping[str, Any]) -> None:
        """Keep what a commit gave. sqlite3.IntegrityError where the key was used."""
        self._connection.execute(
            "INSERT INTO deeds (key, visit, app, result) VALUES (?, ?, ?, ?)",
            (key, visit, app, canonical(dict(result))),
        )

    def rename(self, visit: str, guest: str, name: str) -> None:
        """Have a visit's books say `name` where they say the guest's, and nothing they wrote."""
        self.save(visit, without(self.books(visit), guest, name))
        self._connection.execute(
            "DELETE FROM deeds WHERE visit = ? AND instr(result, ?) > 0", (visit, guest)
        )

    def _one(self, statement: str, *values: str) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
        return row


def _ticket_row(visit: str, books: Books, index: int) -> tuple[object, ...]:
    ticket = books.tickets[index]
    lines = [
        {
            **line_to_json(placed.line),
            "name": dict(placed.name),
            "unit_price": placed.unit_price,
            "void": placed.void,
        }
        for placed in ticket.lines
    ]
    return (
        visit,
        ticket.number,
        ticket.state,
        ticket.placed_at.isoformat(),
        ticket.guest,
        canonical(lines),
        canonical(list(ticket.allergies)),
        ticket.fulfilment,
        ticket.void,
        sum(placed.total for placed in ticket.lines),
    )
