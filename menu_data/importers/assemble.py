"""From parsed parts to a format-1 document: ids, groups kept once, repeats merged, prices written.

What all importers have in common. The document is checked by `loader` like any other; what was
decided on the way is told in notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from menu_data import flat
from menu_data.faults import MenuError, listed
from menu_data.ids import Ids
from menu_data.importers.parsed import Entry, Name, Option, OptionGroup, Parsed, Section, Wishes
from menu_data.importers.pricing import Pricing, settle
from menu_data.importers.words import name_for
from menu_data.texts import NAME_LENGTH, TEXT_LENGTH

Document = dict[str, Any]  # format 1, as JSON


def said(name: Name) -> str:
    """A name in its first language."""
    return name if isinstance(name, str) else next(iter(name.values()), "")


def sized(key: str, name: Name, options: Iterable[Option]) -> tuple[Decimal, OptionGroup]:
    """A dish's price and the group one of whose whole-priced options must be chosen.

    The price is the lowest; an option adds what it costs more.
    """
    every = tuple(options)
    lowest = min(option.price for option in every)
    dearer = tuple(replace(option, price=option.price - lowest) for option in every)
    return lowest, OptionGroup(key, name, dearer, min=1, max=1)


def assemble(parsed: Parsed, wishes: Wishes, file: str) -> tuple[Document, tuple[str, ...]]:
    """The document and notes on what was decided. MenuError, or a Fault at a price.

    `file` is what a house is called that has no name.
    """
    if not parsed.entries:
        raise MenuError("holds no dishes")
    entries, merging = _merged(parsed.entries)
    entries, rebates = _without_rebates(entries)
    maker = _Maker(settle(parsed, wishes, _amounts(entries)))
    zone = wishes.time_zone or parsed.time_zone
    used = {entry.section for entry in entries}
    sections = [section for section in parsed.sections if section.key in used]
    ids = Ids()
    categories = {section.key: ids.new(section.key, said(section.name)) for section in sections}
    document = {
        "format": 1,
        "restaurant": {
            "name": _named(wishes.restaurant or parsed.restaurant or flat.house(file)),
            "currency": maker.pricing.currency,
            "languages": _languages(entries),
            **({"time_zone": zone} if zone else {}),
            **{key: value for key, value in parsed.house.items() if zone or key != "hours"},
        },
        "categories": [_category(one, categories[one.key], timed=bool(zone)) for one in sections],
        "items": [maker.item(one, categories[one.section]) for one in _told_apart(entries, parsed)],
        "modifier_groups": maker.groups,
    }
    decided = _decided(parsed, entries, zone)
    priced = f"prices are in {maker.pricing.unit} units of {maker.pricing.currency}"
    return document, (priced, *merging, *rebates, *decided, *maker.notes())


def _category(section: Section, category_id: str, *, timed: bool) -> Document:
    row: Document = {"id": category_id, "name": _named(section.name) or dict(name_for("menu"))}
    return {**row, "hours": list(section.hours)} if section.hours and timed else row


def _decided(parsed: Parsed, entries: Iterable[Entry], zone: str | None) -> Iterator[str]:
    """Notes on hours without a zone and dishes without a price."""
    if not zone and (parsed.house.get("hours") or any(one.hours for one in parsed.sections)):
        yield "opening hours were left out: they need --time-zone, such as Asia/Shanghai"
    unpriced = [said(entry.name) for entry in entries if entry.price is None]
    if unpriced:
        names = listed(unpriced)
        yield f"without a fixed price, so at market price until staff quote one: {names}"


def _merged(entries: Iterable[Entry]) -> tuple[list[Entry], tuple[str, ...]]:
    """Every dish once: an entry whose key, name and price stood before is the same dish again."""
    kept: list[Entry] = []
    known: dict[tuple[str, str, Decimal | None], Entry] = {}
    repeats, unlike = 0, dict[str, None]()
    for entry in entries:
        name = said(entry.name)
        before = known.get((entry.key, name, entry.price)) if entry.key else None
        if before is None:
            known[entry.key, name, entry.price] = entry
            kept.append(entry)
            continue
        repeats += 1
        if before.groups != entry.groups:
            unlike[name] = None
    notes = []
    if repeats:
        notes.append(f"{repeats} entries repeat a dish of another section and were joined to it")
    if unlike:
        notes.append(
            f"of those, these have other choices there, which were dropped: {listed(unlike)}"
        )
    return kept, tuple(notes)


def _without_rebates(entries: list[Entry]) -> tuple[list[Entry], tuple[str, ...]]:
    """Options that would make a dish cheaper: format 1 has none, unless one must be chosen."""
    dropped: list[str] = []
    return [_without_rebate(entry, dropped) for entry in entries], (
        (f"choices that lower the price were left out: {listed(dropped)}",) if dropped else ()
    )


def _without_rebate(entry: Entry, dropped: list[str]) -> Entry:
    groups, price = [], entry.price
    for group in entry.groups:
        if not group.options:
            continue
        lowest = min(option.price for option in group.options)
        if lowest >= 0:
            groups.append(group)
        elif group.min == group.max == 1 and price is not None and price + lowest >= 0:
            lower, level = sized(group.key, group.name, group.options)
            price += lower
            groups.append(replace(level, default=group.default))
        else:
            fitting = tuple(option for option in group.options if option.price >= 0)
            dropped += [said(option.name) for option in group.options if option.price < 0]
            if fitting:
                groups.append(replace(group, options=fitting))
    return replace(entry, groups=tuple(groups), price=price)


def _told_apart(entries: list[Entry], parsed: Parsed) -> Iterator[Entry]:
    """Dishes of one name get another that tells them apart: "Chicken Wraps" beside "Chicken"."""
    count = Counter(said(entry.name) for entry in entries)
    sections = {section.key: said(section.name) for section in parsed.sections}
    for entry in entries:
        longer = f"{said(entry.name)} {sections[entry.section]}".strip()
        if count[said(entry.name)] == 1 or len(longer) > NAME_LENGTH or longer == said(entry.name):
            yield entry
        else:
            yield replace(entry, aliases=(*entry.aliases, longer))


def _amounts(entries: Iterable[Entry]) -> Iterator[tuple[Decimal, str]]:
    for entry in entries:
        if entry.price is not None:
            yield entry.price, said(entry.name)
        for group in entry.groups:
            for option in group.options:
                yield option.price, said(option.name)


def _languages(entries: Iterable[Entry]) -> list[str]:
    """Those of texts by language; for plain texts the one they are written in first."""
    every = list(entries)
    coded = dict.fromkeys(
        code for entry in every if not isinstance(entry.name, str) for code in entry.name
    )
    if coded:
        return list(coded)
    return flat.languages(f"{said(entry.name)}{said(entry.description)}" for entry in every)


def _short(text: str, longest: int = NAME_LENGTH) -> str:
    return text[:longest].strip()


def _named(name: Name, longest: int = NAME_LENGTH) -> str | dict[str, str]:
    """A name as format 1 has it, cut to what fits."""
    if isinstance(name, str):
        return _short(name, longest)
    return {code: short for code, text in name.items() if (short := _short(text, longest))}


@dataclass(slots=True)
class _Maker:
    """Makes rows of format 1, and keeps each modifier group once."""

    pricing: Pricing
    groups: list[Document] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    _dishes: Ids = field(default_factory=Ids)
    _group_ids: Ids = field(default_factory=Ids)
    _known: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def item(self, entry: Entry, category: str) -> Document:
        price = entry.price
        row: Document = {
            "id": self._dishes.new(entry.key, said(entry.name)),
            "name": self._name(entry.name),
            "aliases": [_short(alias) for alias in dict.fromkeys(entry.aliases)],
            "category": category,
            "description": self._name(entry.description, TEXT_LENGTH) or "",
            "price": None if price is None else self.pricing.plain(price, said(entry.name)),
            "unit": _named(entry.unit) or "",
            "modifier_groups": list(self._uses(entry.groups)),
            "diet": list(dict.fromkeys(entry.diet)),
            "ingredients": [_short(name) for name in entry.ingredients],
        }
        kept = {key: value for key, value in row.items() if value not in ("", [])}
        return kept if entry.available else {**kept, "available": False}

    def notes(self) -> tuple[str, ...]:
        return (f"{len(self.cut)} texts were too long and were cut",) if self.cut else ()

    def _name(self, name: Name, longest: int = NAME_LENGTH) -> str | dict[str, str]:
        written = _named(name, longest)
        if len(said(name)) > longest:
            self.cut.append(said(name))
        return written

    def _uses(self, groups: Iterable[OptionGroup]) -> Iterator[Document | str]:
        seen: set[str] = set()
        for group in groups:
            alike = repr(replace(group, default=None))
            if alike not in self._known:
                self._known[alike] = self._group(group)
            ids = self._known[alike]
            if ids[""] in seen:
                continue
            seen.add(ids[""])
            default = None if group.default is None else ids.get(group.default)
            yield {"group": ids[""], "default": default} if default is not None else ids[""]

    def _group(self, group: OptionGroup) -> Mapping[str, str]:
        """Add a group; the ids of its options by their keys, and its own under ""."""
        ids, names = {"": self._group_ids.new(group.key, said(group.name))}, Ids()
        rows = []
        for option in group.options:
            ids[option.key] = names.new(option.key, said(option.name))
            row: Document = {"id": ids[option.key], "name": self._name(option.name)}
            if option.aliases:
                row["aliases"] = list(option.aliases)
            if option.price:
                row["price"] = self.pricing.plain(option.price, said(option.name))
            rows.append(row)
        made: Document = {"id": ids[""], "name": self._name(group.name), "min": group.min}
        if group.max is not None:
            made["max"] = max(group.max, 1)
        self.groups.append({**made, "modifiers": rows})
        return ids
