"""A menu as a spreadsheet, CSV or XLSX: one row a dish, a column for each group of choices.

template_rows(), menu_rows(menu)         rows to write
read_sheet(rows, name, bases, said)      a menu, or every mistake by row and column
read_rows, csv_text, xlsx_bytes          rows and files
"""

from menu_data.sheets.files import SUFFIXES, csv_text, read_rows, xlsx_bytes
from menu_data.sheets.reading import Said, SheetError, SheetMenu, read_sheet
from menu_data.sheets.writing import menu_rows, template_rows

__all__ = [
    "SUFFIXES",
    "Said",
    "SheetError",
    "SheetMenu",
    "csv_text",
    "menu_rows",
    "read_rows",
    "read_sheet",
    "template_rows",
    "xlsx_bytes",
]
