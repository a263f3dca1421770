"""Wishes read from words: limits, wants, comparisons; in both languages and mixed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menu_data.words.wishes.lexicon import foods, rules
from menu_data.words.wishes.marks import names_of
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish

NAMES = names_of(
    [
        ("Tuscan bean stew", "stew"),
        ("托斯卡纳炖豆", "stew"),
        ("火山烤鱼", "volcano"),
        ("白饭", "rice"),
    ]
)


def read(text: str) -> GuestWish:
    return read_wish(text, NAMES)


def keys(text: str) -> list[str]:
    return ["/".join(want.keys) for want in read(text).wants]


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("no lamb or duck please", ("lamb", "duck")),
        ("nothing with mushrooms", ("mushroom",)),
        ("we don't eat pork, what soups are there", ("pork",)),
        ("不吃羊肉和鸭肉", ("lamb", "duck")),
        ("别放洋葱，来个汤", ("onion",)),
        ("除了牛肉还有什么肉菜", ("beef",)),
        ("不要內臟", ("offal",)),
        ("no 芹菜 please", ("celery",)),
        ("a starter that isn't fried", ("fried",)),
        ("meat, anything but game meat", ("game",)),
        ("decaf, please", ("caffeine",)),
    ],
)
def test_what_is_denied_is_left_out(text: str, excluded: tuple[str, ...]) -> None:
    wish = read(text)
    assert wish.limits.exclude == excluded
    assert not {key for want in wish.wants for key in want.keys} & set(excluded)


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("NOT nuts", ("peanut", "tree_nut")),
        ("不含花生的面", ("peanut",)),
        ("my son is allergic to eggs, a cake?", ("egg",)),
        ("對蝦過敏，有什麼海鮮", ("shellfish",)),
        ("gluten-free bread", ("gluten",)),
        ("lactose intolerant, a dessert please", ("milk",)),
        ("walnut allergy", ("tree_nut",)),
    ],
)
def test_an_allergy_demands_what_is_recorded_as_free(text: str, free: tuple[str, ...]) -> None:
    assert read(text).limits.allergen_free == free


@pytest.mark.parametrize(
    ("text", "degree"),
    [
        ("我不能吃辣", 0),
        ("怕辣，有什么鱼", 0),
        ("no chilli please", 0),
        ("不要太辣", 2),
        ("not too spicy, with rice", 2),
        ("微辣的鸡肉", 1),
        ("想吃辣", None),
        ("I can't eat anything spicy", 0),
        ("anything spicy?", None),
    ],
)
def test_how_hot_it_may_be(text: str, degree: int | None) -> None:
    assert read(text).limits.max_spice == degree


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("30元以内的面", "30"),
        ("一百二十块以下", "120"),
        ("under 12.50 dollars", "12.5"),
        ("a main for $20 or less", "20"),
        ("between 20 and 30 yuan", "30"),
        ("預算八十", "80"),
        ("四个人聚餐", None),
        ("ready in 15 minutes", None),
        ("more than 50 yuan", None),
    ],
)
def test_the_highest_price(text: str, price: str | None) -> None:
    assert read(text).limits.max_price == (None if price is None else Decimal(price))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a hot drink", ["drink", "hot_served"]),
        ("something hot with chicken", ["spicy", "chicken"]),
        ("a cold beer", ["iced", "beer"]),
        ("a cold plate", ["cold_dish"]),
        ("prawns or squid", ["shrimp/squid"]),
        ("素的汤", ["soup"]),
        ("吃辣了，来点解辣的饮料", ["fire_out", "drink"]),
        ("I had the soup, now a dessert", ["dessert"]),
        ("vegitarian dumplins", ["dumpling"]),
        ("西红柿炖牛腩", ["tomato", "stewed", "brisket"]),
    ],
)
def test_what_is_wanted(text: str, wanted: list[str]) -> None:
    assert keys(text) == wanted


def test_a_dish_asked_for_compared_with_and_left_out() -> None:
    assert read("火山烤鱼有吗").named == ("volcano",)
    assert read("像火山烤鱼那样的素菜").like == ("volcano",)
    assert read("比火山烤鱼便宜的").than is not None
    milder = read("something less hot than the Tuscan bean stew").than
    assert milder is not None
    assert (milder.item, milder.how) == ("stew", "milder")
    assert read("鱼，不要火山烤鱼").limits.without == ("volcano",)


def test_a_name_that_is_only_a_foods_word_means_any_of_its_kind() -> None:
    wish = read("来碗白饭")
    assert not wish.named
    assert [want.keys for want in wish.wants] == [("rice",)]


def test_diets_and_their_denial() -> None:
    assert read("我吃素，不要豆腐").limits.diet == ("vegetarian",)
    assert read("vegan or not, a soup").limits.diet == ("vegan",)
    assert read("清真的烤肉").limits.diet == ("halal",)


def test_what_is_about_something_else_is_no_wish() -> None:
    for text in ("老板贵姓", "what is your name", "qqq www", "", "，。！"):
        wish = read(text)
        assert not wish.is_one
        assert not wish.open
    assert read("write me a poem about tofu").off_topic


def test_what_is_not_wanted_is_not_among_the_words_that_meanings_are_compared_with() -> None:
    assert "peanut" not in read("noodles without peanut").meaning
    assert "花生" not in read("我对花生过敏，来点面").meaning


@given(
    st.text(
        alphabet="不要没有辣花生鱼过敏除了比像 nothing less than free, 1二块.without", max_size=60
    )
)
def test_any_words_are_read(text: str) -> None:
    wish = read(text)
    known = foods().above.keys() | rules().keys() | foods().courses.keys()
    assert {key for want in wish.wants for key in want.keys} <= known


@given(st.sampled_from(["garlic", "beef", "oyster", "lentils", "celery", "tofu"]))
def test_the_denial_of_a_wish_wants_nothing_of_it(food: str) -> None:
    [want] = read(f"something with {food}").wants
    denied = read(f"something without {food}")
    assert not denied.wants
    assert denied.limits.exclude == want.keys


def test_every_key_of_the_data_is_known() -> None:
    words = foods()
    for parts in (words.forms, words.broad, words.meatless, words.grave):
        assert parts <= words.above.keys()
    for rule in rules().values():
        assert set(rule.helps) <= rules().keys()
        assert set(rule.foods) <= words.above.keys()
        assert set(rule.never) <= words.above.keys() | rules().keys()


SAID = {
    "gluten": ("gluten", "麸质"),
    "egg": ("egg", "鸡蛋"),
    "fish": ("fish", "鱼"),
    "shellfish": ("shrimp", "虾"),
    "peanut": ("peanuts", "花生"),
    "soy": ("soy", "大豆"),
    "milk": ("dairy", "牛奶"),
    "tree_nut": ("cashews", "腰果"),
    "sesame": ("sesame", "芝麻"),
    "mustard": ("mustard", "芥末"),
}
ENGLISH = (
    "I'm allergic to {}, what do you recommend?",
    "{} allergy, a soup please",
    "allergies: {}. Something spicy?",
    "{}-free noodles",
    "a main free of {}",
    "my son has a {} intolerance. Dessert?",
    "something with rice, I have an allergy to {}",
)
CHINESE = (
    "我对{}过敏，推荐几个菜",
    "{}过敏，想吃面",
    "过敏：{}。有什么汤",
    "不含{}的甜品",
    "孩子不能吃{}，有什么主食",
    "有没有主食，我{}过敏",
)


@pytest.mark.parametrize("allergen", SAID)
@pytest.mark.parametrize("language", [0, 1])
def test_however_an_allergy_is_told_nothing_that_may_have_it_is_offered(
    allergen: str, language: int
) -> None:
    for said in (ENGLISH, CHINESE)[language]:
        text = said.format(SAID[allergen][language])
        assert allergen in read(text).limits.allergen_free, text
