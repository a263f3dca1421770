"""`waiter receipt`: a visit's receipt, for people or as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from apps import rows
from bot import given, settings, visits
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import published, reading
from menu_data.menu import Menu
from waiter import telling
from waiter.phrases import named

app = typer.Typer(rich_markup_mode=None)
Row = dict[str, Any]  # JSON


@app.command("receipt")
def receipt(
    ctx: typer.Context,
    visit: Annotated[str, typer.Argument(metavar="VISIT", help="A visit's id, or its table.")],
    language: Annotated[
        str | None, typer.Option("--language", metavar="CODE", help="[the restaurant's first]")
    ] = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """The bill as it was last issued, with all that was placed."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        found = visits.find(unit, visit)
        books, menu = unit.ledger.books(found.id), published(unit)
    if books.bill is None:
        raise Complaint(f"visit {found.id!r} has no bill yet")
    placed = [rows.placed_row(menu, line) for ticket in books.tickets for line in ticket.lines]
    house = menu.restaurant
    row = {
        "restaurant": dict(house.name.parts),
        "address": None if house.address is None else dict(house.address.parts),
        "phone": house.phone,
        "tax_id": house.tax_id,
        "visit": found.id,
        "table": found.table,
        "issued_at": books.bill.issued_at.isoformat(timespec="seconds"),
        "lines": placed,
        "bill": rows.bill_row(menu, books.bill),
    }
    said = language or next(iter(house.languages), "en")
    tell(options, row, _text(row, menu, said))


def _text(row: Row, menu: Menu, language: str) -> str:
    """The receipt for people, in one language."""
    owed = [line for line in row["lines"] if line["void"] is None]
    head = [named(row["restaurant"], language)]
    head += [named(row["address"], language)] if row["address"] else []
    head += [text for text in (row["phone"], row["tax_id"]) if text]
    about = f"{row['issued_at']}  {row['table'] or row['visit']}  #{row['bill']['bill']}"
    lines = telling.lines(owed, menu, language)
    return "\n".join([*head, about, lines, telling.bill(row["bill"], menu, language)])
