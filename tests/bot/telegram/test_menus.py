"""A menu comes into force from a chat: checked, compared, activated once; whatever is hostile is
refused in a line.
"""

from __future__ import annotations

import io
import json
import zipfile
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from menu_data.loader import from_document
from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import MENU, Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram


def menu(**prices: str) -> bytes:
    """The house's menu with other prices."""
    return json.dumps(document(**prices)).encode()


def document(**prices: str) -> dict[str, Any]:
    changed = deepcopy(MENU)
    for item in changed["items"]:
        item["price"] = prices.get(item["id"], item["price"])
    return changed


def in_force(here: Restaurant) -> str:
    return here.at.service.store.unit.ledger.menu_version()


def publish_elsewhere(here: Restaurant, found: dict[str, Any]) -> None:
    """As `waiter menu publish` in another process does."""
    storage = here.at.service.runner.storage
    with storage.unit() as unit:
        unit.ledger.publish(from_document(found), "console", datetime.now(UTC))


def price_of(here: Restaurant, dish: str) -> int | None:
    return here.at.service.floor.menu.dishes[dish].price


async def offered(here: Restaurant, content: bytes, name: str = "menu.json") -> Json:
    """The card of an upload, with its buttons."""
    here.owner.upload(name, content)
    return await here.owner.wait(name, that=lambda m: bool(buttons(m)))


async def test_a_menu_is_shown_with_whom_it_hits_and_comes_into_force(
    tmp_path: Path, way: Way
) -> None:
    async with restaurant(tmp_path, way=way) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet", "4.00")
        card = await offered(here, menu(beer="5.00", soup="6.00"))
        assert "dishes: 5" in card["text"]
        assert "~ Beer · price: 4.00 → 5.00" in card["text"]
        assert "1 of 1 open tabs" in card["text"]
        assert "5: Beer costs 5.00 instead of 4.00" in card["text"]
        assert price_of(here, "beer") == 400
        here.owner.press(card, "Activate")
        done = await here.owner.wait("In force: Boss", that=is_edit)
        assert done["message_id"] == card["message_id"]
        assert not buttons(done)
        await here.boss.wait("Another menu is in force", "Boss")
        assert price_of(here, "beer") == 500
        await ann.wait("Beer", "5.00", that=is_edit)
        latest = here.at.service.store.unit.ledger.publications()[0]
        assert latest.who == "Boss"


async def test_an_offer_is_decided_once(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        card = await offered(here, menu(beer="5.00"))
        activate, discard = (one["callback_data"] for one in buttons(card))
        first = here.owner.press_data(card, activate)
        again = here.owner.press_data(card, activate)
        other = here.owner.press_data(card, discard)
        for query in (first, again, other):
            assert "In force: Boss" in await here.owner.toast(query)
        assert len(here.at.service.store.unit.ledger.publications()) == 2
        card = await offered(here, menu(beer="6.00"))
        here.owner.press(card, "Discard")
        await here.owner.wait("Discarded: Boss", that=is_edit)
        late = here.owner.press_data(card, buttons(card)[0]["callback_data"])
        assert "Discarded" in await here.owner.toast(late)
        assert price_of(here, "beer") == 500


async def test_only_those_who_lead_change_the_menu(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        waiter = await here.hire(3, "Wei", "waiter")
        manager = await here.hire(4, "Max", "manager")
        card = await offered(here, menu(beer="5.00"))
        activate = buttons(card)[0]["callback_data"]
        stranger = Person(here.telegram, 666, "Eve")
        assert await stranger.toast(stranger.press_data(card, activate)) == "Only staff may do that"
        for one in (cook, waiter):
            assert "Your role" in await one.toast(one.press_data(card, activate))
        private = Person(here.telegram, 2, "Cook")
        private.upload("menu.json", menu(beer="1.00"))
        await private.wait("Your role may not")
        cook.send("/rollback")
        await cook.wait("Your role may not")
        stranger.upload("menu.json", menu(beer="1.00"))
        await stranger.wait("scan the code")
        assert price_of(here, "beer") == 400
        assert "In force: Max" in await manager.toast(manager.press_data(card, activate))
        assert price_of(here, "beer") == 500


async def test_where_another_menu_came_in_force_it_is_compared_anew(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        card = await offered(here, menu(beer="5.00"))
        publish_elsewhere(here, document(beer="4.50"))
        query = here.owner.press(card, "Activate")
        assert "compared anew" in await here.owner.toast(query)
        anew = await here.owner.wait("4.50 → 5.00", that=is_edit)
        assert price_of(here, "beer") == 450
        stale = here.owner.press_data(card, buttons(card)[0]["callback_data"])
        assert "compared anew" in await here.owner.toast(stale)
        here.owner.press(anew, "Activate")
        await here.owner.wait("In force: Boss", that=is_edit)
        assert price_of(here, "beer") == 500


async def test_errors_are_told_with_their_places_and_many_as_a_file(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        before = in_force(here)
        here.owner.upload("menu.json", menu(beer="cheap <b>"))
        told = await here.owner.wait("can't be used", that=is_edit)
        assert "menu.json:1:" in told["text"]
        assert "items[4].price" in told["text"]
        assert not buttons(told)
        broken = document()
        broken["items"] = [{"id": f"d{n}", "name": n} for n in range(30)]
        here.owner.upload("many.json", json.dumps(broken).encode())
        told = await here.owner.wait("many.json", "to be mended", that=is_edit)
        places = [line for line in told["text"].splitlines() if "many.json:1:" in line]
        assert len(places) == 15
        assert "more, in the file" in told["text"]
        sent = [m for m in here.owner.shown() if "document" in m]
        file = here.telegram.files[sent[-1]["document"]["file_id"]].decode()
        assert len(file.splitlines()) == 30
        assert places[0] in file
        assert in_force(here) == before


def zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 40_000_000)
    return out.getvalue()


HOSTILE = {
    "deep.json": (b"[" * 200_000, "nested too deep"),
    "wide.json": (b"[" + b",".join([b"[" * 400 + b"]" * 400] * 1000) + b"]", "nested too deep"),
    "latin.json": ("{\"name\": \"é\"}".encode("latin-1"), "is not UTF-8"),
    "empty.json": (b"", "is empty"),
    "half.json": (menu()[:300], "is not JSON"),
    "twice.json": (b'{"format": 1, "format": 1}', "stands here twice"),
    "digits.json": (b'{"format": ' + b"9" * 9_000 + b"}", "thousands of digits"),
    "list.json": (b"[]", "allowed: a menu"),
    "bomb.xlsx": (zip_bomb(), "unpacks to"),
    "no.xlsx": (b"PK\x03\x04", "is not an XLSX file"),
    "menu.exe": (menu(beer="1.00"), "is no menu"),
    "menu": (menu(beer="1.00"), "is no menu"),
    "../../etc/passwd": (menu(beer="1.00"), "passwd is no menu"),
}  # fmt: skip


async def test_what_is_hostile_is_refused_in_a_line(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        before = in_force(here)
        for name, (content, why) in HOSTILE.items():
            here.owner.upload(name, content)
            told = await here.owner.wait(why)
            assert len(told["text"].splitlines()) <= 2, told["text"]
        here.owner.upload(None, menu(beer="1.00"))
        await here.owner.wait("is no menu")
        here.owner.upload("a\u202ejson.\n.json", b"{}")
        await here.owner.wait("can't be used")
        assert in_force(here) == before
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)  # the house goes on


async def test_a_large_file_is_not_even_fetched(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.owner.upload("menu.json", b"{}", size=1_000_001)
        await here.owner.wait("too large", "1000 kB")
        assert not [method for _, method, _ in here.telegram.calls if method == "getFile"]
        here.owner.upload("liar.json", b" " * 1_500_000, size=5)
        await here.owner.wait("liar.json is too large", that=is_edit)


async def test_a_download_is_tried_again_and_given_up_in_a_line(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.telegram.fail("getFile", 500, times=1)
        here.telegram.fail("download", 502, times=1)
        await offered(here, menu(beer="5.00"))
        here.telegram.fail("getFile", 400, "Bad Request: file is too big")
        here.owner.upload("gone.json", menu(beer="6.00"))
        await here.owner.wait("gone.json couldn't be fetched", that=is_edit)


async def test_the_menu_in_force_is_not_offered(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        here.owner.upload("menu.json", menu())
        told = await here.owner.wait("is the menu in force", that=is_edit)
        assert not buttons(told)


async def test_a_version_comes_back(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        first = in_force(here)
        here.owner.press(await offered(here, menu(beer="5.00")), "Activate")
        await here.owner.wait("In force: Boss", that=is_edit)
        here.owner.send("/rollback")
        shown = await here.owner.wait("Menus that were in force", that=is_new)
        assert [first[:12] in one["text"] for one in buttons(shown)] == [True]
        here.owner.press(shown, first[:12])
        card = await here.owner.wait("5.00 → 4.00", that=lambda m: bool(buttons(m)))
        here.owner.press(card, "Activate")
        await here.owner.wait("In force: Boss", that=is_edit)
        assert in_force(here) == first
        here.owner.send("/rollback 2")
        await here.owner.wait("4.00 → 5.00", that=lambda m: bool(buttons(m)))
        here.owner.send("/rollback 99")
        await here.owner.wait("no version 99")


async def test_a_spreadsheet_is_a_menu_too(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        rows = "id,name,category,price\nbeer,Beer,Drinks,5.00\n"
        card = await offered(here, rows.encode(), "menu.csv")
        assert "- dish: Mac & Cheese <3 9.50" in card["text"]


async def test_a_restart_loses_no_menu(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        async with house(tmp_path, telegram) as at:
            here = await founded(at)
            card = await offered(here, menu(beer="5.00"))
            telegram.fail("getFile", delay=3.0)
            here.owner.upload("other.json", menu(beer="6.00"))
            await here.owner.wait("other.json: being checked")
        async with house(tmp_path, telegram) as at:
            here = Restaurant(at, telegram, here.boss, here.owner)
            other = await here.owner.wait("other.json", that=lambda m: bool(buttons(m)))
            here.owner.press(card, "Activate")
            await here.owner.wait("menu.json", "In force: Boss", that=is_edit)
            here.owner.press(other, "Activate")
            await here.owner.wait("5.00 → 6.00", that=is_edit)
