"""`waiter menu`: menus as files, menus in force, and what there is of them. The table of commands.

`menu_files` checks, imports and exports, `menu_publish` puts in force, `menu_watch` does so at
every save, `menu_stock` says what is sold out, left and at what price,
and that the kitchen is full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from apps.contract import Snapshot
from apps.dish_rows import dish_row
from apps.ledger.books import Availability, Books
from apps.staff_acts import first_availability
from bot import given, settings
from bot.commands import menu_files, menu_publish, menu_stock, menu_watch
from bot.composition import menu_in_force, reading
from bot.console.drawing import terminal
from bot.console.safety import visible
from bot.console.wire import emit
from menu_data.menu import Menu
from waiter import event as e
from waiter import telling
from waiter.runner import HOUSE
from waiter.storage import Unit

app = typer.Typer(name="menu", rich_markup_mode=None)
app.callback(help="Check, show and publish menus; what is sold out, left, and at what price.")(
    given.shared
)
Row = dict[str, Any]  # JSON


def show(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    clock: given.Clock = None,
    json: given.Json = False,
) -> None:
    """The menu in force, or that of --menu; with --json a dish a line."""
    options = given.given(ctx).or_else(data=data, menu=menu, clock=clock, json=json)
    chosen = settings.read(options.flags())
    now = given.clock_of(options.clock)()
    shown = menu_in_force(chosen)
    availability, said = _availability(chosen, shown)
    snapshot = Snapshot(now, shown, availability, Books())
    if options.json:
        for dish in shown.dishes.values():
            emit({**dish_row(snapshot, dish), "said": said.get(dish.id)})
    else:
        terminal().print(_table(snapshot, said))


def _availability(chosen: settings.Settings, menu: Menu) -> tuple[Availability, Mapping[str, Row]]:
    """What the house has of a menu, and who said so; of one that isn't in force, what its file
    says.
    """
    with reading(chosen.data) as unit:
        if unit.ledger.has_menu() and unit.ledger.menu_version() == menu.version:
            return unit.ledger.availability(), _said(unit)
    return first_availability(menu), {}


def _said(unit: Unit) -> Mapping[str, Row]:
    """The newest act of staff on what there is of a dish: which, who, when (UTC)."""
    said: dict[str, Row] = {}
    acted: e.StaffActed | None = None
    for record in unit.journal.read(HOUSE):
        match record.event.body:
            case e.StaffActed() as acted:
                pass
            case e.StaffActReturned(act=act, ok=True, result=result) if acted is not None:
                at = record.event.at.isoformat(timespec="seconds")
                for dish in (*result.get("dishes", ()), *result.get("counts", ())):
                    said[dish] = {"act": act, "who": acted.who, "at": at}
            case _:
                pass
    return said


def _table(snapshot: Snapshot, said: Mapping[str, Row]) -> Table:
    menu = snapshot.menu
    language = menu.restaurant.languages[0] if menu.restaurant.languages else ""
    table = Table("id", "name", "section", "price", "left", "said by")
    for dish in menu.dishes.values():
        row = dish_row(snapshot, dish)
        section = menu.category(dish.category)
        left = snapshot.availability.stock.get(dish.id)
        cells = (
            dish.id,
            " / ".join(dish.name.every()),
            "" if section is None else section.name.said(language),
            telling.money(row["price"], menu, language),
            "sold out" if not row["available"] else "" if left is None else str(left),
            f"{by['who']} {by['at'][5:16].replace('T', ' ')}" if (by := said.get(dish.id)) else "",
        )
        table.add_row(*(Text(visible(cell)) for cell in cells))
    return table


COMMANDS: Mapping[str, Callable[..., None]] = {
    "check": menu_files.check,
    "show": show,
    "import": menu_files.import_file,
    "export": menu_files.export,
    "template": menu_files.template,
    "publish": menu_publish.publish,
    "versions": menu_publish.versions,
    "diff": menu_publish.diff,
    "rollback": menu_publish.rollback,
    "watch": menu_watch.watch,
    "sold-out": menu_stock.sold_out,
    "restock": menu_stock.restock,
    "stock": menu_stock.stock,
    "price": menu_stock.price,
    "pause": menu_stock.pause,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
