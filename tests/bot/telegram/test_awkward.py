"""Guests who do what nobody expects, and what they read then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.telegram.crew import Restaurant, restaurant
from tests.bot.telegram.house import Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram

PHOTO = [{"file_id": "F1", "file_unique_id": "u1", "width": 8, "height": 8}]


def asks(message: Json) -> bool:
    return "✖️" in str(buttons(message))


async def settled(here: Restaurant) -> None:
    for _ in range(2):
        await here.at.service.intake.settled()
        await here.at.service.floor.settled()
        await here.at.service.watching.look()
        await here.at.service.sender.drained()


def sent(person: Person, **content: Any) -> None:  # Any: as the Bot API has it
    person.telegram.push("message", person.message(**content))


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Staff have been told"), ("zh", "店员已经收到通知"), ("zh-hant", "店員已經收到通知")],
)
async def test_who_waits_for_staff_is_not_told_to_scan_again(
    tmp_path: Path, language: str, told: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        ann.send(at.link("5"))
        await ann.wait("5", that=is_new)
        ann.send("two beers")
        await ann.wait(told, "5", that=is_new)


async def test_what_stands_beneath_a_picture_is_heard(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        sent(ann, photo=PHOTO, caption="two beers")
        await ann.wait("Not sent yet", "Beer ×2")


async def test_an_album_is_one_thing_and_is_answered_once(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        for _ in range(4):
            sent(ann, photo=PHOTO, media_group_id="77")
        await ann.wait("can't read that")
        await settled(here)
        assert len([m for m in ann.shown() if "can't read that" in m["text"]]) == 1
        sent(ann, photo=PHOTO, media_group_id="78", caption="a beer")
        sent(ann, photo=PHOTO, media_group_id="78")
        await ann.wait("Not sent yet", "Beer ×1")
        await settled(here)
        assert len([m for m in ann.shown() if "can't read that" in m["text"]]) == 1


async def test_what_telegram_says_itself_is_not_answered(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        before = len(ann.shown())
        chat = here.telegram.chats[100]
        sent(ann, pinned_message={"message_id": 1, "date": 0, "chat": chat})
        sent(ann, message_auto_delete_timer_changed={"message_auto_delete_time": 60})
        await settled(here)
        assert len(ann.shown()) == before


@pytest.mark.parametrize(
    "note", ["<b>no</b> ice & <script>", "cold " * 38 + "glass", "no `ice`, ## please"]
)
async def test_whatever_is_noted_on_a_line_is_read_back(tmp_path: Path, note: str) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        ann.send("a beer")
        card = await ann.wait("Not sent yet", "Beer")
        ann.press(card, "📝")
        await ann.wait("kitchen know")
        ann.send(note)
        await ann.wait(note, that=is_edit)
        bo.send("same as Ann")
        await bo.wait("put down Beer", note, that=is_new)
        ann.send("place the order")
        ann.press(await ann.wait(note, that=asks), "✅")
        await here.boss.wait("ticket 1", note)
        ann.send("where is my food")
        await ann.wait("ticket 1", that=is_new)
        await settled(here)
        assert not [m for m in here.boss.shown() if "calls" in m["text"]]
        assert not here.telegram.refused


async def test_a_label_keeps_how_many_and_whose_it_is(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        ann.send("three beers")
        ann.press(await ann.wait("Not sent yet", "Beer"), "📝")
        await ann.wait("kitchen know")
        ann.send("with a very long note about the glass, the foam and the table")
        await bo.wait("foam")
        bo.send("/tab")
        card = await bo.wait("foam", that=is_new)
        bo.press(card, "Change")
        card = await bo.wait(that=lambda m: "+1" in str(buttons(m)))
        (label,) = (b["text"] for b in buttons(card) if "+1" in b["text"])
        assert label.startswith("+1 Beer")
        assert label.endswith("… ×3 (Ann)")
        assert len(label) <= 40


@pytest.mark.parametrize(
    ("language", "order", "told"),
    [("en", "a fish soup", "Your order (ticket 1)"), ("zh", "一份鱼汤", "您的单子（1）"),
     ("zh-hant", "一份魚湯", "您的單子（1）")],
)  # fmt: skip
async def test_how_far_it_is_is_told_while_something_else_is_not_sent(
    tmp_path: Path, language: str, order: str, told: str
) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo", language)
        await here.at.seated(ann, bo)
        await here.ticket(ann)
        bo.send(order)
        await bo.wait("€7.00", that=lambda m: bool(buttons(m)))
        bo.send("/status")
        await bo.wait(told, that=is_new)
        await settled(here)
        assert not [m for m in here.boss.shown() if "calls" in m["text"]]


async def test_buttons_of_before_a_restart_do_what_they_did(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram) as at:
            await at.seated(ann)
            ann.send("a beer")
            card = await ann.wait("Not sent yet", "Beer")
            ann.send("place the order")
            asked = await ann.wait(that=asks)
            old = [b["callback_data"] for b in buttons(asked)]
        async with house(tmp_path, telegram) as at:
            ann.press(asked, "✅")
            await ann.wait("Ticket 1 · placed", that=is_edit)
            ann.press_data(card, "gc:1:1:00000000:more")
            for data in (*old, "gy:1:0000000000000000", "gz:1:x", "y:1:99", "p:1:99:1", "g"):
                ann.press_data(asked, data)
            ann.send("a fish soup")
            await ann.wait("Not sent yet", "Fish soup ×1")
            seat = at.service.store.seat_of(100)
            assert seat is not None
            assert len(at.service.runner.live(seat.visit).books.tickets) == 1
        assert not telegram.refused


async def test_a_command_is_known_however_it_is_written(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        for text in ("/menu@waiter_bot", "/MENU"):
            ann.send(text)
            await ann.wait("What would you like to see?", that=is_new)


async def test_a_group_is_told_once_where_orders_are_taken(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100, group=-2002)
        ann.send("/menu@other_bot")
        ann.send("/86")
        ann.send("/menu@waiter_bot")
        await ann.wait("chat of your own", that=is_new)
        ann.send("/start")
        ann.send(here.at.link("5"))
        await settled(here)
        assert len([m for m in ann.shown() if "chat of your own" in m["text"]]) == 1
        assert here.at.service.store.seats() == []
        assert here.at.service.entrance.knocks() == []


async def test_nobody_is_asked_for_a_yes_to_a_bill_that_is_paid(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        await here.ticket(ann)
        for guest in (ann, bo):
            guest.send("the bill please")
            await guest.wait("€4.00", that=asks)
        here.boss.send("/paid 5")
        await ann.wait("is paid. Thank you")
        await settled(here)
        assert not [m for p in (ann, bo) for m in p.shown() if asks(m)]
        for guest in (ann, bo):
            guest.send("thanks!")
            assert "waits" not in (await guest.wait("welcome"))["text"]


async def test_a_yes_is_to_what_was_read_back_to_whoever_says_it(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        await here.ticket(ann)
        bo.send("the bill please")
        await bo.wait("€4.00", that=asks)
        ann.send("a fish soup")
        await ann.wait("Not sent yet", "Fish soup")
        ann.send("place the order")
        await ann.wait("Fish soup", that=asks)
        ann.send("yes")
        await here.boss.wait("ticket 2", "Fish soup")


async def test_a_request_that_is_over_says_so(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.send("place the order")
        asked = await ann.wait(that=asks)
        ann.send("a fish soup")
        after = await ann.wait("Not confirmed; no longer open", that=is_edit)
        assert after["message_id"] == asked["message_id"]
        ann.send("place the order")
        asked = await ann.wait(that=asks)
        ann.press(asked, "✅")
        after = await ann.wait("☑️ Confirmed", that=is_edit)
        assert after["message_id"] == asked["message_id"]


async def test_who_goes_to_another_table_is_told_and_so_are_staff(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.at.seated(ann, table="6")
        await settled(here)
        assert not [m for m in (*ann.shown(), *here.boss.shown()) if "stays with it" in m["text"]]
        await here.ticket(ann)
        await here.at.service.floor.open_table("7", "test")
        ann.send(here.at.link("7"))
        await ann.wait("left table 6", "stays with it")
        await here.boss.wait("Ann has gone from table 6 to table 7")


async def test_the_receipt_is_there_by_command_when_the_table_is_closed(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        here.boss.send("/paid 5")
        await ann.wait("is paid. Thank you")
        here.boss.send("/close 5")
        await here.boss.wait("Table 5 is closed")
        await settled(here)
        ann.send("/receipt")
        receipt = await ann.wait("Beer ×1", "€4.00", "#1", that=is_new)
        assert "T" not in receipt["text"].split("\n")[1]
        eve = Person(here.telegram, 300, "Eve")
        eve.send("/receipt")
        await eve.wait("scan the code")
