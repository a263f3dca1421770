"""What other programs get."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from hypothesis import given

from menu_data import exporters, loader
from menu_data.importers import Wishes, import_menu
from menu_data.menu import Menu
from tests.menu_data.documents import documents, small

WISHES = Wishes(datetime(2026, 5, 4, tzinfo=UTC), currency="CNY", time_zone="UTC")


def again(menu: Menu) -> Menu:
    raw = json.dumps(exporters.schema_org(menu)).encode()
    return import_menu(raw, "m.json", WISHES).menu


def test_format_1_is_the_menu_itself() -> None:
    menu = loader.from_document(small())
    assert loader.from_document(exporters.format_1(menu)).version == menu.version


def test_schema_org_comes_back_with_its_names_prices_and_choices() -> None:
    menu = loader.from_document(small())
    back = again(menu)
    assert back.restaurant.name == menu.restaurant.name
    names = {dish.name.every(): dish.price for dish in menu.dishes.values()}
    assert {dish.name.every(): dish.price for dish in back.dishes.values()} == names
    groups = [group.name.every() for dish in back.dishes.values() for group in dish.groups]
    assert groups == [("heat", "辣度"), ("more",)]
    assert [c.name.every() for c in back.categories][1:] == [("Mains",), ("Cups",)]


@given(documents())
def test_any_menu_with_a_price_comes_back_with_as_many_dishes(document: dict[str, object]) -> None:
    menu = loader.from_document(document)
    if any(dish.price for dish in menu.dishes.values()):
        back = again(menu)
        prices = sorted(dish.price or 0 for dish in menu.dishes.values())
        assert sorted(dish.price or 0 for dish in back.dishes.values()) == prices


def test_what_has_no_place_there_is_told() -> None:
    assert exporters.left_out(loader.from_document(small())) == (
        "1 dishes with allergens",
        "1 dishes with aliases",
        "1 dishes whose choices are required or have a default",
        "1 dishes at market price",
        "1 combos, whose slots",
    )
