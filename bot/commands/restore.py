"""`waiter restore`: a house from the file that `waiter backup` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot import backups, given, settings
from bot.commands.acting import counted, tell

app = typer.Typer(rich_markup_mode=None)


@app.command("restore")
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `waiter backup` wrote.")],
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """Make the data folder of a backup; one that holds anything is left as it is."""
    options = given.given(ctx).or_else(data=data, json=json)
    folder = settings.read(options.flags()).data
    found = backups.restore(file, folder)
    row = {"data": str(folder), **found.model_dump(mode="json")}
    tell(options, row, f"{folder}: {counted(found.visits, 'visit')}, as of {found.at.isoformat()}")
