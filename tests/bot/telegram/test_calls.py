"""A guest's call as the kitchen reads it: why, in its own language, and the guest's words."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from bot.telegram.cards import called
from bot.telegram.words import word
from tests.bot.telegram.crew import GROUP
from tests.bot.telegram.house import MENU, Way, house
from tests.bot.telegram.people import Person
from tests.bot.telegram.server import Telegram

REASONS = (
    "person", "service", "payment", "complaint", "question", "allergen", "report",
    "change after sending", "the waiter could not answer",
)  # fmt: skip


@pytest.mark.parametrize("reason", REASONS)
def test_no_code_is_shown_in_chinese(reason: str) -> None:
    for language in ("zh", "zh-Hant"):
        told = called(f"{reason}: 加水", language)
        assert told.endswith(": “加水”")
        assert told.isascii() is False
        assert reason not in told


def test_a_reason_in_a_models_own_words_stays() -> None:
    assert called("窗户太冷: 关一下", "zh") == "窗户太冷: “关一下”"
    assert called("draughty", "en") == "draughty"


async def test_the_kitchen_reads_why_a_guest_calls(tmp_path: Path, way: Way) -> None:
    menu = deepcopy(MENU)
    menu["restaurant"]["kitchen_language"] = "zh"
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu, way=way) as at:
        at.service.store.keep("kitchen", str(GROUP))
        kitchen, ann = Person(telegram, 1, "Boss", group=GROUP), Person(telegram, 100)
        await at.seated(ann)
        ann.send("/call")
        await kitchen.wait("5 号桌叫店员", "想找店员")
        ann.send("could we have two glasses of water please")
        card = await kitchen.wait("5 号桌叫店员", word("call.service", "zh"))
        assert "service" not in card["text"]
