"""What is kept of recommended dishes, and how a knowledge base answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.composition import SHIPPED_MENU
from menu_data.loader import from_document, load
from tests.waiter.workflow.house import Shelf, run, tools
from waiter.storage import Storage
from waiter.workflow import filters, knowledge
from waiter.workflow.function import Function, FunctionFailed, Result, Tools
from waiter.workflow.loader import parse
from waiter.workflow.registry import CUSTOMS, PLUGINS
from waiter.workflow.tastes import is_hot, spice_of

EXAMPLE = SHIPPED_MENU.parents[2] / "waiter" / "workflow" / "examples" / "menu_recommendation.yaml"
WISH = "我喜歡吃辣，有什么菜品推薦"
CHENGDU = load(SHIPPED_MENU)


def every(name: str = "chengdu") -> tuple[Result, Tools]:
    """The whole menu, as a knowledge base would recommend it."""
    menu = Shelf().menu(name)
    found = knowledge.listed(menu, name, menu.dishes)
    return found, replace(tools(), citations=found.citations)


def kept(run_filter: str, **arguments: object) -> list[str]:
    """Ids that a filter keeps of the whole menu."""
    found, around = every()
    function = CUSTOMS[run_filter]
    assert isinstance(function, Function)
    asked = function.arguments.model_validate({"recommendations": found.forms["str"], **arguments})
    return [str(one["dish"]) for one in function.run(asked, around).citations]


@pytest.mark.parametrize("base", ["huangmenji_menu", "chengdu"])
def test_the_recommendation_keeps_spicy_dishes_alone(base: str) -> None:
    text = EXAMPLE.read_text("utf-8").replace("huangmenji_menu", base)
    found = parse(text.encode(), "x.yaml", PLUGINS, CUSTOMS)
    outcome = run(Storage.in_memory(), found, {"user_preference": WISH})
    names = outcome.outputs["spicy_dishes"]
    menu = Shelf().menu(base)
    spicy = {d.name.said("zh") for d in menu.dishes.values() if (spice_of(d) or 0) >= 2}
    assert names
    assert set(names) <= spicy
    assert [one["title"] for one in outcome.citations] == names
    if base == "huangmenji_menu":
        assert names == ["辣味黃燜雞"]


def test_what_is_spicy_is_what_the_menu_says() -> None:
    said = [d.id for d in CHENGDU.dishes.values() if d.spice is not None and d.spice >= 2]
    assert kept("filter_spicy_dishes") == said


@pytest.mark.parametrize(
    ("text", "hot"),
    [
        ("麻辣牛肉", True), ("加辣椒", True), ("不辣的牛肉", False), ("清凉解辣", False),
        ("辣味雞", True), ("Spicy wings", True), ("not spicy at all", False), ("mild chili", True),
        ("chilled", False), ("牛肉面", False), ("", False),
    ],
)  # fmt: skip
def test_words_tell_what_is_hot_where_no_degree_does(text: str, hot: bool) -> None:
    assert is_hot(text) is hot


def test_filters_keep_what_the_menu_says() -> None:
    dishes = CHENGDU.dishes
    assert kept("filter_by_spice", at_most=0) == [d.id for d in dishes.values() if d.spice == 0]
    diet = kept("filter_by_diet", diet="vegetarian")
    assert {"egg_fried_rice", "tianshui"} <= set(diet)
    assert not any("vegetarian" not in dishes[d].diet | {"vegan"} for d in diet)
    free = kept("filter_without_allergen", allergen="peanut")
    assert "dandan" not in free
    assert all(dishes[d].allergens["peanut"] == "free" for d in free)
    cheap = kept("filter_by_price", at_most="5.00")
    assert {"coke", "rice"} <= set(cheap)
    assert "steamed_catfish" not in kept("filter_by_price", at_most="999.00")  # no price yet
    category = CHENGDU.category(dishes["coke"].category)
    assert category is not None
    drinks = [d.id for d in dishes.values() if d.category == category.id]
    assert kept("filter_by_category", category=category.name.said("en").upper()) == drinks


def test_an_allergen_not_recorded_is_not_absent() -> None:
    unrecorded = [d.id for d in CHENGDU.dishes.values() if "egg" not in d.allergens]
    assert unrecorded
    assert not set(unrecorded) & set(kept("filter_without_allergen", allergen=["egg"]))


def test_names_without_citations_are_of_the_menu_in_force() -> None:
    asked = filters.Recommended(
        recommendations=["麻婆豆腐", "Boiled beef in chili broth", "冰山", 7]
    )
    found = filters.spicy(asked, tools())
    assert found.forms["list"] == ["麻婆豆腐", "水煮牛肉"]


def test_an_unknown_diet_or_amount_is_told() -> None:
    with pytest.raises(FunctionFailed, match="unknown diet 'paleo'; allowed: vegetarian"):
        kept("filter_by_diet", diet="paleo")
    with pytest.raises(FunctionFailed, match="is no amount"):
        kept("filter_by_price", at_most="cheap")


def test_a_field_is_searched_by_its_own_words() -> None:
    asked = knowledge.Query(query="牛肉", knowledge_base_name="chengdu", field="name", top_k=50)
    found = knowledge.query(asked, tools())
    dishes = [CHENGDU.dishes[str(one["dish"])] for one in found.citations]
    assert dishes[0].name.said("zh").count("牛肉") == 1
    first, *_ = str(found.forms["str"]).splitlines()
    assert first == f"[1] {dishes[0].name.said('zh')}"
    assert found.citations[0]["id"] == f"menu:{CHENGDU.version}:{dishes[0].id}"


def test_a_menu_that_does_not_say_is_read_by_its_words() -> None:
    document = {
        "format": 1,
        "restaurant": {"name": "x", "currency": "EUR", "languages": ["en"]},
        "categories": [{"id": "c", "name": "c"}],
        "items": [
            {"id": "a", "name": "Wings", "category": "c", "price": "1.00", "tags": ["spicy"]},
            {"id": "b", "name": "Soup", "category": "c", "price": "1.00"},
            {"id": "d", "name": "Chili", "category": "c", "price": "1.00", "spice": 0},
        ],
    }
    menu = from_document(document)
    assert [spice_of(dish) for dish in menu.dishes.values()] == [2, None, 0]
