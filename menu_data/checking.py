"""Any menu file read for people: JSON, CSV or XLSX; every error and warning with its place.

    read_file(raw, "menu.json") -> Read(menu, where)      or `Broken` with all that is wrong

What is wrong is said as "menu.json:12:9: items[0].price: ..." or "menu.csv: row 5, column D ...".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from menu_data import flat, loader
from menu_data.faults import Fault, MenuError, Place, faults_of, written
from menu_data.importers.pricing import Unanswered
from menu_data.lint import Around, Warned, lint
from menu_data.menu import Menu
from menu_data.positions import Positions
from menu_data.sheets import SUFFIXES, Said, SheetError, read_rows, read_sheet
from menu_data.told import message, told

SHOWN_ERRORS = 20  # more are no help before the first ones are mended
NOTHING_SAID = Said()


class Broken(MenuError):
    """A file that is no menu. `lines`: what is wrong with it, one a line; the message is the
    first.
    """

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__(lines[0])
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Read:
    """A menu out of a file. `where`: a place of its source as a place in the file."""

    menu: Menu
    where: Callable[[Place], str]

    def warnings(self, around: Around) -> list[tuple[Warned, str]]:
        """What is probably a mistake, each with its line for people."""
        return [
            (one, told("at", place=self.where(one.place), problem=one.text))
            for one in lint(self.menu, around)
        ]


def is_sheet(name: str) -> bool:
    """Whether a file's name is that of a spreadsheet."""
    return name.lower().endswith(SUFFIXES)


def read_file(
    raw: bytes,
    name: str,
    bases: Callable[[str], Menu | None] = lambda _: None,
    said: Said = NOTHING_SAID,
    most: int = SHOWN_ERRORS,
) -> Read:
    """The menu of a file's bytes. `bases` finds the version a spreadsheet was made of.

    `Broken` with every error, at most so many; `Unanswered` where only a person knows.
    """
    try:
        if is_sheet(name):
            sheet = read_sheet(read_rows(raw, name), name, bases, said)
            return Read(sheet.menu, sheet.place)
        menu = loader.parse(raw, name, said.restaurant)
        return Read(menu, _Json(raw, name).where)
    except SheetError as error:
        raise Broken(error.mistakes[:most]) from error
    except Unanswered:
        raise
    except MenuError as error:
        raise Broken(_lines(error, raw, name)[:most]) from error


def image_beside(file: Path) -> Callable[[str], bool]:
    """Whether a menu's image stands beside its file; names that lead elsewhere don't."""
    folder = file.resolve().parent

    def exists(image: str) -> bool:
        path = (folder / image).resolve()
        return path.is_relative_to(folder) and path.is_file()

    return exists


def _lines(error: MenuError, raw: bytes, name: str) -> tuple[str, ...]:
    faults = faults_of(error)
    if not faults or is_sheet(name):
        return (message(error),)
    text = _Json(raw, name)
    # A list is called too short as well where its parts are wrong.
    wholes = {one.place[:size] for one in faults for size in range(len(one.place))}
    causes = [one for one in faults if one.place not in wholes]
    return tuple(
        told("in_file", name=text.where(one.place), problem=_placed(one)) for one in causes
    )


def _placed(fault: Fault) -> str:
    if not fault.place:
        return fault.problem
    return told("at", place=written(fault.place), problem=fault.problem)


class _Json:
    """Places in a JSON file; of a flat menu also those of the document it becomes."""

    def __init__(self, raw: bytes, name: str) -> None:
        self._name = name
        text = raw.decode("utf-8-sig", "replace")
        self._positions = Positions(text)
        self._ids = _flat_ids(raw, name)

    def where(self, place: Place) -> str:
        """ "menu.json:12:9"."""
        of_item = len(place) > 1 and place[0] == "items" and isinstance(place[1], int)
        if self._ids and of_item:
            place = (self._ids[int(place[1])], *place[2:])
        line, column = self._positions.of(place)
        return f"{self._name}:{line}:{column}"


def _flat_ids(raw: bytes, name: str) -> list[str]:
    """The ids of a flat menu in order; none of any other file."""
    try:
        document: Any = loader.tree(raw, name)
    except MenuError:
        return []
    return list(document) if isinstance(document, dict) and flat.is_flat(document) else []
