"""How long the kitchen says it needs, on guests' tickets."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.bot.telegram.crew import Restaurant, restaurant
from tests.bot.telegram.people import Person, is_edit


async def test_how_long_the_kitchen_needs_stands_on_the_ticket(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        here.boss.send("/prep soon")
        await here.boss.wait("Write: /prep 20")
        here.boss.send("/prep 25")
        await here.boss.wait("about 25 minutes")
        card = await here.ticket(ann)
        shown = await ann.wait("Ticket 1", "ready at about")
        placed = here.at.service.runner.live(visit_of(here)).books.tickets[0].placed_at
        assert f"{placed + timedelta(minutes=25):%H:%M}" in shown["text"]
        here.boss.send("/prep off")
        await ann.wait("Ticket 1", that=lambda m: is_edit(m) and "about" not in m["text"])
        here.boss.send("/prep 30")
        await ann.wait("Ticket 1", "ready at about", that=is_edit)
        here.boss.press(card, "Accept")
        here.boss.press(await here.boss.wait("being made"), "Ready")
        await ann.wait("● ready", that=lambda m: "about" not in m["text"])


def visit_of(here: Restaurant) -> str:
    found = here.at.service.floor.visit_at("5")
    assert found is not None
    return found
