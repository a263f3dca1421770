"""`waiter backup`: the house as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot import backups, given, settings
from bot.commands.acting import counted, tell
from bot.complaint import Complaint
from bot.composition import at_hand

app = typer.Typer(rich_markup_mode=None)


@app.command("backup")
def backup(
    ctx: typer.Context,
    to: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write, or a folder for it.")
    ],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
) -> None:
    """Copy the house into one file; it may be open meanwhile."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    folder = settings.read(options.flags()).data
    now = given.clock_of(options.clock)()
    file = to / f"waiter-{now:%Y%m%d-%H%M%S}.zip" if to.is_dir() else to
    with at_hand(folder) as storage:
        if storage.folder is None:
            raise Complaint(f"nothing to back up: no house has begun in {str(folder)!r}")
        made = backups.back_up(storage, file, now)
    row = {"file": str(file), **made.model_dump(mode="json")}
    tell(options, row, f"{file}: {counted(made.visits, 'visit')}, {made.events} events")
