"""`waiter menu check|import|export|template`: menus as files, in and out. Nothing comes into force.

Reports and warnings go to stderr, so that what is printed can go straight into a file.
"""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from bot import given, settings
from bot.commands.menu_reading import Base, MenuPath, menu_named, read_menu, warn
from bot.complaint import Complaint
from bot.composition import menu_in_force, published, reading
from bot.console.safety import one_line, visible
from bot.console.wire import emit
from menu_data import exporters, loader
from menu_data.checking import Broken, image_beside, is_sheet
from menu_data.faults import MenuError
from menu_data.importers import Imported, Report, Unanswered, Wishes, import_menu
from menu_data.importers.parsed import PriceUnit
from menu_data.importers.pricing import Question
from menu_data.lint import Around
from menu_data.menu import Menu
from menu_data.sheets import (
    Said,
    csv_text,
    menu_rows,
    template_rows,
    xlsx_bytes,
)
from menu_data.sheets.files import Row
from menu_data.suggestions import suggest_aliases

SHOWN = 60  # lines of a report that a terminal is good for

Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Instead of stdout.")]


class Unit(StrEnum):
    """What a price that is a whole number counts."""

    MAJOR = "major"
    MINOR = "minor"


class Form(StrEnum):
    """What a menu is written as."""

    FORMAT_1 = "json"
    SCHEMA_ORG = "schema.org"
    CSV = "csv"
    XLSX = "xlsx"


def check(
    ctx: typer.Context,
    file: MenuPath,
    data: given.Data = None,
    json: given.Json = False,
    base: Base = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for warnings too.")] = False,
) -> None:
    """Whether a file is a menu: every error with its place, exit 1; then what may be a mistake."""
    options = given.given(ctx).or_else(data=data, json=json)
    chosen = settings.read(options.flags())
    if not file.is_file():
        raise Complaint(f"{str(file)!r} is no file; allowed: a menu as JSON, CSV or XLSX")
    try:
        read = read_menu(chosen, file, base)
    except MenuError as error:
        lines = error.lines if isinstance(error, Broken) else (str(error),)
        if options.json:
            emit({"file": str(file), "ok": False, "errors": list(lines), "warnings": []})
        else:
            warn(lines)
        raise typer.Exit(1) from error
    with reading(chosen.data) as unit:
        before = published(unit) if unit.ledger.has_menu() else None
    warnings = read.warnings(Around(before, image_beside(file)))
    if options.json:
        told = [{"kind": one.kind, "text": text} for one, text in warnings]
        version = {"dishes": len(read.menu.dishes), "version": read.menu.version}
        emit({"file": str(file), "ok": True, "errors": [], "warnings": told, **version})
    else:
        print(visible(f"{file}: {len(read.menu.dishes)} dishes, version {read.menu.version}"))
        warn(f"warning: {text}" for _, text in warnings)
    if strict and warnings:
        raise typer.Exit(1)


def import_file(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A menu of another system.")],
    out: Out = None,
    data: given.Data = None,
    json: given.Json = False,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What the house is called.")
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", metavar="CODE", help="Of its prices: CNY, USD ...")
    ] = None,
    price_unit: Annotated[
        Unit | None,
        typer.Option("--price-unit", help="What 1800 is: 1800.00 (major) or 18.00 (minor)."),
    ] = None,
    time_zone: Annotated[
        str | None, typer.Option("--time-zone", metavar="ZONE", help="Of its opening hours.")
    ] = None,
    base: Base = None,
) -> None:
    """A menu of another system, or a spreadsheet, into format 1; the report goes to stderr.

    Uber Eats v2, Square's catalog, schema.org, Ele.me, POS option groups, lists of dishes, CSV,
    XLSX. What only a person knows is asked for, never guessed.
    """
    options = given.given(ctx).or_else(data=data, json=json)
    unit: PriceUnit | None = None if price_unit is None else price_unit.value
    now = datetime.now(UTC)
    wishes = Wishes(now, name, currency, unit, time_zone)
    imported = _imported(settings.read(options.flags()), file, wishes, base)
    report = {"file": str(file), **asdict(imported.report)}
    if options.json and out is None:
        emit({**report, "document": exporters.format_1(imported.menu)})
        return
    _write(imported.menu, _form_of(out), out)
    if options.json:
        emit(report)
    else:
        warn(_report_lines(imported))


def export(
    ctx: typer.Context,
    version: Annotated[
        str | None,
        typer.Argument(metavar="VERSION", help="A version, number or file.  [the one in force]"),
    ] = None,
    form: Annotated[
        Form | None, typer.Option("--to", help="The form.  [by the ending of --out, else json]")
    ] = None,
    out: Out = None,
    data: given.Data = None,
    menu: given.MenuFile = None,
    json: given.Json = False,  # noqa: ARG001 - what is exported has a form of its own
) -> None:
    """A menu as format 1, schema.org JSON-LD, CSV or XLSX; what has no place there is told."""
    options = given.given(ctx).or_else(data=data, menu=menu)
    chosen = settings.read(options.flags())
    if version is None:
        found = menu_in_force(chosen)
    else:
        with reading(chosen.data) as unit:
            found = menu_named(chosen, unit, version)
    chosen_form = form or _form_of(out)
    _write(found, chosen_form, out)
    match chosen_form:
        case Form.SCHEMA_ORG:
            warn(f"left out, schema.org has no place for it: {one}" for one in
                 exporters.left_out(found))  # fmt: skip
        case Form.CSV | Form.XLSX:
            combos = sum(bool(dish.slots) for dish in found.dishes.values())
            if combos:
                warn([f"{combos} combos have no row; they stay when the sheet comes back"])
        case Form.FORMAT_1:
            pass


def template(
    ctx: typer.Context,
    out: Out = None,
    data: given.Data = None,  # noqa: ARG001 - it is the same everywhere
    json: given.Json = False,  # noqa: ARG001 - a spreadsheet is no JSON
) -> None:
    """A spreadsheet to fill in, with a few rows that show how: waiter menu template > my.csv"""
    given.given(ctx)
    _write_rows(template_rows(), _form_of(out, Form.CSV), out)


def _imported(chosen: settings.Settings, file: Path, wishes: Wishes, base: Path | None) -> Imported:
    """The menu of a foreign file; what only a person knows is asked on a terminal."""
    while True:
        try:
            if is_sheet(file.name):
                said = Said(wishes.restaurant, wishes.currency)
                menu = read_menu(chosen, file, base, said).menu
                groups = len(menu.source.get("modifier_groups", ()))
                report = Report("spreadsheet", len(menu.categories), len(menu.dishes), groups)
                return Imported(menu, report)
            return import_menu(loader.read(file), str(file), wishes)
        except Unanswered as error:
            if not sys.stdin.isatty():
                raise Complaint(str(error)) from error
            warn([error.problem])
            for question in error.questions:
                wishes = _asked(wishes, question)
        except Broken as error:
            warn(error.lines[1:])
            raise Complaint(error.lines[0]) from error
        except MenuError as error:
            raise Complaint(str(error)) from error


def _asked(wishes: Wishes, question: Question) -> Wishes:
    """What somebody at the terminal says."""
    match question:
        case "currency":
            code: str = typer.prompt("Currency (ISO 4217, such as CNY)", err=True)
            return replace(wishes, currency=code.strip().upper())
        case "price_unit":
            major: bool = typer.confirm("Is a price of 18 in it 18.00, not 0.18?", err=True)
            return replace(wishes, price_unit="major" if major else "minor")


def _report_lines(imported: Imported) -> Iterator[str]:
    report = imported.report
    counts = f"{report.categories} categories, {report.dishes} dishes, {report.groups} groups"
    yield f"{report.shape}: {counts} of choices"
    yield from report.notes
    for one in report.unread[:SHOWN]:
        yield f"not carried over: {one.what} ×{one.count}, such as {one.example}"
    if len(report.unread) > SHOWN:
        yield f"... and {len(report.unread) - SHOWN} more (--json has all)"
    suggested = suggest_aliases(imported.menu)
    for dish, aliases in list(suggested.items())[:SHOWN]:
        yield f"aliases to consider for {dish!r}: {', '.join(aliases)}"


def _form_of(out: Path | None, usual: Form = Form.FORMAT_1) -> Form:
    """The form that a file's ending means."""
    ending = "" if out is None else out.suffix.lower().lstrip(".")
    if out is None:
        return usual
    if ending not in (Form.FORMAT_1, Form.CSV, Form.XLSX):
        raise Complaint(f"--out {str(out)!r}: what is it? allowed: .json, .csv or .xlsx")
    return Form(ending)


def _write(menu: Menu, form: Form, out: Path | None) -> None:
    match form:
        case Form.FORMAT_1:
            _write_text(_json(exporters.format_1(menu)), out)
        case Form.SCHEMA_ORG:
            _write_text(_json(exporters.schema_org(menu)), out)
        case Form.CSV | Form.XLSX:
            _write_rows(menu_rows(menu), form, out)


def _write_rows(rows: list[Row], form: Form, out: Path | None) -> None:
    if form is not Form.XLSX:
        _write_text(csv_text(rows), out)
    elif out is None:
        raise Complaint("an XLSX file can't go to the screen; name one with --out menu.xlsx")
    else:
        _to_file(out, xlsx_bytes(rows))


def _write_text(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        _to_file(out, text.encode())


def _to_file(out: Path, content: bytes) -> None:
    try:
        out.write_bytes(content)
    except OSError as error:
        raise Complaint(f"{one_line(str(out))!r} can't be written: {error.strerror}") from error


def _json(document: dict[str, Any]) -> str:
    return json_text.dumps(document, ensure_ascii=False, indent=2) + "\n"
