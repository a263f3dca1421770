"""`waiter permissions`: every request and standing grant of a visit, and what became of it."""

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
        records = visits.records(unit, visits.find(unit, visit).id)
    for row in _rows(records):
        outcome = f"{row['state']} {row['at']}" + (f" by {row['by']}" if row["by"] else "")
        outcome += f" ({row['batch']}, a yes to several)" if row.get("batch") else ""
        what = f"{row['kind']:<8} {row['id'][:8]:<8} {row['app']:<8} {row['total'] or '':>8}"
        tell(options, row, f"{what}  {row['guest']}: {outcome}")


def _rows(records: list[Record]) -> list[Row]:
    """Requests and standing grants in the order they came about.

    `state`: of a request open, granted, or why it was void; of a grant in force or revoked.
    `batch`: the yes to several that it was given.
    """
    found: dict[str, Row] = {}
    for record in records:
        at = record.event.at.isoformat(timespec="seconds")
        match record.event.body:
            case e.RequestOpened() as opened:
                found[opened.request] = _request(opened, at)
            case e.RequestVoided(request=request, why=why):
                found[request] |= {"state": why, "at": at}
            case e.GrantSpent(request=request, by=by):
                found[request] |= {"state": "granted", "at": at, "by": by}
            case e.BatchGiven(batch=batch, requests=requests):
                for request, _ in requests:
                    found[request] |= {"batch": batch}
            case e.GrantGiven() as standing:
                found[standing.grant] = _grant(standing, at)
            case e.GrantUsed(grant=grant, digest=digest):
                found[grant]["spent"].append({"at": at, "digest": digest})
            case e.GrantRevoked(grant=grant, by=by):
                found[grant] |= {"state": "revoked", "at": at, "by": by}
            case _:
                pass
    return list(found.values())


def _request(opened: e.RequestOpened, at: str) -> Row:
    return {
        "kind": "request",
        "id": opened.request,
        "app": opened.app,
        "guest": opened.guest,
        "entitled": list(opened.entitled),
        "total": opened.content.get("total"),
        "content": dict(opened.content),
        "digest": opened.digest,
        "opened_at": at,
        "expires_at": opened.expires_at.isoformat(timespec="seconds"),
        "state": "open",
        "at": at,
        "by": None,
        "batch": None,
    }


def _grant(grant: e.GrantGiven, at: str) -> Row:
    """`limit` in minor units; `spent`: what was done under it."""
    return {
        "kind": "grant",
        "id": grant.grant,
        "app": grant.app,
        "guest": grant.guest,
        "total": None,
        "limit": grant.limit,
        "spent": [],
        "opened_at": at,
        "state": "in force",
        "at": at,
        "by": None,
    }
