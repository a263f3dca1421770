"""Lists as restaurants and programs write them: sections of dishes, or dishes that name theirs.

    {"drinks": [{"name": "Tea", "price": 3.5}]}        sections by name
    {"drinks": {"Tea": 3.5, "Coffee": "4.00"}}         prices by name
    [{"name": "Drinks", "items": [...]}]               sections as objects
    [{"name": "Tea", "price": 3.5, "category": "drinks"}]

also inside an object that says whose menu it is. Which keys mean what is in words.yaml. A dish may
have `sizes` with prices of their own: one of them must be chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from menu_data.faults import listed
from menu_data.importers.assemble import sized
from menu_data.importers.parsed import Entry, Option, OptionGroup, Parsed, Section, Wishes
from menu_data.importers.pricing import Written, written_price
from menu_data.importers.source import Node
from menu_data.importers.words import field as keys
from menu_data.importers.words import name_for, size_aliases

Groups = Callable[[Node], tuple[OptionGroup, ...]]
Notes = Callable[[Iterable[Entry]], Iterable[str]]

_PARTS = re.compile(r"[,，、;；\n]")
NO_SECTION = ""


def sections_of(document: Any) -> Iterator[tuple[str, list[Any]]]:
    """The lists of dishes of a document, roughly: (section, members). Any: JSON."""
    inside = _unwrapped(document)
    if isinstance(inside, dict):
        for name, dishes in inside.items():
            if isinstance(dishes, list | dict):
                yield name, list(dishes) if isinstance(dishes, list) else list(dishes.items())
    elif isinstance(inside, list):
        for one in inside:
            dishes = _under(one, "dishes")
            yield "", dishes if isinstance(dishes, list) else [one]


def detect(document: Any) -> bool:
    """Whether it is made of lists at all. Any: JSON."""
    return any(
        isinstance(one, dict | str | tuple) for _, dishes in sections_of(document) for one in dishes
    )


def read(
    document: Node, _wishes: Wishes, *, groups: Groups = lambda _: (), notes: Notes = lambda _: ()
) -> Parsed:
    """Its dishes; `groups` reads the choices of one."""
    reader = _Read(groups)
    inside = _inside(document)
    if isinstance(inside.value, dict):
        for name, dishes in inside.entries():
            if isinstance(dishes.value, list | dict):
                reader.section(name, name, dishes)
    else:
        for index, one in enumerate(inside.each()):
            if isinstance(_under(one.value, "dishes"), list):
                key = one.at(*keys("id")).text() or f"section-{index + 1}"
                reader.section(key, one.at(*keys("section")).text() or key, _dishes(one))
            else:
                reader.dish(one, one.at(*keys("category")).text())
    house = document.at(*keys("restaurant")) if isinstance(document.value, dict) else document
    named = house.at("name").text() if isinstance(house.value, dict) else house.text()
    stated = document.at(*keys("currency")).text() if isinstance(document.value, dict) else ""
    currencies = reader.currencies | ({stated} if stated else set())
    return Parsed(
        tuple(reader.sections.values()),
        tuple(reader.entries),
        restaurant=(named or None) if isinstance(document.value, dict) else None,
        currency=currencies.pop() if len(currencies) == 1 else None,
        price_unit="major" if reader.currencies else None,
        notes=(*reader.notes(), *notes(reader.entries)),
    )


def _under(value: Any, part: str) -> Any:
    """What stands in an object under the keys of a part. Any: JSON."""
    inside = value if isinstance(value, dict) else {}
    return next((inside[key] for key in keys(part) if inside.get(key) not in (None, "")), None)


def _is_wrapped(document: Any) -> bool:
    """Whether the lists stand in an object beside what it says of the house."""
    inside = _under(document, "menu")
    return isinstance(inside, list | dict) and not isinstance(_under(inside, "price"), int | float)


def _unwrapped(document: Any) -> Any:
    return _under(document, "menu") if _is_wrapped(document) else document


def _inside(document: Node) -> Node:
    return document.at(*keys("menu")) if _is_wrapped(document.value) else document


def _dishes(section: Node) -> Node:
    return section.at(*keys("dishes"))


@dataclass(slots=True)
class _Read:
    groups: Groups
    sections: dict[str, Section] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    currencies: set[str] = field(default_factory=set)
    numbered: list[str] = field(default_factory=list)

    def section(self, key: str, name: str, dishes: Node) -> None:
        """All dishes of a section."""
        if isinstance(dishes.value, dict):
            for dish, price in dishes.entries():
                self._priced(dish, price, key, name)
            return
        for one in dishes.each():
            if isinstance(one.value, str):
                self._add(Entry("", one.text(), key, None), name)
            elif isinstance(one.value, dict):
                self.dish(one, name, key)

    def dish(self, node: Node, section: str, key: str | None = None) -> None:
        """One dish of a section; `key` where the section has one besides its name."""
        name = node.at(*keys("name")).text()
        if not name:
            return
        price, sizes = self._price(node)
        entry = Entry(
            key=node.at(*keys("id")).text(),
            name=name,
            section=section if key is None else key,
            price=price,
            description=node.at(*keys("description")).text(),
            unit=node.at(*keys("unit")).text(),
            aliases=self._aliases(node),
            groups=(*sizes, *self.groups(node)),
            ingredients=tuple(_parts(node.at(*keys("ingredients")))),
            available=node.at(*keys("available")).truth() is not False
            and node.at(*keys("sold_out")).truth() is not True,
        )
        self._add(entry, section)

    def notes(self) -> Iterator[str]:
        """What a dish of format 1 has no place for."""
        if self.numbered:
            yield (
                "aliases that are numbers were left out, because a number picks from what is "
                f"shown: {listed(self.numbered)}"
            )

    def _add(self, entry: Entry, section: str) -> None:
        self.sections.setdefault(entry.section, Section(entry.section, section))
        self.entries.append(entry)

    def _priced(self, dish: str, price: Node, key: str, section: str) -> None:
        """A dish of a section that maps names to prices, or to objects that have one."""
        if isinstance(price.value, dict):
            amount, sizes = self._price(price)
            text = price.at(*keys("description")).text()
            self._add(Entry("", dish, key, amount, text, groups=sizes), section)
        elif not isinstance(price.value, list):
            self._add(Entry("", dish, key, self._amount(written_price(price))), section)

    def _price(self, node: Node) -> tuple[Decimal | None, tuple[OptionGroup, ...]]:
        options = list(self._sizes(node.at(*keys("sizes"))))
        own = written_price(node.at(*keys("price")))
        if len(options) > 1:
            price, group = sized("size", dict(name_for("size")), options)
            return price, (group,)
        if options and not own.given:
            return options[0].price, ()
        return self._amount(own), ()

    def _sizes(self, node: Node) -> Iterator[Option]:
        if isinstance(node.value, dict):
            named = list(node.entries())
        else:
            named = [(one.at(*keys("name")).text(), one) for one in node.each()]
        for name, one in named:
            written = written_price(one.at(*keys("price")) if isinstance(one.value, dict) else one)
            amount = self._amount(written)
            if name and amount is not None:
                yield Option(name, name, amount, size_aliases(name))

    def _amount(self, written: Written) -> Decimal | None:
        if written.currency is not None:
            self.currencies.add(written.currency)
        return written.amount

    def _aliases(self, node: Node) -> tuple[str, ...]:
        every = list(_parts(node.at(*keys("aliases"))))
        self.numbered += [alias for alias in every if alias.isdecimal()]
        return tuple(alias for alias in every if not alias.isdecimal())


def _parts(node: Node) -> Iterator[str]:
    """The texts of a list, or those of one text that are parted by commas."""
    if isinstance(node.value, str):
        yield from (part.strip() for part in _PARTS.split(node.text()) if part.strip())
    else:
        yield from node.texts()
