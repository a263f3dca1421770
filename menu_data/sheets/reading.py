"""Rows of a spreadsheet into a menu, or all that is wrong with them, by row and column.

Settings stand above the header, one a row. With a base (the menu the sheet was made of, by its
`based_on`) what the sheet has no column for stays as it was: combos, hours, fees. A row that leaves
its category empty is in the one above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from menu_data import flat, loader
from menu_data.faults import MenuError, Place, faults_of, shown, written
from menu_data.importers.pricing import Unanswered
from menu_data.menu import Menu
from menu_data.sheets.cells import Json, joined
from menu_data.sheets.dishes import Dishes, Document
from menu_data.sheets.files import Row
from menu_data.sheets.words import Column, column, setting
from menu_data.told import message, told

Bases = Callable[[str], Menu | None]
SETTINGS_ROWS = 40  # the header stands among the first
_COLUMN_OF = {"allergens": "contains", "modifier_groups": "choose"}


class SheetError(MenuError):
    """A sheet that is no menu. `mistakes`: all of them, a line each; the message is the first."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        more = len(mistakes) - 1
        super().__init__(told("and_more", first=mistakes[0], more=more) if more else mistakes[0])
        self.mistakes = tuple(mistakes)


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says of a sheet that doesn't say it itself; None: not said. `house`: the
    restaurant of the menu in force (a source's part), where the sheet was made of no menu.
    """

    restaurant: str | None = None
    currency: str | None = None
    house: Json | None = None


@dataclass(frozen=True, slots=True)
class SheetMenu:
    """The menu of a sheet. `place`: where in the sheet a place of the menu's source stands."""

    menu: Menu
    place: Callable[[Place], str]


def read_sheet(rows: Sequence[Row], name: str, bases: Bases, said: Said) -> SheetMenu:
    """The menu of a sheet's rows; `bases` finds a version of a menu, None where it isn't known.

    SheetError with every mistake; `Unanswered` where nothing says the currency.
    """
    head = _Head(rows, name)
    head.read()
    old = _base(head, bases)
    currency = said.currency or head.setting("currency") or _currency(old)
    dishes = Dishes(head.columns, _languages(head, old), currency, old)
    for number, row in enumerate(rows[head.row :], head.row + 1):
        if any(cell.strip() for cell in row):
            dishes.add(number, row)
    mistakes = [*head.mistakes, *dishes.mistakes]
    if mistakes:
        raise SheetError(
            [told("at", place=head.cell(row, index), problem=what) for row, index, what in mistakes]
        )
    if not dishes.items:
        raise MenuError(told("in_file", name=name, problem=told("sheet.no_dishes")))
    if dishes.currency is None:
        unsaid = told("in_file", name=name, problem=told("sheet.no_currency"))
        raise Unanswered(unsaid, ("currency",))
    document = {
        **old,
        "format": 1,
        "restaurant": _restaurant(head, dishes, old, said),
        "categories": dishes.sections(),
        "modifier_groups": dishes.groups(),
        "items": dishes.items,
        "combos": _combos(old, dishes.items),
    }

    def place(of: Place) -> str:
        return head.place(of, dishes.row_of)

    try:
        return SheetMenu(loader.from_document(document, name), place)
    except MenuError as error:
        every = [
            told("at", place=place(one.place), problem=_within(one.place, one.problem))
            for one in faults_of(error)
        ]
        raise SheetError(every or [message(error)]) from error


def _within(place: Place, problem: str) -> str:
    """A problem with the part inside a cell that it is about."""
    return told("part", place=written(place[3:]), problem=problem) if len(place) > 3 else problem


@dataclass(slots=True)
class _Head:
    """What stands above the dishes: settings, and the header with its columns."""

    rows: Sequence[Row]
    name: str
    row: int = 0  # of the header, from 1
    settings: dict[Column, str] = field(default_factory=dict)
    columns: dict[int, Column] = field(default_factory=dict)
    mistakes: list[tuple[int, int, str]] = field(default_factory=list)

    def read(self) -> None:
        """The header is the first row that has both a name and a price. MenuError for none."""
        for number, row in enumerate(self.rows[:SETTINGS_ROWS], 1):
            found = {index: column(cell) for index, cell in enumerate(row) if cell.strip()}
            if {"name", "price"} <= {one.kind for one in found.values() if one is not None}:
                self.row = number
                self._take(found, row)
                return
            label = setting(row[0]) if row else None
            if label is not None and len(row) > 1 and row[1].strip():
                self.settings[label] = row[1].strip()
        raise MenuError(told("in_file", name=self.name, problem=told("sheet.no_header")))

    def setting(self, kind: str) -> str | None:
        return self.settings.get(Column(kind))

    def cell(self, row: int, index: int) -> str:
        """A cell as a person finds it; row from 1, column by its index."""
        header = self.rows[self.row - 1]
        title = header[index] if index < len(header) else ""
        return told("cell", name=self.name, row=row, column=_letters(index), title=title)

    def place(self, place: Place, row_of: Sequence[int]) -> str:
        """A place of the menu's source as a place in the sheet."""
        if len(place) < 2 or place[0] != "items" or not isinstance(place[1], int):
            return self.name
        row = row_of[place[1]]
        part = str(place[2]) if len(place) > 2 else "name"
        wanted = _COLUMN_OF.get(part, part)
        index = next((i for i, one in self.columns.items() if one.kind == wanted), None)
        if index is None:
            return told("row", name=self.name, row=row)
        return self.cell(row, index)

    def _take(self, found: Mapping[int, Column | None], row: Row) -> None:
        seen: dict[Column, int] = {}
        for index, one in found.items():
            if one is None:
                unknown = told("sheet.unknown_column", found=shown(row[index]))
                self.mistakes.append((self.row, index, unknown))
            elif one in seen:
                first = told("sheet.column_again", column=_letters(seen[one]))
                self.mistakes.append((self.row, index, first))
            else:
                seen[one] = index
                self.columns[index] = one


def _base(head: _Head, bases: Bases) -> Json:
    """The source of the menu the sheet was made of; empty where it was made of none."""
    version = head.setting("based_on")
    if not version:
        return {}
    found = bases(version)
    if found is None:
        no_base = told("sheet.no_base", version=repr(version))
        raise MenuError(told("in_file", name=head.name, problem=no_base))
    return found.source


def _currency(old: Json) -> str | None:
    return str(old["restaurant"]["currency"]) if old else None


def _languages(head: _Head, old: Json) -> Sequence[str]:
    said = head.setting("languages")
    if said:
        return [code.strip() for code in said.replace("，", ",").split(",") if code.strip()]
    if old:
        return tuple(old["restaurant"]["languages"])
    return list(dict.fromkeys(one.language for one in head.columns.values() if one.language))


def _restaurant(head: _Head, dishes: Dishes, old: Json, said: Said) -> Document:
    kept: Document = dict(old.get("restaurant") or said.house or {})
    named = {one.language: text for one, text in head.settings.items() if one.kind == "restaurant"}
    name: Any = named.get("") or named or kept.get("name")
    texts = (f"{joined(i['name'], ())}{joined(i.get('description'), ())}" for i in dishes.items)
    house: Document = {
        **kept,
        "name": said.restaurant or name or flat.house(head.name),
        "currency": dishes.currency,
        "languages": list(dishes.languages) or kept.get("languages") or flat.languages(texts),
    }
    if house.get("kitchen_language") not in house["languages"]:
        house.pop("kitchen_language", None)
    zone = head.setting("time_zone")
    return {**house, "time_zone": zone} if zone else house


def _letters(index: int) -> str:
    """A column's name in a spreadsheet: A, B ... Z, AA."""
    name, number = "", index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _combos(old: Json, items: Sequence[Json]) -> list[Document]:
    """The combos that stood before, with those choices that are still on the menu."""
    known = {item["id"] for item in items}
    kept = []
    for combo in old.get("combos", ()):
        slots = [
            {**slot, "choose": [dish for dish in slot["choose"] if dish in known]}
            for slot in combo["slots"]
        ]
        if all(slot["choose"] for slot in slots):
            kept.append({**combo, "slots": slots})
    return kept
