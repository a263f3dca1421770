"""What the front-end must not forget, in the house's own file: who sits where, updates already
taken, staff, links, and what is still to be sent.

Only statements, over a connection of its own; each method is one transaction. Orders, tabs and
bills are never here: the ledger has them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from bot.telegram.drawing import Post
from bot.telegram.schema import ADDED, TABLES
from waiter.storage import Storage


@dataclass(frozen=True, slots=True)
class Seat:
    """A person of Telegram as a guest of a visit. `shown`: the last envelope that is in the queue
    or sent.
    """

    id: int
    user: int
    chat: int
    visit: str
    guest: str
    table: str
    shown: int


@dataclass(frozen=True, slots=True)
class Card:
    """A message that is edited in place. `post`: what it shows; `note`: staff's word on it."""

    id: int
    slot: str
    chat: int
    message: int | None
    post: Post | None
    note: str


class Store:
    """The front-end's tables, by the house's own connection, used from the event loop's thread: a
    second one would wait for the first, and throw its cached pages away at each of its commits.
    """

    def __init__(self, storage: Storage) -> None:
        self.connection = storage.connection
        self.folder = storage.folder
        for statement in TABLES:
            self.connection.execute(statement)
        for table, column, kind in ADDED:
            known = self.connection.execute(f"PRAGMA table_info({table})").fetchall()
            if column not in {row[1] for row in known}:
                self.connection.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
        self.unit = storage.reading()  # the house's tables, to be read

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        with self.connection:
            yield

    # --- seats

    def sit(self, user: int, chat: int, visit: str, guest: str, table: str) -> Seat:
        """A person sits down; they get up from wherever they sat. The same seat twice is one."""
        with self.writing():
            self.connection.execute(
                "UPDATE telegram_seats SET ended = 'moved'"
                " WHERE user = ? AND visit <> ? AND ended IS NULL",
                (user, visit),
            )
            self.connection.execute(
                "INSERT INTO telegram_seats (user, chat, visit, guest, place)"
                " SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM telegram_seats"
                " WHERE user = ? AND visit = ? AND ended IS NULL)",
                (user, chat, visit, guest, table, user, visit),
            )
        seat = self.seat_of(user)
        assert seat is not None
        return seat

    def place(self, visit: str, table: str) -> None:
        """A visit's people sit at another table."""
        self.connection.execute(
            "UPDATE telegram_seats SET place = ? WHERE visit = ?", (table, visit)
        )

    def end_seat(self, seat: int, why: str) -> None:
        self.connection.execute(
            "UPDATE telegram_seats SET ended = ? WHERE id = ? AND ended IS NULL", (why, seat)
        )

    def forget_people(self, visit: str) -> None:
        """A visit is over: whose seats they were is no longer kept."""
        self.connection.execute(
            "DELETE FROM telegram_languages WHERE user IN"
            " (SELECT user FROM telegram_seats WHERE visit = ?) AND user NOT IN"
            " (SELECT user FROM telegram_seats WHERE visit <> ? AND ended IS NULL"
            " AND user IS NOT NULL)",
            (visit, visit),
        )
        self.connection.execute(
            "DELETE FROM telegram_views WHERE seat IN"
            " (SELECT id FROM telegram_seats WHERE visit = ?)",
            (visit,),
        )
        self.connection.execute(
            "UPDATE telegram_seats SET ended = COALESCE(ended, 'closed'), user = NULL, chat = NULL"
            " WHERE visit = ?",
            (visit,),
        )

    def show(self, seat: int, number: int) -> None:
        self.connection.execute(
            "UPDATE telegram_seats SET shown = ? WHERE id = ? AND shown < ?", (number, seat, number)
        )

    def seat_of(self, user: int) -> Seat | None:
        """Where a person sits now."""
        found = self._seats("user = ? AND ended IS NULL", user)
        return found[-1] if found else None

    def seat(self, seat: int) -> Seat | None:
        found = self._seats("id = ? AND user IS NOT NULL", seat)
        return found[0] if found else None

    def seats(self, visit: str | None = None) -> list[Seat]:
        """All seats that are taken, or those of a visit."""
        if visit is None:
            return self._seats("ended IS NULL")
        return self._seats("ended IS NULL AND visit = ?", visit)

    def was_refused(self, user: int, visit: str) -> bool:
        """Whether those at a visit have refused a person, and staff haven't let them in since."""
        found = self.connection.execute(
            "SELECT 1 FROM telegram_seats WHERE user = ? AND visit = ? AND ended = 'refused'",
            (user, visit),
        )
        return found.fetchone() is not None

    def let_in(self, seat: int) -> bool:
        """A refused person may sit down again; False where they weren't."""
        done = self.connection.execute(
            "UPDATE telegram_seats SET ended = 'left' WHERE id = ? AND ended = 'refused'", (seat,)
        )
        return done.rowcount == 1

    def sat_before(self, user: int, visit: str) -> str | None:
        """The name a person had at a visit they got up from."""
        found = self._seats("user = ? AND visit = ?", user, visit)
        return found[-1].guest if found else None

    def _seats(self, where: str, *values: object) -> list[Seat]:
        rows = self.connection.execute(
            "SELECT id, user, chat, visit, guest, place, shown FROM telegram_seats"
            f" WHERE {where} ORDER BY id",
            values,
        )
        return [Seat(*row) for row in rows]

    # --- cards

    def card(self, slot: str, chat: int) -> Card:
        """The card of a slot, made where there is none yet."""
        found = self._card("slot = ?", slot)
        if found is None:
            self.connection.execute(
                "INSERT INTO telegram_cards (slot, chat) VALUES (?, ?)", (slot, chat)
            )
            found = self._card("slot = ?", slot)
        assert found is not None
        return found

    def card_by_id(self, number: int) -> Card | None:
        return self._card("id = ?", number)

    def card_at(self, slot: str) -> Card | None:
        """The card of a slot, if there is one."""
        return self._card("slot = ?", slot)

    def card_shown(self, chat: int, message: int) -> Card | None:
        """The card that a message is."""
        row = self.connection.execute(
            "SELECT id FROM telegram_cards WHERE chat = ? AND message = ?", (chat, message)
        ).fetchone()
        return None if row is None else self.card_by_id(row[0])

    def has_card(self, slot: str) -> bool:
        return self.card_at(slot) is not None

    def cards_of(self, prefix: str) -> list[Card]:
        """The cards of all slots that begin so."""
        return self._cards("slot >= ? AND slot < ?", prefix, prefix + "\U0010ffff")

    def cards_in(self, chat: int) -> list[Card]:
        """The cards of a chat."""
        return self._cards("chat = ?", chat)

    def card_sent(
        self, slot: str, message: int | None, post: Post | None, at: datetime | None = None
    ) -> None:
        """What a card's message is and shows, from then on; None: there is no such message any
        more.
        """
        text = None if post is None else json.dumps(post.to_json(), ensure_ascii=False)
        self.connection.execute(
            "UPDATE telegram_cards SET message = ?, post = ?, at = COALESCE(?, at) WHERE slot = ?",
            (message, text, None if at is None else at.isoformat(), slot),
        )

    def note(self, card: int, note: str) -> None:
        self.connection.execute("UPDATE telegram_cards SET note = ? WHERE id = ?", (note, card))

    def _card(self, where: str, value: object) -> Card | None:
        found = self._cards(where, value)
        return found[0] if found else None

    def _cards(self, where: str, *values: object) -> list[Card]:
        rows = self.connection.execute(
            "SELECT id, slot, chat, message, post, note FROM telegram_cards"
            f" WHERE {where} ORDER BY id",
            values,
        )
        return [_card(*row) for row in rows.fetchall()]

    def view(self, seat: int, card: str) -> str:
        """What a guest's card shows just now: a page or the like; "" where it never was turned."""
        row = self.connection.execute(
            "SELECT shown FROM telegram_views WHERE seat = ? AND card = ?", (seat, card)
        ).fetchone()
        return "" if row is None else str(row[0])

    def show_view(self, seat: int, card: str, shown: str) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO telegram_views VALUES (?, ?, ?)", (seat, card, shown)
        )

    def photo(self, source: str) -> str | None:
        """Telegram's id of a photo that was sent before; "" where it refused it."""
        row = self.connection.execute(
            "SELECT file_id FROM telegram_photos WHERE source = ?", (source,)
        ).fetchone()
        return None if row is None else str(row[0])

    def keep_photo(self, source: str, file_id: str) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO telegram_photos VALUES (?, ?)", (source, file_id)
        )

    # --- single values

    def kept(self, key: str) -> str | None:
        row = self.connection.execute(
            "SELECT value FROM telegram_kept WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else str(row[0])

    def keep(self, key: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO telegram_kept VALUES (?, ?)", (key, value))

    def keys_of(self, prefix: str) -> list[str]:
        """The keys that begin so."""
        rows = self.connection.execute(
            "SELECT key FROM telegram_kept WHERE key >= ? AND key < ? ORDER BY key",
            (prefix, prefix + "\U0010ffff"),
        )
        return [str(row[0]) for row in rows.fetchall()]

    def secret(self, key: str) -> bytes:
        """A secret of the house's, made at its first use."""
        self.connection.execute(
            "INSERT OR IGNORE INTO telegram_kept VALUES (?, ?)", (key, secrets.token_hex(32))
        )
        return bytes.fromhex(self.kept(key) or "")


def _card(
    number: int, slot: str, chat: int, message: int | None, post: str | None, note: str
) -> Card:
    shown = None if post is None else Post.from_json(json.loads(post))
    return Card(number, slot, chat, message, shown, note)
