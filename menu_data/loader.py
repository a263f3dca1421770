"""From a file to a `Menu`, or to one line that says what is wrong with it.

The only maker of menus: reads JSON (format 1, or the flat form by way of `flat`), lets `format`
check the shape and `references` what refers to what, and `build` make the values. Bad content is
always a `MenuError`, never a traceback.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from menu_data import build, flat, references
from menu_data.faults import Fault, MenuError, Place, first_fault, shown, written
from menu_data.format import DEPTH, FILE_BYTES, Document
from menu_data.menu import Menu
from menu_data.told import told, told_or

__all__ = ["MenuError", "from_document", "load", "parse", "read", "tree"]

_NO_CURRENCY = "CNY"  # amounts are read with it where the document's own currency is unusable


def load(path: Path, restaurant: str | None = None) -> Menu:
    """The menu of a JSON file. MenuError where it can't be read or isn't a menu.

    `restaurant` names the house of a flat menu, which has no name of its own.
    """
    return parse(read(path), str(path), restaurant)


def read(path: Path) -> bytes:
    """A file's bytes, at most one more than a menu may have. MenuError where it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(FILE_BYTES + 1)
    except IsADirectoryError as error:
        raise _error(str(path), told("file.folder")) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise _error(str(path), told("file.unreadable", reason=reason)) from error


def tree(raw: str | bytes, name: str, depth: int = DEPTH) -> Any:
    """JSON text as plain values, at most so deep: any value, hence Any. MenuError for other text.

    For JSON of other systems; menus come by `parse`.
    """
    document = _json(_decoded(raw, name), name)
    try:
        _check_tree(document, depth)
    except Fault as fault:
        raise _error(name, fault.problem, fault.place) from fault
    return document


def parse(raw: str | bytes, name: str, restaurant: str | None = None) -> Menu:
    """The menu of JSON text; `name` is what messages call it.

    A flat menu's house is called `restaurant`, else after `name`.
    """
    document = _json(_decoded(raw, name), name)
    try:
        _check_tree(document)
        if not isinstance(document, dict):
            raise Fault((), told("found", found=shown(document), allowed=told("allowed.menu")))
        if flat.is_flat(document):
            document = flat.document(document, restaurant or flat.house(name))
    except Fault as fault:
        raise _error(name, fault.problem, fault.place) from fault
    return from_document(document, name)


def from_document(document: Mapping[str, Any], name: str = "menu") -> Menu:
    """The menu of a format-1 document (plain JSON values); `name` is what messages call it."""
    document = dict(document)
    try:
        _check_tree(document)
        if "format" not in document:
            raise Fault(("format",), told("missing", allowed=told("allowed.formats")))
        checked = Document.model_validate(document, context=_currency(document))
        references.check(checked)
    except ValidationError as error:
        fault = first_fault(error)
        raise _error(name, fault.problem, fault.place) from error
    except Fault as fault:
        raise _error(name, fault.problem, fault.place) from fault
    return build.menu(checked)


def _error(name: str, problem: str, place: Place = ()) -> MenuError:
    if place:
        problem = told("at", place=written(place), problem=problem)
    return MenuError(told("in_file", name=_one_line(name), problem=problem))


def _one_line(name: str) -> str:
    return name if name.isprintable() else repr(name)


def _decoded(raw: str | bytes, name: str) -> str:
    size = len(raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass"))
    if size > FILE_BYTES:
        raise _error(name, told("file.too_large", most=FILE_BYTES))
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:02x}"
        raise _error(name, told("file.not_utf8_at", byte=byte, offset=error.start)) from error
    if not text.strip():
        raise _error(name, told("file.empty"))
    return text


class _Repeated(dict[str, Any]):
    """An object in which a key stands twice; kept so that its place can be told."""

    key = ""


class _NotJson(str):
    """NaN or Infinity, which Python's parser lets through and JSON has not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated = _Repeated(found)
    repeated.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    return repeated


def _json(text: str, name: str) -> Any:
    """Parsed JSON: any value, hence Any. What Python lets through is left to `_check_tree`."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_NotJson)
    except json.JSONDecodeError as error:
        where = f"{_one_line(name)}:{error.lineno}:{error.colno}"
        ends = error.pos >= len(text)
        found = told("file.the_end") if ends else shown(text[error.pos : error.pos + 20])
        not_json = told("file.not_json", found=found, reason=_reason(error.msg))
        raise MenuError(told("in_file", name=where, problem=not_json)) from error
    except RecursionError as error:
        raise _error(name, told("too_deep", most=DEPTH)) from error
    except ValueError as error:  # an integer of more digits than Python reads
        raise _error(name, told("file.huge_number")) from error


def _reason(text: str) -> str:
    """What Python says of JSON that is none, as a sentence of ours where we know it."""
    marks = {"':'": " colon", "','": " comma"}
    mark = next((word for quoted, word in marks.items() if quoted in text), "")
    words = re.findall(r"[a-z]+", f"{text}{mark}".lower())
    return told_or("json." + "_".join(words), text)


def _check_tree(document: object, depth: int = DEPTH) -> None:
    """Depth, repeated keys and numbers that are none, before anything walks into the document."""
    stack: list[tuple[object, Place]] = [(document, ())]
    while stack:
        value, place = stack.pop()
        if len(place) > depth:
            raise Fault(place[:3], told("too_deep", most=depth))
        match value:
            case _NotJson():
                raise Fault(place, told("no_json_number", found=str(value)))
            case _Repeated():
                raise Fault(place, told("repeated_key", found=shown(value.key)))
            case dict():
                stack += [(part, (*place, str(key))) for key, part in value.items()]
            case list():
                stack += [(part, (*place, index)) for index, part in enumerate(value)]


def _currency(document: Mapping[str, Any]) -> str:
    restaurant = document.get("restaurant")
    currency = restaurant.get("currency") if isinstance(restaurant, dict) else None
    return currency if isinstance(currency, str) else _NO_CURRENCY
