"""The rows of dishes: cells into items of format 1, with their categories and groups.

With the menu a sheet was made of, a dish is found again by id (by name where the sheet has no ids)
and keeps what the sheet has no column for. Mistakes are kept, not raised: staff see all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from menu_data.faults import listed
from menu_data.ids import Ids
from menu_data.importers.words import name_for
from menu_data.sheets import values
from menu_data.sheets.cells import LISTS, TEXTS, Json, plain_cells, text_by_language
from menu_data.sheets.choices import CellMistake, ChoiceColumn
from menu_data.sheets.files import Row
from menu_data.sheets.words import Column
from menu_data.told import message, told

Document = dict[str, Any]
Mistake = tuple[int, int, str]  # row from 1, index of the column, what is wrong


class Dishes:
    """The dishes of a sheet, row by row, with their categories and groups."""

    def __init__(
        self,
        columns: Mapping[int, Column],
        languages: Sequence[str],
        currency: str | None,
        old: Json,
    ) -> None:
        self.columns = columns
        self.languages = languages
        self.currency = currency
        self.mistakes: list[Mistake] = []
        self.row_of: list[int] = []  # the row of each dish
        self.items: list[Document] = []
        self.categories: list[Document] = []
        self._old_categories: Sequence[Json] = old.get("categories", ())
        self._old: Mapping[str, Json] = {item["id"]: item for item in old.get("items", ())}
        self._ids = Ids()
        self._category_ids = Ids(part["id"] for part in self._old_categories)
        self._old_groups: Sequence[Json] = old.get("modifier_groups", ())
        group_ids = Ids(part["id"] for part in self._old_groups)
        self._choices = {
            index: ChoiceColumn(one, languages, group_ids, self._old_group(one.group), self._old)
            for index, one in columns.items()
            if one.kind == "choose"
        }
        self._section = ""

    def add(self, number: int, row: Row) -> None:
        """One row."""
        before = len(self.mistakes)
        cells = {index: row[index].strip() if index < len(row) else "" for index in self.columns}
        texts = {kind: self._texts(kind, cells) for kind in TEXTS}
        if not texts["name"]:
            index = self._index("name")
            self.mistakes.append((number, index, told("cell.no_name")))
            return
        old = self._found(cells, texts["name"])
        item: Document = {**old, "id": self._id(cells, texts["name"], old)}
        for kind in TEXTS[1:]:
            if self._has(kind):
                item[kind] = _text({**_kept(old.get(kind), texts[kind]), **texts[kind]})
        item["category"] = self._category(texts["category"], old)
        for index, cell in cells.items():
            try:
                self._read(item, old, index, cell)
            except CellMistake as mistake:
                self.mistakes.append((number, index, message(mistake)))
        if len(self.mistakes) == before:
            self.items.append(item)
            self.row_of.append(number)

    def sections(self) -> list[Document]:
        """The categories that dishes use: those there were in their order, then new ones."""
        ranks = {part["id"]: rank for rank, part in enumerate(self._old_categories)}
        return sorted(self.categories, key=lambda part: ranks.get(part["id"], len(ranks)))

    def groups(self) -> list[Document]:
        """The groups that dishes use, those of the sheet's columns and what stayed as it was."""
        made = {g["id"]: g for column in self._choices.values() for g in column.groups.values()}
        every = {**{part["id"]: dict(part) for part in self._old_groups}, **made}
        used = {
            use if isinstance(use, str) else use["group"]
            for item in self.items
            for use in item.get("modifier_groups", ())
        }
        return [group for group_id, group in every.items() if group_id in used]

    def _has(self, kind: str) -> bool:
        return any(one.kind == kind for one in self.columns.values())

    def _index(self, kind: str) -> int:
        return next(index for index, one in self.columns.items() if one.kind == kind)

    def _texts(self, kind: str, cells: Mapping[int, str]) -> dict[str, str]:
        """The texts of a kind by language, as far as its columns hold any."""
        return {
            one.language: cells[index]
            for index, one in self.columns.items()
            if one.kind == kind and cells[index]
        }

    def _found(self, cells: Mapping[int, str], names: Mapping[str, str]) -> Json:
        """The dish as it was: by its id, or by its name where the sheet has no ids."""
        if self._has("id"):
            return self._old.get(cells[self._index("id")], {})
        said = set(names.values())
        for old in self._old.values():
            if said & set(text_by_language(old["name"]).values()):
                return old
        return {}

    def _id(self, cells: Mapping[int, str], names: Mapping[str, str], old: Json) -> str:
        written = cells[self._index("id")] if self._has("id") else ""
        if written:
            self._ids.new(written, "")
            return written
        name = names.get("en") or next(iter(names.values()))
        return str(old["id"]) if old else self._ids.new("", name)

    def _category(self, texts: Mapping[str, str], old: Json) -> str:
        said = next(iter(texts.values()), "")
        if not said and self._section:
            return self._section
        names: Mapping[str, str] = texts or name_for("menu")
        mine = [part for part in self._old_categories if part["id"] == old.get("category")]
        for part in (*mine, *self.categories, *self._old_categories):
            if set(names.values()) & {part["id"], *text_by_language(part["name"]).values()}:
                if all(part["id"] != known["id"] for known in self.categories):
                    self.categories.append(dict(part))
                self._section = str(part["id"])
                return self._section
        self._section = self._category_ids.new("", names.get("en") or next(iter(names.values())))
        self.categories.append({"id": self._section, "name": _text(names)})
        return self._section

    def _old_group(self, name: str) -> Json | None:
        said = {name, *(part.strip() for part in name.split("="))}
        by_id = [group for group in self._old_groups if group["id"] in said]
        by_name = (
            group
            for group in self._old_groups
            if said & set(text_by_language(group["name"]).values())
        )
        return next(iter(by_id), None) or next(by_name, None)

    def _read(self, item: Document, old: Json, index: int, cell: str) -> None:
        """One cell that is no text into the dish. CellMistake."""
        kind = self.columns[index].kind
        if kind in (*TEXTS, "id", "suggested"):
            return
        if kind == "choose":
            self._choose(item, index, cell)
        elif old and plain_cells(old, self.languages)[kind] == cell:
            return
        elif kind in ("contains", "free_of"):
            self._allergens(item, kind, cell)
        else:
            item[kind] = self._value(kind, cell)
            if item[kind] in (None, []) and kind != "price":
                del item[kind]

    def _value(self, kind: str, cell: str) -> Any:
        """What a cell says. Any: JSON."""
        match kind:
            case "price":
                return self._price(cell)
            case "diet":
                return values.diets(cell)
            case "ingredients" | "tags":
                return [self._name(part) for part in values.parts(cell)]
            case _ if kind in LISTS:
                return values.parts(cell)
            case "spice" | "stock":
                return values.whole(cell) if cell else None
            case "available":
                return values.yes_or_no(cell) if cell else True
            case _:
                return cell or None

    def _name(self, text: str) -> Any:
        """A name inside a list, in one language or in all of them ("花生 = peanut"). Any: JSON."""
        parts = [part.strip() for part in text.split("=")]
        languages = self.languages
        return (
            dict(zip(languages, parts, strict=True)) if len(parts) == len(languages) > 1 else text
        )

    def _price(self, cell: str) -> str | None:
        if not cell:
            raise CellMistake(told("cell.no_price"))
        amount, currency = values.price(cell, self.currency)
        self.currency = self.currency or currency
        return amount

    def _allergens(self, item: Document, kind: str, cell: str) -> None:
        presence = "contains" if kind == "contains" else "free"
        kept = {k: said for k, said in item.get("allergens", {}).items() if said != presence}
        found = dict.fromkeys(values.allergens(cell), presence)
        both = sorted(kept.keys() & found.keys())
        if both and self._has("free_of") and self._has("contains"):
            raise CellMistake(told("cell.both", names=listed(both)))
        item["allergens"] = {**kept, **found}

    def _choose(self, item: Document, index: int, cell: str) -> None:
        column_ = self._choices[index]
        use = column_.use(cell, str(item["id"]))
        mine = {group["id"] for group in column_.groups.values()}
        mine |= {column_.old["id"]} if column_.old is not None else set()
        uses = list(item.get("modifier_groups", ()))
        at = next((i for i, one in enumerate(uses) if _group_of(one) in mine), len(uses))
        uses = [one for one in uses if _group_of(one) not in mine]
        if use is not None:
            uses.insert(min(at, len(uses)), use)
        item["modifier_groups"] = uses


def _group_of(use: Any) -> str:
    """The group a use is of. Any: JSON."""
    return str(use) if isinstance(use, str) else str(use["group"])


def _kept(old: Any, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Texts in languages that stay beside those of the sheet. Any: JSON."""
    return {} if "" in texts else {c: t for c, t in text_by_language(old).items() if c}


def _text(texts: Mapping[str, str]) -> Any:
    """A text by language, or alone where it is in none. Any: JSON."""
    return texts[""] if "" in texts else dict(texts) if texts else ""
