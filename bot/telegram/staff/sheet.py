"""The sheet that is printed and put on the tables: each table's code and name, the restaurant's and
the bot's names, in the languages of the house. HTML for a browser to print, or one SVG.

Pure, but for its template. Which links there are is `guest/links`'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from string import Template

import segno

from bot.telegram.words import word
from menu_data.menu import Menu

SUFFIXES = (".html", ".svg")
# A phone reads it also with 15 % of it dirty or torn (level M); the quiet zone is ISO 18004's.
LEVEL, QUIET = "m", 4
# Millimetres of an A4 page, and of a card on it.
PAGE_WIDTH, PAGE_HEIGHT = 210, 297
COLUMNS, ROWS = 2, 3
CODE, TOP = 56, 20
LONGEST = 34  # characters of a name that fit a card's width


@dataclass(frozen=True, slots=True)
class Place:
    """A table and where its code leads."""

    table: str
    link: str


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one card: lines above the code, the code, lines beneath it."""

    above: tuple[str, ...]
    table: str
    code: segno.QRCode
    beneath: tuple[str, ...]


def cards(places: Sequence[Place], menu: Menu, bot: str) -> list[Card]:
    """A card a table."""
    house = menu.restaurant
    languages = house.languages or ("",)
    names = tuple(dict.fromkeys(_cut(house.name.said(one)) for one in languages))
    beneath = (*dict.fromkeys(word("sheet.scan", one) for one in languages), f"@{bot}")
    return [
        Card(
            names,
            " · ".join(dict.fromkeys(word("sheet.table", one, table=place.table)
                                     for one in languages)),
            segno.make(place.link, error=LEVEL, micro=False),
            beneath,
        )
        for place in places
    ]  # fmt: skip


def html(found: Sequence[Card], language: str) -> str:
    """A page that prints on A4, six cards each."""
    shell = (resources.files(__package__) / "sheet.html").read_text("utf-8")
    title = escape(" · ".join(found[0].above) if found else "")
    body = "\n".join(map(_html_card, found))
    return Template(shell).substitute(language=escape(language), title=title, cards=body)


def svg(found: Sequence[Card]) -> str:
    """One drawing, its pages one below the other."""
    pages = -(-len(found) // (COLUMNS * ROWS))
    height = PAGE_HEIGHT * max(pages, 1)
    size = f'width="{PAGE_WIDTH}mm" height="{height}mm" viewBox="0 0 {PAGE_WIDTH} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            '<g font-family="sans-serif" text-anchor="middle">',
            f'<rect width="{PAGE_WIDTH}" height="{height}" fill="#fff"/>',
            *(line for number, card in enumerate(found) for line in _svg_card(card, number)),
            "</g>\n</svg>\n",
        ]
    )


def _html_card(card: Card) -> str:
    code = card.code.svg_inline(border=QUIET, omitsize=True, svgclass="code")
    return "\n".join(
        [
            '<section class="card">',
            *(f'<p class="house">{escape(line)}</p>' for line in card.above),
            code,
            f'<p class="table">{escape(card.table)}</p>',
            *(f'<p class="how">{escape(line)}</p>' for line in card.beneath),
            "</section>",
        ]
    )


def _svg_card(card: Card, number: int) -> Iterator[str]:
    row, column = divmod(number, COLUMNS)
    width, height = PAGE_WIDTH / COLUMNS, PAGE_HEIGHT / ROWS
    left, top = column * width, row * height
    middle = left + width / 2
    yield (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="none"'
        ' stroke="#bbb" stroke-width="0.2" stroke-dasharray="2 2"/>'
    )
    yield _text(middle, top + TOP - 4, 6, " · ".join(card.above))
    side = card.code.symbol_size(border=QUIET)[0]
    drawn = card.code.svg_inline(border=QUIET, omitsize=True)
    place = f'x="{middle - CODE / 2:g}" y="{top + TOP:g}" width="{CODE}" height="{CODE}"'
    yield drawn.replace("<svg ", f"<svg {place} ", 1)
    assert f'viewBox="0 0 {side} {side}"' in drawn
    at = top + TOP + CODE + 4
    yield _text(middle, at, 7, card.table)
    for line in card.beneath:
        at += 5
        yield _text(middle, at, 4, line)


def _text(x: float, y: float, size: int, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}">{escape(text)}</text>'


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
