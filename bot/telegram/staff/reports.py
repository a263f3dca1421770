"""What the day came to: `/today` in a few lines, `/orders` ticket by ticket or as a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from apps import rows
from bot.day import Placed, day, local_date, placed_on
from bot.telegram import drawing
from bot.telegram.drawing import Attached, Button, Post
from bot.telegram.staff.room import Asked, Pressed, Staffroom, Usage
from menu_data.sheets import csv_text
from waiter import telling
from waiter.phrases import named, price

SHOWN = 30  # tickets in a message; the rest is in the spreadsheet
LINE = 110  # characters of one
COLUMNS = (
    "date", "time", "table", "visit", "ticket", "state", "guest", "line", "dish", "name", "made",
    "quantity", "note", "total", "currency", "void",
)  # fmt: skip


async def today(room: Staffroom, asked: Asked) -> Post:
    """/today"""
    if asked.words:
        raise Usage
    unit, menu = room.floor.store.unit, room.floor.menu
    found, tables = day(unit, menu, _today(room), room.now()), sorted(room.floor.open_tables())
    good, gone, dishes = found.good, unit.ledger.availability().sold_out, menu.dishes.values()
    names = [dish.name.said(room.language) for dish in dishes if dish.id in gone]
    lines = [
        room.word("staff.today", tickets=len(good), amount=_amount(room, found.ordered),
                  open=len(tables), code=room.entrance.code()),
        room.word("staff.today.more", paid=_amount(room, found.paid), waiting=found.waiting,
                  void=len(found.placed) - len(good), tables=", ".join(tables) or "–"),
    ]  # fmt: skip
    if names:
        gone_names = telling.joined(names, room.language)
        lines.append(room.word("staff.sold_out_list", dishes=gone_names))
    return Post(drawing.escape("\n".join(lines)))


async def orders(room: Staffroom, asked: Asked) -> Post:
    """/orders, /orders csv, /orders csv 2026-05-04"""
    match asked.words:
        case ():
            return _list(room)
        case ("csv",):
            return sheet(room, _today(room))
        case ("csv", text):
            return sheet(room, _day(text))
        case _:
            raise Usage


async def press(room: Staffroom, pressed: Pressed) -> str:
    """r:csv:DAY"""
    try:
        of = _day(pressed.part(1))
    except Usage:
        return room.word("staff.gone")
    room.floor.sender.put(f"orders:{pressed.key}", pressed.chat, sheet(room, of))
    return room.word("staff.done")


def sheet(room: Staffroom, of: date) -> Post:
    """A day's orders, a line a row. What guests wrote can't be a formula in it."""
    placed = _placed(room, of)
    found = [row for one in placed for row in _rows(room, one)]
    text = csv_text([COLUMNS, *found])
    caption = room.word("staff.orders.sheet", day=of.isoformat(), count=len(placed))
    return Post(drawing.escape(caption), attached=Attached(f"orders-{of}.csv", text))


def _list(room: Staffroom) -> Post:
    of = _today(room)
    placed = _placed(room, of)
    if not placed:
        return room.say("staff.orders.none")
    lines = [_line(room, one) for one in placed[-SHOWN:]]
    if len(placed) > SHOWN:
        lines.insert(0, f"… +{len(placed) - SHOWN}")
    button = Button(room.word("button.csv"), f"r:csv:{of}")
    return Post(drawing.escape("\n".join(lines)), ((button,),))


def _line(room: Staffroom, one: Placed) -> str:
    """ "12:03 · 5 · 1 · being made · Beer ×2"."""
    menu, ticket = room.floor.menu, one.ticket
    state = room.word("state.void" if ticket.void is not None else f"state.{ticket.state}")
    lines = telling.brief(rows.ticket_row(menu, ticket)["lines"], room.language)
    text = f"{one.at:%H:%M} · {_table(one)} · {ticket.number} · {state} · {lines}"
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


def _table(one: Placed) -> str:
    return one.table or "–"


def _rows(room: Staffroom, one: Placed) -> Iterator[list[str]]:
    menu, language = room.floor.menu, room.language
    row = rows.ticket_row(menu, one.ticket)
    for line in row["lines"]:
        void = row["void"] if row["void"] is not None else line["void"]
        cells = (
            f"{one.at:%Y-%m-%d}", f"{one.at:%H:%M}", _table(one), one.visit, row["ticket"],
            row["state"], row["guest"], line["line"], line["item"], named(line["name"], language),
            telling.made(line, language), line["quantity"], line.get("note") or "", line["total"],
            menu.restaurant.currency, "" if void is None else void,
        )  # fmt: skip
        yield [str(cell) for cell in cells]


def _amount(room: Staffroom, minor: int) -> str:
    return price(minor, room.floor.menu.restaurant.currency, room.language)


def _today(room: Staffroom) -> date:
    return local_date(room.floor.menu, room.now())


def _placed(room: Staffroom, of: date) -> Sequence[Placed]:
    return placed_on(room.floor.store.unit, room.floor.menu, of)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Usage from error
