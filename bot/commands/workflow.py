"""`waiter workflow`: check, run, list and draw workflows. The table of commands.

A run stops where a person must say yes: a terminal is asked, else `--approve DIGEST` says it, and
until then the exit code is 1. `workflow_house` lends what steps may use.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings, sms, staff, workflows
from bot.commands import workflow_deliver, workflow_guests, workflow_house, workflow_show
from bot.commands.acting import tell
from bot.commands.workflow_house import File, loaded, path_of
from bot.commands.workflow_telling import Bars, outcome_text, request_text
from bot.complaint import Complaint
from bot.composition import menu_in_force, open_storage
from bot.console.safety import one_line, visible
from bot.given import Given
from bot.settings import Settings
from waiter.storage import LeaseTaken
from waiter.workflow.delivery import Delivered
from waiter.workflow.event import RequestOpened
from waiter.workflow.loader import Workflow, WorkflowError
from waiter.workflow.runner import Decide, Outcome, Surroundings, run_workflow
from waiter.workflow.runner import Given as GivenToRun
from waiter.workflow.sms import SEND
from waiter.workflow.value import Json, canonical, read_input

app = typer.Typer(name="workflow", rich_markup_mode=None)
app.callback(help="Check, run, list and draw workflows.")(given.shared)
Row = dict[str, Any]  # JSON
SHORTEST = 8  # hex digits of a digest that are enough to name it


for _command in (
    workflow_show.graph,
    workflow_guests.guests,
    workflow_guests.outbox,
    workflow_guests.reply,
):
    app.command()(_command)
app.command("list")(workflow_show.show_all)
app.command("deliver")(workflow_deliver.deliver_now)


@app.command("check")
def check(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Workflows.")],
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """Whether workflows can run; exit 1 with a line for each that can't."""
    options = given.given(ctx).or_else(data=data, json=json)
    folder = settings.read(options.flags()).data
    failed = False
    for path in files:
        try:
            found = workflows.read_file(path_of(path, folder))
        except WorkflowError as error:
            failed = True
            row = {"file": str(path), "ok": False, "problem": str(error), "warnings": []}
            tell(options, row, one_line(str(error)))
            continue
        warnings = list(found.warnings)
        row = {"file": str(path), "ok": True, "problem": None, "warnings": warnings}
        good = f"{path}: {found.plan.name}: {len(found.plan.steps)} steps, all right"
        tell(options, row, "\n".join([*warnings, good]))
    if failed:
        raise typer.Exit(1)


@app.command("run")
def run(
    ctx: typer.Context,
    file: File,
    inputs: Annotated[
        list[str] | None, typer.Option("-i", "--input", metavar="K=V", help="An input.")
    ] = None,
    approve: Annotated[
        list[str] | None,
        typer.Option("--approve", metavar="DIGEST", help="Say yes to this request."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew, even where a run is unfinished.")
    ] = False,
    part_price: Annotated[
        str | None,
        typer.Option("--part-price", metavar="AMOUNT", help="What a text costs, for the request."),
    ] = None,
    who: given.Who = None,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
    clock: given.Clock = None,
    json: given.Json = False,
) -> None:
    """Run a workflow; the same file and inputs again take up a run that isn't finished."""
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain, clock=clock, json=json)
    chosen = settings.read(options.flags())
    found = loaded(file, chosen.data)
    for warning in found.warnings:
        typer.echo(f"waiter: {one_line(warning)}", err=True)
    values = _values(found, inputs or [])
    yes = _yes(approve or [])
    with Bars() as bars:
        decide = _decider(yes, options, bars)
        asked = GivenToRun(values, who or staff.login_name(), decide, bars.told, fresh)
        price = chosen.sms_part_price if part_price is None else part_price
        outcome, delivered = _ran(found, chosen, options, asked, price, bars)
    _report(options, outcome, delivered)


def _values(found: Workflow, given_inputs: list[str]) -> Mapping[str, Json]:
    """The inputs by name, each of its declared type."""
    wanted = {output.name: (output.type, step) for output, step in found.plan.inputs()}
    values: dict[str, Json] = {}
    for text in given_inputs:
        name, equals, value = text.partition("=")
        if not equals or name not in wanted or name in values:
            allowed = " ".join(f"-i {name}=…" for name in wanted)
            raise Complaint(f"-i {text!r} is no input, or stands twice; allowed: {allowed}")
        try:
            values[name] = read_input(value, wanted[name][0])
        except ValueError as error:
            raise Complaint(f"-i {name}: {error}") from error
    missing = [name for name in wanted if name not in values]
    if missing:
        step = wanted[missing[0]][1]
        example = f", such as {canonical(step.example)}" if step.example is not None else ""
        text = " ".join(f"-i {name}=…" for name in missing)
        raise Complaint(f"needs {text} ({step.description}{example})")
    return values


def _yes(approve: list[str]) -> tuple[str, ...]:
    for digest in approve:
        if len(digest) < SHORTEST or set(digest) - set("0123456789abcdef"):
            raise Complaint(f"--approve {digest!r} is no digest; allowed: {SHORTEST}+ hex digits")
    return tuple(approve)


def _decider(yes: tuple[str, ...], options: Given, bars: Bars) -> Decide:
    """Who decides a request: what --approve named, else a person at a terminal, else nobody."""

    def decide(request: RequestOpened) -> bool | None:
        if any(request.digest.startswith(digest) for digest in yes):
            return True
        if options.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return None
        with bars.paused():
            typer.echo(visible(request_text(request)), err=True)
            return typer.confirm("Yes?", err=True)

    return decide


def _ran(
    found: Workflow,
    chosen: Settings,
    options: Given,
    asked: GivenToRun,
    part_price: str,
    bars: Bars,
) -> tuple[Outcome, Delivered | None]:
    """The run, and where it is done, its messages taken out of the house."""
    now = given.clock_of(options.clock)
    menu = menu_in_force(chosen)
    gateway = sms.gateway(chosen, workflow_house.amount(part_price, menu))
    storage = open_storage(chosen.data)
    try:
        with workflow_house.lent(chosen, menu, now()) as tools:
            around = Surroundings(
                workflows.called(found.plan),
                tools,
                gateway,
                now,
                lambda: secrets.token_hex(16),
                menu.version,
            )
            outcome = run_workflow(storage, found.plan, around, asked)
        sends = any(step.function == SEND.name for step in found.plan.steps)
        done = outcome.standing == "done" and sends
        return outcome, workflow_deliver.taken_out(chosen, storage, now, bars) if done else None
    except LeaseTaken as error:
        raise Complaint("this run is under way in another process") from error
    finally:
        storage.close()


def _report(options: Given, outcome: Outcome, delivered: Delivered | None) -> None:
    """What came of it; exit 1 unless it is done."""
    requests = [{"digest": r.digest, "step": r.step, **r.content} for r in outcome.requests]
    row: Row = {
        "run": outcome.run,
        "state": outcome.standing,
        "resumed": outcome.resumed,
        "outputs": dict(outcome.outputs),
        "citations": [dict(one) for one in outcome.citations],
        "notes": list(outcome.notes),
        "failed": dict(outcome.failed),
        "requests": requests,
        "delivered": None if delivered is None else workflow_deliver.delivery_row(delivered),
    }
    text = outcome_text(outcome)
    if delivered is not None:
        text += f"\n{workflow_deliver.delivery_text(delivered)}"
    tell(options, row, text)
    for step, reason in outcome.failed.items():
        typer.echo(f"waiter: step {step!r} failed: {one_line(reason)}", err=True)
    if outcome.standing != "done":
        raise typer.Exit(1)
