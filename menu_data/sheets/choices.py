"""The choices of a dish as a cell has them: "小份 = small; *大份 = large +4.00", or "yes *大份".

One `ChoiceColumn` reads a column from top to bottom: the first full cell says what "yes" means
below it. A full cell that nobody touched is the old menu's group, with all that a cell can't say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from menu_data.faults import shown
from menu_data.ids import Ids
from menu_data.importers.words import size_aliases
from menu_data.sheets.cells import (
    AGAIN,
    LANGUAGES_BETWEEN,
    Json,
    choice_cells,
    joined,
    text_by_language,
    use_of,
)
from menu_data.sheets.words import Column, truth
from menu_data.told import told

_SEPARATORS = re.compile(r"[;；\n]")
_PRICE = re.compile(r"(?P<names>.*?)(?:\s*[+＋]\s*(?P<price>\d{1,9}(?:\.\d{1,4})?))?")
_AGAIN = re.compile(r"(?P<again>[^*]+?)\s*(?P<star>[*＊])?\s*(?P<name>[^*]*)")
Use = str | dict[str, str | None]


class CellMistake(ValueError):
    """A cell that can't be read; the text says what was found and what is allowed."""


@dataclass(slots=True)
class ChoiceColumn:
    """A column of choices. `old`: the group of the menu the sheet was made of, `before` its
    cells.
    """

    column: Column
    languages: Sequence[str]
    ids: Ids
    old: Json | None = None
    old_items: Mapping[str, Json] = field(default_factory=dict)
    groups: dict[str, dict[str, Any]] = field(default_factory=dict)  # by the cell that made it
    before: Mapping[str, str] = field(init=False)
    usual: Use | None = None  # what "yes" means

    def __post_init__(self) -> None:
        items = self.old_items.values()
        self.before = {} if self.old is None else choice_cells(items, self.old, self.languages)

    def use(self, cell: str, item_id: str) -> Use | None:
        """The dish's use of the group; None for an empty cell. CellMistake."""
        if not cell:
            return None
        unchanged = self.old is not None and self.before.get(item_id) == cell
        whole = unchanged and cell == next(iter(self.before.values()))
        if not whole and truth(cell) is False:
            return None
        again = None if whole else _AGAIN.fullmatch(cell)
        if again is not None and truth(again["again"]) is True:
            return self._again(again["star"] is not None, again["name"].strip())
        if cell not in self.groups:
            self.groups[cell] = self._made(cell, keep=unchanged)
        group = self.groups[cell]
        use: Use = str(group["id"])
        if unchanged and group["id"] == self._old_id():
            kept = dict(use_of(self.old_items[item_id], group["id"]) or {"group": group["id"]})
            use = kept if "default" in kept else use
        self.usual = self.usual or use
        return use

    def _old_id(self) -> str | None:
        return None if self.old is None else str(self.old["id"])

    def _again(self, starred: bool, name: str) -> Use:
        """The group as the column has it, with another default where one is starred."""
        if not self.groups:
            if self.old is None:
                raise CellMistake(told("cell.again_first", found=repr(AGAIN)))
            self.groups[AGAIN] = dict(self.old)
        group = next(iter(self.groups.values()))
        if not starred:
            return self.usual or str(group["id"])
        if not name:
            return _used(group, None)
        for modifier in group["modifiers"]:
            if name in (joined(modifier["name"], self.languages), *_said(modifier)):
                return _used(group, str(modifier["id"]))
        allowed = ", ".join(joined(one["name"], self.languages) for one in group["modifiers"])
        raise CellMistake(told("cell.no_such_choice", found=shown(name), allowed=allowed))

    def _made(self, cell: str, *, keep: bool) -> dict[str, Any]:
        """The group of a full cell; of an untouched one the old group as it was."""
        first = not self.groups
        if first and keep and self.old is not None:
            return {**self.old, **self._limits(self.old)}
        old = self.old or {}
        texts = [part.strip() for part in self.column.group.split("=")]
        group_id = old["id"] if first and old else self.ids.new("", texts[-1])
        names = Ids()
        modifiers, default = [], None
        for part in filter(None, (one.strip() for one in _SEPARATORS.split(cell))):
            modifier = self._modifier(part.lstrip("*＊").strip(), names)
            if part.startswith(("*", "＊")):
                default = modifier["id"]
            modifiers.append(modifier)
        if not modifiers:
            raise CellMistake(told("cell.no_choices", found=shown(cell)))
        kept = {key: old[key] for key in ("name", "amounts", "removable") if key in old}
        made = {"name": self._name(texts), **kept, "id": group_id, "modifiers": modifiers}
        return {**made, **self._limits(old), **({"default": default} if default else {})}

    def _modifier(self, text: str, ids: Ids) -> dict[str, Any]:
        found = _PRICE.fullmatch(text)
        written = found["names"].strip() if found else ""
        if found is None or not written:
            raise CellMistake(told("cell.no_choice", found=shown(text)))
        texts = [part.strip() for part in written.split("=")]
        name = self._name(texts)
        kept = self._old_modifier(texts)
        row = {
            **kept,
            "id": kept.get("id") or ids.new("", texts[-1]),
            "name": kept.get("name", name),
        }
        if not kept and (aliases := [a for text in texts for a in size_aliases(text)]):
            row["aliases"] = aliases
        row.pop("price", None)
        return {**row, "price": found["price"]} if found["price"] else row

    def _name(self, texts: Sequence[str]) -> Any:
        """A name in all languages where there are as many texts, else as written. Any: JSON."""
        if len(texts) == len(self.languages) > 1:
            return dict(zip(self.languages, texts, strict=True))
        return LANGUAGES_BETWEEN.join(texts)

    def _old_modifier(self, texts: Sequence[str]) -> Json:
        """The old group's modifier of that name: a cell has no place for the rest of it."""
        for modifier in () if self.old is None else self.old["modifiers"]:
            if set(texts) & set(_said(modifier)):
                found: Json = modifier
                return found
        return {}

    def _limits(self, old: Json) -> dict[str, Any]:
        """How many may be chosen: by the header, else as it was, else at most one."""
        limits = self.column.limits
        if limits is None and old:
            return {key: old[key] for key in ("min", "max") if key in old}
        least, most = limits or (0, 1)
        return {"min": least, **({} if most is None else {"max": max(most, 1)})}


def _used(group: Json, default: str | None) -> Use:
    """A use of a group, with a default only where it is not the group's own."""
    plain = default == group.get("default")
    return str(group["id"]) if plain else {"group": str(group["id"]), "default": default}


def _said(modifier: Json) -> tuple[str, ...]:
    return tuple(text_by_language(modifier["name"]).values())
