"""`waiter receipt`: a visit's receipt, for people or as JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from bot import given, receipts, settings, visits
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import published, reading

app = typer.Typer(rich_markup_mode=None)


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
    row = receipts.receipt(found.id, found.table, books, menu)
    if row is None:
        raise Complaint(f"visit {found.id!r} has no bill yet")
    said = language or next(iter(menu.restaurant.languages), "en")
    tell(options, row, receipts.text(row, menu, said))
