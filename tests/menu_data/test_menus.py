"""The menus that ship: both load, and the default one is what a demonstration needs."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

import menu_data
from menu_data.loader import load, parse
from menu_data.menu import FINER_ALLERGENS, Dish, Group, Text

FOLDER = Path(menu_data.__file__).parent / "menus"
CHENGDU = load(FOLDER / "chengdu.json")
DISHES = [dish for dish in CHENGDU.dishes.values() if not dish.slots]
GROUPS = {group.id: group for dish in DISHES for group in dish.groups}
ANIMAL = ("egg", "fish", "milk", *FINER_ALLERGENS, *FINER_ALLERGENS.values())


def named(part: str, language: str) -> set[str]:
    """Ids of the dishes whose name or an alias has a part in it."""
    return {
        dish.id
        for dish in CHENGDU.dishes.values()
        for word in (dish.name.said(language), *dish.aliases)
        if part in word.lower()
    }


def exactly(word: str) -> set[str]:
    """Ids of the dishes that a name or alias means alone."""
    return {
        dish.id
        for dish in CHENGDU.dishes.values()
        if word in {name.lower() for name in (*dish.name.every(), *dish.aliases)}
    }


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda path: str(path.name))
def test_every_shipped_menu_loads_and_keeps_its_version(file: Path) -> None:
    menu = load(file)
    assert menu.dishes
    assert parse(file.read_bytes(), file.name) == menu


def test_the_customers_flat_menu_loads_as_it_is_written() -> None:
    menu = load(FOLDER / "huangmenji_menu.json")
    assert menu.restaurant.currency == "CNY"
    assert menu.restaurant.languages[0] == "zh-Hant"
    assert menu.restaurant.name.said("en") == "Huangmenji"
    assert [(dish.id, dish.name.said("zh"), dish.price) for dish in menu.dishes.values()] == [
        ("1", "經典黃燜雞", 1200),
        ("2", "辣味黃燜雞", 1300),
        ("3", "香菇黃燜雞", 1400),
    ]
    assert {dish.category for dish in menu.dishes.values()} == {"主菜"}


# The default menu


def test_chengdu_is_a_whole_menu_and_always_open() -> None:
    assert len(DISHES) >= 45
    assert CHENGDU.restaurant.currency == "CNY"
    assert CHENGDU.restaurant.time_zone == "Asia/Shanghai"
    assert CHENGDU.restaurant.hours is None
    assert CHENGDU.restaurant.party_limit is not None
    assert {dish.category for dish in DISHES} == {category.id for category in CHENGDU.categories}


def texts(dish: Dish) -> list[Text]:
    return [dish.name, dish.description, dish.unit, *dish.ingredients, *dish.tags]


@pytest.mark.parametrize("dish", DISHES, ids=lambda dish: str(dish.id))
def test_every_dish_speaks_both_languages(dish: Dish) -> None:
    assert dish.ingredients
    for text in texts(dish):
        spoken = dict(text.parts)
        assert set(spoken) == {"zh", "en"}
        assert all(character >= "\u4e00" for character in spoken["zh"] if character.isalpha())
        assert spoken["en"].isascii()
    scripts = {alias.isascii() for alias in dish.aliases}
    assert scripts == {True, False}, "an alias in each language"


def test_every_group_modifier_category_and_slot_speaks_both_languages() -> None:
    names = [category.name for category in CHENGDU.categories]
    names += [group.name for group in GROUPS.values()]
    names += [modifier.name for group in GROUPS.values() for modifier in group.modifiers]
    names += [slot.name for dish in CHENGDU.dishes.values() for slot in dish.slots]
    for name in names:
        assert {code for code, _ in name.parts} == {"zh", "en"}, name


def test_no_word_means_two_dishes() -> None:
    words: dict[str, str] = {}
    for dish in CHENGDU.dishes.values():
        for word in {name.lower() for name in (*dish.name.every(), *dish.aliases)}:
            assert words.setdefault(word, dish.id) == dish.id, word


@pytest.mark.parametrize("dish", DISHES, ids=lambda dish: str(dish.id))
def test_no_word_means_two_modifiers_of_a_dish(dish: Dish) -> None:
    words: dict[str, str] = {}
    for group in dish.groups:
        for modifier in group.modifiers:
            for word in {name.lower() for name in (*modifier.name.every(), *modifier.aliases)}:
                at = f"{group.id}.{modifier.id}"
                assert words.setdefault(word, at) == at, word


def test_some_partial_names_fit_several_dishes() -> None:
    assert named("抄手", "zh") == {"hongyou_chaoshou", "qingtang_chaoshou"}
    assert named("wontons", "en") == {"hongyou_chaoshou", "qingtang_chaoshou"}
    assert named("冰粉", "zh") == {"brown_sugar_bingfen", "laozao_bingfen"}
    assert named("包子", "zh") == {"pork_baozi", "veg_baozi"}
    assert named("可乐", "zh") == {"coke", "coke_zero"}
    for partial in ("抄手", "wontons", "冰粉", "包子"):
        assert exactly(partial) == set()


@pytest.mark.parametrize(
    ("word", "dish"),
    [
        ("担担", "dandan"),
        ("dan dan noodles", "dandan"),
        ("可乐", "coke"),
        ("coke", "coke"),
        ("零度可乐", "coke_zero"),
    ],
)
def test_a_word_that_guests_use_means_one_dish(word: str, dish: str) -> None:
    assert exactly(word) == {dish}


def test_dandan_may_be_ordered_without_spice_and_with_nothing_else_to_choose() -> None:
    dandan = CHENGDU.dishes["dandan"]
    spice = dandan.group("spice")
    assert spice is not None
    assert spice.modifier(spice.default or "") is not None
    assert "不辣" in {modifier.name.said("zh") for modifier in spice.modifiers}
    assert not [group for group in dandan.groups if is_required(group)]
    assert not CHENGDU.dishes["coke"].slots
    assert not [group for group in CHENGDU.dishes["coke"].groups if is_required(group)]


def is_required(group: Group) -> bool:
    return group.min > 0 and group.default is None


def test_there_is_one_of_every_kind_of_group() -> None:
    groups = GROUPS.values()
    assert [group.id for group in groups if is_required(group)]
    assert [group.id for group in groups if group.default]
    assert [group.id for group in groups if group.removable and group.amounts]
    assert [group.id for group in groups if any(m.price for m in group.modifiers)]
    assert [group.id for group in groups if any(m.allergens for m in group.modifiers)]


def test_allergens_are_recorded_three_valued_on_every_dish() -> None:
    for dish in DISHES:
        assert {"shellfish", "egg", "peanut", "milk", "gluten", "soy"} & set(dish.allergens)
    for key in ("gluten", "peanut", "soy", "egg", "milk", "sesame", "shellfish"):
        recorded = {dish.allergens.get(key) for dish in DISHES}
        assert recorded == {"contains", "free", None}, key


@pytest.mark.parametrize("dish", DISHES, ids=lambda dish: str(dish.id))
def test_a_diet_agrees_with_the_allergens(dish: Dish) -> None:
    holds = {key for key, presence in dish.allergens.items() if presence == "contains"}
    if "vegan" in dish.diet:
        assert not holds & set(ANIMAL)
    if "vegetarian" in dish.diet:
        assert not holds & (set(ANIMAL) - {"egg", "milk"})
    if "gluten_free" in dish.diet:
        assert dish.allergens.get("gluten") == "free"


def test_breakfast_and_supper_have_their_hours() -> None:
    timed = [dish for dish in DISHES if dish.hours]
    spans = {
        (str(span.open)[:5], str(span.close)[:5]) for dish in timed for span in dish.hours or ()
    }
    assert spans == {("06:00", "10:30"), ("21:00", "02:00")}
    assert len(timed) == 2


def test_one_dish_has_a_market_price_and_the_rest_have_prices() -> None:
    assert len([dish for dish in DISHES if dish.price is None]) == 1
    assert all(100 <= dish.price <= 20_000 for dish in DISHES if dish.price is not None)


def test_the_combo_costs_less_than_any_choice_of_its_parts() -> None:
    combos = [dish for dish in CHENGDU.dishes.values() if dish.slots]
    assert [len(combo.slots) for combo in combos] == [3]
    for combo in combos:
        parts = [[CHENGDU.dishes[item] for item in slot.choose] for slot in combo.slots]
        assert all(not is_required(group) for dish in chain(*parts) for group in dish.groups)
        assert combo.price is not None
        cheapest = sum(min(dish.price or 0 for dish in dishes) for dishes in parts)
        assert combo.price < cheapest
