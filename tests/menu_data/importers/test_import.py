"""What all imports have in common: questions, refusals, the report; no input breaks them."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data import loader
from menu_data.faults import MenuError
from menu_data.importers import Unanswered, Wishes, import_menu
from menu_data.importers.source import Reading
from tests.menu_data.documents import small
from tests.menu_data.importers import sources
from tests.menu_data.importers.sources import NOW, imported

ALL = [
    sources.uber_eats(),
    sources.square(),
    sources.schema_org(),
    sources.eleme(),
    sources.option_groups(),
    sources.sizes(),
]


@pytest.mark.parametrize(
    ("document", "said", "questions"),
    [
        (sources.option_groups(), {}, ("currency", "price_unit")),
        (sources.option_groups(), {"currency": "TWD"}, ("price_unit",)),
        (sources.option_groups(), {"price_unit": "major"}, ("currency",)),
        (sources.sizes(), {}, ("currency",)),  # 1.49 can't be cents
        (sources.uber_eats(), {}, ("currency",)),  # the format says cents
    ],
)
def test_what_the_file_cant_say_is_asked_for(
    document: Any, said: dict[str, Any], questions: tuple[str, ...]
) -> None:
    with pytest.raises(Unanswered) as asked:
        imported(document, **said)
    assert asked.value.questions == questions
    assert str(asked.value).startswith("reed_bar_menu.json: ")
    assert "\n" not in str(asked.value)


def test_the_unit_that_is_said_is_the_unit_of_every_price() -> None:
    major = imported(sources.option_groups(), currency="TWD", price_unit="major").menu
    minor = imported(sources.option_groups(), currency="TWD", price_unit="minor").menu
    assert major.dishes["reed"].price == 20000
    assert minor.dishes["reed"].price == 200
    assert minor.dishes["reed"].groups[1].modifiers[1].price == 40


def test_a_currency_without_smaller_units_leaves_no_question() -> None:
    assert imported(sources.option_groups(), currency="JPY").menu.dishes["reed"].price == 200


@pytest.mark.parametrize(
    ("document", "said", "told"),
    [
        ([{"name": "Tea"}, {"name": "Bun"}], {"currency": "USD"}, "2 dishes and no price"),
        ({"Soups": ["Leek", "Reed"], "Pies": ["Rush"]}, {}, "3 dishes and no price"),
        ([{"name": "Tea", "price": "12 or so"}], {"currency": "USD"}, "is no price"),
        (sources.schema_org(), {"currency": "EUR"}, "in USD, not in EUR"),
        (sources.sizes(), {"currency": "USD", "price_unit": "minor"}, "too fine"),
        (sources.sizes(), {"currency": "XQQ"}, "is no currency"),
        ({"numbers": [1, 2]}, {}, "is no menu that is known here"),
        ("tea", {}, "is no menu that is known here"),
    ],
)
def test_a_file_that_is_no_menu_is_refused_in_one_line(
    document: Any, said: dict[str, Any], told: str
) -> None:
    with pytest.raises(MenuError, match=told) as refused:
        imported(document, **said)
    assert str(refused.value).startswith("reed_bar_menu.json: ")
    assert "\n" not in str(refused.value)


def test_a_menu_of_the_house_passes_through() -> None:
    assert imported(small()).menu == loader.from_document(small())


def test_the_house_is_called_after_the_file_where_nothing_names_it() -> None:
    document = sources.sizes()
    assert imported(document, currency="USD").menu.restaurant.name.said("en") == "Reed Bar"
    named = imported(document, currency="USD", restaurant="Rush")
    assert named.menu.restaurant.name.said("en") == "Rush"


def test_a_required_choice_that_lowers_the_price_moves_it_and_another_is_left_out() -> None:
    document = sources.option_groups()
    portion = document[0]["items"][0]["optionGroups"][1]
    portion["options"][0]["price"] = -20
    moved = imported(document, currency="TWD", price_unit="major").menu.dishes["reed"]
    assert moved.price == 18000
    assert [modifier.price for modifier in moved.groups[1].modifiers] == [0, 6000]
    portion["isRequired"] = False
    report = imported(document, currency="TWD", price_unit="major").report
    assert any("lower the price" in note for note in report.notes)


def test_what_nobody_read_is_counted_by_place() -> None:
    reading = Reading()
    root = reading.root({"a": [{"x": 1, "y": {"z": "deep"}}, {"x": 2, "y": {}}], "b": None, "c": 5})
    for part in root.at("a").each():
        part.at("x").number()
    assert [(one.what, one.count, one.example) for one in reading.unread()] == [
        ("a[].y", 1, "'deep'"),
        ("c", 1, "5"),
    ]


def test_a_file_of_more_than_a_megabyte_is_refused() -> None:
    with pytest.raises(MenuError, match="larger than"):
        import_menu(b"[" + b" " * 1_000_001, "big.json", Wishes(NOW))


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(MenuError, match="nested too deep"):
        import_menu(b"[" * 500 + b"]" * 500, "deep.json", Wishes(NOW))


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in inside:
        found.append((*path, key))
        if isinstance(part, dict | list):
            found += _places(part, (*path, key))
    return found


junk = st.none() | st.booleans() | st.integers(-9, 10**7) | st.text(max_size=5)
values = junk | st.lists(junk, max_size=2) | st.dictionaries(st.text(max_size=3), junk, max_size=2)


@given(st.sampled_from(ALL), st.data())
def test_a_file_with_something_else_in_any_place_is_a_menu_or_one_line(
    document: Any, data: st.DataObject
) -> None:
    broken = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(_places(broken)))
        part = broken
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = data.draw(values)
    raw = json.dumps(broken).encode()
    said = Wishes(NOW, currency="USD", price_unit="major")
    told = ""
    try:
        assert import_menu(raw, "m.json", said).menu.dishes
    except MenuError as error:
        told = str(error)
    assert "\n" not in told
