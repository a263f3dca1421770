"""A day in the life, over real HTTP: two guests at table 5 in two languages, by text and by taps;
one corrects, one is allergic; a dish sells out in between; the kitchen, the bill in two halves.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from apps.ledger.books import Books
from tests.bot.telegram.house import WAYS, House, Way, house
from tests.bot.telegram.people import Person, buttons, is_new
from tests.bot.telegram.server import Json, Telegram
from waiter import transcript
from waiter.replay import replay

KITCHEN = -900


def asks(message: Json) -> bool:
    return "✅" in str(buttons(message))


def has(data: str) -> Callable[[Json], bool]:
    """Whether a message has a button that sends this."""
    return lambda message: data in str(buttons(message))


async def staffed(at: House, chef: Person) -> None:
    """The chef is the owner, and this group the kitchen."""
    code = at.service.crew.owner_code(at.service.runner.clock())
    chef.send(f"/owner {code}")
    await chef.wait("Chef")
    chef.send("/kitchen")
    await chef.wait("kitchen")


async def seated_by_a_tap(at: House, ann: Person, bo: Person, chef: Person) -> str:
    """Ann scans, staff open the table, Bo joins; the visit."""
    ann.send(at.link("5"))
    knock = await chef.wait("5", that=has("o:"))
    chef.press(knock, buttons(knock)[0]["text"])
    await ann.wait("港口", "直接说")
    bo.send(at.link("5"))
    await bo.wait("Harbour", "5")
    await ann.wait("Bo")
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    return visit


async def ordered(at: House, ann: Person, bo: Person, chef: Person) -> None:
    ann.send("我对牛奶过敏")
    await ann.wait("奶过敏")
    ann.send("来一份芝士通心粉")
    await ann.wait("注意", "奶")
    ann.send("芝士通心粉不要了，换成两碗鱼汤")
    await ann.wait("鱼汤", "×2")
    bo.send("a tea and a fish stew")
    question = await bo.wait("1. small", "2. large", that=is_new)
    bo.press(question, "2. large")
    await bo.wait("Tea", "large", that=lambda m: "Fish stew" in m["text"])
    chef.send("/86 fish stew")
    await chef.wait("Fish stew")
    bo.send("place the order")
    await bo.wait("Fish stew", "sold out")
    bo.send("take the stew off")
    await bo.wait("Fish stew", "taken off")


async def sent(who: Person, words: str, ticket: str) -> None:
    """The order asked for and said yes to by a tap; a second tap changes nothing."""
    who.send(words)
    request = await who.wait(that=asks)
    who.press(request, "✅")
    who.press_data(request, buttons(request)[0]["callback_data"])
    await who.wait(ticket, that=is_new)


async def cooked(chef: Person, ann: Person, bo: Person) -> None:
    """Both tickets accepted and ready; the cards carry the allergy of the table."""
    tickets = [await chef.wait(dish, "milk", that=is_new) for dish in ("Tea", "Fish soup")]
    for card, words, who in zip(tickets, ("Ticket 1", "单 2"), (bo, ann), strict=True):
        dish = card["text"].splitlines()[2].split(" ×")[0]
        for verb in ("k:ready", "k:served"):
            chef.press(card, buttons(card)[0]["text"])
            card = await chef.wait(dish, that=has(verb))
        await who.wait(words, "ready" if who is bo else "好了", that=is_new)


async def paid(ann: Person, chef: Person) -> None:
    ann.send("买单，两个人平分")
    request = await ann.wait(that=asks)
    assert "9.00" in request["text"] or "8.50" in request["text"], request["text"]
    ann.press(request, "✅")
    card = await chef.wait("5", that=has("k:paid"))
    chef.press(card, buttons(card)[0]["text"])
    await ann.wait("账单 1", "已付", that=is_new)


@pytest.mark.parametrize("way", WAYS)
async def test_a_day_in_the_life(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100, "Ann", "zh-hans")
        bo = Person(telegram, 200, "Bo", "en")
        chef = Person(telegram, 300, "Chef", "en", KITCHEN)
        await staffed(at, chef)
        visit = await seated_by_a_tap(at, ann, bo, chef)
        await ordered(at, ann, bo, chef)
        await sent(bo, "place the order", "ticket 1")
        await sent(ann, "下单", "单号 2")
        await cooked(chef, ann, bo)
        await paid(ann, chef)
        _ledger_is_right(at.service.runner.live(visit).books)
        await at.service.watching.look()
        await at.service.sender.drained()
        _chats_end_as_they_should(ann, bo, chef)
        lines = list(transcript.export(at.service.store.unit, visit))
        assert replay(transcript.read(lines)) is None
        assert not telegram.refused


def _ledger_is_right(books: Books) -> None:
    tickets = [
        [(p.line.guest, p.line.item, p.line.quantity, p.unit_price) for p in ticket.lines]
        for ticket in books.tickets
    ]
    assert tickets == [[("Bo", "tea", 1, 3_00)], [("Ann", "soup", 2, 7_00)]]
    assert [ticket.allergies for ticket in books.tickets] == [("milk",), ("milk",)]
    assert books.lines == ()
    assert books.bill is not None
    assert (books.bill.state, books.bill.totals.due) == ("paid", 17_00)
    assert [share.amount for share in books.bill.shares] == [8_50, 8_50]


def _chats_end_as_they_should(ann: Person, bo: Person, chef: Person) -> None:
    """What each chat shows last: the news, the guests' cards and the kitchen's as they are now."""
    assert ann.shown()[-1]["text"] == "账单 1 已付，谢谢！"
    assert bo.shown()[-1]["text"] == "Bill 1 is paid. Thank you!"
    for guest, words in ((ann, ("5 号桌", "账单 1", "已付")), (bo, ("Table 5", "Bill 1", "paid"))):
        card = next(m for m in guest.shown() if m["text"].startswith(words[0]))
        assert all(word in card["text"] for word in words)
        assert not asks(card)
    kitchen = [m["text"] for m in chef.shown()]
    assert sum("ready" in text and "Chef" in text for text in kitchen) == 2
    assert any("bill 1" in text.lower() and "paid" in text for text in kitchen)
    assert not any("✅" in str(buttons(m)) for guest in (ann, bo) for m in guest.shown())
