"""The menu as one message that is turned like pages: its categories, the dishes of one by the page,
a dish with all that is known of it. Drawn from rows that the read apps tell.

A view is written "" (the categories), "cMARK.PAGE" (a category), "dMARK" (a dish); a mark stands
for an id of any length.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.ledger.books import Line
from apps.menu import categories
from apps.rows import allergy_rows
from bot.console.seen import Seen
from bot.telegram.drawing import Button, Keyboard, Post, bold, escape, fitting, label, rows
from bot.telegram.words import word
from menu_data.menu import Category, Dish
from waiter import telling
from waiter.phrases import named, say

Row = Mapping[str, Any]  # JSON, as the apps make it

A_PAGE = 8  # dishes: as many buttons as a phone shows at once
MARK = 16  # hex digits
TEXT_UNITS, CAPTION_UNITS = (
    4_000,
    1_000,
)  # a little less than a message, or a photo's caption, holds
DESCRIPTION = 400  # characters
_VIEW = re.compile(r"(?:c([0-9a-f]{16})\.(\d{1,3})|d([0-9a-f]{16}))?")


@dataclass(frozen=True, slots=True)
class View:
    """What the card shows; nothing named: the categories."""

    category: Category | None = None
    page: int = 0
    dish: Dish | None = None


def mark(thing: str) -> str:
    """An id in a button's data, whatever its length."""
    return hashlib.sha256(thing.encode()).hexdigest()[:MARK]


def read(text: str, seen: Seen) -> View | None:
    """The view as written; None where the menu has none of that any more."""
    found = _VIEW.fullmatch(text)
    if found is None:
        return None
    if (marked := found[1]) is not None:
        fits = (one for one in categories(seen.menu) if mark(one.id) == marked)
        category = next(fits, None)
        return None if category is None else View(category, int(found[2]))
    if (marked := found[3]) is not None:
        dish = dish_of(marked, seen)
        return None if dish is None else View(dish=dish)
    every = categories(seen.menu)
    return View(every[0]) if len(every) == 1 else View()


def dish_of(marked: str, seen: Seen) -> Dish | None:
    return next((dish for key, dish in seen.menu.dishes.items() if mark(key) == marked), None)


def draw(seen: Seen, seat: int, view: View, *, photos: bool = False) -> Post:
    """The card in a text message. `photos`: several dishes of the page have one to show."""
    if view.dish is not None:
        keyboard = (*_adding(seen, seat, view.dish), (_back_to_dishes(seen, seat, view.dish),))
        return Post(fitting(about(seen, view.dish), TEXT_UNITS), keyboard, silent=True)
    if view.category is not None:
        return _dishes(seen, seat, view, photos)
    house = seen.menu.restaurant.name.said(seen.language)
    every = categories(seen.menu)
    buttons = [
        _turn(seat, f"c{mark(one.id)}.0", named(one.name.parts, seen.language)) for one in every
    ]
    wide = 1 if len(every) <= A_PAGE else 2
    text = f"{bold(house)}\n{escape(word('menu.which', seen.language))}"
    return Post(text, rows(buttons, wide), silent=True)


def photo(seen: Seen, seat: int, dish: Dish) -> Post:
    """A dish that has a photo: a message of its own, what is known of it as the caption."""
    text = fitting(about(seen, dish), CAPTION_UNITS)
    return Post(text, _adding(seen, seat, dish), silent=True, photo=dish.image)


# --- a category


def _dishes(seen: Seen, seat: int, view: View, photos: bool) -> Post:
    assert view.category is not None
    language = seen.language
    shown, page, pages = page_of(seen, view.category, view.page)
    title = named(view.category.name.parts, language)
    heading = bold(f"{title} {page + 1}/{pages}" if pages > 1 else title)
    lines = [heading, *(escape(f"· {_line(row, seen)}") for row in shown)]
    keyboard = list(
        rows([_turn(seat, f"d{mark(row['id'])}", priced(row, seen)) for row in shown], 1)
    )
    if photos:
        view_of = f"c{mark(view.category.id)}.{page}"
        keyboard.append((Button(word("tap.photos", language), f"gf:{seat}:{view_of}"),))
    keyboard += _paging(seen, seat, view.category, page, pages)
    return Post(fitting(lines, TEXT_UNITS), tuple(keyboard), silent=True)


def page_of(seen: Seen, category: Category, wanted: int) -> tuple[list[Row], int, int]:
    """The dishes of a category's page, which page that is, and how many there are."""
    every = _every(seen, category)
    pages = max(1, -(-len(every) // A_PAGE))
    page = min(wanted, pages - 1)
    return every[page * A_PAGE : (page + 1) * A_PAGE], page, pages


def _every(seen: Seen, category: Category) -> list[Row]:
    """The dishes of a category, of all pages that the app makes of it."""
    pages = seen.ask("menu", category=category.id, page=1).result["pages"]
    asked = (seen.ask("menu", category=category.id, page=n + 1).result for n in range(pages))
    return [row for answer in asked for row in answer["dishes"]]


def _paging(
    seen: Seen, seat: int, category: Category, page: int, pages: int
) -> Iterator[tuple[Button, ...]]:
    if pages > 1:
        place = f"c{mark(category.id)}"
        back, on = (page - 1) % pages, (page + 1) % pages
        yield (_turn(seat, f"{place}.{back}", "‹"), _turn(seat, f"{place}.{on}", "›"))
    if len(categories(seen.menu)) > 1:
        yield (_turn(seat, "", word("menu.categories", seen.language)),)


def priced(row: Row, seen: Seen) -> str:
    """A dish in a line: what it costs, or why it can't be had."""
    name = named(row["name"], seen.language)
    if row["blocked"]:
        why = say(f"blocked.{row['blocked']['code']}", seen.language)
        return name + say("line.blocked", seen.language, why=why)
    return f"{name}  {telling.money(row['price'], seen.menu, seen.language)}"


def _line(row: Row, seen: Seen) -> str:
    marks = _marks(row, seen.language)
    return f"{priced(row, seen)}{' · ' + marks if marks else ''}"


def _marks(row: Row, language: str) -> str:
    """How hot it is, and whose diet it suits."""
    implied = {"vegetarian"} if "vegan" in row["diet"] else set()
    told = ["🌶" * row["spice"]] if row["spice"] else []
    told += [say(f"wish.diet.{diet}", language) for diet in row["diet"] if diet not in implied]
    return " · ".join(told)


# --- a dish


def about(seen: Seen, dish: Dish) -> list[str]:
    """All that is known of a dish, as lines of HTML, what must be heard before what may be long."""
    row = seen.ask("menu", dish=dish.id).result["dish"]
    language = seen.language
    price = telling.money(row["price"], seen.menu, language)
    unit = named(row["unit"], language)
    name = bold(named(row["name"], language))
    lines = [f"{name}  {escape(f'{price} / {unit}' if unit else price)}"]
    if row["blocked"]:
        why = say(f"blocked.{row['blocked']['code']}", language)
        lines.append(bold(word("menu.not_now", language, why=why)))
    lines += [escape(text) for text in _told(seen, dish, row)]
    if (count := _on_tab(seen, dish)) > 0:
        lines.append(bold(word("menu.on_tab", language, count=count)))
    return lines


def _told(seen: Seen, dish: Dish, row: Row) -> Iterator[str]:
    language = seen.language
    conflicts = allergy_rows(seen.menu, seen.desk, Line(0, seen.desk.guest, dish.id, 1))
    told = ({**one, "kind": "allergy", "name": row["name"]} for one in conflicts)
    found = [telling.warned(told, language), _marks(row, language), *_allergens(row, language)]
    found.append(_cut(named(row["description"], language)))
    for group in row["groups"]:
        offered = telling.joined((_modifier(one, seen) for one in group["modifiers"]), language)
        found.append(f"{named(group['name'], language)}: {offered}")
    for slot in row["slots"]:
        offered = telling.joined((named(one["name"], language) for one in slot["choose"]), language)
        found.append(f"{named(slot['name'], language)}: {offered}")
    yield from (text for text in found if text)


def _cut(text: str) -> str:
    return text if len(text) <= DESCRIPTION else text[:DESCRIPTION] + "…"


def _allergens(row: Row, language: str) -> Iterator[str]:
    """What it contains, what it is free of, and of what nothing is recorded: three things."""
    for presence in ("contains", "free", "not_recorded"):
        keys = [key for key, value in row["allergens"].items() if value == presence]
        if keys:
            names = telling.joined((telling.allergen(key, language) for key in keys), language)
            yield word(f"menu.{presence}", language, allergens=names)


def _modifier(row: Row, seen: Seen) -> str:
    name = named(row["name"], seen.language)
    extra = telling.money(row["price"], seen.menu, seen.language)
    return f"{name} +{extra}" if float(row["price"]) else name


def _on_tab(seen: Seen, dish: Dish) -> int:
    """How many of it this guest has, not sent yet."""
    lines = seen.snapshot.books.lines
    return sum(x.quantity for x in lines if x.guest == seen.desk.guest and x.item == dish.id)


def _adding(seen: Seen, seat: int, dish: Dish) -> Keyboard:
    row = seen.ask("menu", dish=dish.id).result["dish"]
    if row["blocked"]:
        return ()
    more = "menu.add_more" if _on_tab(seen, dish) else "menu.add"
    return ((Button(word(more, seen.language), f"ga:{seat}:{mark(dish.id)}"),),)


def _back_to_dishes(seen: Seen, seat: int, dish: Dish) -> Button:
    """To the page that has the dish."""
    for category in categories(seen.menu):
        ids = [row["id"] for row in _every(seen, category)]
        if dish.id in ids:
            view = f"c{mark(category.id)}.{ids.index(dish.id) // A_PAGE}"
            return _turn(seat, view, "‹ " + named(category.name.parts, seen.language))
    return _turn(seat, "", word("menu.categories", seen.language))


def _turn(seat: int, view: str, text: str) -> Button:
    return Button(label(text), f"gm:{seat}:{view}")
