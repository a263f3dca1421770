"""The house's day by staff's commands: what it came to, a full kitchen, guests who aren't heard."""

from __future__ import annotations

import csv
import io
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.telegram.delivery.blocked import all_blocked
from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import MENU, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram

FORMULA = '=HYPERLINK("http://x","pie")'


def spreadsheet(here: Restaurant, sent: Json) -> list[dict[str, str]]:
    """The rows of a document."""
    content = here.telegram.files[sent["document"]["file_id"]].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


async def test_the_day_in_a_few_lines_and_as_a_spreadsheet(tmp_path: Path) -> None:
    menu = deepcopy(MENU)
    menu["items"][0] |= {"name": {"en": FORMULA}, "aliases": ["mac and cheese"]}
    async with restaurant(tmp_path, menu=menu) as here:
        ann = Person(here.telegram, 100)
        here.boss.send("/orders")
        await here.boss.wait("No orders today yet")
        await here.at.seated(ann)
        await here.ticket(ann, "two beers")
        await here.ticket(ann, "a mac and cheese")
        here.boss.send("/void 5 1 spilt")
        await here.boss.wait("ticket 1: void")
        here.boss.send("/paid 5 " + "x" * 300)
        await here.boss.wait("Write: /paid 5, /paid 5 cash")
        here.boss.send("/paid 5 card")
        await here.boss.wait("has paid")
        visit = here.at.service.floor.visit_at("5")
        assert visit is not None
        bill = here.at.service.store.unit.ledger.books(visit).bill
        assert bill is not None
        assert (bill.state, bill.method) == ("paid", "card")
        here.boss.send("/86 beer")
        await here.boss.wait("Beer: sold out")
        here.boss.send("/today")
        told = await here.boss.wait("Today: 1 tickets", "9.50", "1 tables open")
        for words in ("Paid €9.50", "waiting 1", "void 1", "open: 5", "Sold out: Beer"):
            assert words in told["text"]
        here.boss.send("/orders")
        shown = await here.boss.wait("5 · 1 · void · Beer ×2", "5 · 2 · placed")
        here.boss.press(shown, "As a spreadsheet")
        sent = await here.boss.wait("Orders of", "2", that=lambda m: "document" in m)
        rows = spreadsheet(here, sent)
        assert [(row["dish"], row["quantity"], row["total"]) for row in rows] == [
            ("beer", "2", "0.00"), ("mac", "1", "9.50"),
        ]  # fmt: skip
        assert (rows[0]["void"], rows[1]["name"]) == ("spilt", f"'{FORMULA}")
        assert not [cell for row in rows for cell in row.values() if cell[:1] in tuple("=+-@\t\r")]
        here.owner.send("/orders csv 2020-01-01")
        empty = await here.owner.wait("Orders of 2020-01-01: 0", that=lambda m: "document" in m)
        assert spreadsheet(here, empty) == []
        here.owner.send("/orders csv yesterday")
        await here.owner.wait("Write: /orders")


async def test_a_full_kitchen_takes_nothing_for_a_while(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.send("place the order")
        request = await ann.wait(that=lambda m: "✅" in str(buttons(m)))
        cook.send("/pause 20")
        await here.boss.wait("No orders until")
        await ann.wait("kitchen is full", "meanwhile")
        ann.press(request, "✅")
        told = await ann.wait("Nothing was sent", "the kitchen is full just now")
        assert "swap" not in told["text"]
        ann.send("a fish soup")
        await ann.wait("Fish soup", "Not sent yet")
        ann.send("place the order")
        await ann.wait("Sorry, the kitchen is full just now")
        here.boss.send("/pause")
        await here.boss.wait("No orders until")
        here.boss.send("/pause off")
        await here.boss.wait("Orders are taken")
        await ann.wait("takes orders again")
        ann.send("place the order")
        ann.press(await ann.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        await here.boss.wait("ticket 1", "placed")
        for wrong in ("/pause x", "/pause 481", "/pause 0x1", "/pause 1 2"):
            here.boss.send(wrong)
            await here.boss.wait("Write: /pause")


async def test_a_pause_survives_a_restart_and_ends_by_itself(tmp_path: Path) -> None:
    ahead = [timedelta()]

    def clock() -> datetime:
        return datetime.now(UTC) + ahead[0]

    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram, clock=clock) as at:
            here = await founded(at)
            await at.seated(ann)
            ann.send("a beer")
            await ann.wait("Not sent yet")
            here.boss.send("/pause 5")
            await here.boss.wait("No orders until")
        async with house(tmp_path, telegram, clock=clock) as at:
            ann.send("place the order")
            await ann.wait("Sorry, the kitchen is full just now")
            ahead[0] = timedelta(minutes=6)
            ann.send("place the order")
            await ann.wait(that=lambda m: "✅" in str(buttons(m)))
            assert len([m for m in here.boss.shown() if "No orders until" in m["text"]]) == 1


async def test_a_guest_is_blocked_by_name_or_by_reply_and_heard_again(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        wei = await here.hire(3, "Wei", "waiter")
        cook = await here.hire(2, "Cook", "kitchen")
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        cook.send("/block 5 Ann")
        await cook.wait("Your role may not")
        wei.send("/block 5 Zoe")
        await wei.wait("no Zoe at that table; there are: Ann, Bo")
        wei.send("/block 5 ann")
        await wei.wait("Ann is not heard any more")
        ann.send("a beer")
        await ann.wait("Staff have stopped this chat")
        bo.send("/call")
        card = await here.boss.wait("Table 5 calls")
        wei.reply(card, "/block")
        await wei.wait("Bo is not heard any more")
        names = [(one.name, one.by) for one in all_blocked(here.at.service.store)]
        assert names == [("Ann", "Wei"), ("Bo", "Wei")]
        here.boss.send("/block")
        shown = await here.boss.wait("Ann · Wei", "Bo · Wei", that=is_new)
        unblock = buttons(shown)[0]["callback_data"]
        assert "Your role" in await cook.toast(cook.press_data(shown, unblock))
        assert "heard again" in await wei.toast(wei.press_data(shown, unblock))
        assert "gone" in await wei.toast(wei.press_data(shown, unblock))
        ann.send("a beer")
        await ann.wait("Not sent yet")
        wei.send("/unblock Bo")
        await wei.wait("Bo is heard again")
        wei.send("/unblock")
        await wei.wait("Nobody is blocked")
        visit = here.at.service.floor.visit_at("5")
        assert visit is not None
        lines = here.at.service.runner.live(visit).books.lines
        assert [(line.guest, line.quantity) for line in lines] == [("Ann", 1)]


async def test_staff_are_not_blocked(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        await here.at.seated(here.owner)
        here.boss.send("/block 5 Boss")
        await here.boss.wait("Boss is staff")
        assert not all_blocked(here.at.service.store)


async def test_a_card_shows_what_staff_change_at_once(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        here.boss.send("/86 beer")
        await ann.wait("Beer", "sold out", that=is_edit)


async def test_a_kitchen_is_spoken_to_in_its_language(tmp_path: Path) -> None:
    menu = deepcopy(MENU)
    menu["restaurant"]["kitchen_language"] = "zh"
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu) as at:
        boss, ann = Person(telegram, 1, "Boss"), Person(telegram, 100)
        boss.send(f"/owner {at.service.crew.owner_code(datetime.now(UTC))}")
        await boss.wait("您好，Boss：老板")
        boss.send("/kitchen")
        await at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.send("place the order")
        ann.press(await ann.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        boss.press(await boss.wait("5 号桌 · 单 1", "啤酒"), "接单")
        await ann.wait("being made", that=is_edit)
        for command, told in (
            ("/86 啤酒", "啤酒：售完"), ("/orders", "在做了 · 啤酒"), ("/pause 20", "暂停接单到"),
            ("/take 5", "您来接待：Ann"), ("/staff", "Boss · 老板"), ("/rollback", "用过的菜单"),
            ("/void 5 1", "这样写"), ("/void 5 9 x", "没有这张单"), ("/block 5 Zoe", "没有 Zoe"),
        ):  # fmt: skip
            boss.send(command)
            await boss.wait(told)
        boss.upload("m.json", b"{}")
        await boss.wait("不能用")
