"""Photos of the dishes on a page of the menu, in one go: each with its name and price beneath."""

from __future__ import annotations

from bot.console.seen import Seen
from bot.telegram.delivery import photos
from bot.telegram.drawing import Picture, Post, bold
from bot.telegram.guest import menu_card
from bot.telegram.guest.menu_card import View
from bot.telegram.store import Store

FEWEST = 2  # of an album (Bot API, sendMediaGroup); a page has fewer than its most


def draw(seen: Seen, view: View, store: Store) -> Post | None:
    """The album, in words where Telegram can't show it; None where too few have a photo."""
    if view.category is None or not any(dish.image for dish in seen.menu.dishes.values()):
        return None
    pictures = []
    for row in menu_card.page_of(seen, view.category, view.page)[0]:
        dish = seen.menu.dishes.get(row["id"])
        if dish is not None and dish.image is not None and photos.is_shown(store, dish.image):
            pictures.append(Picture(dish.image, bold(menu_card.priced(row, seen))))
    if len(pictures) < FEWEST:
        return None
    words = "\n".join(picture.text for picture in pictures)
    return Post(words, silent=True, album=tuple(pictures))
