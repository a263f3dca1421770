"""`waiter menu`: menus checked, shown and published, and what is sold out, counted and quoted.

Sold out, restock, stock, price and publish are acts of staff on the whole house.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from apps.contract import Snapshot
from apps.dish_rows import dish_row
from apps.ledger.books import Availability, Books
from apps.staff_acts import first_availability
from bot import given, settings
from bot.commands.acting import Doing, done, tell
from bot.complaint import Complaint
from bot.composition import menu_in_force, menu_of, reading
from bot.console.drawing import terminal
from bot.console.safety import one_line, visible
from bot.console.wire import emit
from menu_data import loader
from menu_data.faults import MenuError
from menu_data.menu import Menu
from waiter import telling

app = typer.Typer(name="menu", rich_markup_mode=None)
app.callback(help="Check, show and publish menus; what is sold out, left, and at what price.")(
    given.shared
)
Row = dict[str, Any]  # JSON

MenuPath = Annotated[Path, typer.Argument(metavar="FILE", help="A menu as JSON.")]
Dishes = Annotated[
    list[str], typer.Argument(metavar="ID…", help="Dishes, by id or by a name that is one's own.")
]
Dish = Annotated[str, typer.Argument(metavar="ID", help="A dish, by id or name.")]


@app.command("check")
def check(
    file: MenuPath,
    data: given.Data = None,  # noqa: ARG001 - a file is checked by itself
) -> None:
    """Whether a file is a menu; exit 1 and one line where it isn't."""
    if not file.is_file():
        raise Complaint(f"{str(file)!r} is no file; allowed: a menu as JSON")
    try:
        menu = loader.load(file)
    except MenuError as error:
        typer.echo(one_line(str(error)), err=True)
        raise typer.Exit(1) from error
    print(visible(f"{file}: {len(menu.dishes)} dishes, version {menu.version}"))


@app.command("show")
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
    snapshot = Snapshot(now, shown, _availability(chosen, shown), Books())
    if options.json:
        for dish in shown.dishes.values():
            emit(dish_row(snapshot, dish))
    else:
        terminal().print(_table(snapshot))


@app.command("versions")
def versions(ctx: typer.Context, data: given.Data = None, json: given.Json = False) -> None:
    """Every publication, the newest (in force) first."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        for one in unit.ledger.publications():
            at = one.at.isoformat(timespec="seconds")
            row = {"number": one.number, "version": one.version, "at": at, "who": one.who}
            tell(options, row, f"{one.number:>4}  {one.version}  {at}  {one.who}")


@app.command("publish")
def publish(
    ctx: typer.Context,
    file: MenuPath,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Put a menu in force: open tabs follow its prices, placed tickets keep theirs."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    document = dict(menu_of(file).source)
    row = done(options, Doing(None, "publish", {"document": document}, who))
    tell(options, row, f"in force: {row['version']}")


@app.command("sold-out")
def sold_out(
    ctx: typer.Context,
    dishes: Dishes,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Dishes that can't be had any more."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(None, "sold_out", {"dishes": dishes}, who))
    tell(options, row, f"sold out: {', '.join(row['dishes'])}")


@app.command("restock")
def restock(
    ctx: typer.Context,
    dishes: Dishes,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Dishes that can be had again."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(None, "restock", {"dishes": dishes}, who))
    tell(options, row, f"restocked: {', '.join(row['dishes'])}")


@app.command("stock")
def stock(
    ctx: typer.Context,
    dish: Dish,
    count: Annotated[str, typer.Argument(metavar="N|any", help="How many are left.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """How many of a dish are left; "any": it isn't counted."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    if count != "any" and not (count.isascii() and count.isdigit() and len(count) < 7):
        raise Complaint(f"{count!r} is no count; allowed: 0 to 999999, or any")
    counts = {dish: None if count == "any" else int(count)}
    row = done(options, Doing(None, "stock", {"counts": counts}, who))
    tell(options, row, "\n".join(f"{one}: {left}" for one, left in row["counts"].items()))


@app.command("price")
def price(
    ctx: typer.Context,
    dish: Dish,
    amount: Annotated[str, typer.Argument(metavar="AMOUNT|market", help='Such as "18.00".')],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """A dish's price: a new version of the menu, or a quote for a dish at market price."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    prices = {dish: None if amount == "market" else amount}
    row = done(options, Doing(None, "price", {"prices": prices}, who))
    tell(options, row, "\n".join(f"{one}: {cost}" for one, cost in row["prices"].items()))


def _availability(chosen: settings.Settings, menu: Menu) -> Availability:
    """What the house has of a menu; of one that isn't in force, what its file says."""
    with reading(chosen.data) as unit:
        if unit.ledger.has_menu() and unit.ledger.menu_version() == menu.version:
            return unit.ledger.availability()
    return first_availability(menu)


def _table(snapshot: Snapshot) -> Table:
    menu = snapshot.menu
    language = menu.restaurant.languages[0] if menu.restaurant.languages else ""
    table = Table("id", "name", "section", "price", "left")
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
        )
        table.add_row(*(Text(visible(cell)) for cell in cells))
    return table
