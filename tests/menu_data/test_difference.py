"""What differs between two menus."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from menu_data import loader
from menu_data.difference import difference
from tests.menu_data.documents import changed, documents, small


def told(new: dict[str, Any]) -> list[str]:
    old = loader.from_document(small())
    return [str(change) for change in difference(old, loader.from_document(new))]


@given(documents())
def test_a_menu_differs_from_itself_in_nothing(document: dict[str, Any]) -> None:
    menu = loader.from_document(document)
    assert difference(menu, menu) == ()


@given(documents(), documents())
def test_menus_differ_where_their_versions_do(one: dict[str, Any], other: dict[str, Any]) -> None:
    old, new = loader.from_document(one), loader.from_document(other)
    assert bool(difference(old, new)) == (old.version != new.version)


def test_a_change_is_told_at_its_place() -> None:
    assert told(changed("items.1.price", "5.00")) == ["~ items.cola.price: 4.00 → 5.00"]
    assert told(changed("items.2.price", "9.00")) == ["~ items.trout.price: null → 9.00"]
    assert told(changed("modifier_groups.0.modifiers.1.price", "2.00")) == [
        "~ modifier_groups.heat.modifiers.high.price: 1.50 → 2.00"
    ]
    assert told(changed("items.1.description", "cold")) == ["+ items.cola.description: cold"]


def test_parts_that_come_and_go_are_told_by_name_and_price() -> None:
    document = small()
    del document["combos"]
    document["items"][1] = {"id": "tea", "name": "Tea", "category": "cups", "price": None}
    assert told(document) == [
        "- items.cola: Cola 4.00",
        "+ items.tea: Tea at market price",
        "- combos.pair: Pair 20.00",
    ]


def test_another_order_is_one_change() -> None:
    document = small()
    document["items"].reverse()
    assert told(document) == [
        '~ items.order: ["broth", "cola", "trout"] → ["trout", "cola", "broth"]'
    ]
