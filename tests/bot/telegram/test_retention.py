"""What was drawn and sent is remembered while its table is open and for two days; what is pressed
or written after that still gets an answer.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.telegram.drawing import Post
from bot.telegram.schema import TABLES
from bot.telegram.store import Store
from tests.bot.telegram.crew import Restaurant, restaurant
from tests.bot.telegram.house import storage_in
from tests.bot.telegram.people import Person, buttons, is_new
from tests.bot.telegram.server import Json
from tests.bot.telegram.test_reminders import Clock

DAYS = 24 * 60  # minutes
OLD = {"en": "earlier table", "zh": "之前那桌"}


def asks(message: Json) -> bool:
    return "✖️" in str(buttons(message))


def count(here: Restaurant, table: str, where: str = "1") -> int:
    row = here.at.service.store.connection.execute(f"SELECT COUNT(*) FROM {table} WHERE {where}")
    return int(row.fetchone()[0])


async def drawn(here: Restaurant) -> None:
    """All that happened is drawn and sent."""
    await here.at.service.intake.settled()
    await here.at.service.floor.settled()
    await here.at.service.watching.look()
    await here.at.service.sender.drained()


def tidy(here: Restaurant) -> None:
    here.at.service.tidying.tidy(here.at.service.runner.clock())


async def closed(here: Restaurant, guest: Person) -> None:
    """The guest's bill is paid, and the table closed."""
    guest.send("the bill please")
    guest.press(await guest.wait("€4.00", that=asks), "✅")
    here.boss.press(await here.boss.wait("wants to pay"), "Paid")
    await guest.wait("is paid", that=is_new)
    here.boss.send("/close 5")
    await here.boss.wait("Table 5 is closed")
    await drawn(here)


@pytest.mark.parametrize("language", list(OLD))
async def test_what_is_of_a_closed_table_goes_and_its_buttons_are_still_answered(
    tmp_path: Path, language: str
) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100, language="en")
        await here.at.seated(ann)
        ann.send("/menu")
        menu = await ann.wait("Harbour", that=lambda m: is_new(m) and "Mains" in str(buttons(m)))
        kitchen = await here.ticket(ann)
        ticket = buttons(kitchen)[0]["callback_data"]
        ann.send("/bill")
        bill = await ann.wait("€4.00", that=lambda m: "÷2" in str(buttons(m)))
        old = [b["callback_data"] for m in (menu, bill) for b in buttons(m)]
        await closed(here, ann)
        clock.forward(30)
        rated = await ann.wait(that=lambda m: "5 ⭐" in str(buttons(m)))
        old += [buttons(rated)[0]["callback_data"]]
        assert count(here, "telegram_cards")
        clock.forward(3 * DAYS)
        await drawn(here)
        tidy(here)
        for table in ("telegram_cards", "telegram_outbox", "telegram_seats", "telegram_views"):
            assert count(here, table) == 0, table
        assert count(here, "telegram_kept", "key LIKE 'calls:%' OR key LIKE 'relayed:%'") == 0
        ann.user["language_code"] = language
        for data in old:
            ann.caught_up()
            ann.press_data(menu, data)
            await ann.wait(that=lambda m: OLD[language] in m["text"]
                           or "too long ago" in m["text"] or "已经过期" in m["text"])  # fmt: skip
        toast = await here.boss.toast(here.boss.press_data(kitchen, ticket))
        assert "gone" in toast
        assert not here.telegram.refused


async def test_what_is_of_an_open_table_stays_and_is_not_told_again(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        kitchen = await here.ticket(ann)
        here.boss.press(kitchen, "Accept")
        here.boss.press(await here.boss.wait("being made"), "Ready")
        await ann.wait("Ticket 1 is ready", that=is_new)
        await drawn(here)
        before = (count(here, "telegram_cards"), len(ann.shown()), len(here.boss.shown()))
        clock.forward(5 * DAYS)
        tidy(here)
        here.at.service.watching.redraw(here.at.service.floor.visit_at("5") or "")
        await drawn(here)
        assert (count(here, "telegram_cards"), len(ann.shown()), len(here.boss.shown())) == before
        here.boss.press(await here.boss.wait("ready"), "Served")
        await ann.wait("● served", that=lambda m: not is_new(m))


async def test_what_still_waits_to_be_sent_is_never_let_go(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        await closed(here, ann)
        here.telegram.fail("editMessageText", 502, "Bad Gateway", times=1)
        here.at.service.sender.draw("rate:9", 100, Post("one"))
        await here.at.service.sender.drained()
        clock.forward(5 * DAYS)
        here.at.service.sender.draw("rate:9", 100, Post("two"))
        tidy(here)
        await here.at.service.sender.drained()
        texts = [m["text"] for m in ann.shown()]
        assert "two" in texts
        assert "one" not in texts


async def test_no_button_that_leads_nowhere_stays_once_the_table_is_closed(
    tmp_path: Path,
) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        ann.send("/menu")
        await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        await here.ticket(ann)
        ann.send("/bill")
        await ann.wait("€4.00", that=lambda m: "÷2" in str(buttons(m)))
        await closed(here, ann)
        for person in (ann, bo):
            labels = {b["text"] for m in person.shown() for b in buttons(m)}
            assert labels == {"🧾 Receipt"}
        assert not here.telegram.refused


async def test_who_gets_up_is_left_no_button_of_that_table(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.service.floor.open_table("5", "test")
        ann.send(here.at.link("5"))
        welcome = await ann.wait("Harbour")
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.press(welcome, "Wrong table")
        await ann.wait("have left")
        await drawn(here)
        assert not [m for m in ann.shown() if buttons(m)]


async def test_a_menu_sent_in_and_a_guests_menu_are_two_messages(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.owner.upload("menu.json", b"{}")
        await here.owner.wait("menu.json", "can't be used")
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("/menu")
        await ann.wait("Harbour", that=lambda m: "Mains" in str(buttons(m)))


def test_tables_of_an_earlier_release_get_what_they_lack(tmp_path: Path) -> None:
    storage = storage_in(tmp_path)
    for statement in TABLES:
        storage.connection.execute(statement)
    storage.connection.execute("ALTER TABLE telegram_cards DROP COLUMN at")
    storage.connection.execute("INSERT INTO telegram_cards (slot, chat) VALUES ('tab:1', 100)")
    store = Store(storage)
    store = Store(storage)
    card = store.card("tab:1", 100)
    store.card_sent(card.slot, 7, Post("x"))
    assert store.card("tab:1", 100).message == 7
    storage.close()
