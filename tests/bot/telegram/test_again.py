"""What a guest has had is had again by tap, as it was made, while it can be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.telegram.crew import restaurant
from tests.bot.telegram.house import House, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram


def lines(at: House) -> list[tuple[str, str, int, str | None]]:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    found = at.service.runner.live(visit).books.lines
    return [(one.guest, one.item, one.quantity, one.note) for one in found]


async def test_a_line_or_everything_is_had_again(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        await here.ticket(ann, "two large teas and a mac and cheese")
        await here.ticket(bo, "a beer")
        await here.ticket(ann, "a mac and cheese")
        ann.send("/again")
        card = await ann.wait("What you have had", "Mac & Cheese <3 ×2", "large", that=is_new)
        assert "Beer" not in card["text"]
        ann.press(card, "Mac & Cheese <3")
        await ann.wait("Not sent yet", "Mac & Cheese <3 ×1")
        ann.press(card, "All of it")
        await ann.wait("Not sent yet", "Mac & Cheese <3 ×3", "large) ×2", that=is_edit)
        assert lines(here.at) == [("Ann", "mac", 3, None), ("Ann", "tea", 2, None)]
        assert not here.telegram.refused


async def test_what_is_sold_out_has_no_button_and_is_said_to_be_so(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await here.ticket(ann, "a beer and a fish soup")
        ann.send("/again")
        card = await ann.wait("What you have had", that=lambda m: "Beer" in str(buttons(m)))
        old = next(b["callback_data"] for b in buttons(card) if "Beer" in b["text"])
        here.boss.send("/86 beer")
        after = await ann.wait("Beer", "sold out", "Fish soup", that=is_edit)
        assert "Beer" not in str(buttons(after))
        query = ann.press_data(card, old)
        assert "has changed" in await ann.toast(query)
        await here.at.service.intake.settled()
        assert lines(here.at) == []


@pytest.mark.parametrize(
    ("language", "told"), [("en", "haven't had anything"), ("zh", "还没下过单")]
)
async def test_before_anything_was_sent_there_is_nothing_again(
    tmp_path: Path, language: str, told: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        ann.send("/again")
        await ann.wait(told, that=is_new)
