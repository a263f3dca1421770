"""Small menus in the shapes of other systems, written for these tests; new objects each time."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from menu_data.importers import Imported, Wishes, import_menu

NOW = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)


def imported(document: Any, file: str = "reed_bar_menu.json", **said: Any) -> Imported:
    """What comes of a document, with what a person says of it."""
    return import_menu(json.dumps(document).encode(), file, Wishes(NOW, **said))


def uber_eats() -> dict[str, Any]:
    def text(words: str) -> dict[str, Any]:
        return {"translations": {"en": words}}

    def item(key: str, name: str, price: int, **more: Any) -> dict[str, Any]:
        return {"id": key, "title": text(name), "price_info": {"price": price}, **more}

    return {
        "menus": [
            {
                "id": "all",
                "service_availability": [
                    {
                        "day_of_week": day,
                        "time_periods": [{"start_time": "11:00", "end_time": "21:00"}],
                    }
                    for day in ("monday", "tuesday")
                ],
                "category_ids": ["pies", "specials"],
            }
        ],
        "categories": [
            {"id": "pies", "title": text("Pies"), "entities": [{"id": "leek", "type": "ITEM"}]},
            {"id": "specials", "title": text("Specials"), "entities": [{"id": "leek"}]},
            {"id": "cups", "title": text("Cups"), "entities": [{"id": "cider"}]},
        ],
        "items": [
            item(
                "leek",
                "Leek pie",
                950,
                description=text("With cream."),
                modifier_group_ids={"ids": ["crust", "gone"]},
                image_url="https://example.org/leek.jpeg",
                dish_info={
                    "classifications": {"dietary_label_info": {"labels": ["VEGETARIAN", "LOUD"]}}
                },
            ),
            item(
                "cider",
                "Cider",
                420,
                suspension_info={"suspension": {"suspend_until": 8640000000}},
            ),
            item("rye", "Rye", 0),
            {
                **item("puff", "Puff", 100),
                "price_info": {
                    "price": 100,
                    "overrides": [{"context_type": 2, "context_value": "crust", "price": 250}],
                },
            },
            item("lost", "Lost pie", 900),
        ],
        "modifier_groups": [
            {
                "id": "crust",
                "title": text("Crust"),
                "quantity_info": {"quantity": {"min_permitted": 1, "max_permitted": 1}},
                "modifier_options": [{"id": "rye", "type": "ITEM"}, {"id": "puff"}],
            }
        ],
    }


def square() -> list[dict[str, Any]]:
    def variation(key: str, name: str, amount: int | None) -> dict[str, Any]:
        money = {} if amount is None else {"price_money": {"amount": amount, "currency": "USD"}}
        return {"id": key, "item_variation_data": {"item_id": "i", "name": name, **money}}

    return [
        {"id": "c1", "type": "CATEGORY", "category_data": {"name": "scoops"}},
        {
            "id": "i1",
            "type": "ITEM",
            "item_data": {
                "name": "pear sorbet",
                "category_id": "c1",
                "modifier_list_info": [{"modifier_list_id": "m1"}, {"modifier_list_id": "none"}],
                "variations": [variation("v1", "half", 300), variation("v2", "whole", 475)],
            },
        },
        {
            "id": "i2",
            "type": "ITEM",
            "item_data": {"name": "tin", "variations": [variation("v3", "Regular", 900)]},
        },
        {
            "id": "i3",
            "type": "ITEM",
            "item_data": {"name": "cake to order", "variations": [variation("v4", "", None)]},
        },
        {
            "id": "i4",
            "type": "ITEM",
            "item_data": {"name": "old", "is_archived": True, "variations": []},
        },
        {
            "id": "m1",
            "type": "MODIFIER_LIST",
            "modifier_list_data": {
                "name": "vessel",
                "selection_type": "SINGLE",
                "modifiers": [
                    {
                        "id": "o1",
                        "modifier_data": {"name": "cup", "price_money": {"amount": 0}},
                    },
                    {
                        "id": "o2",
                        "modifier_data": {"name": "cone", "price_money": {"amount": 100}},
                    },
                ],
            },
        },
        {"id": "o2", "modifier_data": {"name": "cone", "price_money": {"amount": 100}}},
        {"id": "d1", "type": "DISCOUNT", "discount_data": {"name": "friends"}},
    ]


def schema_org() -> list[dict[str, Any]]:
    def offer(price: str, name: str = "") -> dict[str, Any]:
        size = {"eligibleQuantity": {"@type": "QuantitativeValue", "name": name}} if name else {}
        return {"@type": "Offer", "price": price, "priceCurrency": "USD", **size}

    return [
        {
            "@context": "https://schema.org",
            "@type": "Restaurant",
            "@id": "#house",
            "name": "Reed &amp; Rush",
            "telephone": "+1 555 0100",
            "servesCuisine": "River",
            "hasMenu": {"@id": "#menu"},
            "openingHoursSpecification": {
                "@type": "OpeningHoursSpecification",
                "dayOfWeek": ["https://schema.org/Monday", "Sunday"],
                "opens": "11:00",
                "closes": "21:00",
            },
        },
        {"@type": "Menu", "@id": "#menu", "name": "Menu", "hasMenuSection": [{"@id": "#wraps"}]},
        {
            "@type": "MenuSection",
            "@id": "#wraps",
            "name": "Wraps",
            "hasMenuSection": {
                "@type": "MenuSection",
                "name": "Fish",
                "hasMenuItem": [
                    {
                        "@type": "MenuItem",
                        "name": "Trout &amp; dill",
                        "description": "",
                        "suitableForDiet": "https://schema.org/GlutenFreeDiet",
                        "offers": [offer("9.95", "Small"), offer("14.50", "Large")],
                        "menuAddon": {"@id": "#sides"},
                    },
                    {"@type": "MenuItem", "name": "Pike", "offers": offer("M/P")},
                ],
            },
            "hasMenuItem": {"@type": "MenuItem", "name": "Pike", "offers": offer("7.00")},
        },
        {
            "@type": "MenuItem",
            "@id": "#sides",
            "name": "Sides",
            "menuAddon": [
                {"@type": "MenuItem", "name": "Rice", "offers": offer("00.00")},
                {"@type": "MenuItem", "name": "Slaw", "offers": offer("1.25")},
            ],
        },
    ]


def eleme() -> dict[str, Any]:
    def food(key: str, name: str, own: int, kinds: list[dict[str, Any]], **more: Any) -> Any:
        return {"item_id": key, "name": name, "category_id": own, "specfoods": kinds, **more}

    def kind(key: int, price: float, value: str = "", **more: Any) -> dict[str, Any]:
        specs = [{"name": "口味", "value": value}] if value else []
        return {"food_id": key, "price": price, "specs": specs, "stock": 99, **more}

    soup = food("s1", "藕汤", 11, [kind(1, 12.8)], month_sales=40)
    return {
        "rst": {
            "name": "芦苇小馆",
            "phone": "5550100 5550101",
            "address": "芦苇路 1 号",
            "opening_hours": ["9:00/21:30"],
        },
        "menu": [
            {"id": -1, "name": "热销", "type": 2, "foods": [soup]},
            {
                "id": 11,
                "name": "汤",
                "foods": [
                    soup,
                    food("s2", "鱼汤", 11, [kind(2, 20, "清汤"), kind(3, 26.5, "红汤")]),
                    food("s3", "鸭汤", 11, [kind(4, 30, stock=0)]),
                ],
            },
            {
                "id": 12,
                "name": "凉菜",
                "foods": [
                    food(
                        "c1",
                        "拌藕",
                        12,
                        [kind(5, 9.9)],
                        attrs=[{"name": "温度", "values": ["冰的", "常温"]}],
                    )
                ],
            },
        ],
    }


def option_groups() -> list[dict[str, Any]]:
    spice = {
        "key": "spicy",
        "label": "辣度",
        "type": "select",
        "options": [
            {"value": "none", "label": "不辣", "isDefault": True},
            {"value": "hot", "label": "大辣", "price": 10},
        ],
    }
    size = {
        "key": "portion",
        "label": "份量",
        "isRequired": True,
        "options": [
            {"value": "small", "label": "小份", "price": 0},
            {"value": "large", "label": "大份", "price": 40},
        ],
    }
    extras = {
        "key": "extras",
        "label": "配菜",
        "isMultiple": True,
        "options": [
            {"value": "egg", "label": "蛋", "price": 15, "isDefault": True},
            {"value": "tofu", "label": "豆腐", "price": 20, "isDefault": True},
        ],
    }
    noodles = {"id": "reed", "name": "蘆葦麵", "price": 200, "optionGroups": [spice, size]}
    return [
        {"key": "top", "label": "推薦", "items": [noodles]},
        {
            "key": "mains",
            "label": "主食",
            "items": [
                noodles,
                {"id": "rush", "name": "燈心草飯", "price": 180, "optionGroups": [spice, extras]},
            ],
        },
    ]


def sizes() -> dict[str, Any]:
    return {
        "drinks": [
            {
                "id": "birch",
                "name": "Birch water",
                "sizes": {"S": {"calories": 20, "price": 1.49}, "L": {"price": 1.89}},
                "alias": "3",
            },
            {"id": "cider", "name": "Cider", "price": 2.5, "available": False, "alias": "pom"},
        ],
        "pies": [{"id": "leek", "name": "Leek pie", "price": 6, "materials": "leek，cream、flour"}],
    }
