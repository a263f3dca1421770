"""`waiter events`: the journal as it is written, one event a line, for people and programs.

With --follow it goes on until it is stopped, and shows what every process on the data folder does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from bot import given, settings, visits
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import at_hand
from bot.console.wire import written
from waiter import codec
from waiter import event as e
from waiter.runner import HOUSE
from waiter.storage import Record, Storage, Unit

app = typer.Typer(rich_markup_mode=None)
Row = dict[str, Any]  # JSON

LOOK_EVERY = 0.2  # seconds between two looks at whether somebody has written


@app.command("events")
def events(
    ctx: typer.Context,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on with what happens from now.")
    ] = False,
    last: Annotated[
        int | None,
        typer.Option("--last", metavar="N", min=0, help="Only the last N of what there is."),
    ] = None,
    visit: Annotated[
        str | None,
        typer.Option("--visit", metavar="VISIT", help="Only of a visit, its table, or house."),
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", metavar="KIND", help="Only of a kind; again.")
    ] = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """What happened, as it happened: every visit's events in one stream."""
    options = given.given(ctx).or_else(data=data, json=json)
    kinds = frozenset(map(_known, kind or ()))
    folder = settings.read(options.flags()).data
    with at_hand(folder) as storage:
        if follow and storage.folder is None:
            raise Complaint(f"nothing to follow: no house has begun in {str(folder)!r}")
        stream = None if visit is None else _stream(storage.reading(), visit)
        for part in _parts(storage, stream, follow=follow):
            wanted = [one.event for one in part if not kinds or _kind(one) in kinds]
            for event in wanted if last is None else wanted[max(0, len(wanted) - last) :]:
                tell(options, row(event), line(event))
            last = None  # it was about what there was


def row(event: e.Event) -> Row:
    """An event as JSON; `data` are its body's fields, those at their default left out."""
    return {
        "visit": event.visit,
        "seq": event.seq,
        "at": event.at.isoformat(),
        "kind": codec.kind_of(event.body),
        "session": event.session,
        "data": codec.dump(event.body),
    }


def line(event: e.Event) -> str:
    """An event on one line, for people."""
    at = event.at.isoformat(timespec="milliseconds")
    kind, content = codec.kind_of(event.body), written(codec.dump(event.body))
    return f"{event.visit} {event.seq:>5}  {at}  {kind:<20} {content}"


def _parts(storage: Storage, stream: str | None, *, follow: bool) -> Iterator[list[Record]]:
    """What there is, then what is new at each look; without `follow` only the first."""
    seen: dict[str, int] = {}
    version = storage.data_version()
    yield _new(storage.reading(), seen, stream)
    while follow:
        time.sleep(LOOK_EVERY)
        if (now := storage.data_version()) != version:
            version = now
            yield _new(storage.reading(), seen, stream)


def _new(unit: Unit, seen: dict[str, int], stream: str | None) -> list[Record]:
    """Records that weren't seen yet, as time went; `seen` knows them from now on."""
    found: list[Record] = []
    for visit, head in unit.journal.heads().items():
        if stream in (None, visit) and head > (before := seen.get(visit, 0)):
            found += (one for one in unit.journal.left(visit, before) if one.event.seq <= head)
            seen[visit] = head
    return sorted(found, key=lambda one: (one.event.at, one.event.visit, one.event.seq))


def _kind(record: Record) -> str:
    return codec.kind_of(record.event.body)


def _stream(unit: Unit, name: str) -> str:
    return HOUSE if name == HOUSE else visits.find(unit, name).id


def _known(kind: str) -> str:
    if kind not in codec.KINDS:
        raise Complaint(f"unknown kind {kind!r}; allowed: {', '.join(sorted(codec.KINDS))}")
    return kind
