"""What is worth a message of its own to a guest: a ticket is ready, the bill is paid. Each is told
once.
"""

from __future__ import annotations

from apps.ledger.books import Books
from bot.telegram.drawing import Button, Keyboard, Post, escape
from bot.telegram.floor import Floor
from bot.telegram.guest import status_card
from bot.telegram.guest.afterwards import Afterwards
from bot.telegram.store import Seat
from bot.telegram.words import word


class News:
    """Tells those who sit at a visit."""

    def __init__(self, floor: Floor, afterwards: Afterwards) -> None:
        self._floor, self._afterwards = floor, afterwards

    def tell(self, visit: str, books: Books) -> None:
        """Everything that is so now; what was told before is not told again."""
        for seat in self._floor.store.seats(visit):
            language = self._floor.language(seat)
            for ticket in books.tickets:
                if ticket.state == "ready" and ticket.void is None:
                    text = word("ready", language, number=ticket.number)
                    quiet = not status_card.concerns(ticket, seat.guest)
                    self._tell(seat, f"ready:{seat.id}:{ticket.number}", text, silent=quiet)
            if books.bill is not None and books.bill.state == "paid":
                text = word("paid", language, number=books.bill.number)
                receipt = Button(word("tap.receipt", language), f"gr:{seat.id}:")
                key = f"paid:{seat.id}:{books.bill.number}"
                if self._tell(seat, key, text, ((receipt,),)):
                    self._afterwards.paid(seat)

    def _tell(
        self, seat: Seat, key: str, text: str, keyboard: Keyboard = (), *, silent: bool = False
    ) -> bool:
        if self._floor.store.kept(f"told:{seat.visit}:{key}") is not None:
            return False  # told where they sat before
        return self._floor.sender.put(key, seat.chat, Post(escape(text), keyboard, silent))
