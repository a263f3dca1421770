"""`waiter permissions`: every request of a visit, what it was bound to, and what became of it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bot import given, settings, visits
from bot.commands.acting import tell
from bot.composition import reading
from waiter import event as e
from waiter.storage import Record

app = typer.Typer(rich_markup_mode=None)
Row = dict[str, Any]  # JSON


@app.command("permissions")
def permissions(
    ctx: typer.Context,
    visit: Annotated[str, typer.Argument(metavar="VISIT", help="A visit's id, or its table.")],
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """What was asked of the guests of a visit, and what they said; with --json a request a line."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        records = unit.journal.read(visits.find(unit, visit).id)
    for row in _requests(records):
        outcome = f"{row['state']} {row['at']}" + (f" by {row['by']}" if row["by"] else "")
        total = row["content"].get("total", "")
        text = f"{row['request'][:8]}  {row['app']:<8} {total:>8}  for {row['guest']}: {outcome}"
        tell(options, row, text)


def _requests(records: list[Record]) -> list[Row]:
    """The requests in the order they were opened; `state` open, granted, or why it was void."""
    found: dict[str, Row] = {}
    for record in records:
        at = record.event.at.isoformat(timespec="seconds")
        match record.event.body:
            case e.RequestOpened() as opened:
                found[opened.request] = {
                    "request": opened.request,
                    "app": opened.app,
                    "guest": opened.guest,
                    "entitled": list(opened.entitled),
                    "digest": opened.digest,
                    "content": dict(opened.content),
                    "opened_at": at,
                    "expires_at": opened.expires_at.isoformat(timespec="seconds"),
                    "state": "open",
                    "at": at,
                    "by": None,
                }
            case e.RequestVoided(request=request, why=why):
                found[request] |= {"state": why, "at": at}
            case e.GrantSpent(request=request, by=by):
                found[request] |= {"state": "granted", "at": at, "by": by}
    return list(found.values())
