"""A guest's cards as they are now, and what page of each is shown. How it looks only: what is
ordered is never kept here.
"""

from __future__ import annotations

from bot.console.seen import Seen
from bot.telegram.delivery import photos
from bot.telegram.floor import Floor
from bot.telegram.guest import again_card, album, bill_card, menu_card, status_card, tab_card
from bot.telegram.guest.menu_card import View
from bot.telegram.guest.tab_card import Place
from bot.telegram.store import Seat
from menu_data.menu import Dish


class Shown:
    """Draws a guest's cards."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def draw(self, seat: Seat) -> None:
        """Every card of the guest's, as it is now."""
        seen = self._floor.seen(seat)
        self._draw_tab(seen, seat)
        if self._floor.store.has_card(slot(seat, "menu")):
            self._draw_menu(seen, seat)
        if self._floor.store.has_card(slot(seat, "photo")):
            self._draw_photo(seen, seat)
        if self._floor.store.has_card(slot(seat, "again")):
            post = again_card.draw(seen, seat.id)
            if post is not None:
                self._floor.sender.draw(slot(seat, "again"), seat.chat, post)
        if self._floor.store.has_card(slot(seat, "pay")):
            wanted = bill_card.read(self._floor.store.view(seat.id, "pay"))
            post = bill_card.draw(seen, seat.id, wanted)
            self._floor.sender.draw(slot(seat, "pay"), seat.chat, post)
        prep = int(self._floor.store.kept(status_card.PREP) or 0)
        for ticket in seen.snapshot.books.tickets:
            if status_card.concerns(ticket, seat.guest):
                place = slot(seat, f"status:{ticket.number}")
                self._floor.sender.draw(place, seat.chat, status_card.draw(seen, ticket, prep))

    def turn(self, seat: Seat, card: str, view: str) -> None:
        """Show another page of a card; "": its first."""
        self._floor.store.show_view(seat.id, card, view)
        self.draw(seat)

    def begin(self, seat: Seat, card: str, view: str) -> None:
        """Show a card in a new message; the one before stays as it is."""
        self._floor.store.card(slot(seat, card), seat.chat)
        self._floor.store.card_sent(slot(seat, card), None, None)
        self.turn(seat, card, view)

    def adopt(self, seat: Seat, card: str, message: int) -> None:
        """The message that was pressed shows the card from now on."""
        found = self._floor.store.card(slot(seat, card), seat.chat)
        if found.message != message:
            self._floor.store.card_sent(found.slot, message, None)

    def show_dish(self, seat: Seat, dish: Dish, *, anew: bool = False) -> None:
        """A dish in its place in the menu; one with a photo, or `anew`, in a message of its own."""
        view = f"d{menu_card.mark(dish.id)}"
        if photos.is_shown(self._floor.store, dish.image):
            self.begin(seat, "photo", view)
        elif anew:
            self.begin(seat, "menu", view)
        else:
            self.turn(seat, "menu", view)

    def _draw_tab(self, seen: Seen, seat: Seat) -> None:
        page = self._floor.store.view(seat.id, "tab")
        place = Place(seat.id, seat.table, int(page) if page else None)
        post = tab_card.draw(seen, place)
        if post is None and self._floor.store.has_card(slot(seat, "tab")):
            post = tab_card.nothing(seen.language, place)
        if post is not None:
            self._floor.sender.draw(slot(seat, "tab"), seat.chat, post)

    def _draw_menu(self, seen: Seen, seat: Seat) -> None:
        view = menu_card.read(self._floor.store.view(seat.id, "menu"), seen)
        pictured = view is not None and album.draw(seen, view, self._floor.store) is not None
        post = menu_card.draw(seen, seat.id, view or View(), photos=pictured)
        self._floor.sender.draw(slot(seat, "menu"), seat.chat, post)

    def _draw_photo(self, seen: Seen, seat: Seat) -> None:
        view = menu_card.read(self._floor.store.view(seat.id, "photo"), seen)
        if view is None or view.dish is None:
            return  # it is no longer on the menu: what was shown of it stays
        post = menu_card.photo(seen, seat.id, view.dish)
        shown = photos.is_shown(self._floor.store, view.dish.image)
        post = post if shown else photos.without(post)
        self._floor.sender.draw(slot(seat, "photo"), seat.chat, post)


def slot(seat: Seat, card: str) -> str:
    """What the outbox knows a guest's card by."""
    return f"{card}:{seat.id}"
