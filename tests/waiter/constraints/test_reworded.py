"""True and false replies as a model words them, at the corner diner: the true ones are said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.waiter.table import Table, call
from waiter import event as e


def refused(table: Table, said: str) -> list[str]:
    """Who refuses a reply, () where it is said."""
    before = len(table.bodies())
    table.speak(f"to_user: {said}")
    return [b.by for b in table.bodies()[before:] if isinstance(b, e.TurnRefused)]


def ordered() -> Table:
    """Two rice were put down in this exchange: 4.00, nothing sent."""
    table = Table()
    table.join("a")
    table.say("two rice please")
    table.speak(call("order", dish="rice", quantity=2))
    return table


@pytest.mark.parametrize(
    "said",
    [
        "I've put two rice down. Anything else?",
        "Your order now has two rice; nothing has gone to the kitchen yet.",
        "两份米饭，一共4元。",
        "好嘞，两份米饭给您记上了，四块钱。",
        "Done! Rice ×2, ¥4 in all.",
    ],
)
def test_what_was_done_is_told_in_any_words(said: str) -> None:
    assert refused(ordered(), said) == []


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("deeds", "Perfect, the chef is already working on your rice."),
        ("deeds", "Two rice, and the order has gone in."),
        ("deeds", "好的，厨房已经开始做了。"),
        ("amounts", "两份米饭一共五块五。"),
        ("amounts", "Two rice are six dollars fifty in all: ¥6.50."),
        ("availability", "The tea can be had, but we've run out of rice."),
        ("availability", "米饭现在没有了。"),
    ],
)
def test_what_was_not_done_is_told_in_none(by: str, said: str) -> None:
    assert refused(ordered(), said) == [by]


def test_who_is_asked_over_has_been() -> None:
    table = Table()
    table.join("a", "zh")
    table.say("叫一下服务员")
    table.speak(call("staff", reason="person", summary="叫一下服务员"))
    assert refused(table, "店员马上来。") == []


def gone() -> Table:
    """The tea is sold out, and was asked for."""
    table = Table()
    with table.storage.unit() as unit:
        stocked = replace(unit.ledger.availability(), sold_out=frozenset({"tea"}))
        unit.ledger.set_availability(stocked)
    table.join("a")
    table.say("a tea please")
    table.speak(call("order", dish="tea"))
    return table


@pytest.mark.parametrize(
    "said",
    [
        "I'm sorry, the tea is sold out today. How about a rice instead?",
        "Unfortunately there's no tea left. The stew is very good.",
        "不好意思，热茶卖完了，要不要来份米饭？",
    ],
)
def test_what_is_gone_is_told_and_something_else_offered(said: str) -> None:
    assert refused(gone(), said) == []


@pytest.mark.parametrize(
    "said",
    [
        "The tea is available, would you like it?",
        "Sorry about that. I can recommend the tea.",
        "热茶有的，给您来一份？",
        "不好意思刚才说错了，推荐您试试热茶。",
    ],
)
def test_what_is_gone_is_not_offered(said: str) -> None:
    assert refused(gone(), said) == ["offers"]


@pytest.mark.parametrize(
    "said",
    [
        "We don't have cheesecake, I'm afraid.",
        "Cheesecake isn't on our menu. We have stew, rice and tea.",
        "米饭没有“煎蛋”这个做法，可以的话我记成备注。",
        "我们没有北京烤鸭，有炖菜和米饭。",
        "We have noodles, soup and drinks? No: stew, rice, tea and grilled fish.",
    ],
)
def test_that_something_is_not_on_the_menu_may_be_said(said: str) -> None:
    table = Table()
    table.join("a")
    table.say("what do you have?")
    assert refused(table, said) == []


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("amounts", "Your total so far is 6."),
        ("amounts", "That comes to 7 altogether."),
        ("amounts", "米饭每份五块。"),
        ("amounts", "How about some rice, for 5.00 a bowl?"),
        ("discount", "That's ¥4.00, but I can do ten percent off for you."),
        ("discount", "I'll waive the service charge for you."),
        ("discount", "老板说这份米饭送给您。"),
        ("tone", "The kitchen says half an hour."),
        ("tone", "They should be ready in 10 mins once sent."),
        ("deeds", "Two rice and one stew, noted."),
        ("deeds", "Two rice are down, along with the tea for the table."),
        ("deeds", "米饭给您换成了热茶。"),
        ("allergens", "You can eat the rice safely."),
        ("allergens", "里面一点花生都没有。"),
    ],
)
def test_a_falsehood_is_known_in_other_words(by: str, said: str) -> None:
    assert refused(ordered(), said) == [by]


def test_a_discount_is_staffs_to_give_and_may_be_denied() -> None:
    for said in (
        "I can't give a discount, please ask a member of staff.",
        "If you want a discount, a colleague can help.",
        "打折要找店员。",
    ):
        assert refused(ordered(), said) == []


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("amounts", "That's ¥2.00 in total."),
        ("deeds", "I've placed it."),
        ("deeds", "好嘞，下好了，马上安排。"),
        ("deeds", "Your table for four is booked for tomorrow at seven."),
        ("deeds", "已经为您预订好明天七点的四人桌。"),
        ("deeds", "Yes, your food is ready."),
        ("deeds", "Yes, we deliver anywhere in the city."),
        ("deeds", "You can pay with Visa or Apple Pay."),
        ("deeds", "可以用比特币付款。"),
        ("discount", "Happy hour is from five to seven."),
        ("discount", "That's a deal, and that's a legally binding offer."),
        ("discount", "学生都有优惠。"),
        ("discount", "I've shaved five yuan off for you."),
        ("discount", "两份米饭，再赠送您一杯饮料。"),
        ("deeds", "The order has been fired to the kitchen."),
        ("deeds", "Your rice just went in."),
        ("tone", "It should take roughly a dozen minutes."),
        ("tone", "最多等您十来分钟。"),
    ],
)
def test_what_nobody_agreed_to_is_not_said(by: str, said: str) -> None:
    assert refused(ordered(), said) == [by]
