"""`waiter eval`: scenarios run, each trial on a house of its own; how many a brain passes."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bot import given, settings
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import brains
from bot.given import Given
from bot.settings import Settings
from waiter.evaluate import Row, Summary, evaluate, summary
from waiter.scenario import ScenarioError

app = typer.Typer(rich_markup_mode=None)


@app.command("eval")
def eval_scenarios(
    ctx: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH…", help="Scenario files, or folders of them.")
    ],
    trials: Annotated[int, typer.Option("--trials", metavar="K", min=1, help="Times each.")] = 1,
    data: given.Data = None,
    brain: given.Brain = None,
    json: given.Json = False,
) -> None:
    """Run scenarios; exit 1 where one of them fails in any trial."""
    options = given.given(ctx).or_else(data=data, brain=brain, json=json)
    chosen = settings.read(options.flags())
    try:
        found = asyncio.run(_run(options, chosen, paths, trials))
    except ScenarioError as error:
        raise Complaint(str(error)) from error
    text = f"{found.passed} of {found.total} passed, pass_k {found.pass_k:.3f}"
    tell(options, asdict(found), text)
    if found.passed < found.total:
        raise typer.Exit(1)


async def _run(options: Given, chosen: Settings, paths: list[Path], trials: int) -> Summary:
    """A row as each scenario is done; the numbers at the end."""
    brains(chosen)  # an unknown one is complained about before anything runs
    rows: list[Row] = []
    async for row in evaluate(paths, lambda: brains(chosen), trials, guided=chosen.guided):
        rows.append(row)
        shown = [f"{'ok  ' if row.passed else 'FAIL'} {row.id}", *row.failures]
        tell(options, {**asdict(row), "failures": list(row.failures)}, "\n     ".join(shown))
    return summary(rows)
