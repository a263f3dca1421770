"""`waiter doctor`: whether what the waiter needs is there. Changes nothing."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable

import typer

from bot import given, searching, settings, visits
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import brains, menu_in_force, reading
from bot.settings import Settings
from waiter.storage.database import FILE_NAME

app = typer.Typer(rich_markup_mode=None)


def _python(chosen: Settings) -> str:  # noqa: ARG001 - a check's shape
    return f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}"


def _data(chosen: Settings) -> str:
    there = (chosen.data / FILE_NAME).exists()
    with reading(chosen.data) as unit:
        known = len(visits.every(unit))
    return f"{chosen.data}, {known} visits" if there else f"{chosen.data}, not begun"


def _menu(chosen: Settings) -> str:
    menu = menu_in_force(chosen)
    language = next(iter(menu.restaurant.languages), "")
    return f"{menu.restaurant.name.said(language)}, {len(menu.dishes)} dishes, {menu.version}"


def _brain(chosen: Settings) -> str:
    return brains(chosen)["chosen"].name


def _search(chosen: Settings) -> str:
    return searching.described(chosen)


CHECKS: dict[str, Callable[[Settings], str]] = {
    "python": _python,
    "data folder": _data,
    "menu": _menu,
    "brain": _brain,
    "search": _search,
}


@app.command("doctor")
def doctor(
    ctx: typer.Context,
    data: given.Data = None,
    menu: given.MenuFile = None,
    brain: given.Brain = None,
    json: given.Json = False,
) -> None:
    """Whether all that is needed is there; exit 1 where something isn't."""
    options = given.given(ctx).or_else(data=data, menu=menu, brain=brain, json=json)
    chosen = settings.read(options.flags())
    failed = False
    for name, check in CHECKS.items():
        try:
            ok, found = True, check(chosen)
        except Complaint as complaint:
            ok, found = False, str(complaint)
            failed = True
        row = {"check": name, "ok": ok, "found": found}
        tell(options, row, f"{'ok' if ok else 'NO':<3} {name:<12} {found}")
    if failed:
        raise typer.Exit(1)
