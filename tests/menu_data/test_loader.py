from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from menu_data.loader import from_document, load, parse
from menu_data.menu import Text
from tests.menu_data.documents import changed, documents, small

# What a menu becomes


def test_prices_become_minor_units_and_null_a_market_price() -> None:
    menu = from_document(small())
    assert {dish.id: dish.price for dish in menu.dishes.values()} == {
        "broth": 1800,
        "cola": 400,
        "trout": None,
        "pair": 2000,
    }


def test_prices_follow_the_currencys_decimals() -> None:
    yen = changed("restaurant.currency", "JPY")
    yen |= {"modifier_groups": [], "combos": []}
    yen["items"] = [{"id": "soba", "name": "Soba", "category": "mains", "price": "900"}]
    assert from_document(yen).dishes["soba"].price == 900


def test_texts_stand_in_the_menus_order_of_languages() -> None:
    document = changed("restaurant.languages", ["zh", "en"])
    assert from_document(document).restaurant.name == Text((("zh", "芦苇面馆"), ("en", "Reed Bar")))


def test_languages_are_those_of_the_texts_where_none_are_given() -> None:
    assert from_document(small()).restaurant.languages == ("en", "zh")


def test_languages_are_chinese_and_english_where_no_text_names_one() -> None:
    document = {
        "format": 1,
        "restaurant": {"name": "Kiosk", "currency": "CNY"},
        "categories": [{"id": "all", "name": "All"}],
        "items": [{"id": "roll", "name": "Roll", "category": "all", "price": "3.00"}],
    }
    assert from_document(document).restaurant.languages == ("zh", "en")


def test_what_is_left_out_has_the_formats_defaults() -> None:
    restaurant = from_document(small()).restaurant
    assert restaurant.time_zone == "UTC"
    assert restaurant.hours is None
    assert restaurant.fees == ()
    assert restaurant.tax is None
    assert restaurant.fulfilment == ("dine_in",)
    assert restaurant.kitchen_language == "en"
    assert restaurant.limits.line_quantity == 50


def test_an_extra_portion_costs_twice_the_price_unless_the_menu_says_otherwise() -> None:
    more = from_document(small()).dishes["broth"].group("more")
    assert more is not None
    assert [(m.price, m.extra_price) for m in more.modifiers] == [(200, 400), (100, 150)]


def test_a_dish_may_have_a_default_of_its_own() -> None:
    broth = from_document(small()).dishes["broth"]
    assert [group.default for group in broth.groups] == ["low", "egg"]


def test_a_dish_may_undo_a_groups_default() -> None:
    document = changed("items.0.modifier_groups", [{"group": "heat", "default": None}])
    assert from_document(document).dishes["broth"].groups[0].default is None
    again = from_document(dict(from_document(document).source))
    assert again.dishes["broth"].groups[0].default is None


def test_combos_come_last_and_have_slots() -> None:
    menu = from_document(small())
    assert list(menu.dishes) == ["broth", "cola", "trout", "pair"]
    assert [slot.choose for slot in menu.dishes["pair"].slots] == [("broth",), ("cola",)]


def test_a_finer_allergen_is_kept_and_implies_shellfish() -> None:
    document = changed("items.0.allergens", {"crustaceans": "contains", "molluscs": "free"})
    assert from_document(document).dishes["broth"].allergens == {
        "crustaceans": "contains",
        "molluscs": "free",
        "shellfish": "contains",
    }


def test_shellfish_is_free_only_where_both_finer_kinds_are() -> None:
    one = changed("items.0.allergens", {"molluscs": "free"})
    both = changed("items.0.allergens", {"molluscs": "free", "crustaceans": "free"})
    assert "shellfish" not in from_document(one).dishes["broth"].allergens
    assert from_document(both).dishes["broth"].allergens["shellfish"] == "free"


def test_a_vegan_dish_is_vegetarian() -> None:
    document = changed("items.1.diet", ["vegan"])
    assert from_document(document).dishes["cola"].diet == {"vegan", "vegetarian"}


def test_line_breaks_in_a_description_become_spaces() -> None:
    document = changed("items.0.description", "Clear broth,\n thin noodles.")
    assert from_document(document).dishes["broth"].description.said("en") == (
        "Clear broth, thin noodles."
    )


def test_a_byte_order_mark_is_tolerated() -> None:
    raw = json.dumps(small())
    assert parse(b"\xef\xbb\xbf" + raw.encode(), "a") == parse("\ufeff" + raw, "b")


# Versions


@given(documents())
def test_a_menus_source_is_the_same_menu(document: dict[str, Any]) -> None:
    menu = from_document(document)
    again = parse(json.dumps(menu.source), "again.json")
    assert again.version == menu.version
    assert again.source == menu.source
    assert list(again.dishes.values()) == list(menu.dishes.values())
    assert again.restaurant == menu.restaurant


def shuffled(value: Any, dice: random.Random) -> Any:
    if isinstance(value, list):
        return [shuffled(part, dice) for part in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    dice.shuffle(keys)
    return {key: shuffled(value[key], dice) for key in keys}


@given(documents(), st.randoms(use_true_random=False))
def test_the_order_of_keys_changes_no_version(
    document: dict[str, Any], dice: random.Random
) -> None:
    document["restaurant"]["languages"] = ["zh", "en"]
    assert from_document(shuffled(document, dice)).version == from_document(document).version


@given(documents())
def test_a_default_written_out_changes_no_version(document: dict[str, Any]) -> None:
    bare = from_document(document)
    document["restaurant"]["fees"] = []
    document["restaurant"]["tax"] = None
    document["restaurant"]["limits"] = {}
    document["restaurant"]["time_zone"] = "UTC"
    document["combos"] = []
    for item in document["items"]:
        item |= {"image": None, "tags": [], "unit": ""}
    assert from_document(document).version == bare.version


@given(documents(), st.data())
def test_another_price_is_another_version(document: dict[str, Any], data: st.DataObject) -> None:
    before = from_document(document)
    item = data.draw(st.sampled_from(document["items"]))
    item["price"] = "5000.01"
    assert from_document(document).version != before.version


def test_a_version_is_twelve_hex_digits_that_never_change() -> None:
    menu = from_document(small())
    canonical = json.dumps(
        menu.source, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    ).encode()
    assert menu.version == sha256(canonical).hexdigest()[:12] == "60b656dba27d"


def test_spellings_of_an_amount_are_one_version() -> None:
    versions = {
        from_document(changed("items.0.price", price)).version for price in ("18", "18.0", "18.00")
    }
    assert versions == {from_document(small()).version}


def test_a_loaded_file_is_its_document(tmp_path: Path) -> None:
    file = tmp_path / "reed.json"
    file.write_text(json.dumps(small()), "utf-8")
    assert load(file) == from_document(small())
