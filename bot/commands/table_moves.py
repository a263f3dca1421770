"""`waiter table move|merge|take|give|say`: where a party sits, and who speaks with it.

Each is an act of `apps/staff_acts.py`; two tables put together are two visits that become one.
"""

from __future__ import annotations

from typing import Annotated

import typer

from bot import given, staff, visits
from bot.commands.acting import Doing, Result, done, in_the_house, tell
from waiter.runner import Runner

VisitName = Annotated[str, typer.Argument(metavar="VISIT", help="A visit's id, or its table.")]
GuestName = Annotated[
    str | None, typer.Option("--guest", metavar="NAME", help="One guest; without it everybody.")
]


def move(
    ctx: typer.Context,
    visit: VisitName,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Where they sit from now on.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """A party sits at another table; what it ordered comes along."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "move", {"table": table}, who))
    tell(options, row, f"now at table {row['table']}")


def merge(
    ctx: typer.Context,
    visit: VisitName,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The visit, or table, that stays.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Two parties become one: one tab and one bill, each line its owner's."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)

    async def together(runner: Runner) -> Result:
        unit = runner.storage.reading()
        going, staying = visits.find(unit, visit).id, visits.find(unit, into).id
        act = staff.Act(going, "merge", {"into": staying}, who or staff.login_name())
        return await staff.merge_visits(runner, act, staying)

    row = in_the_house(options, together)
    tell(options, row, f"{row['visit']} is part of {row['into']} now")


def take(
    ctx: typer.Context,
    visit: VisitName,
    guest: GuestName = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Staff speak with the guests themselves; the waiter is silent."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "take_over", {"guest": guest}, who))
    tell(options, row, f"taken over: {', '.join(row['guests'])}")


def give(
    ctx: typer.Context,
    visit: VisitName,
    guest: GuestName = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """The waiter speaks with them again."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "give_back", {"guest": guest}, who))
    tell(options, row, f"given back: {', '.join(row['guests'])}")


def say(
    ctx: typer.Context,
    visit: VisitName,
    guest: Annotated[str, typer.Argument(metavar="GUEST")],
    text: Annotated[str, typer.Argument(metavar="TEXT")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
) -> None:
    """Words of staff's to a guest they have taken over."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    row = done(options, Doing(visit, "say", {"guest": guest, "text": text}, who))
    tell(options, row, f"said to {guest}")
