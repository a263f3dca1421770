"""Several at a table share a tab: what another has is had by word or by tap, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.telegram.house import house
from tests.bot.telegram.people import Person, is_edit
from tests.bot.telegram.server import Telegram


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "+1"), ("en", "same as him"), ("en", "same as Ann"), ("zh", "跟他一样"), ("zh", "+1"),
     ("zh", "跟Ann一样")],
)  # fmt: skip
async def test_what_another_has_is_had_by_saying_so(
    tmp_path: Path, language: str, said: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo", language)
        await at.seated(ann, bo)
        ann.send("a mac and cheese")
        await bo.wait(that=lambda m: "€9.50" in m["text"])
        bo.send(said)
        await bo.wait("Bo", "€19.00", that=is_edit)
        visit = at.service.floor.visit_at("5")
        assert visit is not None
        lines = at.service.runner.live(visit).books.lines
        assert [(x.guest, x.item, x.quantity) for x in lines] == [
            ("Ann", "mac", 1),
            ("Bo", "mac", 1),
        ]
