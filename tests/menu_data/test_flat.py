from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.flat import house
from menu_data.loader import MenuError, load, parse
from menu_data.menu import Menu, Text
from menu_data.money import places


def priced(price: object) -> Menu:
    return parse(json.dumps({"7": {"name": "Toast", "price": price}}), "kiosk.json")


def complaint(entries: dict[str, Any]) -> str:
    with pytest.raises(MenuError) as caught:
        parse(json.dumps(entries), "kiosk.json")
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message.removeprefix("kiosk.json: ")


def entry(**more: object) -> dict[str, Any]:
    return {"name": "Toast", "price": "$4"} | more


@pytest.mark.parametrize(
    ("written", "minor", "currency"),
    [
        ("12元", 1200, "CNY"),
        ("12.5 元", 1250, "CNY"),
        ("１２元", 1200, "CNY"),
        ("12块", 1200, "CNY"),
        ("12塊錢", 1200, "CNY"),
        ("12圆", 1200, "CNY"),
        ("¥12", 1200, "CNY"),
        ("￥12.50", 1250, "CNY"),
        ("¥12元", 1200, "CNY"),
        ("RMB 12", 1200, "CNY"),
        ("12 CNY", 1200, "CNY"),
        ("CNY 1,200.00", 120000, "CNY"),
        ("$4", 400, "USD"),
        ("4.25 USD", 425, "USD"),
        ("RM 9.90", 990, "MYR"),
        ("9.90令吉", 990, "MYR"),
        ("MYR9.90", 990, "MYR"),
        ("NT$150", 15000, "TWD"),
        ("150台幣", 15000, "TWD"),
        ("HK$38", 3800, "HKD"),
        ("S$6", 600, "SGD"),
        ("900円", 900, "JPY"),
        ("JPY 900", 900, "JPY"),
        ("€3", 300, "EUR"),
        ("1.250 KWD", 1250, "KWD"),
    ],
)
def test_a_price_is_read_with_its_currency(written: str, minor: int, currency: str) -> None:
    menu = priced(written)
    assert (menu.dishes["7"].price, menu.restaurant.currency) == (minor, currency)


@given(
    st.integers(0, 99_999_999),
    st.sampled_from([("", "元"), ("¥", ""), ("RM ", ""), ("", " USD"), ("", "円"), ("NT$", "")]),
)
def test_every_amount_keeps_its_value(units: int, marks: tuple[str, str]) -> None:
    currency = priced(f"{marks[0]}1{marks[1]}").restaurant.currency
    amount = Decimal(units).scaleb(-places(currency))
    assert priced(f"{marks[0]}{amount:f}{marks[1]}").dishes["7"].price == units


@pytest.mark.parametrize("written", ["12", " 12.50 ", 12, 12.5, None, True])
def test_a_price_without_currency_is_refused_and_the_line_says_how_to_write_it(
    written: object,
) -> None:
    assert complaint({"7": {"name": "Toast", "price": written}}) == (
        f"7.price: {written!r} needs one currency; "
        'allowed: a price with its currency, such as "12元", "RM 12.50" or "12 USD"'
    )


@pytest.mark.parametrize(
    "written", ["", "元", "about 12元", "-12元", "12元起", "1,2元", "12元-15元"]
)
def test_what_is_no_price_is_refused(written: str) -> None:
    assert complaint({"7": {"name": "Toast", "price": written}}).startswith(f"7.price: {written!r}")


def test_an_unknown_currency_is_named() -> None:
    told = complaint({"7": {"name": "Toast", "price": "12 zorkmids"}})
    assert told.startswith("7.price: '12 zorkmids' needs one currency; allowed: ")


def test_an_amount_finer_than_the_currency_is_refused() -> None:
    told = complaint({"7": {"name": "Toast", "price": "900.5円"}})
    assert told == "7.price: '900.5' is finer than JPY goes; allowed: 0 decimals"


def test_two_currencies_in_one_price_are_refused() -> None:
    told = complaint({"7": {"name": "Toast", "price": "$12元"}})
    assert told.startswith("7.price: '$12元' needs one currency; allowed: ")


def test_two_currencies_in_one_menu_are_refused() -> None:
    told = complaint({"1": entry(), "2": entry(price="3元")})
    assert told == "2.price: is in CNY, '1' in USD; allowed: one currency a menu"


def test_a_market_price_has_no_amount() -> None:
    menu = parse(json.dumps({"1": entry(), "2": entry(price="时价")}), "kiosk.json")
    assert menu.dishes["2"].price is None


def test_a_menu_of_market_prices_alone_has_no_currency() -> None:
    assert complaint({"2": entry(price="時價")}).startswith("names no currency in any price; ")


def test_a_unit_after_the_price_is_the_dishs_unit() -> None:
    assert priced("12元/笼").dishes["7"].unit == Text((("", "笼"),))


def test_dishes_keep_their_ids_names_and_order() -> None:
    entries = {"b": entry(name="Bun", description="Sweet."), "a": entry(name="Ale")}
    dishes = list(parse(json.dumps(entries), "kiosk.json").dishes.values())
    assert [(dish.id, dish.name.said("en")) for dish in dishes] == [("b", "Bun"), ("a", "Ale")]
    assert dishes[0].description.said("en") == "Sweet."


def test_categories_are_in_order_of_appearance_and_one_is_made_for_dishes_without() -> None:
    entries = {
        "1": entry(category="Hot"),
        "2": entry(category="Cold"),
        "3": entry(category="Hot"),
        "4": entry(),
    }
    menu = parse(json.dumps(entries), "kiosk.json")
    assert [category.id for category in menu.categories] == ["Hot", "Cold", "menu"]
    assert [dish.category for dish in menu.dishes.values()] == ["Hot", "Cold", "Hot", "menu"]


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"1": entry(cost="3")}, "1: unknown key 'cost'; allowed: name, description, price, cat"),
        ({"1": entry(catgory="x")}, "1: unknown key 'catgory'; did you mean 'category'? allowed:"),
        ({"1": {"price": "$4"}}, "1.name: is missing; allowed: a text"),
        ({"1": {"name": "Toast"}}, "1.price: is missing; allowed: a price with its currency"),
        ({"1": entry(name="")}, "1.name: is empty; allowed: a text"),
        ({"1": entry(), "2": entry(), "3": "Toast $4"}, "3: found 'Toast $4'; allowed: an object"),
        ({"": entry()}, "the id '' is empty; allowed: an id"),
        ({"a\nb": entry()}, "the id 'a\\nb' holds the control character '\\n'; allowed: one plain"),
        ({"1": "Toast"}, "format: is missing; allowed: 1, or else a flat menu"),
        ({}, "format: is missing; allowed: 1, or else a flat menu"),
    ],
)
def test_a_mistake_is_told_with_its_place_in_the_flat_file(
    entries: dict[str, Any], told: str
) -> None:
    assert complaint(entries).startswith(told)


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("雞蛋麵", ("zh-Hant", "zh", "en")),
        ("鸡蛋面", ("zh", "en")),
        ("Egg noodles", ("en", "zh")),
    ],
)
def test_the_script_of_the_menu_is_its_first_language_and_stays_as_written(
    name: str, languages: tuple[str, ...]
) -> None:
    menu = parse(json.dumps({"1": entry(name=name)}), "kiosk.json")
    assert menu.restaurant.languages == languages
    assert menu.dishes["1"].name == Text((("", name),))


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("golden_wok_menu.json", "Golden Wok"),
        ("/data/cafe-luna.json", "Cafe Luna"),
        ("老街面馆菜单.json", "老街面馆"),
        ("McFly Menu.json", "McFly"),
        ("menu.json", "Menu"),
        ("emenu.json", "Emenu"),
    ],
)
def test_the_house_is_named_after_its_file(file: str, name: str) -> None:
    assert house(file) == name


def test_a_name_that_is_given_wins_over_the_files(tmp_path: Path) -> None:
    file = tmp_path / "kiosk.json"
    file.write_text(json.dumps({"1": entry()}), "utf-8")
    assert load(file).restaurant.name.said("en") == "Kiosk"
    assert load(file, "Corner Toast").restaurant.name.said("en") == "Corner Toast"
