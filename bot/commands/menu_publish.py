"""`waiter menu publish|versions|diff|rollback`: a menu put in force as a new, immutable version.

Checked first, then shown: what differs from the menu in force, and which open tabs and recorded
conversations it would hit. On a terminal a yes is asked. Every running front-end has it at its next
event; a file that is no menu never replaces one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings
from bot.commands.acting import Doing, done, tell
from bot.commands.menu_reading import Base, MenuPath, Version, menu_from, menu_named, warn
from bot.complaint import Complaint
from bot.composition import published, reading
from bot.console.safety import visible
from bot.given import Given
from bot.outlook import Outlook, look_ahead, version_before
from menu_data.checking import Read, image_beside
from menu_data.difference import Change, difference
from menu_data.menu import Menu
from waiter.impact import Hit, VisitHit
from waiter.storage import Unit

Row = dict[str, Any]  # JSON

SHOWN = 100  # lines of a difference that a terminal is good for

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Without asking on a terminal.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and stop.")]


def publish(
    ctx: typer.Context,
    file: MenuPath,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
    base: Base = None,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Put a menu in force: open tabs follow its prices, placed tickets keep theirs."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    read = menu_from(settings.read(options.flags()), file, base)
    _put_in_force(options, read.menu, Wish(who, yes, dry_run), read, file)


def rollback(
    ctx: typer.Context,
    version: Version = None,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Put a version in force again: the one before, or one that is named."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    chosen = settings.read(options.flags())
    with reading(chosen.data) as unit:
        menu = menu_named(chosen, unit, version or version_before(unit))
    _put_in_force(options, menu, Wish(who, yes, dry_run))


def versions(ctx: typer.Context, data: given.Data = None, json: given.Json = False) -> None:
    """Every publication, the newest (in force) first."""
    options = given.given(ctx).or_else(data=data, json=json)
    with reading(settings.read(options.flags()).data) as unit:
        for one in unit.ledger.publications():
            at = one.at.isoformat(timespec="seconds")
            row = {"number": one.number, "version": one.version, "at": at, "who": one.who}
            tell(options, row, f"{one.number:>4}  {one.version}  {at}  {one.who}")


def diff(
    ctx: typer.Context,
    old: Version = None,
    new: Version = None,
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """What differs between two menus: the version before and the one in force, one named and that
    in force, or two named.
    """
    options = given.given(ctx).or_else(data=data, json=json)
    chosen = settings.read(options.flags())
    with reading(chosen.data) as unit:
        before = menu_named(chosen, unit, old or version_before(unit))
        after = menu_named(chosen, unit, new) if new else _in_force(unit)
        if old is not None and new is None and Path(old).is_file():
            before, after = after, before  # what a file would change
    for change in difference(before, after):
        tell(options, _change_row(change), str(change))


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants a menu put in force."""

    who: str | None
    yes: bool = False
    dry_run: bool = False


def _put_in_force(
    options: Given, menu: Menu, wish: Wish, read: Read | None = None, file: Path | None = None
) -> None:
    chosen = settings.read(options.flags())
    with reading(chosen.data) as unit:
        outlook = look_ahead(unit, menu, read, None if file is None else image_beside(file))
    warn(f"warning: {text}" for text in outlook.warnings)
    row: Row = {"version": menu.version, **_outlook_row(outlook)}
    if outlook.old is not None and outlook.old.version == menu.version:
        tell(options, {**row, "published": False}, f"already in force: {menu.version}")
        return
    if not options.json:
        for line in outlook_lines(outlook):
            print(visible(line))
    if wish.dry_run:
        tell(options, {**row, "published": False}, f"would be in force: {menu.version}")
        return
    if not (wish.yes or options.json) and sys.stdin.isatty() and sys.stdout.isatty():
        typer.confirm("Put it in force?", abort=True)
    instead_of = None if outlook.old is None else outlook.old.version
    params = {"document": dict(menu.source), "instead_of": instead_of}
    result = done(options, Doing(None, "publish", params, wish.who))
    tell(options, {**row, **result, "published": True}, f"in force: {result['version']}")


def outlook_lines(outlook: Outlook) -> Iterator[str]:
    """What would change, for people."""
    for change in outlook.changes[:SHOWN]:
        yield str(change)
    if len(outlook.changes) > SHOWN:
        yield f"... and {len(outlook.changes) - SHOWN} more changes"
    tabs, recorded = outlook.impact.looked_at
    if outlook.old is not None:
        yield f"open tabs hit: {len(outlook.impact.tabs)} of {tabs}"
        yield from (line for one in outlook.impact.tabs for line in _hit_lines(one))
        yield f"recorded conversations hit: {len(outlook.impact.recorded)} of {recorded}"
        yield from (line for one in outlook.impact.recorded[:SHOWN] for line in _hit_lines(one))


def _hit_lines(visit: VisitHit) -> Iterator[str]:
    where = f"{visit.visit}{f' (table {visit.table})' if visit.table else ''}"
    for hit in visit.hits:
        yield f"  {where}: {hit.dish} {_told(hit)}"


def _told(hit: Hit) -> str:
    match hit.harm:
        case "lost":
            return "is no longer on the menu"
        case "sold_out":
            return "is sold out"
        case "dearer":
            return f"costs {hit.after} instead of {hit.before}"
        case "misread":
            return f"is no longer what {hit.before!r} orders"
        case "fails":
            return f"can't be placed as it is: {hit.before.replace('_', ' ')} {hit.after}".rstrip()


def _outlook_row(outlook: Outlook) -> Row:
    return {
        "changes": [_change_row(change) for change in outlook.changes],
        "warnings": list(outlook.warnings),
        "impact": {
            "open_tabs": [asdict(one) for one in outlook.impact.tabs],
            "recorded": [asdict(one) for one in outlook.impact.recorded],
        },
    }


def _change_row(change: Change) -> Row:
    place = list(change.place)
    return {"kind": change.kind, "place": place, "before": change.before, "after": change.after}


def _in_force(unit: Unit) -> Menu:
    if not unit.ledger.has_menu():
        raise Complaint("no menu is in force here yet; `waiter menu publish FILE`")
    return published(unit)
