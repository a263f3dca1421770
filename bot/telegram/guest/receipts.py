"""A guest's receipt: the house's own, in their language."""

from __future__ import annotations

from bot import receipts
from bot.telegram import drawing
from bot.telegram.drawing import Post
from bot.telegram.floor import Floor
from bot.telegram.store import Seat
from bot.telegram.words import word


class Receipts:
    """Sends receipts."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def send(self, seat: Seat, key: str) -> None:
        """The receipt of a bill that is paid. `key`: of what asked for it."""
        language = self._floor.language(seat)
        self.send_to(seat.chat, seat.visit, seat.table, language, key)

    def send_to(self, chat: int, visit: str, table: str, language: str, key: str) -> None:
        books, menu = self._floor.store.unit.ledger.books(visit), self._floor.menu
        row = receipts.receipt(visit, table, books, menu)
        if row is None or row["bill"]["state"] != "paid":
            post = Post(drawing.escape(word("receipt.none", language)))
            self._floor.sender.put(f"receipt:{key}", chat, post)
            return
        found = drawing.posts(receipts.text(row, menu, language))
        for part, post in enumerate(found, 1):
            self._floor.sender.put(f"receipt:{key}:{part}", chat, post)
