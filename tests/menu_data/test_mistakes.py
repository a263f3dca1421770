from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from menu_data.format import FILE_BYTES
from menu_data.loader import MenuError, from_document, load, parse
from tests.menu_data.documents import changed, documents, small, without


def complaint(document: dict[str, Any]) -> str:
    with pytest.raises(MenuError) as caught:
        from_document(document, "reed.json")
    message = str(caught.value)
    assert message.startswith("reed.json: ")
    assert len(message.splitlines()) == 1
    return message.removeprefix("reed.json: ")


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("items.1.price", 4.5, "items[1].price: 4.5 is no amount; allowed: a text such as"),
        ("items.1.price", "4元", "items[1].price: '4元' is no amount; allowed: a text such as"),
        ("items.1.price", "4.005", "items[1].price: '4.005' is finer than CNY goes; allowed: 2"),
        ("items.1.price", "-4.00", "items[1].price: '-4.00' is below zero; allowed: 0 or more"),
        ("items.1.prise", "4.00", "items[1]: unknown key 'prise'; did you mean 'price'? allowed:"),
        ("items.1.id", "broth", "items[1].id: 'broth' is the id of items[0] already; allowed:"),
        ("items.1.category", "cup", "items[1].category: unknown category 'cup'; did you mean"),
        ("items.1.name", "", "items[1].name: is empty; allowed: a text"),
        ("items.1.name", "Co\tla", "items[1].name: holds the control character '\\t'; allowed:"),
        ("items.1.name", {"english": "x"}, "items[1].name: 'english' is no language; allowed:"),
        ("items.1.name", {}, "items[1].name: has 0 languages; allowed: 1 to 20"),
        ("items.1.spice", 4, "items[1].spice: found 4; allowed: 3 or less"),
        ("items.1.spice", True, "items[1].spice: found True; allowed: a whole number"),
        ("items.1.stock", -1, "items[1].stock: found -1; allowed: 0 or more"),
        ("items.1.available", "no", "items[1].available: found 'no'; allowed: true or false"),
        ("items.1.diet", ["vegn"], "items[1].diet[0]: unknown diet 'vegn'; did you mean 'vegan'?"),
        ("items.1.diet", "vegan", "items[1].diet: found 'vegan'; allowed: a list [...]"),
        ("items.1.tags", ["x"] * 51, "items[1].tags: has too many entries; allowed: at most 50"),
        ("items.1.hours", [], "items[1].hours: has too few entries; allowed: at least 1"),
        ("items.1.allergens", {"eggs": "free"}, "items[1].allergens.eggs: unknown allergen 'eggs'"),
        ("items.1.allergens", {"egg": "no"}, "items[1].allergens.egg: unknown allergen value 'no'"),
        (
            "items.1.modifier_groups",
            ["heet"],
            "items[1].modifier_groups[0]: unknown modifier gr",
        ),
        (
            "items.1.modifier_groups",
            ["heat", "heat"],
            "items[1].modifier_groups[1]: 'heat' stands here twice; allowed: once",
        ),
        (
            "items.1.modifier_groups",
            [{"group": "heat", "default": "hihg"}],
            "items[1].modifier_groups[0].default: unknown modifier 'hihg'; did you mean 'high'?",
        ),
        ("modifier_groups.0.default", "mid", "modifier_groups[0].default: unknown modifier 'mid'"),
        ("modifier_groups.0.min", 2, "modifier_groups[0].min: 2 is above 'max' 1; allowed:"),
        ("modifier_groups.1.id", "heat", "modifier_groups[1].id: 'heat' is the id of"),
        ("modifier_groups.0.modifiers", [], "modifier_groups[0].modifiers: has too few entries"),
        ("categories.1.id", "mains", "categories[1].id: 'mains' is the id of categories[0]"),
        ("combos.0.id", "cola", "combos[0].id: 'cola' is the id of an item already; allowed:"),
        ("combos.0.slots.1.choose", ["coal"], "combos[0].slots[1].choose[0]: unknown item 'coal'"),
        ("combos.0.slots.1.choose", ["pair"], "combos[0].slots[1].choose[0]: unknown item 'pair'"),
        ("combos.0.slots.1.id", "bowl", "combos[0].slots[1].id: 'bowl' is the id of slots[0]"),
        ("restaurant.currency", "RMB", "restaurant.currency: 'RMB' is no currency; allowed:"),
        ("restaurant.time_zone", "Asia", "restaurant.time_zone: 'Asia' is no time zone; allowed:"),
        ("restaurant.time_zone", "../UTC", "restaurant.time_zone: '../UTC' is no time zone"),
        ("restaurant.languages", ["zh", "zh"], "restaurant.languages[1]: 'zh' stands here twice"),
        ("restaurant.fulfilment", ["drone"], "restaurant.fulfilment[0]: found 'drone'; allowed:"),
        ("restaurant.party_limit", 0, "restaurant.party_limit: found 0; allowed: 1 or more"),
        ("restaurant.limits", {"tip_percent": 101}, "restaurant.limits.tip_percent: found 101;"),
        ("restaurant.tax", {"name": "VAT", "percent": 6}, "restaurant.tax.percent: 6 is no perc"),
        ("restaurant.fees", [{"id": "s", "name": "s"}], "restaurant.fees[0]: has to have either"),
        (
            "restaurant.fees",
            [{"id": "s", "name": "s", "percent": "5", "per": "guest"}],
            "restaurant.fees[0]: is a percentage 'per' guest; allowed: an 'amount' per guest",
        ),
        (
            "restaurant.hours",
            [{"days": "mo", "open": "10:00", "close": "20:00"}],
            "restaurant.hours[0].days: 'mo' names no days; allowed: days such as",
        ),
        (
            "restaurant.hours",
            [{"days": "mon", "open": "10:00", "close": "8pm"}],
            "restaurant.hours[0].close: '8pm' is no time of day; allowed: hours and minutes",
        ),
        ("format", 2, "format: found 2; allowed: 1"),
        ("items", [], "items: has too few entries; allowed: at least 1"),
        ("items", {"broth": {}}, "items: found an object; allowed: a list [...]"),
        ("items.1", "cola", "items[1]: found 'cola'; allowed: an object {...}"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(
    path: str, value: object, told: str
) -> None:
    assert complaint(changed(path, value)).startswith(told)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("format", "format: is missing; allowed: 1, or else a flat menu"),
        ("restaurant", "restaurant: is missing; allowed: "),
        ("restaurant.currency", "restaurant.currency: is missing; allowed: a code of ISO 4217"),
        ("items.0.price", "items[0].price: is missing; allowed: a text such as"),
        ("items.0.category", "items[0].category: is missing; allowed: the id of a category"),
        ("combos.0.slots", "combos[0].slots: is missing; allowed: a list of slots"),
    ],
)
def test_what_is_missing_is_named(path: str, told: str) -> None:
    assert complaint(without(path)).startswith(told)


def test_the_kitchen_reads_one_of_the_menus_languages() -> None:
    document = changed("restaurant.languages", ["zh", "en"])
    document["restaurant"]["kitchen_language"] = "fr"
    assert complaint(document) == (
        "restaurant.kitchen_language: unknown language 'fr'; allowed: zh, en"
    )


def test_an_allergen_may_not_contradict_the_finer_one() -> None:
    document = changed("items.0.allergens", {"shellfish": "free", "molluscs": "contains"})
    assert complaint(document).startswith("items[0].allergens.shellfish: 'free' though 'molluscs'")


def test_numbers_too_large_to_print_are_told_all_the_same() -> None:
    assert "found a huge number" in complaint(changed("items.1.stock", 10**5000))


def test_a_message_stays_short_whatever_stands_in_the_file() -> None:
    long = "x" * 100_000
    for document in (changed(f"items.1.{long}", 1), changed("items.1.category", long)):
        assert len(complaint(document)) < 400
    with pytest.raises(MenuError) as caught:
        parse(f'{{"{long}": NaN}}', "m.json")
    assert len(str(caught.value)) < 400


def test_deep_nesting_is_told_also_where_it_is_circular() -> None:
    circular = small()
    circular["items"][0]["tags"] = circular["items"]
    assert "nested too deep" in complaint(circular)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "m.json: is empty; allowed: a menu as a JSON object {...}"),
        (b"\xef\xbb\xbf \n", "m.json: is empty"),
        (b"\xff\xfe{\x00}\x00", "m.json: is not UTF-8 (byte 0xff at offset 0); allowed:"),
        (b"[1]", "m.json: found a list; allowed: a menu, which is an object"),
        (b"null", "m.json: found None; allowed: a menu, which is an object"),
        (b'{\n "format": 1,\n}', "m.json:3:1: is not JSON, at '}': "),
        (b'{"format": 1', "m.json:1:13: is not JSON, at the end: "),
        (b'{"format": 1} {}', "m.json:1:15: is not JSON, at '{}': Extra data"),
        (b'{"format": 1, "format": 1}', "m.json: the key 'format' stands here twice; allowed: on"),
        (b'{"items": [{"id": "a", "id": "b"}]}', "m.json: items[0]: the key 'id' stands here twi"),
        (b'{"items": [{"spice": NaN}]}', "m.json: items[0].spice: NaN is no number of JSON; allo"),
        (b'{"items": [-Infinity]}', "m.json: items[0]: -Infinity is no number of JSON; allowed:"),
        (b"[" * 100_000, "m.json: is nested too deep; allowed: 12 levels"),
        (b'{"a":' * 30 + b"1" + b"}" * 30, "m.json: a.a.a: is nested too deep; allowed: 12 levels"),
        (b'{"format": ' + b"1" * 5000 + b"}", "m.json: holds a number of thousands of digits;"),
        (b" " * (FILE_BYTES + 1), "m.json: is larger than 1000000 bytes; allowed: at most that"),
        (b'{"format": 1, "\\ud800": 1}', "m.json: unknown key '\\ud800'; allowed: format,"),
    ],
)
def test_text_that_is_no_menu_is_told_in_one_line(raw: bytes, told: str) -> None:
    with pytest.raises(MenuError) as caught:
        parse(raw, "m.json")
    assert str(caught.value).startswith(told)
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_cant_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(MenuError, match=r"gone\.json: can't be read: No such file"):
        load(tmp_path / "gone.json")
    with pytest.raises(MenuError, match=r": is a folder; allowed: a JSON file"):
        load(tmp_path)
    with pytest.raises(MenuError, match=r"can't be read: embedded null byte"):
        load(tmp_path / "a\0b")


def test_a_file_without_permission_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "loop.json"
    closed.symlink_to(closed)  # unreadable to everybody, root as well
    with pytest.raises(MenuError, match=r"loop\.json'?: can't be read: "):
        load(closed)


def test_a_name_with_a_line_break_keeps_the_message_in_one_line() -> None:
    with pytest.raises(MenuError, match=r"^'a\\nb': is empty"):
        parse("", "a\nb")


def answer(document: dict[str, Any]) -> str:
    try:
        return from_document(document, "m.json").version
    except MenuError as error:
        return str(error)


json_values: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@given(documents(), json_values, st.data())
def test_whatever_stands_anywhere_the_answer_is_a_menu_or_one_line(
    document: dict[str, Any], junk: Any, data: st.DataObject
) -> None:
    part: Any = document
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(part[key], dict | list) and part[key]) or data.draw(st.booleans()):
            break
        part = part[key]
    part[key] = junk
    assert len(answer(document).splitlines()) == 1


@given(st.binary(max_size=40) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_bytes_bring_anything_but_a_menu_or_one_line(raw: bytes) -> None:
    with pytest.raises(MenuError) as caught:
        parse(raw, "m.json")
    assert len(str(caught.value).splitlines()) == 1
