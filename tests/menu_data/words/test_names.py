"""Names of one call: exact, partial, traditional, misspelt."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from menu_data.loader import load
from menu_data.menu import Menu
from menu_data.words.names import find_modifiers, find_names

SHIPPED = Path(str(resources.files("menu_data"))) / "menus" / "chengdu.json"
MENU = Path(__file__).parents[2] / "brains" / "house" / "understanding_menu.json"


@pytest.fixture(scope="module")
def menu() -> Menu:
    return load(MENU)


@pytest.mark.parametrize(
    ("said", "ids"),
    [
        ("latte", ("latte",)),
        ("薯條", ("fries",)),
        ("Beef Burgers", ("beef_burger",)),
        ("burger steak", ()),
        ("burger", ("beef_burger", "chicken_burger", "veggie_burger")),  # a category of the menu's
        ("炒饭", ("seafood_rice", "yz_rice")),
        ("宫爆鸡丁", ("kungpao",)),
        ("capuccino", ("cappuccino",)),
        ("burger combo", ("burger_set",)),
        ("yz_rice", ("yz_rice",)),
        ("", ()),
        ("pizza", ()),
    ],
)
def test_a_name_means_the_dishes_it_fits(menu: Menu, said: str, ids: tuple[str, ...]) -> None:
    assert find_names(menu, said) == ids


@pytest.mark.parametrize(
    ("said", "pairs"),
    [
        ("oat milk", (("milk", "oat"),)),
        ("燕麥奶", (("milk", "oat"),)),
        ("milk", (("milk", "whole"), ("milk", "oat"), ("milk", "soy"), ("milk", "skim"))),
        ("large", (("size", "large"),)),
        ("bacon", ()),
    ],
)
def test_modifiers_are_found_on_their_dish(
    menu: Menu, said: str, pairs: tuple[tuple[str, str], ...]
) -> None:
    assert find_modifiers(menu.dishes["latte"], said) == pairs


def test_a_categorys_name_means_its_dishes_before_others_called_so_in_part() -> None:
    house = load(SHIPPED)
    assert find_names(house, "汤") == ("tomato_egg_soup", "duck_soup")
    assert "plum_drink" not in find_names(house, "湯")
