"""What the day came to: `/today` in a few lines, `/orders` ticket by ticket or as a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from apps import rows
from apps.ledger.books import Books, Ticket
from bot import visits
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


@dataclass(frozen=True, slots=True)
class Placed:
    """A ticket and where it was placed; `at` is local."""

    visit: str
    table: str
    ticket: Ticket
    at: datetime


async def today(room: Staffroom, asked: Asked) -> Post:
    """/today"""
    if asked.words:
        raise Usage
    placed = list(_placed(room, _today(room)))
    good = [one.ticket for one in placed if one.ticket.void is None]
    total = sum(line.total for ticket in good for line in ticket.lines)
    tables, ledger = sorted(room.floor.open_tables()), room.floor.store.unit.ledger
    paid = sum(_paid(ledger.books(visit)) for visit in {one.visit for one in placed})
    waiting = sum(ticket.state == "placed" for ticket in good)
    gone, dishes = ledger.availability().sold_out, room.floor.menu.dishes.values()
    names = [dish.name.said(room.language) for dish in dishes if dish.id in gone]
    lines = [
        room.word("staff.today", tickets=len(good), amount=_amount(room, total),
                  open=len(tables), code=room.entrance.code()),
        room.word("staff.today.more", paid=_amount(room, paid), waiting=waiting,
                  void=len(placed) - len(good), tables=", ".join(tables) or "–"),
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
        case ("csv", day):
            return sheet(room, _day(day))
        case _:
            raise Usage


async def press(room: Staffroom, pressed: Pressed) -> str:
    """r:csv:DAY"""
    try:
        day = _day(pressed.part(1))
    except Usage:
        return room.word("staff.gone")
    room.floor.sender.put(f"orders:{pressed.key}", pressed.chat, sheet(room, day))
    return room.word("staff.done")


def sheet(room: Staffroom, day: date) -> Post:
    """A day's orders, a line a row. What guests wrote can't be a formula in it."""
    placed = list(_placed(room, day))
    found = [row for one in placed for row in _rows(room, one)]
    text = csv_text([COLUMNS, *found])
    caption = room.word("staff.orders.sheet", day=day.isoformat(), count=len(placed))
    return Post(drawing.escape(caption), attached=Attached(f"orders-{day}.csv", text))


def _list(room: Staffroom) -> Post:
    day = _today(room)
    placed = list(_placed(room, day))
    if not placed:
        return room.say("staff.orders.none")
    lines = [_line(room, one) for one in placed[-SHOWN:]]
    if len(placed) > SHOWN:
        lines.insert(0, f"… +{len(placed) - SHOWN}")
    button = Button(room.word("button.csv"), f"r:csv:{day}")
    return Post(drawing.escape("\n".join(lines)), ((button,),))


def _line(room: Staffroom, one: Placed) -> str:
    """ "12:03 · 5 · 1 · being made · Beer ×2"."""
    menu, ticket = room.floor.menu, one.ticket
    state = room.word("state.void" if ticket.void is not None else f"state.{ticket.state}")
    lines = telling.brief(rows.ticket_row(menu, ticket)["lines"], room.language)
    text = f"{one.at:%H:%M} · {one.table} · {ticket.number} · {state} · {lines}"
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


def _rows(room: Staffroom, one: Placed) -> Iterator[list[str]]:
    menu, language = room.floor.menu, room.language
    row = rows.ticket_row(menu, one.ticket)
    for line in row["lines"]:
        void = row["void"] if row["void"] is not None else line["void"]
        cells = (
            f"{one.at:%Y-%m-%d}", f"{one.at:%H:%M}", one.table, one.visit, row["ticket"],
            row["state"], row["guest"], line["line"], line["item"], named(line["name"], language),
            telling.made(line, language), line["quantity"], line.get("note") or "", line["total"],
            menu.restaurant.currency, "" if void is None else void,
        )  # fmt: skip
        yield [str(cell) for cell in cells]


def _placed(room: Staffroom, day: date) -> Iterator[Placed]:
    """The tickets of a day by the restaurant's calendar, as they were placed."""
    zone = ZoneInfo(room.floor.menu.restaurant.time_zone)
    start = datetime.combine(day, time(), zone).astimezone(UTC)
    end = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    found = room.floor.store.connection.execute(
        "SELECT visit, number FROM tickets WHERE placed_at >= ? AND placed_at < ?"
        " ORDER BY placed_at, visit, number",
        (start.isoformat(), end.isoformat()),
    ).fetchall()
    unit = room.floor.store.unit
    tables = {visit.id: visit.table for visit in visits.every(unit)}
    books = {visit: unit.ledger.books(visit) for visit in {row[0] for row in found}}
    for visit, number in found:
        ticket = next(one for one in books[visit].tickets if one.number == number)
        yield Placed(visit, tables.get(visit) or "–", ticket, ticket.placed_at.astimezone(zone))


def _paid(books: Books) -> int:
    """What a visit's bill came to, once it is paid: tip not in."""
    return books.bill.totals.due if books.bill is not None and books.bill.state == "paid" else 0


def _amount(room: Staffroom, minor: int) -> str:
    return price(minor, room.floor.menu.restaurant.currency, room.language)


def _today(room: Staffroom) -> date:
    return room.now().astimezone(ZoneInfo(room.floor.menu.restaurant.time_zone)).date()


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Usage from error
