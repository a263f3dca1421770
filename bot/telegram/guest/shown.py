"""A guest's cards as they are now, and what page of each is shown. How it looks only: what is
ordered is never kept here.
"""

from __future__ import annotations

from bot.telegram.floor import Floor
from bot.telegram.guest import tab_card
from bot.telegram.guest.tab_card import Place
from bot.telegram.store import Seat


class Shown:
    """Draws a guest's cards."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def draw(self, seat: Seat) -> None:
        """Every card of the guest's that has changed."""
        self.draw_tab(seat)

    def draw_tab(self, seat: Seat) -> None:
        seen = self._floor.seen(seat)
        page = self._floor.store.view(seat.id, "tab")
        slot = tab_slot(seat)
        post = tab_card.draw(seen, Place(seat.id, seat.table, int(page) if page else None))
        if post is None and self._floor.store.has_card(slot):
            post = tab_card.nothing(seen.language, seat.table)
        if post is not None:
            self._floor.sender.draw(slot, seat.chat, post)

    def turn(self, seat: Seat, card: str, page: str) -> None:
        """Show another page of a card; "": none."""
        self._floor.store.show_view(seat.id, card, page)
        self.draw(seat)

    def redraw(self, seat: Seat, slot: str, message: int) -> None:
        """The message that was pressed shows the card from now on, as it is now."""
        card = self._floor.store.card(slot, seat.chat)
        if card.message != message:
            self._floor.store.card_sent(slot, message, None)
        self.draw(seat)


def tab_slot(seat: Seat) -> str:
    return f"tab:{seat.id}"
