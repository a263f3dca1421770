"""`waiter menu sold-out|restock|stock|price|pause`: acts of staff on what the house has.

They are no edits of the menu's file: each is kept with who and when, and binds from the next event
on, also for a tab that already holds the dish. A price is a new version of the menu, or a quote.
"""

from __future__ import annotations

from typing import Annotated

import typer

from apps.acts.house import MOST_MINUTES
from bot import given
from bot.commands.acting import Doing, done, tell
from bot.complaint import Complaint

Dishes = Annotated[
    list[str], typer.Argument(metavar="ID…", help="Dishes, by id or by a name that is one's own.")
]
Dish = Annotated[str, typer.Argument(metavar="ID", help="A dish, by id or name.")]


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


def pause(
    ctx: typer.Context,
    minutes: Annotated[str, typer.Argument(metavar="MINUTES|off", help="For how long.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """The kitchen is full: nothing is sent to it for so many minutes."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    written = minutes.isascii() and minutes.isdigit() and len(minutes) < 5
    count = int(minutes) if written else 0
    if minutes != "off" and not 1 <= count <= MOST_MINUTES:
        raise Complaint(f"{minutes!r} are no minutes; allowed: 1 to {MOST_MINUTES}, or off")
    row = done(options, Doing(None, "pause", {"minutes": count}, who))
    tell(options, row, f"paused until {row['until']}" if row["until"] else "orders are taken")


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
