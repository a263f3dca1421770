"""A guest is spoken to in the language they chose, whatever Telegram says or they write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.telegram.house import House, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram


def kept(at: House) -> list[tuple[int, str]]:
    rows = at.service.store.connection.execute("SELECT user, language FROM telegram_languages")
    return list(rows.fetchall())


async def test_a_language_is_chosen_by_button_and_kept(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        await ann.wait("Not sent yet", "Beer")
        ann.send("/language")
        asked = await ann.wait("Which language?", that=lambda m: "繁體中文" in str(buttons(m)))
        ann.press(asked, "繁體中文")
        await ann.wait("現在起說中文", that=is_new)
        await ann.wait("還沒下單", "啤酒", that=is_edit)
        ann.send("two fish soups please")
        await ann.wait("魚湯 ×2", "還沒下單", that=is_edit)
        ann.press(asked, "As I write")
        await ann.wait("您寫哪種語言", that=is_new)
        ann.send("one more fish soup please")
        await ann.wait("Fish soup ×3", "Not sent yet", that=is_edit)


@pytest.mark.parametrize(
    ("said", "told"), [("/language en", "English from now on"), ("/language 简体中文", "说中文"),
                       ("/language English", "English from now on")],
)  # fmt: skip
async def test_a_language_that_is_named_is_spoken_at_once(
    tmp_path: Path, said: str, told: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language="zh")
        await at.seated(ann)
        ann.send(said)
        await ann.wait(told, that=is_new)


async def test_a_choice_made_before_sitting_down_beats_telegrams(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language="en")
        ann.send("/language")
        ann.press(await ann.wait("Which language?"), "简体中文")
        await ann.wait("说中文")
        ann.send("hello")
        await ann.wait("请扫桌上的二维码")
        await at.seated(ann)
        ann.send("a beer")
        await ann.wait("还没下单", "啤酒")
        assert kept(at) == [(100, "zh")]


async def test_a_choice_is_forgotten_with_the_visit(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/language zh")
        await ann.wait("说中文")
        visit = at.service.floor.visit_at("5")
        assert visit is not None
        await at.service.floor.forget(visit)
        assert kept(at) == []


async def test_what_is_no_language_changes_nothing(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/language tlh")
        asked = await ann.wait("Which language?")
        ann.press_data(asked, "gl:0:tlh")
        ann.send("/help")
        await ann.wait("/privacy")
        assert kept(at) == []
