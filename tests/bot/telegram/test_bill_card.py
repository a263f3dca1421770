"""The bill by tap: divided, with a tip, asked for, paid, and its receipt; tickets on their way."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from tests.bot.telegram.crew import restaurant
from tests.bot.telegram.house import MENU, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram

WORDS = {
    "en": {"order": "a mac and cheese", "send": "place the order", "bill": "The bill",
           "by": "÷2", "tip": "+10%", "ask": "Ask for this bill", "paid": "Bill 1 is paid",
           "receipt": "Receipt", "name": "Mac & Cheese <3", "house": "Harbour & Sons <1>"},
    "zh": {"order": "一份芝士通心粉", "send": "下单", "bill": "买单", "by": "÷2", "tip": "+10%",
           "ask": "就这样买单", "paid": "账单 1 已付", "receipt": "小票", "name": "芝士通心粉",
           "house": "港口"},
}  # fmt: skip


def asks(message: Json) -> bool:
    return "✅" in str(buttons(message)) and len(buttons(message)) == 2


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_bill_is_divided_tipped_paid_and_receipted_by_tap(
    tmp_path: Path, language: str
) -> None:
    said = WORDS[language]
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100, language=language)
        await here.at.seated(ann)
        ann.send(said["order"])
        await ann.wait("€9.50", that=lambda m: bool(buttons(m)))
        ann.send(said["send"])
        ann.press(await ann.wait(that=asks), "✅")
        tab = await ann.wait("1 · ", "€9.50", that=lambda m: said["bill"] in str(buttons(m)))
        ann.press(tab, said["bill"])
        card = await ann.wait("€9.50", that=lambda m: is_new(m) and said["by"] in str(buttons(m)))
        ann.press(card, said["by"])
        await ann.wait("€4.75", that=is_edit)
        ann.press(card, said["tip"])
        await ann.wait("€0.95", "€10.45", "€5.23", that=is_edit)
        ann.press(card, said["ask"])
        ann.press(await ann.wait("€10.45", that=asks), "✅")
        bill = await here.boss.wait("wants to pay", "10.45")
        await ann.wait("€10.45", that=lambda m: m["message_id"] == card["message_id"])
        here.boss.press(bill, "Paid")
        paid = await ann.wait(said["paid"], that=is_new)
        ann.press(paid, said["receipt"])
        receipt = await ann.wait(said["house"], said["name"], "€0.95", "#1", that=is_new)
        assert "€10.45" in receipt["text"]
        assert not here.telegram.refused


async def test_each_pays_their_own_where_several_have_ordered(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        await here.ticket(ann, "a beer")
        ann.send("/bill")
        card = await ann.wait("€4.00", that=lambda m: is_new(m) and "÷2" in str(buttons(m)))
        assert "Each" not in str(buttons(card))
        await here.ticket(bo, "a fish soup")
        card = await ann.wait("€11.00", that=lambda m: "Each their own" in str(buttons(m)))
        ann.press(card, "Each their own")
        await ann.wait("Bo €7.00", "Ann €4.00", that=is_edit)


async def test_no_tip_is_offered_where_the_menu_allows_none(tmp_path: Path) -> None:
    menu = deepcopy(MENU)
    menu["restaurant"]["limits"] = {"tip_percent": 5}
    async with restaurant(tmp_path, menu=menu) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        ann.send("/bill")
        card = await ann.wait("€4.00", that=lambda m: "÷2" in str(buttons(m)))
        assert "+5%" in str(buttons(card))
        assert "10%" not in str(buttons(card))
        seat = here.at.service.store.seat_of(100)
        assert seat is not None
        ann.press_data(card, f"gp:{seat.id}:go:0.10")  # no button of ours
        await ann.wait("can be from €0.00 to €0.20", that=is_new)


async def test_a_bill_of_nothing_is_said_to_be_so(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/bill")
        await ann.wait("nothing to pay", that=is_new)
        ann.send("/receipt")
        await ann.wait("no paid bill", that=is_new)


@pytest.mark.parametrize("data", ["see:7.99", "go:x", "see:", "go:99.10", "see:p.5"])
async def test_what_is_no_way_to_pay_changes_nothing(tmp_path: Path, data: str) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        ann.send("/bill")
        card = await ann.wait("€4.00", that=lambda m: "÷2" in str(buttons(m)))
        seat = here.at.service.store.seat_of(100)
        assert seat is not None
        ann.press_data(card, f"gp:{seat.id}:{data}")
        ann.send("/help")
        await ann.wait("/privacy")
        assert here.at.service.store.unit.ledger.books(seat.visit).bill is None


async def test_a_ticket_on_its_way_is_one_message(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo", "zh")
        await here.at.seated(ann, bo)
        kitchen = await here.ticket(ann, "a mac and cheese")
        status = await ann.wait("Ticket 1 · placed", "○ being made", "Mac & Cheese <3", that=is_new)
        here.boss.press(kitchen, "Accept")
        edited = await ann.wait("● being made ○ ready", that=is_edit)
        assert edited["message_id"] == status["message_id"]
        kitchen = await here.boss.wait("being made", that=is_edit)
        here.boss.press(kitchen, "Ready")
        ready = await ann.wait("Ticket 1 is ready", that=is_new)
        await bo.wait("单 1 做好了", that=is_new)
        await here.at.service.sender.drained()
        silent = [
            g.get("disable_notification")
            for _, method, g in here.telegram.calls
            if method == "sendMessage" and g["text"] in ("单 1 做好了。", ready["text"])
        ]
        assert sorted(map(str, silent)) == ["false", "true"]
        assert not [m for m in bo.shown() if "●" in m["text"]]


async def test_staff_are_called_once_by_two_quick_presses(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.service.floor.open_table("5", "test")
        ann.send(here.at.link("5"))
        welcome = await ann.wait("Harbour", that=lambda m: "Call staff" in str(buttons(m)))
        for _ in range(2):
            ann.press(welcome, "Call staff")
        await here.boss.wait("Table 5 calls", "Ann")
        await here.at.service.intake.settled()
        await here.at.service.floor.settled()
        await here.at.service.sender.drained()
        assert sum("Table 5 calls" in message["text"] for message in here.boss.shown()) == 1
