"""POS systems: sections of dishes whose choices stand in groups of priced options.

    [{"key", "label", "items": [{"id", "name", "price", "optionGroups":
        [{"key", "label", "isMultiple", "isRequired", "options": [{"value", "label", "price"}]}]}]}]

Which keys mean what is in words.yaml. Neither currency nor unit of the prices is in such a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from menu_data.faults import listed
from menu_data.importers import lists
from menu_data.importers.parsed import Option, OptionGroup, Parsed, Wishes
from menu_data.importers.source import Node
from menu_data.importers.words import option, size_aliases


def detect(document: Any) -> bool:
    """Whether some dish of its lists has groups of options. Any: JSON."""
    return any(
        isinstance(dish, dict) and isinstance(dish.get(key), list)
        for _, dishes in lists.sections_of(document)
        for dish in dishes
        for key in option("groups")
    )


def read(document: Node, wishes: Wishes) -> Parsed:
    """Its dishes with their groups."""
    groups = _Groups()
    return lists.read(document, wishes, groups=groups.of, notes=groups.notes)


@dataclass(slots=True)
class _Groups:
    crowded: list[str] = field(default_factory=list)

    def of(self, dish: Node) -> tuple[OptionGroup, ...]:
        """The groups of a dish."""
        return tuple(
            made
            for group in dish.at(*option("groups")).each()
            if (made := self._group(group)) is not None
        )

    def notes(self, _entries: object) -> Iterator[str]:
        """What a group of format 1 has no place for."""
        if self.crowded:
            names = listed(dict.fromkeys(self.crowded))
            yield f"of several options that come by themselves the first was kept: {names}"

    def _group(self, group: Node) -> OptionGroup | None:
        options = tuple(_options(group))
        if not options:
            return None
        name = group.at(*option("name")).text()
        key = group.at(*option("key")).text()
        group.at("type").take()
        defaults = [
            one.at(*option("key")).text()
            for one in group.at(*option("options")).each()
            if one.at(*option("default")).truth() is True
        ]
        if len(defaults) > 1:
            self.crowded.append(name)
        most = _number(group, "max")
        if most is None and group.at(*option("multiple")).truth() is not True:
            most = 1
        required = group.at(*option("required")).truth() is True
        least = max(_number(group, "min") or 0, int(required))
        default = defaults[0] if defaults else None
        return OptionGroup(key, name or key, options, min=least, max=most, default=default)


def _number(group: Node, part: str) -> int | None:
    found = group.at(*option(part)).number()
    return None if found is None else int(found)


def _options(group: Node) -> Iterator[Option]:
    for one in group.at(*option("options")).each():
        name = one.at(*option("name")).text()
        key = one.at(*option("key")).text()
        price = one.at(*option("price")).number() or Decimal(0)
        if (name or key) and not one.at(*option("none")).truth():
            yield Option(key or name, name or key, price, size_aliases(name))
