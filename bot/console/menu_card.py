"""The menu as cards: all of it by category, one category, or one dish with all that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from apps.menu import categories
from apps.ordering.params import WORDS
from bot.console.card import Card, Words, cell, columns
from bot.console.seen import Seen
from bot.console.words import word
from waiter import telling
from waiter.phrases import named, say

Row = Mapping[str, Any]  # JSON, as the apps make it

# Beyond so many pages of dishes, the categories are shown instead.
MOST_PAGES = 6
INDENT = 2


def menu(seen: Seen, words: str = "") -> RenderableType | None:
    """All dishes, or what the words name: a category, a dish, dishes; None where it is nothing."""
    if not words:
        return _all(seen)
    if len(words) > WORDS:
        return None
    for named_by in ("category", "dish"):
        found = seen.ask("menu", **{named_by: words})
        if found.ok:
            result = found.result
            if result["list"] == "dish":
                return _dish(seen, result["dish"])
            return _dishes(seen, {_heading(seen, result, words): _every(seen, **{named_by: words})})
    return None


def _heading(seen: Seen, result: Row, words: str) -> str:
    """The category's own name, where the words are of one."""
    names = {one.id: one.name.parts for one in categories(seen.menu)}
    found = names.get(result["category"])
    return words if found is None else named(found, seen.language)


def _all(seen: Seen) -> RenderableType:
    if seen.ask("menu", page=1).result["pages"] > MOST_PAGES:
        return _categories(seen)
    sections = {
        named(one.name.parts, seen.language): _every(seen, category=one.id)
        for one in categories(seen.menu)
    }
    return _dishes(seen, sections)


def _every(seen: Seen, **params: str) -> list[Row]:
    """The dishes of all pages."""
    pages = seen.ask("menu", page=1, **params).result["pages"]
    answers = (seen.ask("menu", page=page, **params).result for page in range(1, pages + 1))
    return [row for answer in answers for row in answer["dishes"]]


def _categories(seen: Seen) -> Card:
    table = columns("text", "amount")
    for row in seen.ask("menu").result["categories"]:
        name = named(row["name"], seen.language)
        table.add_row(cell(name), cell(str(row["dishes"]), "dim"))
    return Card((_house(seen),), table, word("menu_foot", seen.language))


def _dishes(seen: Seen, sections: Mapping[str, Sequence[Row]]) -> Card:
    """Dishes under their headings, in the menu's order."""
    table = columns("text", "text", "amount")
    for heading, rows in sections.items():
        table.add_row(cell(heading, "bold cyan"))
        for row in rows:
            _add(table, row, seen)
    return Card((_house(seen),), table, word("menu_foot", seen.language))


def _add(table: Table, row: Row, seen: Seen) -> None:
    language = seen.language
    style = "dim" if row["blocked"] else ""
    about = say(f"blocked.{row['blocked']['code']}", language) if row["blocked"] else ""
    table.add_row(
        Padding(cell(named(row["name"], language), style), (0, 0, 0, INDENT)),
        cell(about or _marks(row, language), "dim"),
        cell(telling.money(row["price"], seen.menu, language), style),
    )


def _dish(seen: Seen, row: Row) -> Card:
    """One dish. Allergens are three-valued: what isn't recorded is said."""
    language = seen.language
    about = columns("label", "text")
    for label, text in _about(seen, row):
        about.add_row(cell(label, "dim"), cell(text))
    price = telling.money(row["price"], seen.menu, language)
    unit, described = named(row["unit"], language), named(row["description"], language)
    title = (named(row["name"], language), f"{price} / {unit}" if unit else price)
    parts: list[RenderableType] = [Words(described)] if described else []
    return Card(title, Group(*parts, about))


def _about(seen: Seen, row: Row) -> list[tuple[str, str]]:
    language = seen.language
    found = [(word("marks", language), _marks(row, language))]
    for presence in ("contains", "free", "not_recorded"):
        keys = [key for key, value in row["allergens"].items() if value == presence]
        names = telling.joined((telling.allergen(key, language) for key in keys), language)
        found.append((word(presence, language), names))
    for group in row["groups"]:
        offered = telling.joined((_modifier(one, seen) for one in group["modifiers"]), language)
        found.append((named(group["name"], language), offered))
    for slot in row["slots"]:
        offered = telling.joined((named(c["name"], language) for c in slot["choose"]), language)
        found.append((named(slot["name"], language), offered))
    return [(label, text) for label, text in found if text]


def _modifier(row: Row, seen: Seen) -> str:
    name = named(row["name"], seen.language)
    extra = telling.money(row["price"], seen.menu, seen.language)
    return f"{name} +{extra}" if float(row["price"]) else name


def _marks(row: Row, language: str) -> str:
    """How hot it is, and whose diet it suits."""
    marks = [word(f"spice_{row['spice']}", language)] if row["spice"] else []
    implied = {"vegetarian"} if "vegan" in row["diet"] else set()
    marks += [word(diet, language) for diet in row["diet"] if diet not in implied]
    return telling.joined(marks, language)


def _house(seen: Seen) -> str:
    return seen.menu.restaurant.name.said(seen.language)
