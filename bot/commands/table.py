"""`waiter table`: what staff do at a table, each an act of `apps/staff_acts.py` at one visit.

A visit is named by its id, by the table it is open at, or by how its id begins.
"""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from bot import given, staff, visits
from bot.commands import table_moves
from bot.commands.acting import Doing, Result, done, in_the_house, tell
from bot.complaint import Complaint
from waiter.runner import Runner

app = typer.Typer(name="table", rich_markup_mode=None)
app.callback(help="What staff do at a table.")(given.shared)

for _name, _run in (
    ("move", table_moves.move), ("merge", table_moves.merge), ("take", table_moves.take),
    ("give", table_moves.give), ("say", table_moves.say),
):  # fmt: skip
    app.command(_name)(_run)

VisitName = Annotated[str, typer.Argument(metavar="VISIT", help="A visit's id, or its table.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason.")]
Ticket = Annotated[int, typer.Argument(metavar="TICKET", help="The ticket's number.")]
Line = Annotated[int | None, typer.Option("--line", metavar="N", help="One line of the ticket.")]


@app.command("open")
def open_table(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Where the party sits.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Open a visit at a table; prints its id."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)

    async def opened(runner: Runner) -> Result:
        unit = runner.storage.reading()
        taken = [v.id for v in visits.every(unit) if v.table == table and not v.closed]
        if taken:
            raise Complaint(f"table {table!r} is taken by visit {taken[0]!r}; close that first")
        visit = f"v{secrets.token_hex(6)}"
        await runner.open_visit(visit, table, who or staff.login_name())
        return {"visit": visit, "table": table}

    row = in_the_house(options, opened)
    tell(options, row, str(row["visit"]))


@app.command("paid")
def paid(
    ctx: typer.Context,
    visit: VisitName,
    method: Annotated[str | None, typer.Option("--method", help="How it was paid.")] = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """The bill is paid."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "paid", {"method": method}, who))
    tell(options, row, f"bill {row['bill']['bill']} paid: {row['bill']['to_pay']}")


@app.command("close")
def close(
    ctx: typer.Context,
    visit: VisitName,
    unpaid: Annotated[
        bool, typer.Option("--unpaid", help="Although something is owed; give --why.")
    ] = False,
    why: Why = "",
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """The party has left: the visit is over."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    if unpaid and not why:
        raise Complaint("--unpaid needs a reason: --why TEXT")
    params = {"unpaid": unpaid, "why": why}
    row = done(options, Doing(visit, "close", params, who, why))
    tell(options, row, "closed")


@app.command("void")
def void(
    ctx: typer.Context,
    visit: VisitName,
    ticket: Ticket,
    why: Why,
    line: Line = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """A ticket, or a line of it, isn't owed any more."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "void", {"ticket": ticket, "line": line}, who, why))
    tell(options, row, f"ticket {ticket} now comes to {row['ticket']['total']}")


@app.command("comp")
def comp(
    ctx: typer.Context,
    visit: VisitName,
    why: Why,
    ticket: Annotated[int | None, typer.Option("--ticket", metavar="N")] = None,
    line: Line = None,
    amount: Annotated[str | None, typer.Option("--amount", metavar="18.00")] = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """On the house: a ticket, a line of it, or an amount."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    params = {"ticket": ticket, "line": line, "amount": amount}
    row = done(options, Doing(visit, "comp", params, who, why))
    tell(options, row, f"now owed: {row['due']}")


@app.command("discount")
def discount(
    ctx: typer.Context,
    visit: VisitName,
    why: Why,
    amount: Annotated[str | None, typer.Option("--amount", metavar="18.00")] = None,
    percent: Annotated[str | None, typer.Option("--percent", metavar="10")] = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Less to pay, by an amount or a percentage of the subtotal."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    params = {"amount": amount, "percent": percent}
    row = done(options, Doing(visit, "discount", params, who, why))
    tell(options, row, f"now owed: {row['due']}")


@app.command("ticket")
def ticket_state(
    ctx: typer.Context,
    visit: VisitName,
    ticket: Ticket,
    state: Annotated[str, typer.Argument(metavar="accept|ready|served")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """A ticket is accepted by the kitchen, ready, or served."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    if state not in ("accept", "ready", "served"):
        raise Complaint(f"unknown state {state!r}; allowed: accept, ready, served")
    row = done(options, Doing(visit, state, {"ticket": ticket}, who))
    tell(options, row, f"ticket {ticket} {row['ticket']['state']}")
