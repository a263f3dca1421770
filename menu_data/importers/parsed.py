"""What an importer makes of a foreign document: plain parts that `assemble` turns into format 1.

Amounts are exact decimals as the source writes them; which unit and currency they are in is
settled once for the whole menu. Names are a text, or texts by language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

Name = str | Mapping[str, str]
PriceUnit = Literal["major", "minor"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person says of a source that doesn't say it itself; None: not said.

    `now` (UTC) decides what a source means by "sold out until".
    """

    now: datetime
    restaurant: str | None = None
    currency: str | None = None
    price_unit: PriceUnit | None = None
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a group. `price` is added to the dish's, or is the whole price where the
    group is made by `sized`.
    """

    key: str
    name: Name
    price: Decimal = Decimal(0)
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """What may or must be chosen. `max` None: any number; `default`: an option's key."""

    key: str
    name: Name
    options: tuple[Option, ...]
    min: int = 0
    max: int | None = None
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A dish where it stands in the source. `price` None: the source has none or says it varies.

    Entries of one `key`, name and price are one dish, wherever else it is shown.
    """

    key: str
    name: Name
    section: str
    price: Decimal | None
    description: Name = ""
    unit: Name = ""
    aliases: tuple[str, ...] = ()
    groups: tuple[OptionGroup, ...] = ()
    diet: tuple[str, ...] = ()
    ingredients: tuple[str, ...] = ()
    available: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A category. `hours` in the form of format 1."""

    key: str
    name: Name
    hours: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A whole foreign menu. `currency`, `price_unit`, `time_zone`: only where the format says."""

    sections: tuple[Section, ...]
    entries: tuple[Entry, ...]
    restaurant: Name | None = None
    currency: str | None = None
    price_unit: PriceUnit | None = None
    time_zone: str | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
