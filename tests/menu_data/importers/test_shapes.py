"""Each shape with its own way of writing sections, prices, sizes and choices."""

from __future__ import annotations

from typing import Any

import pytest

from menu_data.importers import IMPORTERS, Imported
from menu_data.menu import Dish, Group
from tests.menu_data.importers import sources
from tests.menu_data.importers.sources import imported

TWO = [{"name": "Tea", "price": 3.5}, {"name": "Coffee", "price": 4.25}]


def dish(of: Imported, name: str) -> Dish:
    (found,) = [one for one in of.menu.dishes.values() if name in one.name.every()]
    return found


def prices(group: Group) -> dict[str, int]:
    return {modifier.name.parts[0][1]: modifier.price for modifier in group.modifiers}


@pytest.mark.parametrize(
    ("document", "shape"),
    [
        (sources.uber_eats(), "uber_eats"),
        (sources.square(), "square"),
        ({"objects": sources.square()}, "square"),
        (sources.schema_org(), "schema_org"),
        ({"@graph": sources.schema_org()}, "schema_org"),
        (sources.eleme(), "eleme"),
        (sources.option_groups(), "option_groups"),
        ({"menu": sources.option_groups()}, "option_groups"),
        (sources.sizes(), "lists"),
    ],
)
def test_the_first_shape_that_fits_is_its_own(document: Any, shape: str) -> None:
    assert next(one.name for one in IMPORTERS if one.detect(document)) == shape


def test_uber_eats_prices_are_the_smallest_units_and_an_override_holds_in_its_group() -> None:
    menu = imported(sources.uber_eats(), currency="USD")
    assert list(menu.menu.dishes) == ["leek", "cider"]
    pie = dish(menu, "Leek pie")
    assert (pie.price, pie.description.said("en")) == (950, "With cream.")
    (crust,) = pie.groups
    assert (crust.min, crust.max, prices(crust)) == (1, 1, {"Rye": 0, "Puff": 250})
    assert pie.diet == {"vegetarian"}
    assert pie.image is None


def test_an_uber_eats_item_that_is_suspended_now_is_not_available() -> None:
    menu = imported(sources.uber_eats(), currency="USD")
    assert not dish(menu, "Cider").available
    document = sources.uber_eats()
    document["items"][1]["suspension_info"]["suspension"]["suspend_until"] = 1
    assert dish(imported(document, currency="USD"), "Cider").available


def test_an_uber_eats_item_in_no_category_is_no_dish_and_is_told() -> None:
    report = imported(sources.uber_eats(), currency="USD").report
    assert any("Lost pie" in note for note in report.notes)
    assert "items[].image_url" in {one.what for one in report.unread}


def test_hours_are_carried_over_with_a_time_zone_only() -> None:
    without = imported(sources.uber_eats(), currency="USD")
    assert all(category.hours is None for category in without.menu.categories)
    assert any("--time-zone" in note for note in without.report.notes)
    zoned = imported(sources.uber_eats(), currency="USD", time_zone="Europe/Paris")
    (span,) = zoned.menu.categories[0].hours or ()
    assert span.days == {0, 1}
    assert (span.open.hour, span.close.hour) == (11, 21)


def test_square_variations_are_a_choice_that_must_be_made() -> None:
    menu = imported(sources.square())
    pear = dish(menu, "pear sorbet")
    size, vessel = pear.groups
    assert (pear.price, size.min, size.max, prices(size)) == (300, 1, 1, {"half": 0, "whole": 175})
    assert (vessel.min, vessel.max, prices(vessel)) == (0, 1, {"cup": 0, "cone": 100})
    assert dish(menu, "tin").groups == ()
    assert dish(menu, "cake to order").price is None
    assert [one.name.parts[0][1] for one in menu.menu.dishes.values()] == [
        *("pear sorbet", "tin", "cake to order")
    ]


def test_schema_org_items_are_found_by_reference_and_nested() -> None:
    menu = imported(sources.schema_org(), time_zone="America/Denver")
    house = menu.menu.restaurant
    assert (house.name.said("en"), house.phone) == ("Reed & Rush", "+1 555 0100")
    assert [c.name.parts[0][1] for c in menu.menu.categories] == ["Wraps", "Wraps: Fish"]
    trout = dish(menu, "Trout & dill")
    size, sides = trout.groups
    assert (trout.price, prices(size)) == (995, {"Small": 0, "Large": 455})
    assert (sides.min, prices(sides)) == (0, {"Rice": 0, "Slaw": 125})
    assert trout.diet == {"gluten_free"}


def test_dishes_of_one_name_stay_two_and_get_a_name_of_their_own() -> None:
    pikes = [
        one
        for one in imported(sources.schema_org()).menu.dishes.values()
        if one.name.parts[0][1] == "Pike"
    ]
    assert {one.price for one in pikes} == {None, 700}
    assert {one.aliases for one in pikes} == {("Pike Wraps",), ("Pike Wraps: Fish",)}


def test_an_eleme_food_stands_once_in_its_own_section() -> None:
    menu = imported(sources.eleme())
    assert menu.menu.restaurant.currency == "CNY"
    assert menu.menu.restaurant.time_zone == "Asia/Shanghai"
    assert [c.name.said("zh") for c in menu.menu.categories] == ["汤", "凉菜"]
    assert [one.price for one in menu.menu.dishes.values()] == [1280, 2000, 3000, 990]
    (kinds,) = dish(menu, "鱼汤").groups
    assert (kinds.min, kinds.max, prices(kinds)) == (1, 1, {"清汤": 0, "红汤": 650})
    assert not dish(menu, "鸭汤").available
    (cold,) = dish(menu, "拌藕").groups
    assert (cold.min, cold.max) == (1, 1)
    assert "menu[].foods[].month_sales" in {one.what for one in menu.report.unread}


def test_option_groups_are_required_single_or_many_as_they_say() -> None:
    menu = imported(sources.option_groups(), currency="TWD", price_unit="major")
    noodles, rice = menu.menu.dishes.values()
    spice, size = noodles.groups
    assert (spice.min, spice.max, spice.default) == (0, 1, "none")
    assert (size.min, size.max, size.default, prices(size)) == (
        *(1, 1, None),
        {"小份": 0, "大份": 4000},
    )
    extras = rice.groups[1]
    assert (extras.max, extras.default) == (None, "egg")
    assert any("come by themselves" in note for note in menu.report.notes)


def test_a_dish_that_is_shown_twice_is_one() -> None:
    report = imported(sources.option_groups(), currency="TWD", price_unit="major").report
    assert report.dishes == 2
    assert any(note.startswith("1 entries repeat") for note in report.notes)


def test_one_id_with_two_names_is_two_dishes() -> None:
    document = sources.option_groups()
    document[1]["items"][0] = {**document[1]["items"][0], "name": "麵"}
    menu = imported(document, currency="TWD", price_unit="major").menu
    assert list(menu.dishes) == ["reed", "reed-2", "rush"]


def test_sizes_of_lists_are_a_choice_and_guests_words_for_them_are_known() -> None:
    menu = imported(sources.sizes(), currency="USD")
    birch = dish(menu, "Birch water")
    (size,) = birch.groups
    assert (birch.price, prices(size)) == (149, {"S": 0, "L": 40})
    assert "large" in size.modifiers[1].aliases
    cider = dish(menu, "Cider")
    assert (cider.available, cider.aliases) == (False, ("pom",))
    assert [i.parts[0][1] for i in dish(menu, "Leek pie").ingredients] == ["leek", "cream", "flour"]


def test_an_alias_that_is_a_number_is_left_out_and_told() -> None:
    menu = imported(sources.sizes(), currency="USD")
    assert dish(menu, "Birch water").aliases == ()
    assert any("numbers were left out" in note for note in menu.report.notes)


@pytest.mark.parametrize(
    "document",
    [
        {"Cups": {"Tea": 3.5, "Coffee": "4.25"}},
        {"Cups": {"Tea": {"price": 3.5}, "Coffee": {"price": 4.25}}},
        [{"name": "Cups", "items": TWO}],
        [
            {"name": "Tea", "price": 3.5, "category": "Cups"},
            {"name": "Coffee", "price": 4.25, "category": "Cups"},
        ],
        {"restaurant": "Reed Bar", "menu": {"Cups": {"Tea": "3.50", "Coffee": 4.25}}},
        {"name": "Cups", "items": TWO},
    ],
)
def test_lists_come_in_many_forms(document: Any) -> None:
    menu = imported(document, currency="USD").menu
    assert {d.name.parts[0][1]: d.price for d in menu.dishes.values()} == {
        "Tea": 350,
        "Coffee": 425,
    }


def test_prices_with_their_currency_need_no_question() -> None:
    menu = imported([{"name": "Tea", "price": "¥12"}, {"name": "Bun", "price": "3.5元"}])
    assert menu.menu.restaurant.currency == "CNY"
    assert [one.price for one in menu.menu.dishes.values()] == [1200, 350]
