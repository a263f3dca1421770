"""Who joins a table is shown to those who sit there, who may refuse them."""

from __future__ import annotations

from pathlib import Path

from tests.bot.telegram.crew import restaurant
from tests.bot.telegram.house import House, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram
from waiter.replay import replay
from waiter.transcript import export, read


def lines(at: House) -> list[tuple[str, str]]:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    assert replay(read(export(at.service.store.unit, visit))) is None
    return [(one.guest, one.item) for one in at.service.runner.live(visit).books.lines]


async def test_who_is_not_with_the_party_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo, eve = (Person(here.telegram, n, name) for n, name in
                        ((100, "Ann"), (200, "Bo"), (300, "Eve")))  # fmt: skip
        await here.at.seated(ann, bo, eve)
        await ann.wait("Bo has joined")
        shown = await ann.wait("Eve has joined", that=lambda m: bool(buttons(m)))
        told = await bo.wait("Eve has joined")
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        eve.send("a fish soup")
        await ann.wait("Fish soup", that=is_edit)
        ann.press(shown, "Not with us")
        await eve.wait("say you aren't with them")
        await ann.wait("Eve isn't at your table any more (Ann)", that=is_edit)
        await bo.wait("Eve isn't at your table any more", that=lambda m: not buttons(m))
        assert lines(here.at) == [("Ann", "beer")]
        eve.send("a fish stew")
        await eve.wait("scan the code")
        eve.send(here.at.link("5"))
        await eve.wait("say you aren't with them")
        bo.press_data(told, buttons(told)[0]["callback_data"])  # a second no changes nothing
        card = await here.boss.wait("Ann at table 5 says Eve isn't with them")
        query = here.boss.press(card, "Let them in")
        assert "scan the code again" in await here.boss.toast(query)
        eve.send(here.at.link("5"))
        await eve.wait("Harbour", "table 5", that=is_new)


async def test_who_came_later_refuses_nobody(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        shown = await ann.wait("Bo has joined")
        seats = {seat.guest: seat.id for seat in at.service.store.seats()}
        bo.press_data(shown, f"gj:{seats['Bo']}:{seats['Ann']}")
        bo.press_data(shown, f"gj:{seats['Ann']}:{seats['Bo']}")
        await bo.wait("earlier table")
        assert {seat.guest for seat in at.service.store.seats()} == {"Ann", "Bo"}
        await at.seated(ann)  # scanned again: nobody is told anew
        await at.service.sender.drained()
        assert not [m for m in bo.shown() if "joined" in m["text"]]


async def test_a_foreign_person_lets_nobody_in(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        cook = await here.hire(2, "Cook", "kitchen")
        ann, eve = Person(here.telegram, 100), Person(here.telegram, 300, "Eve")
        await here.at.seated(ann, eve)
        ann.press(await ann.wait("Eve has joined"), "Not with us")
        card = await here.boss.wait("says Eve isn't with them")
        let_in = buttons(card)[0]["callback_data"]
        assert "Only staff" in await eve.toast(eve.press_data(card, let_in))
        assert "Your role" in await cook.toast(cook.press_data(card, let_in))
        eve.send(here.at.link("5"))
        await eve.wait("say you aren't with them")
        await eve.wait("say you aren't with them")
