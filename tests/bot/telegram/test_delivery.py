"""Nothing is lost and nothing is done twice, whatever the network, Telegram or we do."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.complaint import Complaint
from bot.telegram.delivery.client import bot_for
from bot.telegram.delivery.limits import Pace
from bot.telegram.delivery.polling import poll
from bot.telegram.drawing import posts
from bot.telegram.service import alone
from bot.telegram.store import Seat
from tests.bot.telegram.house import House, Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram
from waiter.brains.builtin import HouseBrain
from waiter.turn import ToUser, render
from waiter.view import Refused, Spoken, View


class Slow:
    """The built-in brain, which waits for the test before it speaks."""

    name = "slow"

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.heard: list[str] = []

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        self.heard.append(view.heard)
        await self.may.wait()
        return await HouseBrain().speak(view, refused)


def asks(message: Json) -> bool:
    return "✅" in str(buttons(message))


async def ordering(at: House, ann: Person) -> Json:
    """Ann sits at table 5, and is asked for her yes to a beer."""
    await at.seated(ann)
    ann.send("a beer")
    await ann.wait("Beer", "Not sent yet")
    ann.send("place the order")
    return await ann.wait(that=asks)


def seat_of(at: House, person: Person) -> Seat:
    seat = at.service.store.seat_of(person.chat)
    assert seat is not None
    return seat


def tickets(at: House) -> int:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    return len(at.service.store.unit.ledger.books(visit).tickets)


async def test_two_quick_presses_place_one_ticket(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        request = await ordering(at, ann)
        data = buttons(request)[0]["callback_data"]
        first, second = ann.press_data(request, data), ann.press_data(request, data)
        assert (await ann.toast(first), await ann.toast(second)) == ("", "")
        await ann.wait("Ticket 1", that=is_edit)
        await at.service.floor.settled()
        assert tickets(at) == 1


async def test_an_update_that_comes_again_is_one(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        update = ann.send("a beer")
        assert update is not None
        await ann.wait("Beer", "Not sent yet")
        telegram.redeliver(update)
        telegram.redeliver({**update, "update_id": 9_000})  # under another number, too
        ann.send("a beer")
        card = await ann.wait("Beer", that=lambda m: is_edit(m) and "×2" in m["text"])
        assert "×2" in card["text"]


async def test_update_numbers_may_begin_anew(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        update = ann.send("a beer")
        assert update is not None
        await ann.wait("Beer", "Not sent yet")
        await telegram.until(lambda: not telegram.queue)
        telegram.redeliver({"update_id": 7, "message": ann.message(text="a mac and cheese")})
        await ann.wait("Mac & Cheese", "Not sent yet")


class Counting:
    """Answers numbers by their names, those heard together in the order they were heard."""

    name = "counting"
    names = ("Nought", "One", "Two", "Three", "Four", "Five", "Six", "Seven")

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        said = [self.names[int(word)] for word in view.heard.split() if word.isdecimal()]
        return Spoken(render(ToUser(f"{', '.join(said)} it is.")), 1.0)


async def test_messages_of_one_guest_are_answered_in_order(tmp_path: Path, way: Way) -> None:
    brain = Counting()
    async with Telegram() as telegram, house(tmp_path, telegram, brain, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        for number in range(8):
            ann.send(f"number {number} please")
        await ann.wait("Seven")
        replies = " ".join(message["text"] for message in ann.shown() if "it is" in message["text"])
        assert re.findall("|".join(brain.names), replies) == list(brain.names)


async def test_words_edited_before_anybody_read_them_count_as_edited(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram) as at:
            await at.seated(ann)
        update = ann.send("a beer")  # nobody is there to read it
        assert update is not None
        ann.edit(update["message"], "two fish soups")
        async with house(tmp_path, telegram):
            card = await ann.wait("Fish soup ×2", "Not sent yet")
            assert "Beer" not in card["text"]
            await telegram.until(lambda: not telegram.queue)


async def test_words_edited_later_are_to_be_written_anew(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        update = ann.send("a beer")
        assert update is not None
        await ann.wait("Beer ×1", "Not sent yet")
        for text in ("two beers", "three beers"):
            ann.edit(update["message"], text)
        await ann.wait("can't see changes")
        ann.send("a fish soup")
        await ann.wait("Beer ×1", "Fish soup ×1")
        assert len([m for m in ann.shown() if "can't see changes" in m["text"]]) == 1


async def test_a_press_is_acknowledged_while_the_waiter_thinks(tmp_path: Path, way: Way) -> None:
    slow = Slow()
    async with Telegram(deadline=5.0) as telegram, house(tmp_path, telegram, slow, way=way) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        update = ann.send("a tea")
        assert update is not None
        await telegram.until(lambda: any(call[1] == "sendChatAction" for call in telegram.calls))
        press = ann.press_data(update["message"], f"p:{seat_of(at, ann).id}:1:1")
        assert await ann.toast(press) == ""
        assert slow.heard == ["a tea"]
        slow.may.set()
        await ann.wait("1. small")
        bo.send("a beer")  # nobody waits for another guest's brain
        await bo.wait("Beer")


async def test_texts_that_arrive_meanwhile_are_heard_together(tmp_path: Path, way: Way) -> None:
    slow = Slow()
    async with Telegram() as telegram, house(tmp_path, telegram, slow, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        await telegram.until(lambda: any(call[1] == "sendChatAction" for call in telegram.calls))
        ann.send("a fish soup")
        ann.send("a fish stew")
        await telegram.until(lambda: not telegram.queue)
        await at.service.intake.settled()
        await at.service.runner.settled(seat_of(at, ann).visit, brains=False)
        slow.may.set()
        await ann.wait("Beer", "Fish soup", "Fish stew", "Not sent yet")
        said = list(dict.fromkeys(slow.heard))
        assert said[0] == "a beer"
        assert "a fish soup" in said[1]
        assert "a fish stew" in said[1]


async def test_a_flood_limit_is_waited_for(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        telegram.fail("sendMessage", 429, "Too Many Requests: retry after 1", retry_after=1)
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        assert not telegram.refused  # nothing was tried before it was time


@pytest.mark.parametrize("fault", ["500", "before", "after"])
async def test_a_failed_request_is_made_again(tmp_path: Path, way: Way, fault: str) -> None:
    """The lost answer to "place the order" may be shown twice; the order is one."""
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        request = await ordering(at, ann)
        if fault == "500":
            telegram.fail("sendMessage")
        else:
            telegram.fail("sendMessage", drop=fault)
        ann.press(request, "✅")
        shown = await ann.wait("with the kitchen", that=is_new)
        assert shown
        await at.service.sender.drained()
        assert tickets(at) == 1


async def test_a_press_too_late_still_counts(tmp_path: Path, way: Way) -> None:
    async with Telegram(deadline=-1.0) as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        request = await ordering(at, ann)
        ann.press(request, "✅")
        await ann.wait("Ticket 1", that=is_edit)
        assert ("answerCallbackQuery" in dict(telegram.refused)) is True


async def test_a_card_that_is_gone_is_sent_anew(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        card = await ann.wait("Beer", "Not sent yet")
        del telegram.messages[100][card["message_id"]]
        ann.send("a fish soup")
        await ann.wait("Fish soup", "Not sent yet", that=is_new)


async def test_a_card_that_shows_it_already_is_left(tmp_path: Path, way: Way) -> None:
    """Telegram refuses an edit that changes nothing; that is no failure."""
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        told = "Bad Request: message is not modified: exactly the same"
        telegram.fail("editMessageText", 400, told)
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        ann.send("a fish soup")
        await ann.wait("Fish soup", that=is_new)
        await at.service.sender.drained()
        assert "undelivered" not in at.service.sender.outbox.counts()


async def test_a_guest_who_blocks_the_bot_harms_nobody(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        telegram.blocked.add(100)
        bo.send("a beer")
        await bo.wait("Beer", "Not sent yet")
        await at.service.sender.drained()
        assert at.service.sender.outbox.counts()["undelivered"] >= 1


async def test_a_long_text_arrives_in_parts(tmp_path: Path, way: Way) -> None:
    text = "\n".join(f"{number}. Mac & Cheese <3 𝔘𝔫𝔦" for number in range(600))
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        for number, post in enumerate(posts(text)):
            at.service.sender.put(f"long:{number}", 100, post)
        await at.service.sender.drained()
        parts = [message["text"] for message in ann.shown()][-len(posts(text)) :]
        assert "\n".join(parts) == text
        assert not telegram.refused


async def test_limits_are_kept_so_that_telegram_never_complains(tmp_path: Path, way: Way) -> None:
    async with (
        Telegram(enforce=True) as telegram,
        house(tmp_path, telegram, pace=Pace(), way=way) as at,
    ):
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        ann.send("a beer")
        bo.send("a fish soup")
        await bo.wait("Beer", "Fish soup", "Not sent yet")
        assert not telegram.refused


async def test_a_restart_takes_up_what_was_unfinished(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram, way=way) as at:
            request = await ordering(at, ann)
        ann.send("a fish soup")  # while nobody is there
        async with house(tmp_path, telegram, way=way) as at:
            await ann.wait("Fish soup", "Not sent yet")
            old = telegram.messages[100][request["message_id"]]
            assert not buttons(old)  # the order has changed: that yes is gone
            ann.press_data(old, buttons(request)[0]["callback_data"])
            await ann.wait(that=is_new)
            assert tickets(at) == 0
            ann.send("place the order")
            ann.press(await ann.wait("Fish soup", that=asks), "✅")
            await ann.wait("Ticket 1", that=is_edit)
        texts = [m["text"] for m in ann.shown()]
        assert len([text for text in texts if text.startswith("Harbour")]) == 1


async def test_only_one_front_end_serves_a_folder(tmp_path: Path) -> None:
    lock = alone(tmp_path)
    with pytest.raises(Complaint, match="another `waiter telegram` runs"):
        alone(tmp_path)
    lock.release()
    alone(tmp_path).release()


async def test_a_second_poller_ends_with_a_clear_word() -> None:
    async with Telegram() as telegram:
        told = "Conflict: terminated by other getUpdates request"
        telegram.fail("getUpdates", 409, told, times=20)
        bot = bot_for(telegram.token, telegram.base)
        with pytest.raises(Complaint, match="another process polls"):
            await poll(bot, lambda _: None, asyncio.Event(), pause=0.01)
        await bot.session.close()


async def test_a_token_that_is_refused_is_never_shown() -> None:
    async with Telegram() as telegram:
        bot = bot_for("42:another-secret", telegram.base)
        with pytest.raises(Complaint) as refused:
            await poll(bot, lambda _: None, asyncio.Event())
        assert "another-secret" not in str(refused.value)
        await bot.session.close()
    with pytest.raises(Complaint) as refused:
        bot_for("no token", None)
    assert "no token;" in str(refused.value)
    assert "'no token'" not in str(refused.value)
