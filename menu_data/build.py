"""From a checked format-1 `Document` to the `Menu` values that the house reads.

Every default that depends on something else is worked out here: languages, the price of an extra
portion, a dish's own default in a group, the allergens and diets that follow from others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from menu_data import hours, money
from menu_data.format import (
    ComboPart,
    Document,
    FeePart,
    GroupPart,
    GroupUse,
    ItemPart,
    LimitsPart,
    ModifierPart,
    RestaurantPart,
    SpanPart,
    TaxPart,
)
from menu_data.menu import (
    FINER_ALLERGENS,
    Category,
    Dish,
    Fee,
    Group,
    Limits,
    Menu,
    Modifier,
    Presence,
    Restaurant,
    Slot,
    Span,
    Tax,
    Text,
)

VERSION_DIGITS = 12
LANGUAGES = ("zh", "en")  # of a menu whose texts name none

Written = str | dict[str, str]


def menu(document: Document) -> Menu:
    """The menu of a document whose references hold."""
    source = document.model_dump(mode="json", exclude_defaults=True)
    languages = document.restaurant.languages or _languages(source)
    source["format"], source["restaurant"]["languages"] = document.format, list(languages)
    maker = _Maker(document.restaurant.currency, languages)
    groups = {group.id: group for group in document.modifier_groups}
    dishes = [maker.dish(item, groups) for item in document.items]
    dishes += [maker.combo(combo) for combo in document.combos]
    return Menu(
        version=version(source),
        restaurant=maker.restaurant(document.restaurant),
        categories=tuple(
            Category(category.id, maker.text(category.name), _spans(category.hours))
            for category in document.categories
        ),
        dishes={dish.id: dish for dish in dishes},
        source=source,
    )


def version(source: Mapping[str, Any]) -> str:
    """The first digits of the SHA-256 of a document's canonical JSON."""
    canonical = json.dumps(source, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:VERSION_DIGITS]


def _languages(source: Mapping[str, Any]) -> tuple[str, ...]:
    """The languages of the document's texts in order of appearance."""
    return tuple(dict.fromkeys(_codes(source))) or LANGUAGES


def _codes(value: object, key: str = "") -> Iterator[str]:
    texts = ("name", "description", "unit", "address", "ingredients", "tags")
    if isinstance(value, list):
        for part in value:
            yield from _codes(part, key)
    elif isinstance(value, dict) and key in texts:
        yield from value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _codes(part, name)


def _spans(parts: Sequence[SpanPart] | None) -> tuple[Span, ...] | None:
    if parts is None:
        return None
    return tuple(
        Span(hours.parse_days(p.days), hours.parse_time(p.open), hours.parse_time(p.close))
        for p in parts
    )


def _allergens(written: Mapping[str, Presence]) -> dict[str, Presence]:
    """What is recorded, and what follows: one finer kind is in it, or it is free of all of them."""
    found = dict(written)
    for coarse in dict.fromkeys(FINER_ALLERGENS.values()):
        finer = [written.get(key) for key, implied in FINER_ALLERGENS.items() if implied == coarse]
        if "contains" in finer:
            found[coarse] = "contains"
        elif all(presence == "free" for presence in finer):
            found.setdefault(coarse, "free")
    return found


def _diet(written: Sequence[str]) -> frozenset[str]:
    return frozenset(written) | ({"vegetarian"} if "vegan" in written else set())


class _Maker:
    """Makes values in one currency, with texts in one order of languages."""

    def __init__(self, currency: str, languages: Sequence[str]) -> None:
        self.currency = currency
        self.languages = tuple(languages)

    def text(self, written: Written | None) -> Text:
        if not written:
            return Text(())
        if isinstance(written, str):
            return Text((("", written),))
        ordered = (*(code for code in self.languages if code in written), *written)
        return Text(tuple((code, written[code]) for code in dict.fromkeys(ordered)))

    def minor(self, amount: str) -> int:
        return money.minor(amount, self.currency)

    def price(self, amount: str | None) -> int | None:
        return None if amount is None else self.minor(amount)

    def modifier(self, part: ModifierPart) -> Modifier:
        price = self.minor(part.price or "0")
        return Modifier(
            id=part.id,
            name=self.text(part.name),
            aliases=part.aliases,
            price=price,
            extra_price=2 * price if part.extra_price is None else self.minor(part.extra_price),
            allergens=_allergens(part.allergens),
        )

    def group(self, part: GroupPart, use: GroupUse) -> Group:
        return Group(
            id=part.id,
            name=self.text(part.name),
            min=part.min,
            max=part.max,
            default=use.default if use.overrides else part.default,
            amounts=part.amounts,
            removable=part.removable,
            modifiers=tuple(self.modifier(modifier) for modifier in part.modifiers),
        )

    def dish(self, part: ItemPart, groups: Mapping[str, GroupPart]) -> Dish:
        return Dish(
            id=part.id,
            name=self.text(part.name),
            aliases=part.aliases,
            category=part.category,
            description=self.text(part.description),
            price=self.price(part.price),
            unit=self.text(part.unit),
            groups=tuple(self.group(groups[use.group], use) for use in part.modifier_groups),
            diet=_diet(part.diet),
            allergens=_allergens(part.allergens),
            ingredients=tuple(self.text(name) for name in part.ingredients),
            tags=tuple(self.text(name) for name in part.tags),
            spice=part.spice,
            available=part.available,
            stock=part.stock,
            image=part.image,
            hours=_spans(part.hours),
        )

    def combo(self, part: ComboPart) -> Dish:
        return Dish(
            id=part.id,
            name=self.text(part.name),
            aliases=part.aliases,
            category="",
            description=Text(()),
            price=self.price(part.price),
            unit=Text(()),
            slots=tuple(Slot(slot.id, self.text(slot.name), slot.choose) for slot in part.slots),
        )

    def fee(self, part: FeePart) -> Fee:
        percent = None if part.percent is None else Decimal(part.percent)
        return Fee(part.id, self.text(part.name), percent, self.price(part.amount), part.per)

    def tax(self, part: TaxPart | None) -> Tax | None:
        if part is None:
            return None
        return Tax(self.text(part.name), Decimal(part.percent), part.included)

    def limits(self, part: LimitsPart) -> Limits:
        return Limits(
            line_quantity=part.line_quantity,
            modifier_quantity=part.modifier_quantity,
            tab_quantity=part.tab_quantity,
            tab_amount=self.price(part.tab_amount),
            note_length=part.note_length,
            tip_percent=part.tip_percent,
        )

    def restaurant(self, part: RestaurantPart) -> Restaurant:
        return Restaurant(
            name=self.text(part.name),
            currency=part.currency,
            languages=self.languages,
            time_zone=part.time_zone,
            hours=_spans(part.hours),
            fees=tuple(self.fee(fee) for fee in part.fees),
            tax=self.tax(part.tax),
            party_limit=part.party_limit,
            limits=self.limits(part.limits),
            fulfilment=part.fulfilment,
            kitchen_language=part.kitchen_language or self.languages[0],
            cash_rounding=self.price(part.cash_rounding),
            address=self.text(part.address) if part.address else None,
            phone=part.phone,
            tax_id=part.tax_id,
        )
