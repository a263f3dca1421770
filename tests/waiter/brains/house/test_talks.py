"""Talks with the built-in brain in the whole house: what a message means after the one before."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from apps.ledger.books import Books
from tests.waiter.brains.talk import talking
from waiter.brains.builtin import HouseBrain


@dataclass(frozen=True, slots=True)
class After:
    """What a talk came to: the tab by dish, the books, all that was said, the apps called."""

    tab: dict[str, int]
    books: Books
    contents: list[tuple[str, str]]
    called: list[str]


async def _talk(*texts: str, language: str = "zh") -> tuple[After, list[str]]:
    """What these messages came to, and everything that was said."""
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        after = After(talk.tab(), talk.books(), talk.contents(), talk.called())
    return after, [content for _, content in after.contents]


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("来碗冰粉", "第一个，加葡萄干"), {"brown_sugar_bingfen": 1}),
        (("来两个包子", "一样一个"), {"pork_baozi": 1, "veg_baozi": 1}),
        (("两碗抄手", "一碗红油一碗清汤"), {"hongyou_chaoshou": 1, "qingtang_chaoshou": 1}),
        (("两三碗米饭", "3"), {"rice": 3}),
        (("担担面多少钱", "好，就要这个"), {"dandan": 1}),
        (("担担面和甜水面哪个好吃", "都来一份"), {"dandan": 1, "tianshui": 1}),
        (("有什么汤", "第一个和第二个各一份"), {"tomato_egg_soup": 1, "duck_soup": 1}),
        (("口水鸡和拍黄瓜哪个贵", "那来便宜的那个"), {"cucumber": 1}),
        (("面有哪些", "那个番茄的来一碗"), {"tomato_egg_noodles": 1}),
        (("再来两碗饭，哦不，三碗",), {"rice": 3}),
        (("两根油条", "那换成锅盔，三个"), {"guokui": 3}),
        (("一碗担担面，两根油条", "那换成锅盔吧"), {"dandan": 1, "guokui": 2}),
        (("四碗米饭", "米饭点多了，减两碗"), {"rice": 2}),
        (("两杯酸梅汤", "一杯少糖，一杯去冰"), {"plum_drink": 2}),
        (("一碗担担面，一碗米饭", "一样的再来一份"), {"dandan": 1, "rice": 2}),
    ],
)  # fmt: skip
async def test_what_follows_is_read_by_what_went_before(
    texts: tuple[str, ...], tab: dict[str, int]
) -> None:
    talk, _ = await _talk(*texts)
    assert talk.tab == tab


@pytest.mark.parametrize(
    ("texts", "tab"),
    [
        (("how much is the mapo tofu?", "two of those please"), {"mapo_tofu": 2}),
        (("which soups are there", "the second one"), {"duck_soup": 1}),
        (
            ("one feichangfen and one maocai", "feichangfen small, maocai large"),
            {"feichangfen": 1, "maocai": 1},
        ),
        (("a pot of jasmine tea and two pork buns", "make the buns veggie"),
         {"jasmine_tea": 1, "veg_baozi": 2}),
        (("one dandan noodles, not spicy, and a rice", "the same for her please"),
         {"dandan": 2, "rice": 2}),
        (("three rice", "actually only 2 rice"), {"rice": 2}),
        (("one kung pao chicken", "two more of those"), {"kungpao": 3}),
        (("one kung pao chicken", "make that three of them"), {"kungpao": 3}),
        (("my friend had the mapo tofu yesterday and loved it",), {}),
        (("one rice", "cancel mine"), {}),
    ],
)  # fmt: skip
async def test_likewise_in_english(texts: tuple[str, ...], tab: dict[str, int]) -> None:
    talk, _ = await _talk(*texts, language="en")
    assert talk.tab == tab


async def test_a_slot_is_answered_by_the_longer_of_two_names() -> None:
    talk, _ = await _talk("来个一人食套餐", "担担面", "拍黄瓜", "零度可乐")
    (line,) = talk.books.lines
    assert [choice.item for choice in line.choices] == ["dandan", "cucumber", "coke_zero"]


async def test_that_is_all_asks_whether_to_send() -> None:
    talk, _ = await _talk("一碗米饭", "就这些")
    assert talk.contents[-1][0] == "permission_request"
    assert not talk.books.tickets


async def test_closing_words_with_nothing_on_the_tab_do_nothing() -> None:
    talk, _ = await _talk("一碗米饭", "下单", "确认", "谢谢，就这些")
    assert talk.contents[-1][0] == "notification"
    assert len(talk.books.tickets) == 1


@pytest.mark.parametrize("text", ["没问题，下吧", "係，落單", "order", "确认"])
async def test_words_that_send_decide_the_open_request(text: str) -> None:
    talk, _ = await _talk("一碗米饭", "下单", text)
    assert len(talk.books.tickets) == 1


async def test_waiting_words_send_nothing_and_say_so() -> None:
    for text in ("等会儿，我问下我女朋友", "哦好，先看看", "再给我五分钟"):
        talk, said = await _talk("一碗米饭", "下单", text)
        assert not talk.books.tickets
        assert "还没有下单" in said[-1]


async def test_an_edit_of_what_is_not_there_is_said() -> None:
    _, said = await _talk("一碗米饭", "可乐换成豆浆")
    assert any("可乐" in text and "没有" in text for text in said)


async def test_a_split_is_changed_while_the_bill_waits_for_a_yes() -> None:
    talk, _ = await _talk(
        "两碗米饭", "下单", "确认", "买单，三个人平分", "不对，是两个人分", "确认"
    )
    assert talk.books.bill is not None
    assert [share.amount for share in talk.books.bill.shares] == [200, 200]


async def test_cancelling_what_was_sent_is_staffs() -> None:
    talk, _ = await _talk("two rice", "place the order", "yes", "can you cancel that order?")
    assert talk.called[-1] == "staff"


@pytest.mark.parametrize("text", ["这汤是凉的，怎么回事啊", "我剛剛付過囉"])
async def test_what_only_staff_can_settle_goes_to_staff(text: str) -> None:
    talk, _ = await _talk("一碗番茄蛋花汤", "下单", "确认", text)
    assert talk.called[-1] == "staff"


async def test_no_word_of_a_question_is_told_as_a_dish() -> None:
    _, said = await _talk(
        "a rice", "my mum can't read Chinese, can you speak English?", language="en"
    )
    assert not any("don't have" in text for text in said)


async def test_a_robot_is_no_food() -> None:
    talk, said = await _talk("are you a robot?", language="en")
    assert talk.tab == {}
    assert not any("otus" in text for text in said)
