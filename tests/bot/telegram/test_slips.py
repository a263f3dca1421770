"""Staff in a hurry: what they write wrong, twice, or in the wrong place changes nothing, and
what they read says what to do.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from bot.telegram.staff.commands import COMMANDS
from bot.telegram.words import word
from tests.bot.telegram.crew import GROUP, Restaurant, restaurant
from tests.bot.telegram.house import MENU
from tests.bot.telegram.people import Person, buttons, is_edit, is_new


def texts(person: Person) -> list[str]:
    return [message["text"] for message in person.shown()]


@pytest.mark.parametrize("name", COMMANDS)
def test_how_a_command_is_written_is_told_in_the_readers_language(name: str) -> None:
    for language in ("en", "zh"):
        assert word(f"form.{name}", language).startswith(f"/{name}")
        assert word(f"command.staff.{name}", language)
    chinese = word(f"form.{name}", "zh")
    assert not any(shouted in chinese for shouted in ("DISH", "TICKET", "WHY", "NAME", "MINUTES"))


async def test_a_word_too_many_does_nothing(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        for text in ("/close 5 7", "/open 6 now", "/table 5 6", "/take 5 Ann", "/give 5 Ann"):
            here.boss.send(text)
            await here.boss.wait(f"Write: {text[: text.index(' ')]}")
        assert here.at.service.floor.visit_at("5") is not None
        assert here.at.service.floor.visit_at("6") is None


async def test_a_command_counts_however_the_phone_spells_it(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.boss.send("/Open 5")
        await here.boss.wait("Table 5 is open")
        here.boss.send("/TABLE@Waiter_Bot 5")
        await here.boss.wait("Table 5", "nothing")


async def test_help_tells_staff_what_their_role_may_do(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        await here.hire(2, "Cook", "kitchen")
        cook = Person(here.telegram, 2, "Cook")
        for text in ("/help", "/start", "what can I do here", "/nosuch"):
            cook.send(text)
            told = (await cook.wait("/86 DISH"))["text"]
            assert "/pause" in told
            assert "/paid" not in told
            assert "scan the code" not in told
        here.boss.send("/help")
        told = (await here.boss.wait("/86 DISH"))["text"]
        assert all(f"/{name}" in told for name in COMMANDS)
        guest = Person(here.telegram, 100)
        guest.send("/help")
        assert "/86" not in (await guest.wait("Just say"))["text"]


async def test_what_is_done_elsewhere_the_kitchen_hears(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.owner.send("/86 soup")
        await here.boss.wait("Fish soup: sold out")
        await here.ticket(ann, "a beer")
        here.owner.send("/void 5 1 wrong table")
        await here.boss.wait("Table 5, ticket 1: void", "wrong table", that=is_new)
        here.owner.send("/kitchen")
        await here.boss.wait("Tickets no longer come here")


async def test_a_pause_that_was_none_is_news_to_nobody(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.send("/pause off")
        await here.boss.wait("Orders are taken")
        await here.at.service.sender.drained()
        assert not [text for text in texts(ann) if "kitchen" in text]


async def test_whoever_comes_second_reads_who_was_first(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        card = await here.ticket(ann)
        accept, problem = (one["callback_data"] for one in buttons(card))
        assert await cook.toast(cook.press_data(card, accept)) == "Done"
        assert await here.boss.toast(here.boss.press_data(card, accept)) == "Already: Accept: Cook"
        ready, served = accept.replace("accept", "ready"), accept.replace("accept", "served")
        await cook.toast(cook.press_data(card, ready))
        await cook.toast(cook.press_data(card, served))
        assert "gone" in await cook.toast(cook.press_data(card, problem))
        assert not [text for text in texts(ann) if "has a question" in text]


async def test_a_line_that_is_void_can_be_named(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann, "a beer and a fish soup")
        here.boss.send("/table 5")
        told = (await here.boss.wait("Table 5 · Ann"))["text"]
        assert "1) Beer ×1" in told
        assert "2) Fish soup ×1" in told
        here.boss.send("/void 5 1 2 cold")
        await here.boss.wait("Table 5, ticket 1, line 2: void (cold)")
        here.boss.send("/void 5 1 2 cold")
        await here.boss.wait("already void: ticket 1")
        here.boss.send("/paid 5")
        await here.boss.wait("has paid €4.00")
        here.boss.send("/void 5 1 1 flat")
        await here.boss.wait("line 1: void (flat)", "paid already", "€4.00")


async def test_a_long_name_is_not_said_back_whole(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.boss.send(f"/86 {'x' * 4_000}")
        told = (await here.boss.wait("Nothing on the menu"))["text"]
        assert len(told) < 200


async def test_a_guests_tap_on_call_is_told_in_one_phrase(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("/call")
        assert (await here.boss.wait("Table 5 calls"))["text"].endswith("somebody to come (Ann)")


async def test_a_bare_sheet_changes_dishes_and_nothing_of_the_house(tmp_path: Path) -> None:
    menu = deepcopy(MENU)
    menu["restaurant"] |= {"time_zone": "Europe/Berlin", "tax": {"name": "VAT", "percent": "7"},
                           "kitchen_language": "en"}  # fmt: skip
    async with restaurant(tmp_path, menu=menu) as here:
        here.owner.upload("menu.csv", b"name,price\nBeer,5")
        card = await here.owner.wait("menu.csv", that=lambda m: bool(buttons(m)))
        assert "restaurant" not in card["text"]
        here.owner.press(card, "Activate")
        await here.owner.wait("In force: Boss", that=is_edit)
        house = here.at.service.floor.menu.restaurant
        assert house.name.said("en") == "Harbour & Sons <1>"
        assert (house.time_zone, house.kitchen_language) == ("Europe/Berlin", "en")
        assert house.tax is not None


async def test_a_file_without_a_name_is_told_of(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.owner.upload(None, b"x")
        await here.owner.wait("That file is no menu")


async def test_anonymous_admins_and_channels_are_nobody(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        group = {"id": GROUP, "type": "supergroup", "title": "Kitchen"}
        here.boss.send("/86 beer", sender_chat=group)
        here.boss.send("/open 5", sender_chat={"id": -100777, "type": "channel", "title": "News"})
        here.boss.send("/pause")
        await here.boss.wait("Orders are taken")
        ledger = here.at.service.store.unit.ledger
        assert not ledger.availability().sold_out
        assert here.at.service.floor.visit_at("5") is None


async def test_a_group_that_was_upgraded_is_still_the_kitchen(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        new = Person(here.telegram, 1, "Boss", group=-1009)
        here.telegram.fail("sendMessage", 400, "Bad Request: group chat was upgraded",
                           migrate_to_chat_id=-1009)  # fmt: skip
        here.boss.send("/pause")
        await new.wait("Orders are taken")
        await Restaurant(here.at, here.telegram, new, here.owner).ticket(ann)
        assert here.at.service.kitchen() == -1009


async def test_what_a_close_lets_go_is_said(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("two beers and a fish soup")
        await ann.wait("Not sent yet", "Fish soup")
        here.boss.send("/close 5")
        await here.boss.wait("Table 5 is closed", "Never sent", "Beer ×2", "Fish soup ×1")
