from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.edit import with_available, with_price, with_stock
from menu_data.loader import MenuError, from_document
from menu_data.money import Money
from tests.menu_data.documents import documents, small


@given(documents(), st.integers(0, 999_999), st.data())
def test_a_price_changes_that_dish_alone(
    document: dict[str, Any], units: int, data: st.DataObject
) -> None:
    menu = from_document(document)
    chosen = data.draw(st.sampled_from(list(menu.dishes)))
    edited = with_price(menu, chosen, Money(units, "CNY").plain())
    assert edited.dishes[chosen].price == units
    assert (edited.version == menu.version) == (menu.dishes[chosen].price == units)
    others = [dish for dish in menu.dishes.values() if dish.id != chosen]
    assert [dish for dish in edited.dishes.values() if dish.id != chosen] == others


@given(documents(), st.data())
def test_an_edit_undone_is_the_menu_it_was(document: dict[str, Any], data: st.DataObject) -> None:
    menu = from_document(document)
    dish = menu.dishes[data.draw(st.sampled_from(list(menu.dishes)))]
    off = with_available(menu, dish.id, not dish.available)
    assert off.version != menu.version
    assert with_available(off, dish.id, dish.available).version == menu.version


def test_the_menu_that_was_edited_stays_as_it_was() -> None:
    menu = from_document(small())
    with_price(menu, "cola", "9.00")
    assert menu == from_document(small())
    assert menu.dishes["cola"].price == 400


def test_a_combo_has_a_price_too() -> None:
    assert with_price(from_document(small()), "pair", "19").dishes["pair"].price == 1900


def test_a_price_may_become_a_market_price() -> None:
    assert with_price(from_document(small()), "cola", None).dishes["cola"].price is None


def test_stock_is_set_and_lifted() -> None:
    menu = from_document(small())
    counted = with_stock(menu, "trout", 3)
    assert counted.dishes["trout"].stock == 3
    assert with_stock(counted, "trout", None) == menu


def test_a_dish_is_taken_off() -> None:
    assert not with_available(from_document(small()), "cola", False).dishes["cola"].available


@pytest.mark.parametrize(
    ("item", "price", "told"),
    [
        ("kola", "4.00", "unknown dish 'kola'; did you mean 'cola'? allowed: broth, cola,"),
        ("cola", "four", "cola: items[1].price: 'four' is no amount; allowed: a text such as"),
        ("cola", "4.001", "cola: items[1].price: '4.001' is finer than CNY goes; allowed: 2"),
        ("cola", "-4", "cola: items[1].price: '-4' is below zero; allowed: 0 or more"),
    ],
)
def test_an_edit_that_cant_be_made_says_why(item: str, price: str, told: str) -> None:
    with pytest.raises(MenuError) as caught:
        with_price(from_document(small()), item, price)
    assert str(caught.value).startswith(told)


def test_a_combo_has_no_stock_or_availability_of_its_own() -> None:
    menu = from_document(small())
    with pytest.raises(MenuError, match="'pair' is a combo and has no 'stock'"):
        with_stock(menu, "pair", 3)
    with pytest.raises(MenuError, match="'pair' is a combo and has no 'available'"):
        with_available(menu, "pair", False)
