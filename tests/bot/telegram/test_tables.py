"""Guests sit down by a signed link; several share a table; nobody sits where they aren't."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.guest import tables
from bot.telegram.store import Store
from tests.bot.telegram.house import Way, house, storage_in
from tests.bot.telegram.people import Person, buttons, is_edit
from tests.bot.telegram.server import Telegram

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def store_in(folder: Path) -> Store:
    return Store(storage_in(folder))


def test_a_link_names_its_table_until_keys_are_rotated(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    payload = tables.payload(store, "5", NOW)
    assert tables.table_of(store, payload) == "5"
    assert len(payload) <= 64
    assert tables.table_of(store, payload.replace("t5", "t6")) is None
    assert tables.table_of(store, payload.replace("-k1-", "-k2-")) is None
    assert tables.table_of(store, payload[:-1] + ("A" if payload[-1] != "A" else "B")) is None
    assert tables.rotate(store, NOW) == "k2"
    assert tables.table_of(store, payload) is None
    assert tables.table_of(store, tables.payload(store, "5", NOW)) == "5"
    store.connection.close()


@given(st.text(max_size=70))
def test_no_text_is_a_link_by_chance(text: str) -> None:
    assert tables.PAYLOAD.fullmatch(text) is None or text.startswith("t")


def test_the_days_code_is_of_the_day(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    codes = [tables.day_code(store, date(2026, 5, day)) for day in range(1, 29)]
    assert all(len(code) == 4 and code.isdigit() for code in codes)
    assert len(set(codes)) > 20
    assert codes[0] == tables.day_code(store, date(2026, 5, 1))
    store.connection.close()


async def test_two_guests_share_a_table(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Ann")  # of the same name
        await at.seated(ann, bo)
        await ann.wait("Ann2 has joined")
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        await bo.wait("Beer", "Not sent yet")
        bo.send("a fish soup")
        await ann.wait("Beer", "Fish soup", "Not sent yet", that=is_edit)
        visit = at.service.floor.visit_at("5")
        assert visit is not None
        lines = at.service.runner.live(visit).books.lines
        assert [(line.guest, line.item) for line in lines] == [("Ann", "beer"), ("Ann2", "soup")]


async def test_both_at_once_lose_nothing(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        for _ in range(5):
            ann.send("a beer")
            bo.send("a fish soup")
        await ann.wait("Beer ×5", "Fish soup ×5")


async def test_a_link_that_is_not_ours_seats_nobody(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.service.floor.open_table("5", "test")
        ann.send("/start t5-k1-AAAAAAAAAAAAAAAA")
        await ann.wait("no longer good")
        ann.send("/start")
        await ann.wait("scan the code")
        ann.send("a beer")
        await ann.wait("scan the code")
        assert at.service.store.seat_of(100) is None


async def test_whoever_sits_at_the_wrong_table_gets_up(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.service.floor.open_table("5", "test")
        ann.send(at.link("5"))
        welcome = await ann.wait("Harbour & Sons <1>", "table 5")
        ann.press(welcome, "Wrong table?")
        await ann.wait("left table 5")
        await at.seated(ann, table="6")
        ann.send("a beer")
        await ann.wait("Table 6", "Beer")
        for button in buttons(welcome):  # pressed before it was seen to be gone
            ann.press_data(welcome, button["callback_data"])
            await ann.wait("earlier table")
        assert [seat.table for seat in at.service.store.seats()] == ["6"]


async def test_the_days_code_opens_a_table(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, opening="code") as at:
        ann = Person(telegram, 100)
        ann.send(at.link("5"))
        await ann.wait("today's code")
        code = at.service.entrance.code()
        ann.send("x" + code)
        await ann.wait("isn't today's code")
        ann.send(code)
        welcome = await ann.wait("Harbour", "table 5", that=lambda m: bool(buttons(m)))
        assert welcome
        ann.send("a beer")
        await ann.wait("Table 5", "Beer")


async def test_the_days_code_cannot_be_tried_out(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, opening="code") as at:
        ann = Person(telegram, 100)
        ann.send(at.link("5"))
        await ann.wait("today's code")
        code = at.service.entrance.code()
        for _ in range(5):
            ann.send("x")
        ann.send(code)
        await ann.wait("a lot at once")
        assert at.service.store.seat_of(100) is None


async def test_a_guest_who_comes_back_is_who_they_were(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        said = [message["text"] for message in ann.shown()]
        await at.seated(ann)  # scanned again: the same seat, and an answer
        await at.seated(ann, table="6")
        bo.send("a fish soup")
        await bo.wait("Fish soup", "Beer", "Not sent yet")
        await at.seated(ann, table="5")
        await ann.wait("Table 5", "Fish soup", "Beer")
        ann.send("a beer")
        await ann.wait("Beer ×2")
        await at.service.sender.drained()
        texts = [message["text"] for message in ann.shown()]
        assert all(texts.count(text) == 1 for text in said if "put down" in text)
        assert not [text for text in texts if "Table 6" in text]
