"""A menu goes out as a sheet and comes back; what nobody touched is as it was."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest
from hypothesis import given

from menu_data import loader
from menu_data.difference import difference
from menu_data.menu import Menu
from menu_data.sheets import (
    Said,
    csv_text,
    menu_rows,
    read_rows,
    read_sheet,
    template_rows,
    xlsx_bytes,
)
from menu_data.sheets.files import Row
from tests.menu_data.documents import changed, documents, small

SAID = Said()


def back(rows: Sequence[Row], base: Menu | None = None, name: str = "m.csv") -> Menu:
    return read_sheet(rows, name, lambda _: base, SAID).menu


def out(menu: Menu) -> list[list[str]]:
    return [list(row) for row in menu_rows(menu)]


def cell(rows: list[list[str]], row: str, column: str) -> tuple[int, int]:
    """Where the cell of a dish and a column stands."""
    header = next(i for i, cells in enumerate(rows) if "price" in cells)
    index = rows[header].index(column)
    number = next(i for i, cells in enumerate(rows) if i > header and cells[0] == row)
    return number, index


@given(documents())
def test_a_menu_comes_back_as_it_was(document: dict[str, Any]) -> None:
    menu = loader.from_document(document)
    rows = read_rows(csv_text(menu_rows(menu)).encode(), "m.csv")
    again = back(rows, menu)
    assert again.dishes == menu.dishes
    assert again.restaurant == menu.restaurant


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_either_form_keeps_the_whole_menu(form: str) -> None:
    menu = loader.from_document(small())
    rows = menu_rows(menu)
    raw = csv_text(rows).encode() if form == "csv" else xlsx_bytes(rows)
    assert back(read_rows(raw, f"m.{form}"), menu, f"m.{form}").version == menu.version


def test_a_price_changed_in_a_sheet_changes_nothing_else() -> None:
    menu = loader.from_document(small())
    rows = out(menu)
    row, index = cell(rows, "cola", "price")
    rows[row][index] = "4.5"
    (change,) = difference(menu, back(rows, menu))
    assert str(change) == "~ items.cola.price: 4.00 → 4.50"


def test_a_choice_that_is_renamed_keeps_the_others_as_they_were() -> None:
    menu = loader.from_document(changed("modifier_groups.1.modifiers.0.aliases", ["fried egg"]))
    rows = out(menu)
    row, index = cell(rows, "broth", "choose more [0+]")
    assert rows[row][index] == "*egg +2.00; nut +1.00"
    rows[row][index] = "*egg +3.00; walnut +1.00"
    more = back(rows, menu).dishes["broth"].groups[1]
    egg, walnut = more.modifiers
    assert (more.amounts, egg.aliases, egg.price) == (True, ("fried egg",), 300)
    assert (walnut.id, walnut.extra_price) == ("walnut", 200)


def test_a_row_that_is_gone_is_a_dish_that_is_gone_also_from_combos() -> None:
    menu = loader.from_document(small())
    rows = [row for row in out(menu) if row[:1] != ["cola"]]
    again = back(rows, menu)
    assert set(again.dishes) == {"broth", "trout"}


def test_without_the_menu_it_was_made_of_a_sheet_is_refused_in_one_line() -> None:
    with pytest.raises(loader.MenuError, match="not here; name that menu's file with --base"):
        back(out(loader.from_document(small())))


def test_the_template_is_a_menu() -> None:
    menu = back(read_rows(csv_text(template_rows()).encode(), "m.csv"))
    noodles, tomato, plum, fish = menu.dishes.values()
    size, extras = noodles.groups
    assert (size.min, size.max, [one.price for one in size.modifiers]) == (1, 1, [0, 400])
    assert size.name.said("zh") == "份量"
    assert (extras.max, tomato.groups) == (None, noodles.groups)
    assert (plum.stock, fish.price) == (20, None)
    assert tomato.allergens == {"gluten": "contains", "egg": "contains", "peanut": "free"}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "'=x"])
def test_no_cell_is_a_formula_and_each_reads_back(text: str) -> None:
    rows = [["name", "price"], [text, "1"]]
    csv = csv_text(rows)
    assert f"'{text}" in csv
    assert read_rows(csv.encode(), "m.csv")[1][0] == text
    book = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(rows)))
    sheet = book.active
    assert sheet is not None
    assert sheet.cell(2, 1).data_type == "s"
