"""`waiter transcript`: visits as recorded, for people to read and for `waiter replay`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings, visits
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import reading
from waiter import event as e
from waiter import transcript
from waiter.storage import Record

app = typer.Typer(name="transcript", rich_markup_mode=None)
app.callback(help="Visits as recorded: list, show, export.")(given.shared)
Row = dict[str, Any]  # JSON

VisitName = Annotated[str, typer.Argument(metavar="VISIT", help="A visit's id, or its table.")]


@app.command("list")
def list_visits(ctx: typer.Context, data: given.Data = None, json: given.Json = False) -> None:
    """All visits, the oldest first."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        counts = {visit: (last, count) for visit, _, last, count in unit.journal.visits()}
        known = visits.every(unit)
    for visit in known:
        last, count = counts[visit.id]
        row = {
            "visit": visit.id,
            "table": visit.table,
            "opened_at": visit.opened_at.isoformat(),
            "last_at": last,
            "closed": visit.closed,
            "guests": list(visit.guests),
            "events": count,
        }
        opened = visit.opened_at.isoformat(timespec="seconds")
        state = "closed" if visit.closed else "open"
        tell(options, row, f"{visit.id:<16} {visit.table or '-':<6} {opened}  {state}  {count}")


@app.command("show")
def show(
    ctx: typer.Context, visit: VisitName, data: given.Data = None, json: given.Json = False
) -> None:
    """What was said at a visit, to and fro."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        records = unit.journal.left(visits.find(unit, visit).id)
    for row in _said(records):
        tell(options, row, f"{row['at'][11:19]}  {row['who']}: {row['text']}")


@app.command("export")
def export(
    ctx: typer.Context,
    visit: VisitName,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Instead of stdout.")
    ] = None,
    data: given.Data = None,
    json: given.Json = False,  # noqa: ARG001 - a transcript is always JSON lines
) -> None:
    """A visit's transcript as JSON lines, with all that a replay needs."""
    options = given.given(ctx).or_else(data=data)
    with reading(settings.read(options.flags()).data) as unit:
        found = visits.find(unit, visit).id
        visits.records(unit, found)
        text = "".join(f"{line}\n" for line in transcript.export(unit, found))
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise Complaint(f"{str(out)!r} can't be written: {error.strerror}") from error


def _said(records: list[Record]) -> Iterator[Row]:
    """Words of guests and waiter, taps, and acts of staff, in order."""
    for record in records:
        row: Row = {"at": record.event.at.isoformat()}
        match record.event.body:
            case e.GuestSaid(guest=guest, text=text):
                yield row | {"who": guest, "text": text}
            case e.GuestAnswered(guest=guest, answer=answer, value=value):
                yield row | {"who": guest, "text": f"[{answer} {value or ''}".rstrip() + "]"}
            case e.StaffActed(act=act, who=who):
                yield row | {"who": who, "text": f"[{act}]"}
            case e.EnvelopeSent(guest=guest, envelope=envelope):
                yield row | {
                    "who": "waiter",
                    "to": guest,
                    "type": envelope.type,
                    "text": envelope.content,
                }
            case _:
                pass
