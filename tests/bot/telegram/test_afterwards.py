"""After the bill: the receipt stays within reach, and how it was is asked once, later, quietly."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.telegram.drawing import Post
from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram
from tests.bot.telegram.test_reminders import Clock


async def paid(here: Restaurant, *guests: Person) -> Json:
    """Guests whose bill is paid; the first one's message that says so."""
    await here.at.seated(*guests)
    for words in ("a beer", "place the order", "the bill please"):
        guests[0].send(words)
        if words != "a beer":
            asked = await guests[0].wait("€4.00", that=lambda m: "✅" in str(buttons(m)))
            guests[0].press(asked, "✅")
        await here.at.service.intake.settled()
        await here.at.service.floor.settled()
    here.boss.press(await here.boss.wait("wants to pay"), "Paid")
    return await guests[0].wait(
        that=lambda m: is_new(m) and ("Bill 1 is paid" in m["text"] or "账单 1 已付" in m["text"])
    )


def rated(here: Restaurant) -> list[tuple[int | None, str | None]]:
    found = here.at.service.store.connection.execute(
        "SELECT stars, comment FROM telegram_evenings ORDER BY id"
    )
    return list(found.fetchall())


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_how_it_was_is_asked_once_later_and_quietly(tmp_path: Path, language: str) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        ann.send("/language " + language)
        await ann.wait(that=lambda m: "English from" in m["text"] or "说中文" in m["text"])
        await paid(here, ann)
        clock.forward(29)
        await here.at.service.watching.look()
        assert not [m for m in ann.shown() if "⭐" in str(buttons(m))]
        clock.forward(1)
        asked = await ann.wait(that=lambda m: "5 ⭐" in str(buttons(m)))
        sent = [given for _, method, given in here.telegram.calls if "⭐" in str(given)]
        assert [given["disable_notification"] for given in sent] == ["true"]
        old = buttons(asked)
        ann.press(asked, "4 ⭐")
        await ann.wait("★★★★☆", that=lambda m: is_edit(m) and not buttons(m))
        ann.press_data(asked, old[0]["callback_data"])  # a second thought changes nothing
        ann.reply(asked, "very <good> & warm")
        await ann.wait(that=lambda m: "Noted" in m["text"] or "记下了" in m["text"])
        assert rated(here) == [(4, "very <good> & warm")]
        clock.forward(60)
        await here.at.service.watching.look()
        await here.at.service.sender.drained()
        assert not [m for m in here.boss.shown() if "★" in m["text"]]
        assert len([g for _, method, g in here.telegram.calls if "⭐" in str(g)]) == 1


async def test_a_bad_evening_is_told_to_staff_and_so_are_its_words(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        await paid(here, ann)
        clock.forward(30)
        asked = await ann.wait(that=lambda m: "1 ⭐" in str(buttons(m)))
        ann.press(asked, "2 ⭐")
        await here.boss.wait("Table 5, Ann: ★★☆☆☆")
        ann.reply(asked, "the soup was <cold>")
        await here.boss.wait("Table 5, Ann says: the soup was <cold>")
        ann.reply(asked, "and late")
        await ann.wait("Noted")
        assert rated(here) == [(2, "the soup was <cold>")]


async def test_a_restart_asks_what_became_due_and_asks_nobody_twice(tmp_path: Path) -> None:
    clock = Clock()
    async with Telegram() as telegram:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        async with house(tmp_path, telegram, clock=clock) as at:
            here = await founded(at)
            await paid(here, ann, bo)
            here.boss.send("/close 5")
            await here.boss.wait("Table 5 is closed")
            await at.service.watching.look()
        clock.forward(45)
        async with house(tmp_path, telegram, clock=clock) as at:
            await ann.wait(that=lambda m: "5 ⭐" in str(buttons(m)))
            asked = await bo.wait(that=lambda m: "5 ⭐" in str(buttons(m)))
        async with house(tmp_path, telegram, clock=clock) as at:
            bo.press(asked, "5 ⭐")
            await bo.wait("★★★★★", that=is_edit)
            await at.service.sender.drained()
        assert (
            len([g for _, method, g in telegram.calls if "How was it" in str(g.get("text"))]) == 2
        )


async def test_nobody_rates_for_another(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann, eve = Person(here.telegram, 100), Person(here.telegram, 666, "Eve")
        await paid(here, ann)
        clock.forward(30)
        asked = await ann.wait(that=lambda m: "1 ⭐" in str(buttons(m)))
        eve.send("/help")
        await eve.wait("/privacy")
        for data in (buttons(asked)[0]["callback_data"], "gs:1:9", "gs:1:-1", "gs:x:5"):
            eve.press_data(asked, data)
        ann.press_data(asked, "gs:1:9")
        eve.send("/help")
        await eve.wait("/privacy")
        await here.at.service.intake.settled()
        assert rated(here) == [(None, None)]


async def test_the_receipt_is_there_after_the_table_is_closed(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann, eve = Person(here.telegram, 100), Person(here.telegram, 666, "Eve")
        told = await paid(here, ann)
        here.boss.send("/close 5")
        await here.boss.wait("Table 5 is closed")
        await here.at.service.watching.look()
        assert here.at.service.store.seat_of(100) is None
        ann.press(told, "Receipt")
        await ann.wait("Beer ×1", "€4.00", "#1", that=is_new)
        eve.send("/help")
        eve.press_data(told, buttons(told)[0]["callback_data"])
        await eve.wait("earlier table")


async def test_what_is_kept_of_people_goes_when_the_evening_is_over(tmp_path: Path) -> None:
    clock = Clock()
    async with restaurant(tmp_path, clock=clock) as here:
        ann = Person(here.telegram, 100)
        await paid(here, ann)
        clock.forward(30)
        ann.press(await ann.wait(that=lambda m: "5 ⭐" in str(buttons(m))), "5 ⭐")
        await ann.wait("★★★★★")
        here.boss.send("/close 5")
        await here.boss.wait("Table 5 is closed")
        await here.at.service.sender.drained()
        clock.forward(25 * 60)
        await here.at.service.watching.look()
        await here.at.service.sender.drained()
        here.at.service.tidying.tidy(here.at.service.runner.clock())
        connection = here.at.service.store.connection
        for table in ("telegram_seats", "telegram_evenings", "telegram_cards", "telegram_outbox"):
            kept = connection.execute(f"SELECT COUNT(*) FROM {table} WHERE chat = 100").fetchone()
            assert kept == (0,), table
        assert rated(here) == [(5, None)]


async def test_what_staff_and_those_still_there_are_shown_is_kept(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann)
        here.at.service.sender.draw("offer:9", 1, Post("the owner's own chat"))
        await here.at.service.sender.drained()
        here.at.service.tidying.tidy(here.at.service.runner.clock())
        connection = here.at.service.store.connection
        kept = {row[0] for row in connection.execute("SELECT DISTINCT chat FROM telegram_cards")}
        assert kept == {100, 1, -1001}
        here.at.service.sender.put("last", 666, Post("still waiting"))
        here.at.service.tidying.tidy(here.at.service.runner.clock())
        waiting = connection.execute("SELECT COUNT(*) FROM telegram_outbox WHERE chat = 666")
        assert waiting.fetchone() == (1,)
