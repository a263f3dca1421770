"""Staff put tables elsewhere: people, tickets and cards go along, and the kitchen reads where."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import staff
from bot.composition import open_house
from bot.settings import Settings
from bot.telegram import seating
from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import Way, house, now
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram
from waiter.replay import replay
from waiter.transcript import export, read


def visit_at(here: Restaurant, table: str) -> str:
    found = here.at.service.floor.visit_at(table)
    assert found is not None
    return found


async def test_a_party_moves_and_its_cards_say_where(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann)
        here.boss.send("/move 5 9")
        await here.boss.wait("Table 5 sits at table 9 now", that=is_new)
        await here.boss.wait(
            "Table 9 · ticket 1", that=lambda m: m["message_id"] == card["message_id"]
        )
        await ann.wait("You sit at table 9 now")
        await ann.wait("Table 9", that=is_edit)
        ann.send("a fish soup")
        await ann.wait("Table 9", "Fish soup", "Not sent yet")
        here.owner.send("/move 9 9")
        await here.owner.wait("that is the same table 9")
        here.owner.send("/move 9 7")
        await here.owner.wait("Table 9 sits at table 7 now")
        assert here.at.service.floor.visit_at("9") is None


async def test_two_tables_become_one_tab(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Ann")
        await here.at.seated(ann)
        await here.at.seated(bo, table="7")
        card = await here.ticket(ann, "a beer, I'm allergic to milk")
        here.boss.press(card, "Accept")
        await here.boss.wait("being made", that=is_edit)
        await here.ticket(bo, "a fish soup")
        ann.send("a fish stew")
        await ann.wait("Fish stew", "Not sent yet")
        going = visit_at(here, "5")
        here.boss.send("/merge 5 7")
        await here.boss.wait("Table 5 is together with table 7", that=is_new)
        old = await here.boss.wait("Table 5 · ticket 1 → table 7 · ticket 2", that=is_edit)
        assert (old["message_id"], buttons(old)) == (card["message_id"], [])
        new = await here.boss.wait("Table 7 · ticket 2", "Accept: Boss", "Ann2", "milk")
        await bo.wait("At your table now: Ann2")
        await ann.wait("one tab")
        await ann.wait("Table 7", "Fish stew", that=lambda m: bool(buttons(m)))
        here.boss.press(new, "Ready")
        await ann.wait("Ticket 2 is ready", that=is_new)
        ann.send("another fish stew")
        await ann.wait("Fish stew ×2", "Not sent yet")
        books = here.at.service.runner.live(visit_at(here, "7")).books
        assert [(line.guest, line.quantity) for line in books.lines] == [("Ann2", 2)]
        assert [ticket.number for ticket in books.tickets] == [1, 2]
        unit = here.at.service.store.unit
        for visit in (going, visit_at(here, "7")):
            assert replay(read(export(unit, visit))) is None
        assert here.at.service.floor.visit_at("5") is None


async def test_what_cant_be_is_said_in_plain_words(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        cook = await here.hire(2, "Cook", "kitchen")
        await here.at.seated(ann)
        await here.at.seated(bo, table="7")
        cook.send("/move 5 9")
        await here.boss.wait("Your role may not")
        for text, told in (
            ("/move 5", "Write: /move 5 7"), ("/move 5 9 8", "Write: /move 5 7"),
            ("/merge", "Write: /merge 5 7"), ("/move 5 <b>", "Write: /move 5 7"),
            ("/move 9 8", "Table 9 isn't open"), ("/merge 5 9", "Table 9 isn't open"),
            ("/move 5 7", "somebody sits at table 7"), ("/merge 5 5", "that is the same table"),
        ):  # fmt: skip
            here.boss.send(text)
            await here.boss.wait(told)
        await here.ticket(ann)
        here.boss.send("/paid 5")
        await here.boss.wait("has paid")
        for text in ("/merge 5 7", "/merge 7 5"):
            here.boss.send(text)
            await here.boss.wait("paid already")


async def test_a_call_of_a_table_that_is_part_of_another_has_no_button(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann)
        await here.at.seated(bo, table="7")
        ann.send("/call")
        call = await here.boss.wait("Table 5 calls")
        stale = buttons(call)[0]["callback_data"]
        here.boss.send("/merge 5 7")
        await here.boss.wait("Table 5 calls", "together with table 7", that=is_edit)
        assert "is over" in await here.boss.toast(here.boss.press_data(call, stale))
        here.boss.send("/take 7")
        await here.boss.wait("Yours now")
        ann.send("are you there?")
        await here.boss.wait("Table 7 · Ann: are you there?")


async def test_a_restart_in_between_seats_everybody(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        async with house(tmp_path, telegram) as at:
            here = await founded(at)
            await at.seated(ann)
            await at.seated(bo, table="7")
            going, staying = visit_at(here, "5"), visit_at(here, "7")
            await here.ticket(ann)
        from_the_keyboard = ("merge", {"into": staying})
        await _act(tmp_path, going, *from_the_keyboard)
        async with house(tmp_path, telegram) as at:
            await Person(telegram, 1, "Boss", group=-1001).wait("Table 5 is together with table 7")
            ann.send("a fish soup")
            await ann.wait("Table 7", "Fish soup", "Not sent yet")
            assert [seat.visit for seat in at.service.store.seats()] == [staying, staying]
            told = [m for m in here.boss.shown() if "Table 5 is together" in m["text"]]
            assert len([m for m in told if "→" not in m["text"]]) == 1


async def _act(folder: Path, visit: str, name: str, params: dict[str, str]) -> None:
    """As the command line does, while nobody serves Telegram."""
    runner = await open_house(Settings(data=folder), now)
    await staff.perform(runner, staff.Act(visit, name, params, "Wang"))
    await runner.close()


async def test_a_table_that_another_window_has_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "AGAIN", 0.1)
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann)
        window = await open_house(Settings(data=tmp_path), now)
        await window.open_visit("v7", "7")
        going = visit_at(here, "5")
        await staff.performed(window, staff.Act(going, "merge", {"into": "v7"}, "Wang"))
        ann.send("a beer")
        await ann.wait("please write that again")
        await here.at.seated(bo, table="9")  # the others are served meanwhile
        await window.close()
        await here.boss.wait("Table 5 is together with table 7")
        ann.send("a beer")
        await ann.wait("Table 7", "Beer ×1", "Not sent yet")
