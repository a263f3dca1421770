"""`menu`: lists in the menu's order, one dish in full."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.menu import PAGE_SIZE
from menu_data.loader import from_document
from tests.apps.house import NOON, act, call, codes, document, menu, opened, problems


def long_menu() -> Any:
    """As many bowls as two pages and a bit hold, and one cup."""
    made = document()
    bowl = {"category": "bowls", "price": "1.00"}
    made["items"] = [{**bowl, "id": f"b{n}", "name": f"Bowl {n}"} for n in range(2 * PAGE_SIZE + 1)]
    made["items"].append({"id": "cup", "name": "Cup", "category": "cups", "price": "1.00"})
    made["combos"] = []
    return from_document(made)


def test_a_short_menu_is_listed_whole_in_its_order() -> None:
    outcome, _ = call("菜單應用", opened(), {})
    assert outcome.result["list"] == "dishes"
    ids = [dish["id"] for dish in outcome.result["dishes"]]
    assert ids == [*opened().menu.dishes]
    assert [candidate.id for candidate in outcome.candidates] == ids


def test_what_is_sold_out_is_no_candidate_with_a_number() -> None:
    outcome, _ = call("menu", opened(), {"category": "烤物"})
    assert [(c.id, c.available) for c in outcome.candidates] == [
        ("skewer", True), ("carp", True), ("quail", False),
    ]  # fmt: skip


@pytest.mark.parametrize("words", ["cups", "Cups", "杯", " CUPS "])
def test_a_category_goes_by_its_id_and_names(words: str) -> None:
    outcome, _ = call("菜单应用", opened(), {"category": words})
    assert [dish["id"] for dish in outcome.result["dishes"]] == ["latte", "pear_tea", "pear_juice"]


@pytest.mark.parametrize(("words", "ids"), [("grill", ["grill"]), ("", []), ("s", [])])
def test_a_part_of_a_categorys_name_is_enough_if_only_one_has_it(
    words: str, ids: list[str]
) -> None:
    outcome, _ = call("menu", opened(), {"category": words})
    assert [outcome.result["category"]] == ids if ids else not outcome.ok


def test_combos_have_a_category_of_their_own() -> None:
    outcome, _ = call("menu", opened(), {"category": "套餐"})
    assert [dish["id"] for dish in outcome.result["dishes"]] == ["noon"]


def test_an_unknown_category_says_which_there_are() -> None:
    outcome, _ = call("menu", opened(), {"category": "soups"})
    (problem,) = problems(outcome)
    assert (problem.code, [row["id"] for row in problem.allowed["categories"]]) == (
        "unknown_category", ["bowls", "cups", "grill", "combos"],
    )  # fmt: skip


def test_a_long_menu_shows_its_categories_first() -> None:
    outcome, _ = call("menu", opened(long_menu()), {})
    assert outcome.result["list"] == "categories"
    assert [(c.id, c.kind) for c in outcome.candidates] == [
        ("bowls", "category"), ("cups", "category"),
    ]  # fmt: skip


def test_a_long_category_comes_in_pages() -> None:
    at = opened(long_menu())
    first, _ = call("menu", at, {"category": "bowls", "page": 1})
    last, _ = call("menu", at, {"category": "bowls", "page": 3})
    assert (len(first.candidates), first.result["page"], first.result["pages"]) == (PAGE_SIZE, 1, 3)
    assert [candidate.id for candidate in last.candidates] == [f"b{2 * PAGE_SIZE}"]
    for page in (0, 4):
        beyond, _ = call("menu", at, {"category": "bowls", "page": page})
        (problem,) = problems(beyond)
        assert (problem.code, problem.allowed) == ("bad_page", {"min": 1, "max": 3})


def test_one_dish_tells_all_that_is_known_of_it() -> None:
    outcome, _ = call("menu", opened(), {"dish": "Barley bowl"})
    dish = outcome.result["dish"]
    assert outcome.result["list"] == "dish"
    assert (dish["price"], dish["unit"]["en"], dish["left"]) == ("12.00", "bowl", None)
    assert (dish["allergens"]["gluten"], dish["allergens"]["sesame"]) == (
        "contains", "not_recorded",
    )  # fmt: skip
    assert [group["id"] for group in dish["groups"]] == ["size", "heat", "garnish", "extras"]
    assert [candidate.id for candidate in outcome.candidates] == ["barley"]


def test_a_name_that_fits_several_lists_them() -> None:
    outcome, _ = call("menu", opened(), {"dish": "雪梨"})
    assert [candidate.id for candidate in outcome.candidates] == ["pear_tea", "pear_juice"]


def test_an_unknown_dish_is_refused() -> None:
    assert codes(call("menu", opened(), {"dish": "marzipan"})[0]) == ["unknown_dish"]


def test_a_dish_outside_its_hours_can_be_looked_at_and_says_when() -> None:
    outcome, _ = call("menu", opened(now=NOON + timedelta(hours=12)), {"dish": "dawn"})
    assert outcome.result["dish"]["blocked"] == {
        "code": "outside_hours", "opens": "2031-03-06T09:00:00+08:00",
    }  # fmt: skip


def test_prices_are_as_quoted_now() -> None:
    outcome, _ = call("menu", opened(), {"dish": "carp"})
    assert outcome.result["dish"]["price"] is None
    _, at = act("price", opened(), {"prices": {"carp": "88.00"}})
    outcome, _ = call("menu", at, {"dish": "carp"})
    assert (outcome.result["dish"]["price"], outcome.candidates[0].price) == ("88.00", 8800)


def test_the_house_tells_of_itself() -> None:
    service = {"id": "s", "name": "Service", "percent": "10"}
    at = opened(menu(fees=[service], phone="010 555", party_limit=8))
    house = call("menu", at, {})[0].result["house"]
    assert (house["open"], house["closes"], house["opens"]) == (
        True, "2031-03-05T23:00:00+08:00", None,
    )  # fmt: skip
    assert (house["phone"], house["party_limit"], house["fees"][0]["percent"]) == (
        "010 555",
        8,
        "10",
    )
    later = opened(at.menu, now=NOON + timedelta(hours=12))
    house = call("menu", later, {})[0].result["house"]
    assert (house["open"], house["closes"], house["opens"]) == (
        False, None, "2031-03-06T09:00:00+08:00",
    )  # fmt: skip
