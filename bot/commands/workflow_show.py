"""Workflows for people to look at: which there are, what ran, and how one is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings, workflows
from bot.commands.acting import tell
from bot.commands.workflow_house import File, loaded
from bot.composition import open_storage
from bot.console.safety import one_line, visible
from waiter.workflow import drawing
from waiter.workflow.journal import RunJournal
from waiter.workflow.loader import WorkflowError

Row = dict[str, Any]  # JSON


def graph(
    ctx: typer.Context,
    file: File,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="As Mermaid, for documents.")] = False,
    data: given.Data = None,
) -> None:
    """Draw a workflow's steps and what they give each other."""
    chosen = settings.read(given.given(ctx).or_else(data=data).flags())
    plan = loaded(file, chosen.data).plan
    typer.echo(visible(drawing.mermaid(plan) if mermaid else drawing.in_lines(plan)))


def show_all(
    ctx: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", help="Where to look.  [the house's and the shipped]"),
    ] = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """The workflows there are, which intents they answer, then every run, oldest first."""
    options = given.given(ctx).or_else(data=data, json=json)
    house = settings.read(options.flags()).data
    found = workflows.known(house) if folder is None else _in(folder)
    for name, path in found.items():
        row = _workflow(path)
        inputs = " ".join(f"-i {name}=…" for name in row["inputs"])
        tell(options, row, one_line(f"{name}: {row['name']}  {inputs}"))
    for flow in workflows.flows_of(house).flows:
        row = {"kind": "intent", "intent": flow.intent, "run": flow.workflow}
        row |= {"wish": list(flow.wish), "topics": list(flow.topics)}
        of = f" ({', '.join((*flow.wish, *flow.topics))})" if flow.wish or flow.topics else ""
        tell(options, row, f"intent {flow.intent}{of}: {flow.workflow}")
    for run in _runs(house):
        what = f"{run['started_at']}  {run['run'][:8]}  {run['workflow']}: {run['state']}"
        tell(options, run, one_line(what))


def _in(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def _workflow(path: Path) -> Row:
    row: Row = {"kind": "workflow", "file": str(path), "name": "", "inputs": [], "problem": None}
    try:
        plan = workflows.read_file(path).plan
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
