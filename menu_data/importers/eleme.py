"""Ele.me's shop: sections of foods with priced specs and attributes, in yuan.

A food is shown in several sections (best sellers, offers); its `category_id` names its own. Specs
of one food are kinds of which one must be chosen, and so is one value of each attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from menu_data.importers.assemble import sized
from menu_data.importers.parsed import Entry, Option, OptionGroup, Parsed, Section
from menu_data.importers.source import Node
from menu_data.importers.words import name_for, size_aliases

ALL_DAY = "00:00/24:00"


def detect(document: Any) -> bool:
    """Whether it is such a shop. Any: JSON."""
    sections = document.get("menu") if isinstance(document, dict) else document
    foods = [
        food
        for section in (sections if isinstance(sections, list) else [])
        if isinstance(section, dict) and isinstance(section.get("foods"), list)
        for food in section["foods"]
    ]
    return any(isinstance(food, dict) and "specfoods" in food for food in foods)


def read(document: Node, _wishes: object) -> Parsed:
    """Its foods, each in its own section."""
    shop = document.at("rst")
    sections = document.at("menu") if isinstance(document.value, dict) else document
    names = {
        section.at("id").text(): section.at("name").text()
        for section in sections.each()
        if section.has("name")
    }
    entries = []
    for section in sections.each():
        for food in section.at("foods").each():
            own = food.at("category_id").text()
            entries.append(_entry(food, own if own in names else section.at("id").text()))
    phone = shop.at("phone").text().partition(" ")[0]
    house = {"address": shop.at("address").text(), "phone": phone, "hours": list(_hours(shop))}
    part = sum(_partly_sold_out(food) for s in sections.each() for food in s.at("foods").each())
    note = f"{part} foods are sold out in some of their kinds only: they are offered whole"
    return Parsed(
        tuple(Section(key, name) for key, name in names.items()),
        tuple(entries),
        restaurant=shop.at("name").text() or None,
        currency="CNY",
        price_unit="major",
        time_zone="Asia/Shanghai",
        house={key: value for key, value in house.items() if value},
        notes=(note,) if part else (),
    )


def _entry(food: Node, section: str) -> Entry:
    kinds = list(food.at("specfoods").each())
    options = [option for kind in kinds if (option := _option(kind)) is not None]
    price, groups = None, []
    if len(options) > 1:
        spec = next(iter(kinds[0].at("specs").each()), None)
        name = spec.at("name").text() if spec is not None else ""
        price, group = sized("", name or dict(name_for("variant")), options)
        groups.append(group)
    elif options:
        price = options[0].price
    return Entry(
        key=food.at("item_id", "virtual_food_id", "id").text(),
        name=food.at("name").text(),
        section=section,
        price=price,
        description=food.at("description").text(),
        groups=(*groups, *_attributes(food)),
        available=not kinds or not all(_is_sold_out(kind) for kind in kinds),
    )


def _option(kind: Node) -> Option | None:
    price = kind.at("price").number()
    values = [spec.at("value").text() for spec in kind.at("specs").each()]
    name = " ".join(value for value in values if value)
    if price is None:
        return None
    key = kind.at("food_id", "sku_id").text() or name
    return Option(key, name or kind.at("name").text(), price, size_aliases(name))


def _is_sold_out(kind: Node) -> bool:
    """By its mark, or because none is left."""
    return kind.at("sold_out").truth() is True or kind.at("stock").number() == 0


def _partly_sold_out(food: Node) -> bool:
    kinds = [_is_sold_out(kind) for kind in food.at("specfoods").each()]
    return any(kinds) and not all(kinds)


def _attributes(food: Node) -> Iterator[OptionGroup]:
    for attribute in food.at("attrs").each():
        values = attribute.at("values").texts()
        name = attribute.at("name").text()
        if len(values) > 1 and name:
            options = tuple(Option(value, value, aliases=size_aliases(value)) for value in values)
            yield OptionGroup(name, name, options, min=1, max=1)


def _hours(shop: Node) -> Iterator[dict[str, str]]:
    """Opening hours such as "09:00/21:30"; a house that never closes has none."""
    for span in shop.at("opening_hours").texts():
        start, _, end = span.partition("/")
        if span != ALL_DAY and end:
            yield {"days": "mon-sun", "open": start.zfill(5), "close": end.zfill(5)}
