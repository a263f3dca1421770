"""`waiter day`: what a day came to, and the end of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Annotated

import typer

from bot import day as days
from bot import given, settings, staff, visits
from bot.commands.acting import Result, counted, in_the_house, tell
from bot.complaint import Complaint
from bot.composition import published, reading
from bot.given import Given
from menu_data.menu import Menu
from waiter import telling
from waiter.runner import Runner

app = typer.Typer(rich_markup_mode=None)

TOLD = "en"  # the language of the command line
MOST = 10  # dishes named


@app.command("day")
def day(
    ctx: typer.Context,
    of: Annotated[
        str | None, typer.Argument(metavar="DATE", help="Which day, as 2026-05-04.  [today]")
    ] = None,
    close: Annotated[
        bool,
        typer.Option("--close", help="Then close the visits that owe nothing; exit 1: some do."),
    ] = False,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Tickets, money and dishes of a day, by the restaurant's calendar."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    now = given.clock_of(options.clock)()
    wanted = None if of is None else _date(of)
    if close and wanted is not None:
        raise Complaint("--close is for the day that is on; leave the date out")
    with reading(settings.read(options.flags()).data) as unit:
        if not unit.ledger.has_menu():
            raise Complaint("no house has begun there yet; `waiter chat` begins one")
        menu = published(unit)
        found = days.day(unit, menu, wanted or days.local_date(menu, now), now)
    tell(options, days.row(found, menu), "\n".join(_lines(found, menu)))
    if close:
        _close(options, who or staff.login_name())


def _lines(found: days.Day, menu: Menu) -> Iterator[str]:
    """The day for people, a fact a line."""
    told = days.row(found, menu)

    def money(amount: str) -> str:
        return telling.money(amount, menu, TOLD)

    yield f"{told['day']}  {menu.restaurant.name.said(TOLD)}"
    who, guests = counted(told["visits"], "visit"), counted(told["guests"], "guest")
    state = f"{told['void']} void, {told['waiting']} not accepted yet"
    yield f"tickets  {told['tickets']} of {who}, {guests}; {state}"
    yield f"ordered  {money(told['ordered'])}; with all that is on the bills {money(told['due'])}"
    ways = ", ".join(f"{how} {money(paid)}" for how, paid in told["by_method"].items())
    yield f"paid     {money(told['paid'])}, and {money(told['tips'])} in tips" + (
        f" ({ways})" if ways else ""
    )
    for owed in told["owed"]:
        left = ", closed unpaid" if owed["closed"] else ""
        yield f"owed     {money(owed['owed'])}  {owed['table'] or '–'}  {owed['visit']}{left}"
    for one in told["dishes"][:MOST]:
        dish = menu.dishes.get(one["dish"])
        yield f"{one['portions']:>7}  {one['dish'] if dish is None else dish.name.said(TOLD)}"


def _close(options: Given, who: str) -> None:
    """Close every visit that has nothing unsent and owes nothing. Exit 1: some are left."""

    async def closed(runner: Runner) -> Result:
        unit = runner.storage.reading()
        done, left = [], []
        for visit in [one for one in visits.every(unit) if not one.closed]:
            ordering = bool(unit.ledger.books(visit.id).lines)
            try:
                if ordering:
                    raise Complaint("still ordering")
                act = staff.Act(visit.id, "close", {"why": "end of the day"}, who)
                await staff.close_visit(runner, act)
                done.append(visit.id)
            except Complaint as refusal:
                left.append({"visit": visit.id, "table": visit.table, "why": str(refusal)})
        return {"closed": done, "left": left}

    result = in_the_house(options, closed)
    lines = [f"closed   {counted(len(result['closed']), 'visit')}"]
    lines += [
        f"open     {one['table'] or '–'}  {one['visit']}: {one['why']}" for one in result["left"]
    ]
    tell(options, result, "\n".join(lines))
    if result["left"]:
        raise typer.Exit(1)


def _date(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError as error:
        raise Complaint(f"{text!r} is no date; allowed: such as 2026-05-04") from error
