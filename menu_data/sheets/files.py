"""Spreadsheets as files: CSV and XLSX to rows of plain texts, and back.

What the cells mean is `reading`' matter. Nothing in a file runs or is fetched: formulas count as
what the program that saved them had computed, and cells that would be formulas are written as text.
"""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from datetime import date, time
from decimal import Decimal

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from menu_data.faults import MenuError
from menu_data.format import FILE_BYTES
from menu_data.told import told

Row = Sequence[str]

SUFFIXES = (".csv", ".tsv", ".xlsx")
ROWS = 6_000  # a menu has 5,000 dishes at the most
COLUMNS = 200
UNPACKED_BYTES = 30_000_000  # an XLSX is a zip: what it unpacks to has a bound of its own
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # OWASP, "CSV Injection"
# What the readers of zip, XML and workbooks raise on files that are damaged, or made to damage:
# SyntaxError is XML that is none, RuntimeError a password or an unknown compression, TypeError and
# AttributeError parts of a workbook that don't fit together.
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, InvalidFileException, LookupError, ValueError, ArithmeticError,
    OSError, EOFError, SyntaxError, RuntimeError, TypeError, AttributeError,
)  # fmt: skip
_DELIMITERS = (",", ";", "\t")
LONGEST_REASON = 120  # characters of what a reader says is wrong
HEAD_LINES = 20  # among which the header stands, which has the most delimiters
_FRACTION = 6  # decimals; a spreadsheet's 0.1 + 0.2 is 0.3


def read_rows(raw: bytes, name: str) -> list[Row]:
    """The rows of a file, by the ending of its name; cells are texts, empty ones "".

    MenuError where it can't be read or is too large.
    """
    if len(raw) > FILE_BYTES:
        raise _error(name, told("file.too_large", most=FILE_BYTES))
    rows = _xlsx_rows(raw, name) if name.lower().endswith(".xlsx") else _csv_rows(raw, name)
    if len(rows) > ROWS or any(len(row) > COLUMNS for row in rows):
        raise _error(name, told("sheet.too_many", rows=ROWS, columns=COLUMNS))
    return rows


def csv_text(rows: Iterable[Row]) -> str:
    """Rows as CSV. It begins with a byte-order mark: Excel takes it for its own code page else."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_guarded(cell) for cell in row])
    return f"\ufeff{out.getvalue()}"


def xlsx_bytes(rows: Iterable[Row]) -> bytes:
    """Rows as an XLSX file of one sheet; every cell is a text."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None  # a new workbook has one
    for number, row in enumerate(rows, 1):
        for index, text in enumerate(row, 1):
            if text:
                cell = sheet.cell(number, index, text)
                cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith((*FORMULA, "'")) else cell


def _unguarded(cell: str) -> str:
    guarded = cell.startswith("'") and cell[1:].startswith((*FORMULA, "'"))
    return cell[1:] if guarded else cell


def _csv_rows(raw: bytes, name: str) -> list[Row]:
    text = _decoded(raw, name)
    head = text.splitlines()[:HEAD_LINES]
    delimiter = max(
        _DELIMITERS, key=lambda mark: max((line.count(mark) for line in head), default=0)
    )
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise _error(name, told("sheet.not_csv", reason=str(error))) from error
    return [[_unguarded(cell.strip()) for cell in row] for row in rows]


def _decoded(raw: bytes, name: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _error(name, told("sheet.not_utf8")) from error


def _xlsx_rows(raw: bytes, name: str) -> list[Row]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            size = sum(part.file_size for part in archive.infolist())
        if size > UNPACKED_BYTES:
            raise _error(name, told("sheet.unpacks", size=size, most=UNPACKED_BYTES))
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        found = sheet.iter_rows(max_row=ROWS + 1, max_col=COLUMNS + 1, values_only=True)
        rows = [[_cell(value) for value in row] for row in found]
    except _UNREADABLE as error:
        raise _error(name, told("sheet.not_xlsx", reason=_one_line(error))) from error
    return [_trimmed(row) for row in rows]


def _error(name: str, problem: str) -> MenuError:
    return MenuError(told("in_file", name=name, problem=problem))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:LONGEST_REASON] or type(error).__name__


def _trimmed(row: list[str]) -> list[str]:
    """A row without the empty cells at its end."""
    while row and not row[-1]:
        row.pop()
    return row


def _cell(value: object) -> str:
    """A cell's value as a text: numbers without a fraction of dust, dates as ISO."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case float():
            rounded = Decimal(str(round(value, _FRACTION))).normalize()
            return f"{rounded:f}"
        case date() | time():
            return value.isoformat()
        case _:
            return _unguarded(str(value).strip())
