"""Workflows for people to look at: which there are, what ran, and how one is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings
from bot.commands.acting import tell
from bot.commands.workflow_house import EXAMPLES, File, loaded
from bot.composition import open_storage
from bot.console.safety import one_line, visible
from waiter.workflow import drawing
from waiter.workflow.journal import RunJournal
from waiter.workflow.loader import WorkflowError, load
from waiter.workflow.registry import CUSTOMS, PLUGINS

Row = dict[str, Any]  # JSON


def graph(
    file: File,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="As Mermaid, for documents.")] = False,
    data: given.Data = None,  # noqa: ARG001 - a drawing needs no house
) -> None:
    """Draw a workflow's steps and what they give each other."""
    plan = loaded(file).plan
    typer.echo(visible(drawing.mermaid(plan) if mermaid else drawing.in_lines(plan)))


def show_all(
    ctx: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="Where to look.  [the shipped ones]")
    ] = EXAMPLES,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """The workflows of a folder, then every run, oldest first."""
    options = given.given(ctx).or_else(data=data, json=json)
    for path in sorted(folder.glob("*.yaml")):
        row = _workflow(path)
        inputs = " ".join(f"-i {name}=…" for name in row["inputs"])
        tell(options, row, one_line(f"{path.stem}: {row['name']}  {inputs}"))
    for run in _runs(settings.read(options.flags()).data):
        what = f"{run['started_at']}  {run['run'][:8]}  {run['workflow']}: {run['state']}"
        tell(options, run, one_line(what))


def _workflow(path: Path) -> Row:
    row: Row = {"kind": "workflow", "file": str(path), "name": "", "inputs": [], "problem": None}
    try:
        plan = load(path, PLUGINS, CUSTOMS).plan
    except WorkflowError as error:
        return {**row, "name": str(error), "problem": str(error)}
    return {**row, "name": plan.name, "inputs": [output.name for output, _ in plan.inputs()]}


def _runs(folder: Path) -> Iterator[Row]:
    if not folder.exists():
        return
    storage = open_storage(folder)
    try:
        for run in RunJournal(storage.connection).runs():
            yield {
                "kind": "run",
                "run": run.run,
                "workflow": run.workflow,
                "file_hash": run.file_hash,
                "started_at": run.started_at.isoformat(timespec="seconds"),
                "state": run.ended or "unfinished",
            }
    finally:
        storage.close()
