"""The kitchen group and staff's commands, each authorised here and not by where it was written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.bot.telegram.crew import GROUP, restaurant
from tests.bot.telegram.house import Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram


async def test_the_first_owner_comes_in_by_the_code_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        now = datetime.now(UTC)
        old, code = at.service.crew.owner_code(now), at.service.crew.owner_code(now)
        ann.send(f"/owner {old}")
        await ann.wait("wrong or has run out")
        ann.send(f"/owner {code}")
        await ann.wait("Hello Ann: owner")
        bo.send(f"/owner {code}")
        await bo.wait("wrong or has run out")
        for _ in range(5):
            bo.send("/owner x")
        await bo.wait("Too many tries")
        assert at.service.crew.owner_code(now) is None


async def test_a_ticket_goes_from_placed_to_ready_in_place(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann, "a mac and cheese, I'm allergic to milk")
        assert "Mac & Cheese <3" in card["text"]
        assert "Allergies: " in card["text"]
        cook.press(card, "Accept")
        accepted = await here.boss.wait("being made", "Accept: Cook", that=is_edit)
        assert accepted["message_id"] == card["message_id"]
        await ann.wait("Ticket 1 · being made", that=is_edit)
        late = here.boss.press_data(card, buttons(card)[0]["callback_data"])
        assert "Accept: Cook" in await here.boss.toast(late)
        cook.press(card, "Ready")
        await ann.wait("Ticket 1 is ready", that=is_new)
        assert not [m for m in here.telegram.refused if m[0] != "answerCallbackQuery"]


async def test_a_press_of_a_foreign_user_changes_nothing(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann)
        stranger = Person(here.telegram, 666, "Eve", group=GROUP)
        assert await stranger.toast(stranger.press(card, "Accept")) == "Only staff may do that"
        for command in ("/86 beer", "/paid 5", "/void 5 1 why", "/today", "/kitchen", "/open 9"):
            stranger.send(command)
            await here.boss.wait("Only staff")
        visit = here.at.service.floor.visit_at("5")
        assert visit is not None
        assert here.at.service.runner.live(visit).books.tickets[0].state == "placed"
        assert here.at.service.floor.visit_at("9") is None


async def test_a_role_may_do_what_is_its_own(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        for command in ("/paid 5", "/void 5 1 why", "/invite kitchen", "/kitchen"):
            cook.send(command)
            await cook.wait("Your role may not")
        cook.send("/86 beer")
        await cook.wait("Beer: sold out")


async def test_what_is_sold_out_is_refused_until_it_is_back(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.send("/86 beer")
        await here.boss.wait("Beer: sold out")
        ann.send("a beer")
        await ann.wait("sold out")
        here.boss.send("/86")
        await here.boss.wait("Sold out: Beer")
        here.boss.send("/back beer")
        await here.boss.wait("Beer: back")
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        here.boss.send("/86 unicorn <b>")
        await here.boss.wait("Nothing on the menu", "unicorn <b>")


async def test_a_name_that_fits_several_is_asked_about(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.boss.send("/86 fish")
        which = await here.boss.wait("Which one")
        here.boss.press(which, "Fish stew")
        await here.boss.wait("Fish stew: sold out")
        gone = here.at.service.store.unit.ledger.availability().sold_out
        assert gone == {"stew"}


async def test_a_name_that_is_merely_alike_is_asked_about(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        for said, label in (("beeer", "Beer"), ("cheese", "Mac & Cheese <3"), ("unicorn", None)):
            here.boss.send(f"/86 {said}")
            told = await here.boss.wait(said)
            assert [one["text"] for one in buttons(told)] == ([label] if label else [])
        ledger = here.at.service.store.unit.ledger
        assert not ledger.availability().sold_out
        here.boss.send("/86 beeer")
        asked = await here.boss.wait("beeer", that=lambda m: bool(buttons(m)))
        here.boss.press(asked, "Beer")
        here.boss.press(asked, "Beer")
        await here.boss.wait("Beer: sold out")
        assert ledger.availability().sold_out == {"beer"}


async def test_staff_void_take_the_money_and_close(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann, "a beer")
        await here.ticket(ann, "a fish soup")
        here.boss.send("/table 5")
        await here.boss.wait("Table 5 · Ann", "Ticket 1", "Ticket 2", "11", that=is_new)
        here.boss.send("/void 5 2")
        await here.boss.wait("/void 5 TICKET [LINE] WHY")
        here.boss.send("/void 5 2 it fell")
        await here.boss.wait("ticket 2: void")
        await ann.wait("Ticket 2 · void", that=is_edit)
        ann.send("the bill")
        ann.press(await ann.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        bill = await here.boss.wait("wants to pay", "4.00")
        here.boss.send("/close 5")
        await here.boss.wait("No: unpaid")
        here.boss.press(bill, "Paid")
        await ann.wait("Bill 1 is paid", that=is_new)
        here.boss.send("/today")
        await here.boss.wait("Today: 1 tickets", "4.00", "1 tables open")
        here.boss.send("/close 5")
        await here.boss.wait("Table 5 is closed")
        await here.at.service.watching.look()
        assert not here.at.service.floor.held
        ann.send("a beer")
        await ann.wait("scan the code")
        row = here.at.service.store.connection.execute("SELECT user, chat FROM telegram_seats")
        assert row.fetchall() == [(None, None)]


async def test_staff_open_the_table_of_who_scanned(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        ann.send(here.at.link("7"))
        await ann.wait("staff will open")
        knock = await here.boss.wait("Ann would like to open table 7")
        here.boss.press(knock, "Open")
        await ann.wait("Harbour", "table 7", that=lambda m: bool(buttons(m)))
        bo.send(here.at.link("8"))
        here.boss.press(await here.boss.wait("Bo would like", "8"), "Don't open")
        await bo.wait("haven't opened")
        assert here.at.service.floor.visit_at("8") is None


async def test_a_guest_calls_and_staff_hear_why(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("/call")
        await here.boss.wait("Table 5 calls", "Ann")


async def test_a_problem_is_told_to_the_table(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.press(await here.ticket(ann), "Problem")
        await ann.wait("question about ticket 1")
        await here.boss.wait("Problem: Boss", that=is_edit)


async def test_a_guest_who_cannot_be_reached_is_told_to_staff(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        here.telegram.blocked.add(100)
        bo.send("a beer")
        await here.boss.wait("Ann at table 5 can't be reached")


async def test_the_kitchen_moves_with_its_group(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        moved = Person(here.telegram, 1, "Boss", group=-2002)
        here.telegram.moved[GROUP] = -2002
        ann.send("/call")
        await moved.wait("Table 5 calls")
        assert here.at.service.kitchen() == -2002


async def test_privacy_mode_is_enough_for_the_kitchen(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        assert here.boss.send("hello everybody") is None
        here.boss.send("/86@waiter_bot beer")
        await here.boss.wait("Beer: sold out")
        here.boss.send("/back@other_bot beer")
        here.boss.send("/86")
        await here.boss.wait("Sold out: Beer")


async def test_a_stranger_who_goes_on_is_not_answered(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        eve = Person(here.telegram, 666, "Eve")
        for _ in range(30):
            eve.send("/today")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.at.service.sender.drained()
        assert len(eve.shown()) == 10
