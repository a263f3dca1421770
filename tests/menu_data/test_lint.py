"""Each warning, on a menu that deserves it and on one that doesn't."""

from __future__ import annotations

from typing import Any

import pytest

from menu_data import loader
from menu_data.edit import with_price
from menu_data.lint import Around, lint
from menu_data.menu import Menu
from tests.menu_data.documents import changed, small


def menu(document: dict[str, Any] | None = None) -> Menu:
    return loader.from_document(small() if document is None else document)


def warned(kind: str, of: Menu, around: Around | None = None) -> list[str]:
    return [one.text for one in lint(of, around or Around()) if one.kind == kind]


@pytest.mark.parametrize(
    ("price", "told"),
    [("27.01", ["'Broth noodles': its price changes by +50 %"]), ("27.00", []), ("9.00", []),
     ("8.99", ["'Broth noodles': its price changes by -50 %"]), (None, [])],
)  # fmt: skip
def test_a_price_that_moves_by_more_than_half_is_told(price: str | None, told: list[str]) -> None:
    before = menu()
    assert warned("price_change", with_price(before, "broth", price), Around(before)) == told


def test_a_name_of_two_dishes_is_told_also_as_an_alias() -> None:
    assert warned("shared_name", menu()) == []
    told = warned("shared_name", menu(changed("items.1.aliases", ["Clear Noodle"])))
    assert told == ["'clear noodles' is a name of 2 dishes: 'broth', 'cola'"]


def test_a_name_inside_another_is_told_by_words_not_letters() -> None:
    inside = menu(changed("items.1.name", "Diet Trout"))
    assert warned("name_inside", inside) == ["'Trout' is part of other dishes' names: 'Diet Trout'"]
    assert warned("name_inside", menu(changed("items.1.name", "Troutling"))) == []
    assert warned("name_inside", menu(changed("items.1.name", "红烧清汤面"))) == [
        "'清汤面' is part of other dishes' names: '红烧清汤面'"
    ]


def test_a_name_that_is_a_number_is_told() -> None:
    told = warned("number_name", menu(changed("items.1.aliases", ["7"])))
    assert told == ["'Cola': a guest's '7' picks by number instead"]


def test_a_missing_translation_is_told_with_its_place() -> None:
    document = changed("items.1.name", {"en": "Cola"})
    document["restaurant"]["languages"] = ["en", "zh-Hant"]
    found = [one for one in lint(menu(document)) if one.kind == "missing_translation"]
    assert found[0].text == "'Cola' has no text in zh-Hant"
    assert found[0].place == ("items", 1, "name")
    assert found[1].text.startswith("9 names are the same in en, zh-Hant")


def test_what_nobody_uses_is_told() -> None:
    document = small()
    document["categories"].append({"id": "empty", "name": "Empty"})
    document["modifier_groups"].append(
        {"id": "orphan", "name": "Orphan", "modifiers": [{"id": "m", "name": "m"}]}
    )
    assert warned("empty_category", menu(document)) == ["category 'empty' has no dishes"]
    assert warned("orphan_group", menu(document)) == ["group 'orphan' belongs to no dish"]
    assert warned("orphan_group", menu()) == []


def test_a_choice_that_nobody_can_make_is_told() -> None:
    document = changed("modifier_groups.1.min", 21)
    assert warned("too_few_modifiers", menu(document)) == ["group 'more' asks for 21 but has 2"]


def test_an_image_is_a_file_beside_the_menu_or_an_id_and_never_an_address() -> None:
    def image(name: str) -> list[str]:
        around = Around(image_exists=lambda name: name == "cola.png")
        return warned("image", menu(changed("items.1.image", name)), around)

    assert image("cola.png") == []
    assert image("AgACAgIAAxkBAAIB") == []
    assert image("tea.png") == ["'Cola': there is no image 'tea.png' beside the menu"]
    assert "never fetched" in image("https://example.org/cola.png")[0]


def test_allergens_nobody_recorded_are_told_and_those_a_name_gives_away() -> None:
    assert warned("allergens", menu()) == [
        "no allergens are recorded, and guests are told so, of: 'Cola', 'Trout'"
    ]
    named = menu(changed("items.0.ingredients", ["roasted peanuts", "egg"]))
    assert warned("allergen_named", named) == [
        "'Broth noodles' names peanut, which its allergens don't"
    ]
