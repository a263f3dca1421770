"""Square's catalog: a list of objects, items with variations and lists of modifiers.

Amounts are in the currency's smallest unit. Several variations of an item are sizes or kinds of
which one must be chosen. Source: https://developer.squareup.com/reference/square/objects/CatalogObject
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from menu_data.importers.assemble import sized
from menu_data.importers.parsed import Entry, Option, OptionGroup, Parsed, Section
from menu_data.importers.source import Node
from menu_data.importers.words import name_for, size_aliases

NO_CATEGORY = ""
# What Square calls the only variation of an item that has none.
PLAIN = "regular"


def detect(document: Any) -> bool:
    """Whether it is a catalog. Any: JSON."""
    return any(
        isinstance(one, dict) and one.get("type") == "ITEM" and "item_data" in one
        for one in _objects(document)
    )


def _objects(document: Any) -> list[Any]:
    inside = document.get("objects") if isinstance(document, dict) else document
    return inside if isinstance(inside, list) else []


def read(document: Node, _wishes: object) -> Parsed:
    """Its items, each with its variations and modifiers."""
    objects = document.at("objects") if isinstance(document.value, dict) else document
    every = {node.at("id").text(): node for node in objects.each() if not node.has("is_deleted")}
    return _Read(every).parsed()


@dataclass(slots=True)
class _Read:
    objects: Mapping[str, Node]
    currencies: set[str] = field(default_factory=set)
    nameless: int = 0
    silent: int = 0
    varying: int = 0

    def parsed(self) -> Parsed:
        sections = [
            Section(key, node.at("category_data").at("name").text())
            for key, node in self._of("CATEGORY")
        ]
        known = {section.key for section in sections}
        entries = [
            self._entry(key, node.at("item_data"), known)
            for key, node in self._of("ITEM")
            if not node.at("item_data").at("is_archived").truth()
        ]
        return Parsed(
            (*sections, Section(NO_CATEGORY, dict(name_for("menu")))),
            tuple(entries),
            currency=self.currencies.pop() if len(self.currencies) == 1 else None,
            price_unit="minor",
            notes=tuple(self._notes()),
        )

    def _of(self, kind: str) -> Iterator[tuple[str, Node]]:
        for key, node in self.objects.items():
            if node.peek("type") == kind:
                node.at("type").take()
                yield key, node

    def _notes(self) -> Iterator[str]:
        if self.silent:
            yield (
                f"{self.silent} modifier lists don't say how many may be chosen: none is required, "
                "any number is allowed"
            )
        if self.nameless:
            yield f"{self.nameless} dishes have one variation only, whose name was left out"
        if self.varying:
            yield f"{self.varying} dishes have variations without a fixed price, left out"

    def _entry(self, key: str, item: Node, known: set[str]) -> Entry:
        price, sizes = self._variations(item)
        of = item.at("category_id").text() or item.at("reporting_category").at("id").text()
        of = of or next((one.at("id").text() for one in item.at("categories").each()), "")
        return Entry(
            key=key,
            name=item.at("name").text(),
            section=of if of in known else NO_CATEGORY,
            price=price,
            description=item.at("description", "description_plaintext").text(),
            groups=(*sizes, *self._modifiers(item)),
        )

    def _variations(self, item: Node) -> tuple[Decimal | None, tuple[OptionGroup, ...]]:
        every = list(item.at("variations").each())
        priced = [option for node in every if (option := self._variation(node)) is not None]
        if len(every) == 1:
            alone = every[0].at("item_variation_data").at("name").text().lower()
            self.nameless += alone not in (PLAIN, "", item.at("name").text().lower())
            return (priced[0].price if priced else None), ()
        self.varying += 0 < len(priced) < len(every)
        if not priced:
            return None, ()
        price, group = sized(f"{item.at('name').text()}-size", dict(name_for("variant")), priced)
        return price, (group,)

    def _variation(self, node: Node) -> Option | None:
        data = node.at("item_variation_data")
        data.at("item_id").take()
        price = self._money(data.at("price_money"))
        name = data.at("name").text()
        if price is None:
            return None
        return Option(node.at("id").text(), name or str(price), price, size_aliases(name))

    def _money(self, node: Node) -> Decimal | None:
        currency = node.at("currency").text()
        self.currencies |= {currency} if currency else set()
        return node.at("amount").number()

    def _modifiers(self, item: Node) -> Iterator[OptionGroup]:
        for info in item.at("modifier_list_info").each():
            key = info.at("modifier_list_id").text()
            found = self.objects.get(key)
            if found is None or info.at("enabled").truth() is False:
                continue
            found.at("type").take()
            group = self._list(key, found.at("modifier_list_data"), info)
            if group is not None:
                yield group

    def _list(self, key: str, data: Node, info: Node) -> OptionGroup | None:
        options = tuple(self._options(data.at("modifiers").each()))
        if not options:
            return None
        least = _limit(info.at("min_selected_modifiers"))
        most = _limit(info.at("max_selected_modifiers"))
        kind = data.at("selection_type").text()
        if kind == "SINGLE" and most is None:
            most = 1
        if not kind and most is None and least is None:
            self.silent += 1
        default = next((one.key for one in options if self._is_default(info, one.key)), None)
        return OptionGroup(
            key, data.at("name").text(), options, min=least or 0, max=most, default=default
        )

    def _options(self, modifiers: Iterable[Node]) -> Iterator[Option]:
        for node in modifiers:
            node.at("type").take()
            key, data = node.at("id").text(), node.at("modifier_data")
            name = data.at("name").text()
            price = self._money(data.at("price_money")) or Decimal(0)
            if name:
                yield Option(key, name, price, size_aliases(name))
            if key in self.objects and self.objects[key].value is not node.value:
                self.objects[key].at("modifier_data").take()  # once more, as an object of its own

    def _is_default(self, info: Node, key: str) -> bool:
        return any(
            one.at("modifier_id").text() == key and one.at("on_by_default").truth() is True
            for one in info.at("modifier_overrides").each()
        )


def _limit(node: Node) -> int | None:
    """A limit; Square writes -1 for one that isn't set."""
    found = node.number()
    return int(found) if found is not None and found >= 0 else None
