"""Staff take a conversation over: the waiter is silent, words go both ways, it is given back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.bot.telegram.crew import Restaurant, founded, restaurant
from tests.bot.telegram.house import House, Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram
from waiter.replay import replay
from waiter.transcript import export, read


async def called(here: Restaurant, guest: Person) -> Json:
    """The card of a guest's call."""
    guest.send("/call")
    return await here.boss.wait("Table 5 calls", str(guest.user["first_name"]))


def replays(at: House) -> bool:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    return replay(read(export(at.service.store.unit, visit))) is None


async def test_staff_speak_with_a_guest_and_give_them_back(tmp_path: Path, way: Way) -> None:
    async with restaurant(tmp_path, way=way) as here:
        wei = await here.hire(3, "Wei", "waiter")
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        ann.send("a beer")
        await ann.wait("Not sent yet")
        card = await called(here, ann)
        assert await wei.toast(wei.press(card, "Take over")) == "Yours now: Ann"
        await ann.wait("Wei, one of our staff, is with you")
        await here.boss.wait("Take over: Wei", that=lambda m: is_edit(m) and not buttons(m))
        talk = await here.boss.wait("Wei speaks with Ann, table 5", "Ann: a beer", "· Sure")
        ann.send("is the soup <b>hot</b> & fresh?")
        words = await here.boss.wait("💬 Table 5 · Ann: is the soup <b>hot</b> & fresh?")
        wei.reply(words, "Yes <i>today</i> & always")
        await ann.wait("Wei (staff): Yes <i>today</i> & always", that=is_new)
        bo.send("a fish soup")
        await bo.wait("put down Fish soup")
        await here.at.service.sender.drained()
        said = [m["text"] for m in ann.shown() if "put down" in m["text"]]
        assert len(said) == 1  # the beer; the waiter has said nothing since
        here.boss.press(talk, "Give back")
        await ann.wait("I'm back")
        await here.boss.wait("given back (Boss)", that=lambda m: is_edit(m) and not buttons(m))
        wei.reply(words, "and?")
        await here.boss.wait("nobody has taken them over")
        ann.send("another beer")
        await ann.wait("Beer ×2")
        assert replays(here.at)


async def test_a_table_is_taken_over_in_ones_own_chat(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        here.owner.send("/take 5")
        await here.owner.wait("Yours now: Ann")
        ann.send("hello?")
        first = await here.owner.wait("Table 5 · Ann: hello?")
        bo.send("and me?")
        await here.owner.wait("Table 5 · Bo: and me?")
        here.owner.reply(first, "Coming")
        await ann.wait("Boss (staff): Coming")
        assert not [m for m in bo.shown() if "Coming" in m["text"]]
        here.boss.send("/take 5")
        await here.boss.wait("somebody is with them already: Boss")
        here.boss.send("/give 5")
        await here.boss.wait("Given back: Ann")
        await bo.wait("I'm back")
        here.boss.send("/give 5")
        await here.boss.wait("nobody has taken")
        here.boss.send("/take 9")
        await here.boss.wait("Table 9 isn't open")


async def test_a_double_press_and_a_foreign_one_change_nothing(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        wei = await here.hire(3, "Wei", "waiter")
        ann, eve = Person(here.telegram, 100), Person(here.telegram, 666, "Eve", group=-1001)
        await here.at.seated(ann)
        card = await called(here, ann)
        take = buttons(card)[0]["callback_data"]
        assert "Only staff" in await eve.toast(eve.press_data(card, take))
        assert "Your role" in await cook.toast(cook.press_data(card, take))
        assert "Yours now" in await wei.toast(wei.press_data(card, take))
        assert "already: Wei" in await here.boss.toast(here.boss.press_data(card, take))
        assert "already: Wei" in await wei.toast(wei.press_data(card, take))
        ann.send("hello?")
        words = await here.boss.wait("Ann: hello?")
        eve.reply(words, "I am staff")
        cook.reply(words, "so am I")
        await here.boss.wait("Your role may not")
        wei.reply(words, "At your service")
        await ann.wait("Wei (staff): At your service")
        assert not [m for m in ann.shown() if "I am" in m["text"]]


async def test_what_is_no_words_is_told_to_both_sides(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.press(await called(here, ann), "Take over")
        await ann.wait("is with you now")
        ann.send_photo()
        words = await here.boss.wait("can't be passed on (photo)")
        await ann.wait("can't read that")
        here.boss.reply(words, "x" * 1_600)
        await here.boss.wait("Only words can be passed on, at most 1500")


async def test_a_restart_in_the_middle_loses_and_repeats_nothing(tmp_path: Path) -> None:
    async with Telegram() as telegram:
        ann = Person(telegram, 100)
        async with house(tmp_path, telegram) as at:
            here = await founded(at)
            await at.seated(ann)
            here.boss.press(await called(here, ann), "Take over")
            await ann.wait("is with you now")
            ann.send("one")
            await here.boss.wait("Ann: one")
        ann.send("two")
        async with house(tmp_path, telegram) as at:
            two = await here.boss.wait("Ann: two")
            here.boss.reply(two, "I am here")
            await ann.wait("Boss (staff): I am here")
            here.boss.send("/give 5")
            await ann.wait("I'm back")
            await at.service.sender.drained()
            texts = [m["text"] for m in here.boss.shown()]
            assert [text[-3:] for text in texts if "💬" in text] == ["one", "two"]
            ann.send("a beer")
            await ann.wait("Beer", "Not sent yet")
            assert replays(at)


async def test_a_guest_whom_staff_forgot_is_given_back(tmp_path: Path) -> None:
    ahead = [timedelta()]
    async with restaurant(tmp_path, clock=lambda: datetime.now(UTC) + ahead[0]) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.press(await called(here, ann), "Take over")
        await ann.wait("is with you now")
        await here.boss.wait("Boss speaks with Ann")
        ahead[0] = timedelta(minutes=31)
        await ann.wait("I'm back")
        await here.boss.wait("given back (–)", that=is_edit)
