"""After a bill is paid: half an hour later, once and without a sound, its guests are asked how it
was. One to five by button, more in words by a reply; a bad one is told to staff at once.

Who is to be asked, and when, is on disk. Their Telegram number is kept with it for a day at most,
for the receipt's button too; what they said of the evening stays without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from aiogram.types import CallbackQuery, Message

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Floor
from bot.telegram.store import Seat
from bot.telegram.words import word

ASKED_AFTER, KEPT_FOR = timedelta(minutes=30), timedelta(hours=24)
STARS, LOW = 5, 2  # so few are told to staff
COMMENT = 1_000  # characters
_COLUMNS = "id, visit, seat, user, chat, guest, place, language, stars, comment"


@dataclass(frozen=True, slots=True)
class Evening:
    """A guest's part of a visit that is paid."""

    id: int
    visit: str
    seat: int
    user: int
    chat: int
    guest: str
    table: str
    language: str
    stars: int | None
    comment: str | None


class Afterwards:
    """Asks, and hears the answers."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._connection = floor.store.connection

    def paid(self, seat: Seat) -> None:
        """The bill of the guest's visit is paid: they are asked later, once a visit."""
        due = self._floor.runner.clock() + ASKED_AFTER
        self._connection.execute(
            "INSERT INTO telegram_evenings (visit, seat, user, chat, guest, place, language, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (visit, user) DO UPDATE SET due = excluded.due WHERE NOT asked",
            (
                seat.visit, seat.id, seat.user, seat.chat, seat.guest, seat.table,
                self._floor.language(seat), due.isoformat(),
            ),
        )  # fmt: skip

    def look(self) -> None:
        """Ask those whose time has come."""
        due = "user IS NOT NULL AND NOT asked AND due <= ?"
        for evening in self._evenings(due, self._floor.runner.clock().isoformat()):
            self._ask(evening)
            self._connection.execute(
                "UPDATE telegram_evenings SET asked = 1 WHERE id = ?", (evening.id,)
            )

    def let_go(self, at: datetime) -> None:
        """Whose the evenings of yesterday were is no longer kept."""
        self._connection.execute(
            "UPDATE telegram_evenings SET user = NULL, chat = NULL, guest = ''"
            " WHERE user IS NOT NULL AND due < ?",
            ((at - KEPT_FOR).isoformat(),),
        )

    def evening(self, user: int, seat: str) -> Evening | None:
        """The evening of a seat that a person had, while it is known whose it was."""
        found = self._evenings("user = ? AND CAST(seat AS TEXT) = ?", user, seat)
        return found[0] if found else None

    def last(self, user: int) -> Evening | None:
        """The last evening a person had, while it is known whose it was."""
        found = self._evenings("user = ?", user)
        return found[-1] if found else None

    def rate(self, query: CallbackQuery, number: str, value: str) -> bool:
        """So many stars. The first press counts; False where there is nothing to rate any more."""
        user, stars = query.from_user.id, int(value) if value.isdecimal() else 0
        found = self._evenings("user = ? AND CAST(id AS TEXT) = ?", user, number)
        if not found or found[0].stars is not None or not 1 <= stars <= STARS:
            return False
        evening = found[0]
        self._connection.execute(
            "UPDATE telegram_evenings SET stars = ? WHERE id = ? AND stars IS NULL",
            (stars, evening.id),
        )
        text = word("rate.thanks", evening.language, stars=_drawn(stars))
        post = Post(drawing.escape(text), silent=True)
        self._floor.sender.draw(slot(evening), evening.chat, post)
        if stars <= LOW:
            self._tell_staff(evening, "stars", word_key="staff.rated", stars=_drawn(stars))
        return True

    def comment(self, message: Message, user: int) -> bool:
        """Take a reply to the question as what they say of it; False where it is none."""
        asked = message.reply_to_message
        if asked is None or message.text is None:
            return False
        for evening in self._evenings("user = ? AND asked", user):
            card = self._floor.store.card_at(slot(evening))
            if card is not None and card.message == asked.message_id:
                self._say(evening, message.text, f"{message.chat.id}:{message.message_id}")
                return True
        return False

    def _say(self, evening: Evening, text: str, key: str) -> None:
        said = text.strip()[:COMMENT]
        self._connection.execute(
            "UPDATE telegram_evenings SET comment = ? WHERE id = ? AND comment IS NULL",
            (said, evening.id),
        )
        thanks = drawing.escape(word("rate.noted", evening.language))
        self._floor.sender.put(f"noted:{key}", evening.chat, Post(thanks, silent=True))
        if evening.stars is not None and evening.stars <= LOW and evening.comment is None:
            self._tell_staff(evening, "comment", word_key="staff.rated_comment", text=said)

    def _ask(self, evening: Evening) -> None:
        house = self._floor.menu.restaurant.name.said(evening.language)
        text = word("rate.ask", evening.language, house=house)
        row = tuple(
            Button(f"{number} ⭐", f"gs:{evening.id}:{number}") for number in range(1, STARS + 1)
        )
        post = Post(drawing.escape(text), (row,), silent=True)
        self._floor.sender.draw(slot(evening), evening.chat, post)

    def _tell_staff(self, evening: Evening, what: str, *, word_key: str, **values: object) -> None:
        kitchen = self._floor.store.kept("kitchen")
        if kitchen is None:
            return
        language = self._floor.menu.restaurant.kitchen_language
        text = word(word_key, language, table=evening.table, guest=evening.guest, **values)
        key = f"rated:{evening.id}:{what}"
        self._floor.sender.put(key, int(kitchen), drawing.posts(text)[0], Priority.ANSWER)

    def _evenings(self, where: str, *values: object) -> list[Evening]:
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM telegram_evenings WHERE {where} ORDER BY id", values
        )
        return [Evening(*row) for row in rows.fetchall()]


def slot(evening: Evening) -> str:
    """What the outbox knows the question by."""
    return f"rate:{evening.id}"


def _drawn(stars: int) -> str:
    return "★" * stars + "☆" * (STARS - stars)
