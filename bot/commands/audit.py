"""`waiter audit`: the journal verified, a visit's events shown, refused turns listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from bot import given, settings, visits
from bot.commands.acting import tell
from bot.commands.events import line, row
from bot.composition import reading
from bot.console.safety import one_line
from waiter import codec
from waiter import event as e
from waiter.runner import HOUSE
from waiter.storage import BrokenChain

app = typer.Typer(name="audit", rich_markup_mode=None)
app.callback(help="Verify and show the journal.")(given.shared)


@app.command("verify")
def verify(ctx: typer.Context, data: given.Data = None, json: given.Json = False) -> None:
    """Whether any record was changed after it was written; exit 1 names the first of each visit."""
    options = given.given(ctx).or_else(data=data, json=json)
    broken = 0
    with reading(settings.read(options.flags()).data) as unit:
        for visit, *_ in unit.journal.visits():
            try:
                count, wrong = unit.journal.verify(visit), ""
            except BrokenChain as error:
                count, wrong = 0, str(error)
                broken += 1
            verified = {"visit": visit, "ok": not wrong, "records": count, "problem": wrong or None}
            tell(options, verified, wrong or f"{visit}: {count} records, whole")
    if broken:
        raise typer.Exit(1)


@app.command("show")
def show(
    ctx: typer.Context,
    visit: Annotated[
        str, typer.Argument(metavar="VISIT", help="A visit's id, its table, or house.")
    ],
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """A visit's events in full, one a line."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        stream = HOUSE if visit == HOUSE else visits.find(unit, visit).id
        records = unit.journal.left(stream)
    for record in records:
        tell(options, row(record.event), line(record.event))


class By(StrEnum):
    """What refusals are counted by: what was wrong, or who refused it."""

    KIND = "kind"
    CONSTRAINT = "by"


@app.command("refusals")
def refusals(
    ctx: typer.Context,
    by: Annotated[By | None, typer.Option("--by", help="Only how many there were of each.")] = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """Every turn that was refused, why, and as it was spoken; nothing of it was dispatched. How
    often each kind came stands at the end.
    """
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        found = [record.event for record in unit.journal.of_kinds("TurnRefused")]
    if by is not None:
        return _count(options, found, by)
    for event in found:
        refused = _refused(event)
        listed = {
            "visit": event.visit,
            "seq": event.seq,
            "at": event.at.isoformat(),
            **codec.dump(refused),
        }
        text = f"{event.visit} {event.seq:>5}  {refused.kind} by {refused.by}: {refused.raw}"
        tell(options, listed, one_line(text))
    if not options.json:
        _count(options, found, By.KIND)
    return None


def _count(options: given.Given, found: Sequence[e.Event], by: By) -> None:
    """How many refusals there were of each, most first."""
    counts = Counter(str(getattr(_refused(event), by.value)) for event in found)
    for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        tell(options, {by.value: name, "count": count}, f"{count:>5}  {name}")


def _refused(event: e.Event) -> e.TurnRefused:
    assert isinstance(event.body, e.TurnRefused)
    return event.body
