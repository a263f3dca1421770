"""`waiter orders`: what is on tabs, with the kitchen, and owed, a visit at a time."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from apps import rows
from apps.contract import Snapshot
from bot import given, settings, visits
from bot.composition import published, reading
from bot.console.drawing import terminal
from bot.console.safety import visible
from bot.console.wire import emit
from menu_data.menu import Menu
from waiter import telling
from waiter.storage import Unit

app = typer.Typer(rich_markup_mode=None)
Row = dict[str, Any]  # JSON


@app.command("orders")
def orders(
    ctx: typer.Context,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    every: Annotated[bool, typer.Option("--all", help="Also visits that are closed.")] = False,
) -> None:
    """Tabs, tickets and bills; with --json a visit a line."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    chosen = settings.read(options.flags())
    now = given.clock_of(options.clock)()
    with reading(chosen.data) as unit:
        known = [visit for visit in visits.every(unit) if every or not visit.closed]
        if not known:
            return
        menu = published(unit)
        snapshot = Snapshot(now, menu, unit.ledger.availability(), unit.ledger.books(known[0].id))
        shown = [_visit(unit, visit, snapshot) for visit in known]
    if options.json:
        for row in shown:
            emit(row)
    else:
        terminal().print(_table(shown, menu))


def _visit(unit: Unit, visit: visits.Visit, house: Snapshot) -> Row:
    books = unit.ledger.books(visit.id)
    menu = house.menu
    snapshot = Snapshot(house.now, menu, house.availability, books)
    return {
        "visit": visit.id,
        "table": visit.table,
        "opened_at": visit.opened_at.isoformat(),
        "closed": visit.closed or books.closed,
        "guests": list(visit.guests),
        "tab": rows.tab(snapshot)["lines"],
        "tickets": [rows.ticket_row(menu, ticket) for ticket in books.tickets],
        "bill": None if books.bill is None else rows.bill_row(menu, books.bill),
    }


def _table(shown: list[Row], menu: Menu) -> Table:
    """One row a tab, ticket and bill."""
    language = menu.restaurant.kitchen_language
    table = Table("visit", "table", "what", "state", "lines", "total")
    for visit in shown:
        for what, state, lines, total in _parts(visit, menu, language):
            cells = (visit["visit"], visit["table"] or "", what, state, lines, total)
            table.add_row(*(Text(visible(cell)) for cell in cells))
    return table


def _parts(visit: Row, menu: Menu, language: str) -> list[tuple[str, str, str, str]]:
    def listed(lines: list[Row]) -> str:
        return "\n".join(telling.line(line, language) for line in lines)

    found = [
        (
            f"ticket {ticket['ticket']}",
            "void" if ticket["void"] is not None else ticket["state"],
            listed(ticket["lines"]),
            telling.money(ticket["total"], menu, language),
        )
        for ticket in visit["tickets"]
    ]
    if visit["tab"] or not found:
        found.append(("tab", "closed" if visit["closed"] else "open", listed(visit["tab"]), ""))
    if (bill := visit["bill"]) is not None:
        due = telling.money(bill["due"], menu, language)
        found.append((f"bill {bill['bill']}", bill["state"], "", due))
    return found
