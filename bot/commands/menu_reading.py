"""What the commands of `waiter menu` share: files and versions read, reports and warnings printed.

A menu is named by a file, a version, or the number of its publication.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from bot.complaint import Complaint
from bot.composition import menu_of, reading
from bot.console.safety import one_line
from bot.outlook import version_numbered, version_of
from bot.settings import Settings
from menu_data import loader
from menu_data.checking import Broken, Read, read_file
from menu_data.faults import MenuError
from menu_data.menu import Menu
from menu_data.sheets import Said
from waiter.storage import Unit

MenuPath = Annotated[
    Path, typer.Argument(metavar="FILE", help="A menu: JSON, CSV or XLSX.", show_default=False)
]
Base = Annotated[
    Path | None,
    typer.Option("--base", metavar="FILE", help="The menu that a spreadsheet was made of."),
]
Version = Annotated[
    str | None, typer.Argument(metavar="VERSION", help="A version, a publication's number, a file.")
]


def read_menu(chosen: Settings, file: Path, base: Path | None = None, said: Said = Said()) -> Read:  # noqa: B008 - a frozen value
    """The menu of a file. `Broken` with every error, or another MenuError of one line."""
    with reading(chosen.data) as unit:

        def known(version: str) -> Menu | None:
            if base is not None:
                return menu_of(base)
            return version_of(unit, version)

        return read_file(loader.read(file), str(file), known, said)


def menu_from(chosen: Settings, file: Path, base: Path | None = None) -> Read:
    """The same, where a file that is no menu is the user's mistake: one line, exit 2."""
    try:
        return read_menu(chosen, file, base)
    except Broken as error:
        more = len(error.lines) - 1
        rest = f" (and {more} more: waiter menu check {file})" if more else ""
        raise Complaint(f"{error.lines[0]}{rest}") from error
    except MenuError as error:
        raise Complaint(str(error)) from error


def menu_named(chosen: Settings, unit: Unit, name: str) -> Menu:
    """The menu that a person names: a publication's number, a version, else a file."""
    found = version_numbered(unit, name)
    if found is not None:
        return found
    if Path(name).is_file():
        return menu_from(chosen, Path(name)).menu
    raise Complaint(f"{name!r} is no version, number or file; `waiter menu versions` shows them")


def warn(lines: Iterable[str]) -> None:
    """Lines for people beside what is printed: on stderr."""
    for line in lines:
        typer.echo(one_line(line), err=True)
