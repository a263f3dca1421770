"""Wordings that an order must not be made of, and those that mean less, more or the same again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.brains.house.reading_house import edit, line, on_tab, read
from waiter.brains.house.reading import EMPTY, Context

TAB = Context(
    lines=(on_tab(1, "latte", 2, ("size", "large")), on_tab(2, "cola", 4)),
    last_line=2,
    touched=(2,),
)


@pytest.mark.parametrize(
    "text",
    [
        "does the mapo tofu have gluten? I'm coeliac",
        "你们家拿铁是不是很苦啊",
        "my sister had the ribeye last week and it was great",
        "昨天吃的那个麻婆豆腐挺好吃的",
        "上回点的薯条很好吃的",
        "can you speak English? my dad can't read Chinese",
        "are you a robot?",
        "where's my burger? been waiting ages",
        "is there egg in the wonton soup?",
    ],
)
def test_questions_and_tales_order_nothing(text: str) -> None:
    found = read(text)
    assert not found.lines
    assert not found.edits
    assert not found.unresolved


@pytest.mark.parametrize(
    "text",
    [
        "两三瓶可乐",
        "三四杯拿铁",
        "2 or 3 cokes",
        "2-3 bottles of beer",
        "one or two cokes",
        "-3 cokes",
        "负三瓶可乐",
    ],
)
def test_a_number_that_is_none_is_asked(text: str) -> None:
    found = read(text)
    assert not found.lines
    assert [one.ask for one in found.unresolved] == ["quantity"]


def test_points_of_a_list_are_no_numbers_below_zero() -> None:
    assert [line(one) for one in read("-3 cokes\n-2 beers").lines] == ["3 cola", "2 beer"]


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("actually only 2 cokes", ["change cola 2"]),
        ("could you make it one coke?", ["change cola 1"]),
        ("just one coke thanks", ["change cola 1"]),
        ("I only want one coke", ["change cola 1"]),
        ("可乐只要两瓶", ["change cola 2"]),
        ("可乐点多了，减一瓶", ["remove cola 1"]),
        ("可乐多了两瓶", ["remove cola 2"]),
        ("too much coke, take one off", ["remove cola 1"]),
        ("four cokes is too many, make it two", ["change cola 2"]),
        ("可樂唔要喇", ["remove cola"]),
        ("拿铁唔要", ["remove latte"]),
        ("two more of those", ["same last 2"]),
        ("make that three of them", ["change last 3"]),
    ],
)
def test_words_that_limit_or_correct_change_what_is_there(text: str, edits: list[str]) -> None:
    found = read(text, TAB)
    assert [edit(one) for one in found.edits] == edits
    assert not found.lines


def test_the_same_is_copied_with_a_change() -> None:
    latte = Context(lines=TAB.lines[:1], last_line=1, touched=(1,))
    for text in ("再来一杯一样的，但是要冰的", "the same but iced"):
        assert next(edit(one) for one in read(text, latte).edits).endswith("iced")
        assert len(read(text, latte).edits) == 1


def test_without_one_on_the_tab_the_same_words_order() -> None:
    for text in ("just one coke thanks", "only one coke", "可乐只要一瓶"):
        assert [line(one) for one in read(text).lines] == ["1 cola"]


def test_another_one_goes_beside_what_is_new() -> None:
    found = read("chuck in another one, and a beer", TAB)
    assert [edit(one) for one in found.edits] == ["same last 1"]
    assert [line(one) for one in found.lines] == ["1 beer"]


def test_portions_without_a_name_are_of_what_was_just_ordered() -> None:
    context = Context(lines=(on_tab(1, "lemon_tea", 2),), last_line=1, touched=(1,))
    found = read("一杯半糖，一杯去冰", context)
    assert [edit(one) for one in found.edits] == [
        "change lemon_tea 1 half",
        "change lemon_tea 1 none",
    ]
    assert not found.unresolved


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("来一份薯条……不对，洋葱圈，要两份", ["2 rings"]),
        ("可乐要一瓶，不对，两瓶", ["2 cola"]),
        ("a latte and some fries, one portion", ["1 latte", "1 fries"]),
        ("two lattes, one iced one not iced at all", ["1 latte iced", "1 latte"]),
    ],
)
def test_counts_said_late_are_counts(text: str, lines: list[str]) -> None:
    assert [line(one) for one in read(text).lines] == lines


def test_a_dish_and_a_plate_to_put_it_on_is_a_note() -> None:
    found = read("来一份薯条大份，麻烦分两个盘子装")
    assert [line(one) for one in found.lines] == ["1 fries large"]
    assert not found.service
    assert "盘子" in str(found.lines[0].note)


def test_what_the_menu_sells_is_no_service() -> None:
    found = read("a bottle of still water please")
    assert not found.service
    assert [line(one) for one in found.lines] == ["1 still"]


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("买单，四个人分", ("equal", 4)),
        ("三人平分", ("equal", 3)),
        ("the bill please, we'll go halves", ("equal", 2)),
        ("结账，我俩一人一半", ("equal", 2)),
        ("everyone pays for their own", "person"),
        ("split it 5 ways", ("equal", 5)),
    ],
)
def test_a_split_is_said_in_many_ways(text: str, split: object) -> None:
    found = read(text)
    assert found.split == split
    assert "bill" in found.intents
    assert not found.edits


@pytest.mark.parametrize(
    ("text", "tip"),
    [
        ("bill please, and add a fiver for the tip", "5.00"),
        ("结账，小费给一成", "10%"),
        ("买单，小费百分之十二", "12%"),
        ("the bill for 4 people with a 15% tip", "15%"),
        ("小费给负五块", "-5"),
        ("tip three dollars", "3.00"),
    ],
)
def test_a_tip_is_said_in_many_ways(text: str, tip: str) -> None:
    assert read(text).tip == tip


def test_a_percentage_after_a_refused_tip_is_the_tip() -> None:
    refused = replace(EMPTY, refused=frozenset({"bad_tip"}))
    assert read("lol ok 20% then", refused).tip == "20%"
    assert read("lol ok 20% then").tip is None


def test_a_number_of_people_while_the_bill_waits_is_a_split() -> None:
    paying = replace(EMPTY, paying=True)
    assert read("no, there are two of us", paying).split == ("equal", 2)
    assert read("不对，是两个人", paying).split == ("equal", 2)


def test_egg_in_a_dish_is_asked_of_the_dish() -> None:
    found = read("is there egg in the mapo tofu?")
    assert found.intents == ("allergen",)
    assert found.allergens_asked == ("egg",)
    assert found.asks_about == ("mapo",)


def test_an_allergy_and_a_category_ask_for_that_allergen() -> None:
    found = read("peanut allergy, which desserts can I eat?")
    assert found.allergens_stated == {"peanut"}
    assert found.allergens_asked == ("peanut",)


@pytest.mark.parametrize(
    "text",
    [
        "order",
        "that's it, order",
        "place teh order pls",
        "send all of it together",
        "send that through to the kitchen",
        "這樣就好，麻煩幫我送出訂單",
    ],
)
def test_sending_is_said_in_many_ways(text: str) -> None:
    assert "confirm" in read(text).intents


def test_that_is_all_is_told_from_sending() -> None:
    for text in ("that's all", "就这些", "no thanks, that's all"):
        found = read(text)
        assert found.done
        assert "confirm" not in found.intents
    assert not read("not yet, that's all for now").done


def test_what_was_said_of_paying_is_read_with_its_no() -> None:
    assert read("我刚刚付过了").paid
    assert not read("我还没付过").paid


def test_part_of_a_name_that_ends_otherwise_is_another_dish() -> None:
    found = read("来一份宫保小食")
    assert not found.lines
    assert [u.text for u in found.unresolved] == ["宫保小食"]


@pytest.mark.parametrize("text", ["来一份宫保", "来一份宫保鸡丁", "来一份宫保，有什么小食"])
def test_part_of_a_name_alone_is_the_dish(text: str) -> None:
    assert [line(one) for one in read(text).lines] == ["1 kungpao"]
