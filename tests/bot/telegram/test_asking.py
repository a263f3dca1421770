"""Requests for a yes: who is asked, one button for several of them, and buttons that go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.telegram.crew import restaurant
from tests.bot.telegram.house import House, Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram
from waiter import event as e

SAID = {
    "en": {"order": "a beer", "send": "place the order", "trust": "don't ask me again",
           "all": "Yes to all 2", "moved": "has changed"},
    "zh": {"order": "来一份啤酒", "send": "下单", "trust": "以后不用问我",
           "all": "2 件都同意", "moved": "变了"},
    "zh-hant": {"order": "來一份啤酒", "send": "下單", "trust": "以後不用問我",
                "all": "2 件都同意", "moved": "變了"},
}  # fmt: skip


def asks(message: Json) -> bool:
    return "✅" in str(buttons(message)) and "✖️" in str(buttons(message))


def bodies(at: House) -> list[e.Body]:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    return [record.event.body for record in at.service.store.unit.journal.read(visit)]


async def both_asked(ann: Person, language: str) -> tuple[Json, Json]:
    """Two requests that wait for Ann: her order, and not to be asked again."""
    said = SAID[language]
    ann.send(said["order"])
    await ann.wait("€4.00", that=lambda m: bool(buttons(m)))
    ann.send(said["send"])
    first = await ann.wait(that=asks)
    ann.send(said["trust"])
    return first, await ann.wait(that=lambda m: said["all"] in str(buttons(m)))


@pytest.mark.parametrize("language", list(SAID))
async def test_one_button_says_yes_to_all_that_waits(
    tmp_path: Path, way: Way, language: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        first, newest = await both_asked(ann, language)
        assert "2" not in str([button["text"] for button in buttons(first)])
        ann.press(newest, SAID[language]["all"])
        await ann.wait("1 · ", "€4.00", that=is_edit)
        await at.service.floor.settled()
        await at.service.watching.look()
        await at.service.sender.drained()
        opened = {b.request: b.digest for b in bodies(at) if isinstance(b, e.RequestOpened)}
        spent = {b.request: b.digest for b in bodies(at) if isinstance(b, e.GrantSpent)}
        assert spent == opened
        assert len(spent) == 2
        assert not [m for m in ann.shown() if asks(m)]
        assert not telegram.refused


@pytest.mark.parametrize("language", list(SAID))
async def test_a_yes_to_all_of_what_has_changed_grants_nothing(
    tmp_path: Path, language: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        first, newest = await both_asked(ann, language)
        old = buttons(newest)[-1]["callback_data"]
        ann.press(first, "✖️")
        await ann.wait(that=lambda m: m["message_id"] == newest["message_id"] and is_edit(m)
                       and SAID[language]["all"] not in str(buttons(m)))  # fmt: skip
        assert SAID[language]["moved"] in await ann.toast(ann.press_data(newest, old))
        ann.press_data(newest, old.rpartition(":")[0] + ":")
        await at.service.intake.settled()
        assert not [body for body in bodies(at) if isinstance(body, e.GrantSpent)]
        assert asks(telegram.messages[100][newest["message_id"]])


async def test_two_quick_presses_on_yes_to_all_are_one(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        _, newest = await both_asked(ann, "en")
        data = buttons(newest)[-1]["callback_data"]
        ann.press_data(newest, data)
        ann.press_data(newest, data)
        await here.boss.wait("ticket 1", "placed")
        await here.at.service.intake.settled()
        await here.at.service.floor.settled()
        await here.at.service.sender.drained()
        assert len([b for b in bodies(here.at) if isinstance(b, e.BatchGiven)]) == 1
        assert not [m for m in ann.shown() if "nothing waiting" in m["text"]]


async def test_two_quick_presses_on_a_yes_are_one_and_no_word_is_said_of_it(
    tmp_path: Path,
) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        ann.send("place the order")
        asked = await ann.wait(that=asks)
        for _ in range(2):
            ann.press_data(asked, buttons(asked)[0]["callback_data"])
        await here.boss.wait("ticket 1", "placed")
        await here.at.service.intake.settled()
        await here.at.service.floor.settled()
        await here.at.service.sender.drained()
        assert not [m for m in ann.shown() if "nothing waiting" in m["text"]]


async def test_a_single_request_has_no_button_for_all(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        for guest in (ann, bo):
            guest.send("a beer")
            await guest.wait("Not sent yet", "Beer")
            guest.send("place my order")
            assert len(buttons(await guest.wait(that=asks))) == 2
        assert not [m for p in (ann, bo) for m in p.shown() if "Yes to all" in str(buttons(m))]


async def test_the_host_is_asked_for_the_whole_table_by_whoever_wants_it_sent(
    tmp_path: Path,
) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        ann.send("a fish soup")
        await ann.wait("Not sent yet", "Fish soup")
        bo.send("a beer")
        await bo.wait("Not sent yet", "Beer")
        bo.send("place the order for everyone")
        asked = await ann.wait("Beer", "Fish soup", that=lambda m: is_new(m) and asks(m))
        await bo.wait("asked the table's host")
        await here.at.service.watching.look()
        await here.at.service.sender.drained()
        ann.press(asked, "✅")
        await here.boss.wait("ticket 1", "Beer", "Fish soup")
        after = await ann.wait(that=lambda m: m["message_id"] == asked["message_id"])
        assert not buttons(after)
