"""What stays beneath a guest's messages once they have got up: no button that leads nowhere. The
receipt is within reach for a day.
"""

from __future__ import annotations

from dataclasses import replace

from bot.telegram.delivery.outbox import Priority
from bot.telegram.delivery.sending import Sender
from bot.telegram.store import Seat, Store

# Slots of messages that have buttons of a seat, by how they begin.
OF_A_SEAT = ("welcome", "joined", "tab", "menu", "photo", "again", "pay", "ask")
RECEIPT = "gr:"


def take_buttons(store: Store, sender: Sender, seat: Seat) -> None:
    """Draw each of the seat's messages without buttons, but for the receipt's."""
    for card in store.cards_in(seat.chat):
        family, _, rest = card.slot.partition(":")
        own = family in OF_A_SEAT and rest.partition(":")[0] == str(seat.id)
        post = sender.outbox.to_show(card) if own else None
        if post is not None and post.keyboard:
            kept = tuple(row for row in post.keyboard if row[0].data.startswith(RECEIPT))
            bare = replace(post, keyboard=kept)
            sender.draw(card.slot, card.chat, bare, Priority.ANSWER)
