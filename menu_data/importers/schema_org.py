"""schema.org's Menu as JSON-LD: restaurant, menus, sections, items with offers, by `@id` or nested.

Several offers of an item are sizes or kinds of which one must be chosen; `menuAddOn` are choices
that may be made. Texts may be escaped for HTML. Source: https://schema.org/Menu
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from menu_data.faults import listed
from menu_data.importers.assemble import sized
from menu_data.importers.parsed import Entry, Name, Option, OptionGroup, Parsed, Section
from menu_data.importers.pricing import written_price
from menu_data.importers.source import Node
from menu_data.importers.words import diet, name_for, size_aliases
from menu_data.menu import DAYS

ADD_ONS = ("menuAddOn", "menuAddon")
HOUSES = ("Restaurant", "FoodEstablishment", "CafeOrCoffeeShop", "FastFoodRestaurant", "Bakery",
          "BarOrPub", "IceCreamShop", "LocalBusiness")  # fmt: skip
PARTS = ("Menu", "MenuSection", "MenuItem")


def detect(document: Any) -> bool:
    """Whether a menu, section or item of schema.org is in it. Any: JSON."""
    return any(kind in PARTS for _, value in _typed(document) for kind in _kinds(value))


def _typed(document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object that has a type, and its id ("" for none), outermost first."""
    waiting = [document]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, dict):
            if "@type" in value:
                yield str(value.get("@id", "")), value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def _kinds(value: dict[str, Any]) -> list[str]:
    found = value.get("@type")
    every = found if isinstance(found, list) else [found]
    return [str(kind).rpartition("/")[2].removeprefix("schema:") for kind in every]


def read(document: Node, _wishes: object) -> Parsed:
    """Its items, by the sections they stand in."""
    document.reading.roots.clear()  # read by kind of object, wherever it stands
    return _Read(document).parsed()


@dataclass(slots=True)
class _Read:
    document: Node
    nodes: dict[int, Node] = field(default_factory=dict)
    by_id: dict[str, dict[str, Any]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    sections: list[Section] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    currencies: set[str] = field(default_factory=set)
    unlike: list[str] = field(default_factory=list)
    menu: str = ""

    def parsed(self) -> Parsed:
        every = list(_typed(self.document.value))
        for key, value in every:
            if key and (key not in self.by_id or len(value) > len(self.by_id[key])):
                self.by_id[key] = value
        for kind in PARTS:
            for _, value in every:
                if kind in _kinds(value) and id(value) not in self.seen:
                    self._part(self._node(value), kind)
        houses = [v for _, v in every if set(_kinds(v)) & set(HOUSES) and len(v) > 2]
        house = self._node(houses[0]) if houses else None
        return Parsed(
            tuple(self.sections),
            tuple(self.entries),
            restaurant=None if house is None else _name(house.at("name")) or None,
            currency=self.currencies.pop() if len(self.currencies) == 1 else None,
            price_unit="major",
            house={} if house is None else _house(house),
            notes=tuple(self._notes(len(houses))),
        )

    def _notes(self, houses: int) -> Iterator[str]:
        if houses > 1:
            yield f"{houses} restaurants are in it; name and hours are those of the first"
        if self.unlike:
            yield f"offers without a name were told apart by their prices: {listed(self.unlike)}"

    def _node(self, value: dict[str, Any]) -> Node:
        """An object to read, whole: a reference stands for what it refers to."""
        whole = self.by_id.get(str(value.get("@id", "")), value)
        whole = value if len(value) > len(whole) else whole
        if id(whole) not in self.nodes:
            found = self.document.reading.root(whole, next(iter(_kinds(whole)), "@id"))
            for key in ("@type", "@id", "@context"):
                found.at(key).take()
            self.nodes[id(whole)] = found
        return self.nodes[id(whole)]

    def _each(self, node: Node, *keys: str) -> Iterator[Node]:
        """The objects under a key, or those they refer to."""
        part = node.at(*keys)
        part.take()
        for one in part.each():
            if isinstance(one.value, dict):
                yield self._node(one.value)

    def _part(self, node: Node, kind: str) -> None:
        match kind:
            case "Menu":
                self.seen.add(id(node.value))
                self.menu = _plain(node.at("name"))
                self._members(node, "", self.menu)
            case "MenuSection":
                self._section(node, "")
            case _ if not any(node.has(key) for key in ADD_ONS) or node.has("offers"):
                self._item(node, self._loose())

    def _loose(self) -> str:
        """The section of items that are in none."""
        return self._new_section("", dict(name_for("menu")))

    def _new_section(self, key: str, name: Name) -> str:
        if all(section.key != key for section in self.sections):
            self.sections.append(Section(key, name))
        return key

    def _members(self, node: Node, within: str, name: str) -> None:
        """Sections and items of a menu or section."""
        items = list(self._each(node, "hasMenuItem"))
        if items:
            taken = name and any(section.name == name for section in self.sections)
            title = f"{self.menu}: {name}" if taken and self.menu else name
            key = self._new_section(f"{len(self.sections) + 1}-{title}", title)
            for item in items:
                self._item(item, key)
        for section in self._each(node, "hasMenuSection"):
            self._section(section, within)

    def _section(self, node: Node, within: str) -> None:
        if id(node.value) in self.seen:
            return
        self.seen.add(id(node.value))
        own = _plain(node.at("name"))
        name = f"{within}: {own}" if within and own else own or within
        self._members(node, name, name)

    def _item(self, node: Node, section: str) -> None:
        if id(node.value) in self.seen:
            return
        self.seen.add(id(node.value))
        price, sizes = self._offers(node)
        self.entries.append(
            Entry(
                key="",
                name=_name(node.at("name")),
                section=section,
                price=price,
                description=_name(node.at("description")),
                groups=(*sizes, *self._add_ons(node)),
                diet=tuple(_diets(node)),
            )
        )

    def _offers(self, node: Node) -> tuple[Decimal | None, tuple[OptionGroup, ...]]:
        options = [o for offer in node.at("offers").each() if (o := self._offer(offer)) is not None]
        if not options:
            return None, ()
        if len(options) == 1:
            return options[0].price, ()
        if len({option.name for option in options}) < len(options):
            self.unlike.append(_plain(node.at("name")))
            options = [Option(str(o.price), str(o.price), o.price) for o in options]
        price, group = sized("choice", dict(name_for("variant")), options)
        return price, (group,)

    def _offer(self, offer: Node) -> Option | None:
        for key in ("@type", "@id"):
            offer.at(key).take()
        written = written_price(offer.at("price"))
        currency = offer.at("priceCurrency").text() or written.currency
        if written.amount is None:
            return None
        self.currencies |= {currency} if currency else set()
        size = offer.at("eligibleQuantity")
        size.at("@type").take()
        name = _plain(offer.at("name")) or _plain(size.at("name", "unitText"))
        return Option(name, name, written.amount, size_aliases(name))

    def _add_ons(self, node: Node) -> Iterator[OptionGroup]:
        """Groups of options: add-ons that have add-ons or items of their own, else all together."""
        single = []
        for one in self._each(node, *ADD_ONS):
            self.seen.add(id(one.value))
            inner = list(self._each(one, *ADD_ONS)) + list(self._each(one, "hasMenuItem"))
            if inner:
                options = tuple(option for each in inner if (option := self._add_on(each)))
                yield OptionGroup(_plain(one.at("name")), _name(one.at("name")), options)
            elif (option := self._add_on(one)) is not None:
                single.append(option)
        if single:
            yield OptionGroup("add-ons", dict(name_for("options")), tuple(single))

    def _add_on(self, node: Node) -> Option | None:
        self.seen.add(id(node.value))
        name = _name(node.at("name"))
        if not name:
            return None
        price, _ = self._offers(node)
        plain = _plain(node.at("name"))
        return Option(plain, name, price or Decimal(0), size_aliases(plain))


def _name(node: Node) -> Name:
    """A text, or texts by language where it says which is in which."""
    texts = {}
    for one in node.each():
        if isinstance(one.value, dict):
            text = html.unescape(one.at("@value").text())
            texts[one.at("@language").text()] = text
        else:
            texts[""] = html.unescape(one.text())
    by_language = {code: text for code, text in texts.items() if code and text}
    return by_language if by_language else texts.get("", "")


def _plain(node: Node) -> str:
    name = _name(node)
    return name if isinstance(name, str) else next(iter(name.values()), "")


def _diets(node: Node) -> Iterator[str]:
    for word in node.at("suitableForDiet").texts():
        known = diet(word)
        if known is not None:
            yield known


def _house(node: Node) -> dict[str, Any]:
    """Phone and hours of a restaurant, as format 1 has them."""
    node.at("hasMenu", "menu").take()
    hours = list(_hours(node.at("openingHoursSpecification", "OpeningHoursSpecification")))
    phone = node.at("telephone").text()
    return {**({"phone": phone} if phone else {}), **({"hours": hours} if hours else {})}


def _hours(node: Node) -> Iterator[dict[str, str]]:
    for span in node.each():
        span.at("@type").take()
        words = [day.rpartition("/")[2].lower()[:3] for day in span.at("dayOfWeek").texts()]
        days = ",".join(day for day in words if day in DAYS)
        start, end = span.at("opens").text()[:5], span.at("closes").text()[:5]
        if days and start and end:
            yield {"days": days, "open": start, "close": end}
