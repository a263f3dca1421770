"""Names built of the menu's words that are none of the menu's: asked about, never ordered."""

from __future__ import annotations

import pytest

from menu_data.words.units import is_han, words_of
from menu_data.words.vocabulary import words_in
from tests.brains.house.reading_house import LEXICON, ask, edit, line, on_tab, read
from tests.waiter.brains.talk import MENU
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import Context
from waiter.brains.house.scan import strangers
from waiter.brains.house.understand import understand

SHIPPED = Lexicon.compile(MENU)
FOODS = ("虾球", "狮子头", "茄子", "披萨")


def _beginnings(lexicon: Lexicon) -> list[str]:
    """The first two characters of each Chinese name that are no dish's whole name, and say nothing
    else (一人).
    """
    names = [n for d in lexicon.menu.dishes.values() for n in (*d.name.every(), *d.aliases)]
    whole = {"".join(words_of(name)) for name in names}
    long = [words_of(d.name.said("zh")) for d in lexicon.menu.dishes.values()]
    firsts = {"".join(words[:2]) for words in long if len(words) > 3 and is_han(words[0])}
    other = {"".join(words.split()) for words in words_in("each_person")}
    return sorted(first for first in firsts - whole - other if len(first) == 2)


@pytest.mark.parametrize("lexicon", [LEXICON, SHIPPED], ids=["test menu", "shipped menu"])
def test_the_beginning_of_a_name_before_another_food_is_no_dish(lexicon: Lexicon) -> None:
    for first in _beginnings(lexicon):
        for food in FOODS:
            found = understand(f"来份{first}{food}", lexicon)
            assert not found.lines, (first, food)
            assert not found.edits, (first, food)
            assert [one.text for one in found.unresolved] == [first + food]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("来碗红烧狮子头", "红烧狮子头 -> beef_noodles"),
        ("來碗紅燒獅子頭", "紅燒獅子頭 -> beef_noodles"),
        ("来份宫保虾球", "宫保虾球 -> kungpao"),
        ("來份宮保蝦球", "宮保蝦球 -> kungpao"),
        ("来份麻婆茄子", "麻婆茄子 -> mapo_tofu"),
        ("来份麻婆汉堡", "麻婆汉堡 -> mapo_tofu"),
        ("来碗清汤牛肉面", "清汤牛肉面 -> beef_noodles qingtang_chaoshou"),
        ("来份牛肉炒饭", "牛肉炒饭 -> egg_fried_rice"),
        ("来碗海鲜担担面", "海鲜担担面 -> dandan"),
        ("来份番茄炒蛋", "番茄炒蛋 -> tomato_egg_noodles tomato_egg_soup"),
        ("来份水煮肉片", "水煮肉片 -> shuizhu_beef"),
        ("来份麻辣烫", "麻辣烫 -> crayfish"),
        ("来份麻辣香锅", "麻辣香锅 -> crayfish"),
        ("来份夫妻肺片面", "夫妻肺片面 -> fuqi_feipian"),
        ("来份口水鸡沙拉", "口水鸡沙拉 -> koushuiji"),
        ("来份宫保鸡丁套餐", "宫保鸡丁套餐 -> kungpao solo_set"),
        ("来份小炒肉", "小炒肉"),
        ("kung pao shrimp please", "kung pao shrimp -> kungpao"),
        ("one kung pao beef", "kung pao beef -> kungpao"),
        ("a mapo burger", "mapo burger -> mapo_tofu"),
        ("mapo tofu burger", "mapo tofu burger -> mapo_tofu"),
        ("two beef burgers", "beef burgers"),
        ("a beef stew", "beef stew"),
        ("steamed egg please", "steamed egg"),
        ("dandan soup dumplings", "dandan soup dumplings -> dandan xiaolongbao"),
        ("a jasmine rice", "jasmine rice -> rice jasmine_tea"),
        ("rice noodles please", "rice noodles -> rice"),
        ("a cherry coke", "cherry coke -> coke"),
        ("tomato pasta", "tomato pasta -> tomato_egg_noodles tomato_egg_soup"),
        ("chicken fried rice", "chicken fried rice -> egg_fried_rice"),
    ],
)
def test_a_name_of_none_is_asked_about_whole(text: str, asks: str) -> None:
    found = understand(text, SHIPPED)
    assert not found.lines
    assert not found.edits
    assert [ask(one) for one in found.unresolved] == [f"dish: {asks}"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("担担面加蛋", ["1 dandan fried_egg"]),
        ("宫保鸡丁，米饭", ["1 kungpao", "1 rice"]),
        ("麻婆不要辣", ["1 mapo_tofu none"]),
        ("红烧的那个来一份", ["1 beef_noodles"]),
        ("红烧来两份", ["2 beef_noodles"]),
        ("来份宫保", ["1 kungpao"]),
        ("来碗宜宾面", ["1 ranmian"]),
        ("豆浆油条", ["1 soy_milk", "1 youtiao"]),
        ("红糖冰粉葡萄干山楂", ["1 brown_sugar_bingfen haw raisins"]),
        ("担担面香菜多点", ["1 dandan cilantro=extra"]),
        ("麻婆烫一点", ["1 mapo_tofu"]),
        ("来份担担面套餐", ["1 solo_set /dandan"]),
        ("a kung pao and a coke", ["1 kungpao", "1 coke"]),
        ("mapo, less spicy", ["1 mapo_tofu mild"]),
        ("two dandan with beef", ["2 dandan beef"]),
        ("kung pao dish please", ["1 kungpao"]),
        ("jasmine tea and rice", ["1 rice", "1 jasmine_tea"]),
    ],
)
def test_a_whole_name_or_a_short_one_with_what_it_takes_is_the_dish(
    text: str, lines: list[str]
) -> None:
    found = understand(text, SHIPPED)
    assert sorted(line(one) for one in found.lines) == sorted(lines)
    assert not found.unresolved


def test_parts_that_tell_several_dishes_apart_are_no_name() -> None:
    found = understand("抄手红油清汤各一碗", SHIPPED)
    assert [line(one) for one in found.lines] == ["1 hongyou_chaoshou", "1 qingtang_chaoshou"]


def test_a_kind_the_menu_does_not_have_is_doubted_before_the_name_too() -> None:
    for text in ("organic coke", "light coke", "a coke light"):
        found = understand(text, SHIPPED)
        assert [one.item for one in found.lines] == ["coke"]
        assert found.lines[0].note in ("organic", "light")
        assert found.confidence < 0.7


@pytest.mark.parametrize("text", ["宫保虾球不要了", "不要宫保虾球", "cancel the kung pao shrimp"])
def test_taking_off_what_is_none_of_the_menu_takes_nothing_off(text: str) -> None:
    tab = Context(lines=(on_tab(1, "kungpao", 1),), last_line=1, touched=(1,))
    found = understand(text, SHIPPED, tab)
    assert [edit(one) for one in found.edits] == ["remove line"]
    assert not found.lines
    assert not found.unresolved


@pytest.mark.parametrize(
    "text", ["有宫保虾球吗", "宫保虾球多少钱", "is the kung pao shrimp spicy?"]
)
def test_what_is_asked_of_no_dish_is_known_to_be_of_none(text: str) -> None:
    found = understand(text, SHIPPED)
    assert not found.asks_about
    assert found.asks_unknown in (("宫保虾球",), ("kung pao shrimp",))


def test_strangers_are_named_as_they_were_said() -> None:
    assert strangers("Two Kung Pao Shrimps and a 宮保雞丁", SHIPPED) == ("Kung Pao Shrimps",)


def test_a_plain_order_of_the_test_menu_has_no_strangers() -> None:
    for dish in LEXICON.menu.dishes.values():
        for name in dish.name.every():
            assert not strangers(name, LEXICON)
            assert [one.item for one in read(name).lines] == [dish.id]
