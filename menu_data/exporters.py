"""A menu as other programs read it: format 1, and schema.org's Menu as JSON-LD. Pure.

schema.org has no place for allergens, required choices, stock, hours of a dish or combos' slots;
`left_out` says what of a menu is lost there. Spreadsheets are `sheets`' matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from menu_data.menu import DAYS, Category, Dish, Group, Menu, Modifier, Span, Text
from menu_data.money import Money

Json = dict[str, Any]
_DIETS = {
    "vegetarian": "VegetarianDiet",
    "vegan": "VeganDiet",
    "halal": "HalalDiet",
    "kosher": "KosherDiet",
    "gluten_free": "GlutenFreeDiet",
}
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
assert len(_WEEK) == len(DAYS)


def format_1(menu: Menu) -> Json:
    """The menu's own document."""
    return dict(menu.source)


def schema_org(menu: Menu) -> Json:
    """A Restaurant with its Menu, sections and items. Source: https://schema.org/Menu"""
    house = menu.restaurant
    sections = [_section(menu, category) for category in menu.categories]
    combos = [dish for dish in menu.dishes.values() if dish.slots]
    return _filled(
        {
            "@context": "https://schema.org",
            "@type": "Restaurant",
            "name": _text(house.name),
            "telephone": house.phone,
            "address": None if house.address is None else _text(house.address),
            "openingHoursSpecification": [_span(span) for span in house.hours or ()],
            "hasMenu": _filled(
                {
                    "@type": "Menu",
                    "inLanguage": list(house.languages),
                    "hasMenuSection": [section for section in sections if section],
                    "hasMenuItem": [_item(menu, dish) for dish in combos],
                }
            ),
        }
    )


def left_out(menu: Menu) -> tuple[str, ...]:
    """What of this menu schema.org has no place for, a line each."""
    return tuple(_left_out(menu))


def _left_out(menu: Menu) -> Iterator[str]:
    dishes = menu.dishes.values()
    counts = {
        "dishes with allergens": sum(bool(dish.allergens) for dish in dishes),
        "dishes with aliases": sum(bool(dish.aliases) for dish in dishes),
        "dishes with a stock, hours or not available": sum(
            dish.stock is not None or dish.hours is not None or not dish.available
            for dish in dishes
        ),
        "dishes whose choices are required or have a default": sum(
            any(group.min or group.default for group in dish.groups) for dish in dishes
        ),
        "dishes at market price": sum(dish.price is None for dish in dishes),
        "combos, whose slots": sum(bool(dish.slots) for dish in dishes),
        "fees and taxes": len(menu.restaurant.fees) + (menu.restaurant.tax is not None),
    }
    for what, count in counts.items():
        if count:
            yield f"{count} {what}"


def _section(menu: Menu, category: Category) -> Json | None:
    dishes = [dish for dish in menu.dishes.values() if dish.category == category.id]
    if not dishes:
        return None
    return {
        "@type": "MenuSection",
        "name": _text(category.name),
        "hasMenuItem": [_item(menu, dish) for dish in dishes],
    }


def _item(menu: Menu, dish: Dish) -> Json:
    return _filled(
        {
            "@type": "MenuItem",
            "name": _text(dish.name),
            "description": _text(dish.description),
            "offers": None if dish.price is None else _offer(menu, dish.price),
            "suitableForDiet": [
                f"https://schema.org/{_DIETS[diet]}" for diet in sorted(dish.diet) if diet in _DIETS
            ],
            "menuAddOn": [_add_ons(menu, group) for group in dish.groups],
        }
    )


def _add_ons(menu: Menu, group: Group) -> Json:
    return {
        "@type": "MenuSection",
        "name": _text(group.name),
        "hasMenuItem": [_add_on(menu, modifier) for modifier in group.modifiers],
    }


def _add_on(menu: Menu, modifier: Modifier) -> Json:
    return {
        "@type": "MenuItem",
        "name": _text(modifier.name),
        "offers": _offer(menu, modifier.price),
    }


def _offer(menu: Menu, price: int) -> Json:
    currency = menu.restaurant.currency
    return {"@type": "Offer", "price": Money(price, currency).plain(), "priceCurrency": currency}


def _span(span: Span) -> Json:
    return {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": [_WEEK[day] for day in sorted(span.days)],
        "opens": span.open.strftime("%H:%M"),
        "closes": span.close.strftime("%H:%M"),
    }


def _text(text: Text) -> str | list[Json]:
    """A plain text, or one value a language."""
    if len(text.parts) == 1 and text.parts[0][0] == "":
        return text.parts[0][1]
    return [{"@language": code, "@value": said} for code, said in text.parts]


def _filled(row: Json) -> Json:
    return {key: value for key, value in row.items() if value not in (None, "", [])}
