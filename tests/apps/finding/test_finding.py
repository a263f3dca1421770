"""From words to dishes of a menu: what may be offered, what fits, in what order, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.finding.filtering import sift
from apps.finding.looking import fits, look, relaxed
from apps.ledger.books import Availability
from menu_data.words.wishes.wish import Limits
from tests.apps.finding.bistro import found, house, looked, menu, reasons


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("something vegetarian for a cold evening", "onion_soup"),
        ("raw starters", "carpaccio"),
        ("spicy but vegan", "chickpea_curry"),
        ("a hot drink, no caffeine", "cocoa"),
        ("something for the kids", "margherita"),
        ("to share for four", "tagine"),
        ("smoky", "ribeye"),
        ("something like the green curry but vegan", "chickpea_curry"),
        ("cheapest main", "tofu_bowl"),
        ("carbonnara", "carbonara"),
        ("解暑的", "sorbet"),
        ("三文魚", "salmon"),
        ("清淡点的鱼", "salmon"),
        ("下酒的", "calamari"),
        ("牛肉汉堡", "burger"),
        ("来杯 iced 的，不要酒精", "lemon_tea"),
    ],
)
def test_the_first_dish_for_a_wish(text: str, first: str) -> None:
    assert found(text)[0] == first


@pytest.mark.parametrize(
    ("text", "all_of_them"),
    [
        ("nothing fried, I'd like fish", {"tartare", "salmon"}),
        ("不吃生的，前菜有什么", {"burrata", "calamari"}),
        ("keto main", {"ribeye", "salmon"}),
        ("gluten free starter", {"burrata", "carpaccio"}),
        ("红肉", {"carpaccio", "ribeye", "tagine", "burger"}),
        ("soup without cream", {"onion_soup", "pumpkin_soup"}),
        ("drinks without alcohol", {"espresso", "lemon_tea", "cocoa", "ginger"}),
        ("甜品，便宜点，四十块以内", {"sorbet"}),
        ("cheaper than the ribeye, with beef", {"burger", "carpaccio"}),
    ],
)
def test_all_dishes_for_a_wish(text: str, all_of_them: set[str]) -> None:
    assert set(found(text)) == all_of_them


@pytest.mark.parametrize("text", ["sushi", "有饺子吗", "老板贵姓", "xyzzy plugh", "苹果酥还有吗"])
def test_nothing_is_found_rather_than_something_else(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept_out"),
    [
        ("egg allergy, something fried", "calamari"),  # egg is not recorded there
        ("sesame allergy, a vegan main", "tofu_bowl"),
        ("I'm allergic to milk, fish please", "fish_chips"),
    ],
)
def test_an_allergen_that_is_not_recorded_is_not_free(text: str, kept_out: str) -> None:
    assert kept_out not in found(text)
    assert "allergen_free" in looked(text).sifted.failed[kept_out]


def test_what_the_speaker_told_before_counts_as_if_it_was_said_now() -> None:
    assert "pad_thai" in found("something quick")
    assert "pad_thai" not in found("something quick", frozenset({"peanut"}))


def test_a_spice_that_is_not_known_fails_a_limit_of_spice() -> None:
    changed = menu()
    dishes = [d for d in changed.dishes.values() if d.spice is None]
    assert all("max_spice" in sift(house(), Limits(max_spice=3)).failed[d.id] for d in dishes)


def test_what_is_sold_out_is_not_offered_but_known_by_its_name() -> None:
    gone = house(availability=Availability(frozenset({"salmon"}), {"duck": 0}))
    wish = look(gone, "pan-seared salmon")
    assert fits(wish, ()) == ()
    assert (wish.named, wish.sifted.failed["salmon"]) == (("salmon",), ("sold_out",))
    assert wish.sifted.failed["duck"] == ("sold_out",)


def test_where_nothing_fits_the_least_change_of_a_limit_is_told() -> None:
    [price] = relaxed(looked("牛肉，五十块以内"))
    cost = [menu().dishes[item].price or 0 for item in price.dishes]
    assert cost == sorted(cost)
    assert (price.limit, price.value) == ("max_price", "78.00")
    [spice] = relaxed(looked("不辣的咖喱"))
    assert (spice.limit, spice.value) == ("max_spice", "2")
    assert set(spice.dishes) == {"chickpea_curry", "green_curry"}


def test_an_allergy_is_no_limit_to_give_up() -> None:
    assert found("gluten free pizza") == []
    assert relaxed(looked("gluten free pizza")) == ()


def test_reasons_name_the_field_and_the_words_that_say_it() -> None:
    told = reasons("something creamy with mushrooms")["risotto"]
    assert ("creamy", "description", "Creamy") in told
    assert ("mushroom", "name", "蘑菇") in told


def test_words_and_meaning_decide_what_the_menu_leaves_open() -> None:
    wish = looked("gluten free starter")
    assert fits(wish, ["carpaccio"])[0].id == "carpaccio"
    assert fits(wish, ["burrata"])[0].id == "burrata"


def test_meaning_finds_no_dish_without_what_is_wanted() -> None:
    assert [fit.id for fit in fits(looked("pizza"), ["burger", "fries"])] == ["margherita"]


LIMITS = st.builds(
    Limits,
    allergen_free=st.lists(st.sampled_from(["egg", "milk", "fish"]), max_size=2).map(tuple),
    diet=st.lists(st.sampled_from(["vegan", "halal"]), max_size=1).map(tuple),
    max_price=st.none() | st.decimals(20, 250, places=2),
    max_spice=st.none() | st.integers(0, 3),
    exclude=st.lists(st.sampled_from(["beef", "dairy", "fried", "raw"]), max_size=2).map(tuple),
)


@given(LIMITS, LIMITS)
def test_more_limits_never_allow_more(some: Limits, more: Limits) -> None:
    one = sift(house(), some).allowed
    both = Limits(
        some.allergen_free + more.allergen_free,
        some.diet + more.diet,
        min((p for p in (some.max_price, more.max_price) if p is not None), default=None),
        min((s for s in (some.max_spice, more.max_spice) if s is not None), default=None),
        some.exclude + more.exclude,
    )
    assert sift(house(), both).allowed == one & sift(house(), more).allowed


@given(st.sampled_from(sorted(menu().dishes)))
def test_every_dish_is_found_by_its_name_while_it_may_be_had(item: str) -> None:
    dish = menu().dishes[item]
    for name in dish.name.every():
        assert (item in found(name)) == dish.available
