"""Uber Eats menus, version 2: menus, categories, items and modifier groups, tied by ids.

An item in a category is a dish, an item in a group an option; its price may differ there
(`overrides` with the group's id). Prices are in the currency's smallest unit, whose code the file
doesn't have. Source: https://developer.uber.com/docs/eats/references/api/v2/put-eats-stores-storeid-menu
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from menu_data.faults import listed
from menu_data.importers.parsed import Entry, Name, Option, OptionGroup, Parsed, Section, Wishes
from menu_data.importers.source import Node
from menu_data.importers.words import diet
from menu_data.menu import DAYS

Nodes = Mapping[str, Node]


def detect(document: Any) -> bool:
    """Whether it is such a menu. Any: JSON."""
    return (
        isinstance(document, dict)
        and isinstance(document.get("items"), list)
        and isinstance(document.get("categories"), list)
        and any(isinstance(one, dict) and "entities" in one for one in document["categories"])
    )


def read(document: Node, wishes: Wishes) -> Parsed:
    """Its dishes, those that stand in a category."""
    return _Read(
        _by_id(document.at("items")), _by_id(document.at("modifier_groups")), wishes
    ).parsed(document)


def _by_id(nodes: Node) -> Nodes:
    return {node.at("id").text(): node for node in nodes.each()}


@dataclass(frozen=True, slots=True)
class _Read:
    items: Nodes
    groups: Nodes
    wishes: Wishes

    def parsed(self, document: Node) -> Parsed:
        times = _times(document.at("menus"))
        sections, entries = [], []
        for category in document.at("categories").each():
            key = category.at("id").text()
            sections.append(Section(key, _name(category.at("title")), times.get(key, ())))
            for entity in category.at("entities").each():
                entity.at("type").take()
                found = self.items.get(entity.at("id").text())
                if found is not None:
                    entries.append(self._entry(found, key))
        return Parsed(
            tuple(sections), tuple(entries), price_unit="minor", notes=tuple(self._notes(entries))
        )

    def _notes(self, entries: Iterable[Entry]) -> Iterator[str]:
        options = {
            option.at("id").text()
            for group in self.groups.values()
            for option in group.at("modifier_options").each()
        }
        dishes = {entry.key for entry in entries}
        nowhere = [key for key in self.items if key not in options | dishes]
        both = f"{len(dishes)} are dishes, {len(options)} are options of {len(self.groups)} groups"
        yield f"of {len(self.items)} items {both}"
        if nowhere:
            names = listed(_first(_name(self.items[key].at("title"))) for key in nowhere)
            yield f"{len(nowhere)} items are in no category and no group and were left out: {names}"

    def _entry(self, item: Node, section: str) -> Entry:
        return Entry(
            key=item.at("id").text(),
            name=_name(item.at("title")),
            section=section,
            price=_price(item, ""),
            description=_name(item.at("description")),
            groups=tuple(self._groups(item)),
            diet=tuple(_diets(item)),
            available=not self._suspended(item),
        )

    def _groups(self, item: Node) -> Iterator[OptionGroup]:
        for key in item.at("modifier_group_ids").at("ids").texts():
            group = self.groups.get(key)
            if group is None:
                continue
            asked = group.at("quantity_info").at("quantity")
            least, most = asked.at("min_permitted").number(), asked.at("max_permitted").number()
            options = tuple(self._options(group, key))
            if options:
                yield OptionGroup(
                    key,
                    _name(group.at("title")),
                    options,
                    min=int(least or 0),
                    max=None if most is None else int(most),
                )

    def _options(self, group: Node, key: str) -> Iterator[Option]:
        for each in group.at("modifier_options").each():
            each.at("type").take()
            item = self.items.get(each.at("id").text())
            if item is not None and not self._suspended(item):
                price = _price(item, key)
                yield Option(item.at("id").text(), _name(item.at("title")), price or Decimal(0))

    def _suspended(self, item: Node) -> bool:
        until = item.at("suspension_info").at("suspension").at("suspend_until").number()
        return until is not None and until > self.wishes.now.timestamp()


def _price(item: Node, group: str) -> Decimal | None:
    """An item's price, in a group the one it has there."""
    info = item.at("price_info")
    price = info.at("price").number()
    for override in info.at("overrides").each():
        if override.at("context_value").text() == group and group:
            price = override.at("price").number()
    return price


def _name(node: Node) -> Name:
    """A text by language; the text alone where it is in one language only."""
    texts = {
        _code(code): text.text() for code, text in node.at("translations").entries() if text.text()
    }
    return texts if len(texts) > 1 else next(iter(texts.values()), "")


def _code(code: str) -> str:
    base, _, rest = code.replace("_", "-").partition("-")
    return f"{base.lower()}-{rest}" if rest else base.lower()


def _first(name: Name) -> str:
    return name if isinstance(name, str) else next(iter(name.values()))


def _diets(item: Node) -> Iterator[str]:
    classes = item.at("dish_info").at("classifications")
    for label in classes.at("dietary_label_info").at("labels").texts():
        known = diet(label)
        if known is not None:
            yield known


def _times(menus: Node) -> Mapping[str, tuple[Mapping[str, str], ...]]:
    """When each category is served: the hours of the menus it is on."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for menu in menus.each():
        for category in menu.at("category_ids").texts():
            spans = found.setdefault(category, {})
            for start, end, day in _spans(menu):
                days = spans.setdefault((start, end), [])
                if day not in days:
                    days.append(day)
    return {
        category: tuple(
            {"days": ",".join(days), "open": start, "close": end}
            for (start, end), days in spans.items()
        )
        for category, spans in found.items()
    }


def _spans(menu: Node) -> Iterator[tuple[str, str, str]]:
    for day in menu.at("service_availability").each():
        name = day.at("day_of_week").text().lower()[:3]
        for period in day.at("time_periods").each():
            if name in DAYS:
                yield period.at("start_time").text(), period.at("end_time").text(), name
