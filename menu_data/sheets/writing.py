"""A menu as rows of a spreadsheet: settings, an empty row, a header, and one row a dish.

The sheet names the version it was made of (`based_on`): what it has no column for stays as it is
there when it comes back. An empty template has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from menu_data.menu import Menu
from menu_data.sheets.cells import TEXTS, Json, choice_cells, plain_cells, text_by_language
from menu_data.sheets.files import Row
from menu_data.sheets.words import words
from menu_data.suggestions import suggest_aliases

_ORDER = ("id", "category", "name", "aliases", "suggested", "price", "description", "unit",
          "contains", "free_of", "diet", "ingredients", "tags", "spice", "available", "stock",
          "image")  # fmt: skip


def template_rows() -> list[Row]:
    """A sheet to fill in, with a few dishes that show how."""
    template = words()["template"]
    width = len(template["header"])
    return [*template["settings"], [""] * width, template["header"], *template["rows"]]


def menu_rows(menu: Menu) -> list[Row]:
    """All dishes of a menu (combos aside), with the aliases that are suggested for review."""
    sheet = _Sheet(menu)
    settings = list(_settings(menu))
    header = [_header(kind, code) for kind, code in sheet.columns]
    group_headers = [_group_header(group) for group in sheet.groups]
    items = [sheet.row(item) for item in menu.source["items"]]
    return [*settings, [], [*header, *group_headers], *items]


def _settings(menu: Menu) -> Iterator[Row]:
    house = menu.source["restaurant"]
    for code, text in text_by_language(house["name"]).items():
        yield [_header("restaurant", code), text]
    yield ["currency", house["currency"]]
    yield ["languages", ", ".join(house["languages"])]
    if "time_zone" in house:
        yield ["time_zone", house["time_zone"]]
    yield ["based_on", menu.version]


def _header(kind: str, code: str) -> str:
    return f"{kind}_{code}" if code else kind


def _group_header(group: Json) -> str:
    least, most = group.get("min", 0), group.get("max")
    limits = f"{least}+" if most is None else f"{least}" if least == most else f"{least}-{most}"
    return f"choose {group['id']} [{limits}]"


class _Sheet:
    """What every row of one menu's sheet needs."""

    def __init__(self, menu: Menu) -> None:
        source = menu.source
        self.languages: Sequence[str] = menu.restaurant.languages
        self.categories = {part["id"]: part["name"] for part in source.get("categories", ())}
        self.groups: Sequence[Json] = source.get("modifier_groups", ())
        self.suggested = suggest_aliases(menu)
        items = source["items"]
        self.columns = [(kind, code) for kind in _ORDER for code in self._codes(kind, items)]
        self._choices = {
            group["id"]: choice_cells(items, group, self.languages) for group in self.groups
        }

    def row(self, item: Json) -> Row:
        plain = {
            **plain_cells(item, self.languages),
            "suggested": "; ".join(self.suggested.get(item["id"], ())),
        }
        cells = [
            self._texts(item, kind).get(code, "") if kind in TEXTS else plain[kind]
            for kind, code in self.columns
        ]
        return [*cells, *(self._choices[group["id"]].get(item["id"], "") for group in self.groups)]

    def _texts(self, item: Json, kind: str) -> Mapping[str, str]:
        value: Any = item.get(kind)
        return text_by_language(self.categories[value] if kind == "category" else value)

    def _codes(self, kind: str, items: Sequence[Json]) -> Sequence[str]:
        """The languages a kind of text is in; other columns have one, in none."""
        if kind not in TEXTS:
            return ("",)
        found = {code for item in items for code in self._texts(item, kind)}
        ordered = [code for code in ("", *self.languages) if code in found]
        return [*ordered, *sorted(found - set(ordered))]
