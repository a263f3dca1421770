"""What a guest wants deleted is deleted: number, name, words, at every visit; the sums stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot.conftest import Waiter
from tests.bot.telegram.crew import Restaurant, restaurant
from tests.bot.telegram.people import Person, buttons, is_new

NAME, WORDS = "Zebedee", "I am allergic to peanuts"
SAID = {
    "en": {"delete": "Delete", "asked": "can't be undone", "done": "Deleted", "keep": "Keep",
           "kept": "nothing was deleted"},
    "zh": {"delete": "删除", "asked": "找不回来", "done": "已删除", "keep": "保留",
           "kept": "什么都没删"},
}  # fmt: skip


async def had(here: Restaurant, guest: Person, table: str, *, closed: bool) -> str:
    """A guest who said something and ordered; their visit."""
    await here.at.seated(guest, table=table)
    guest.send("/language en")
    await guest.wait("English from now on")
    guest.send(WORDS)
    await here.ticket(guest, "a beer")
    visit = here.at.service.floor.visit_at(table)
    assert visit is not None
    if closed:
        guest.send("the bill please")
        guest.press(await guest.wait("€4.00", that=lambda m: "✅" in str(buttons(m))), "✅")
        here.boss.press(await here.boss.wait("wants to pay"), "Paid")
        await guest.wait("is paid")
        await close(here, table)
    return visit


async def close(here: Restaurant, table: str) -> None:
    here.boss.send(f"/close {table}")
    await here.boss.wait(f"Table {table} is closed")
    await here.at.service.watching.look()
    await here.at.service.sender.drained()


async def delete(guest: Person, language: str = "en") -> None:
    said = SAID[language]
    guest.send("/privacy")
    guest.press(await guest.wait(that=lambda m: said["delete"] in str(buttons(m))), said["delete"])
    asked = await guest.wait(said["asked"], that=lambda m: len(buttons(m)) == 2)
    guest.press(asked, said["delete"])
    await guest.wait(said["done"], that=is_new)


def kept_in(here: Restaurant) -> list[str]:
    """What of the guest still stands in any table or file of the house."""
    connection = here.at.service.store.connection
    names = [
        row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
    ]
    found = []
    for name in names:
        for row in connection.execute(f"SELECT * FROM {name}"):
            text = json.dumps(row, default=bytes.hex, ensure_ascii=False)
            if NAME in text or WORDS in text or "987654321" in text:
                found.append(f"{name}: {text}")
    for file in here.at.folder.glob("house.db*"):
        content = file.read_bytes()
        found += [file.name for gone in (NAME, WORDS) if gone.encode() in content]
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_everything_of_a_guest_is_deleted_and_the_sums_stay(
    tmp_path: Path, language: str
) -> None:
    async with restaurant(tmp_path) as here:
        guest = Person(here.telegram, 987654321, NAME, language)
        visit = await had(here, guest, "5", closed=True)
        before = here.at.service.store.unit.ledger.books(visit)
        count = here.at.service.store.unit.journal.verify(visit)
        assert kept_in(here)
        await delete(guest, language)
        await here.at.service.sender.drained()
        await here.at.service.intake.settled()
        here.at.service.tidying.tidy(here.at.service.runner.clock())
        here.at.service.store.connection.execute("DELETE FROM telegram_updates")  # the hour's own
        here.at.service.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert kept_in(here) == []
        after = here.at.service.store.unit.ledger.books(visit)
        assert before.bill is not None
        assert after.bill is not None
        assert (after.bill.totals, after.bill.state) == (before.bill.totals, "paid")
        assert here.at.service.store.unit.journal.verify(visit) == count


async def test_an_open_table_is_left_at_once_and_the_rest_goes_when_it_is_closed(
    tmp_path: Path,
) -> None:
    async with restaurant(tmp_path) as here:
        guest, bo = Person(here.telegram, 987654321, NAME), Person(here.telegram, 200, "Bo")
        visit = await had(here, guest, "5", closed=False)
        await here.at.seated(bo)
        guest.send("a fish soup")
        await guest.wait("Fish soup", "Not sent yet")
        await delete(guest)
        await here.boss.wait("Table 5".lower(), "data deleted")
        assert here.at.service.store.seat_of(987654321) is None
        books = here.at.service.runner.live(visit).books
        assert [line.item for line in books.lines] == []
        assert len(books.tickets) == 1
        guest.send("a beer")
        await guest.wait("scan the code")
        bo.send("the bill please")
        bo.press(await bo.wait("€4.00", that=lambda m: "✅" in str(buttons(m))), "✅")
        here.boss.press(await here.boss.wait("wants to pay", "4.00"), "Paid")
        await bo.wait("is paid")
        await close(here, "5")
        here.at.service.tidying.tidy(here.at.service.runner.clock())
        assert not [row for row in kept_in(here) if WORDS in row or "987654321" in row]
        said = here.at.service.store.unit.ledger.books(visit).tickets[0].guest
        assert said.startswith("×")


async def test_who_thinks_again_keeps_everything(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        guest = Person(here.telegram, 987654321, NAME)
        await had(here, guest, "5", closed=False)
        guest.send("/privacy")
        guest.press(await guest.wait(that=lambda m: "Delete" in str(buttons(m))), "Delete")
        guest.press(await guest.wait("can't be undone"), "Keep")
        await guest.wait("nothing was deleted")
        assert here.at.service.store.seat_of(987654321) is not None


async def test_nobody_deletes_another(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        guest, eve = Person(here.telegram, 987654321, NAME), Person(here.telegram, 666, "Eve")
        await had(here, guest, "5", closed=False)
        eve.send("/privacy")
        told = await eve.wait(that=lambda m: "Delete" in str(buttons(m)))
        eve.press_data(told, "gd:0:yes")
        await eve.wait("Deleted")
        assert here.at.service.store.seat_of(987654321) is not None


async def test_commands_say_what_was_erased(tmp_path: Path, waiter: Waiter) -> None:
    async with restaurant(tmp_path / "data") as here:
        guest = Person(here.telegram, 987654321, NAME)
        visit = await had(here, guest, "5", closed=True)
        await delete(guest)
    for command in (("transcript", "export", visit), ("permissions", visit)):
        done = waiter(*command)
        assert done.code == 2
        assert "erased at a guest's wish" in done.err
        assert len(done.err.splitlines()) == 1
    for command in (("transcript", "show", visit), ("audit", "show", visit), ("audit", "verify"),
                    ("transcript", "list"), ("receipt", visit)):  # fmt: skip
        done = waiter(*command)
        assert done.code == 0, done.err
        assert NAME not in done.out
