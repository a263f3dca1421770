"""Menus of other systems into format 1: one table of shapes, asked in order.

    import_menu(raw, "menu.json", wishes) -> Imported(menu, report)

An importer says whether a document is of its shape and reads it; all else (prices, ids, groups,
checks, the report of what was not carried over) is the same for all of them. Nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from menu_data import flat, loader
from menu_data.faults import Fault, MenuError, written
from menu_data.importers import eleme, lists, option_groups, schema_org, square, uber_eats
from menu_data.importers.assemble import assemble
from menu_data.importers.parsed import Parsed, Wishes
from menu_data.importers.pricing import Unanswered
from menu_data.importers.source import Node, Reading, Unread
from menu_data.menu import Menu

__all__ = ["IMPORTERS", "Imported", "Importer", "Report", "Unanswered", "Wishes", "import_menu"]

SOURCE_DEPTH = 40  # a web page's JSON-LD nests a menu's sections inside the page and its business


@dataclass(frozen=True, slots=True)
class Importer:
    """A shape: its name, whether a document has it, and how it is read. Any: JSON."""

    name: str
    title: str
    detect: Callable[[Any], bool]
    read: Callable[[Node, Wishes], Parsed]


# The first that fits reads the document: the most particular shapes first.
IMPORTERS: tuple[Importer, ...] = (
    Importer("uber_eats", "Uber Eats menu v2", uber_eats.detect, uber_eats.read),
    Importer("square", "Square catalog", square.detect, square.read),
    Importer("schema_org", "schema.org Menu", schema_org.detect, schema_org.read),
    Importer("eleme", "Ele.me shop", eleme.detect, eleme.read),
    Importer("option_groups", "POS option groups", option_groups.detect, option_groups.read),
    Importer("lists", "lists of dishes", lists.detect, lists.read),
)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of an import: counts, what was decided, and what was not carried over."""

    shape: str
    categories: int
    dishes: int
    groups: int
    notes: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """A menu out of a foreign file, and the report."""

    menu: Menu
    report: Report


def import_menu(raw: bytes, file: str, wishes: Wishes) -> Imported:
    """The menu of a JSON file in any of the shapes, or in the house's own.

    `Unanswered` where only a person knows, MenuError where it is no menu; each one line.
    """
    document = loader.tree(raw, file, SOURCE_DEPTH)
    if isinstance(document, dict) and ("format" in document or flat.is_flat(document)):
        menu = loader.parse(raw, file, wishes.restaurant)
        return Imported(menu, _report("the house's own format", menu))
    importer = next((one for one in IMPORTERS if one.detect(document)), None)
    if importer is None:
        shapes = ", ".join(one.title for one in IMPORTERS)
        raise MenuError(f"{file}: is no menu that is known here; known: {shapes}")
    reading = Reading()
    try:
        parsed = importer.read(reading.root(document), wishes)
        made, notes = assemble(parsed, wishes, file)
    except Fault as fault:
        place = f"{written(fault.place)}: " if fault.place else ""
        raise MenuError(f"{file}: {place}{fault.problem}") from fault
    except Unanswered as asked:
        raise Unanswered(f"{file}: {asked.problem}", asked.questions) from asked
    except MenuError as error:
        raise MenuError(f"{file}: {error}") from error
    menu = loader.from_document(made, file)
    return Imported(menu, _report(importer.title, menu, (*parsed.notes, *notes), reading.unread()))


def _report(
    shape: str, menu: Menu, notes: tuple[str, ...] = (), unread: tuple[Unread, ...] = ()
) -> Report:
    groups = len(menu.source.get("modifier_groups", ()))
    return Report(shape, len(menu.categories), len(menu.dishes), groups, notes, unread)
