"""The one card of the table: lines changed by tap, in place, by whoever owns them."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from tests.bot.telegram.house import MENU, House, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json, Telegram

WORDS = {
    "en": {"mac": "a mac and cheese", "beer": "a beer", "open": "Not sent yet", "soup": "fish soup",
           "name": "Mac & Cheese <3", "what": "know about", "moved": "has changed",
           "nothing": "Nothing ordered yet"},
    "zh": {"mac": "来一份芝士通心粉", "beer": "来一杯啤酒", "open": "还没下单", "soup": "一份鱼汤",
           "name": "芝士通心粉", "what": "跟厨房说的", "moved": "已经变了", "nothing": "还没点"},
}  # fmt: skip


def lines(at: House) -> list[tuple[str, str, int, str | None]]:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    found = at.service.runner.live(visit).books.lines
    return [(line.guest, line.item, line.quantity, line.note) for line in found]


def press(person: Person, card: Json, op: str, nth: int = 0) -> str:
    """Press a button of a line by what it does."""
    now = person.telegram.messages[person.chat][card["message_id"]]
    data = [b["callback_data"] for b in buttons(now) if b["callback_data"].endswith(f":{op}")]
    return person.press_data(now, data[nth])


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_line_is_changed_in_place_by_tap(tmp_path: Path, language: str) -> None:
    said = WORDS[language]
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        ann.send(said["mac"])
        card = await ann.wait(said["open"], said["name"])
        await at.service.sender.drained()
        before = len(ann.shown())
        press(ann, card, "more")
        await ann.wait(said["name"], "×2", that=is_edit)
        press(ann, card, "less")
        edited = await ann.wait(said["name"], "×1", that=is_edit)
        assert edited["message_id"] == card["message_id"]
        press(ann, card, "remove")
        await ann.wait(said["nothing"], that=is_edit)
        assert lines(at) == []
        assert len(ann.shown()) == before  # what the card shows is not told
        assert not telegram.refused


async def test_quick_presses_all_count(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        card = await ann.wait("Not sent yet", "Beer")
        for _ in range(3):
            press(ann, card, "more")
        await ann.wait("Beer ×4", that=is_edit)
        assert lines(at) == [("Ann", "beer", 4, None)]


async def test_a_press_that_comes_twice_counts_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        card = await ann.wait("Not sent yet", "Beer")
        press(ann, card, "more")
        telegram.redeliver({**telegram.queue[-1], "update_id": 9_000})
        await ann.wait("Beer ×2", that=is_edit)
        await at.service.intake.settled()
        await at.service.floor.settled()
        assert lines(at) == [("Ann", "beer", 2, None)]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_stale_card_redraws_itself_and_says_so(tmp_path: Path, language: str) -> None:
    said = WORDS[language]
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        ann.send(said["beer"])
        card = await ann.wait(said["open"])
        old = buttons(card)
        press(ann, card, "remove")
        await ann.wait(said["nothing"], that=is_edit)
        for op in ("more", "less", "remove", "note"):
            data = next(b["callback_data"] for b in old if b["callback_data"].endswith(f":{op}"))
            query = ann.press_data(card, data)
            assert said["moved"] in await ann.toast(query)
        await at.service.intake.settled()
        assert lines(at) == []


async def test_a_card_shown_twice_is_drawn_where_it_is_pressed(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        first = await ann.wait("Not sent yet", "Beer")
        await at.service.sender.drained()
        seat = at.service.store.seat_of(100)
        assert seat is not None
        at.service.store.card_sent(f"tab:{seat.id}", None, None)  # we never heard that it was sent
        ann.send("a fish stew")
        await ann.wait("Not sent yet", "Fish stew", that=is_new)
        ann.send("a fish soup")
        await ann.wait("Fish soup", that=is_edit)
        ann.send("no beer")
        await ann.wait("Fish soup", that=lambda m: is_edit(m) and "Beer" not in m["text"])
        press(ann, first, "more")
        again = await ann.wait("Fish soup", that=is_edit)
        assert again["message_id"] == first["message_id"]
        assert [item for _, item, *_ in lines(at)] == ["stew", "soup"]


async def test_nobody_presses_on_anothers_line(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        ann.send("a beer")
        card = await ann.wait("Not sent yet", "Beer")
        for op in ("more", "less", "remove", "note"):
            data = next(
                b["callback_data"] for b in buttons(card) if b["callback_data"].endswith(f":{op}")
            )
            bo.press_data(card, data)  # with Ann's seat
            _, _, rest = data.removeprefix("gc:").partition(":")
            seat = at.service.store.seat_of(200)
            assert seat is not None
            query = bo.press_data(card, f"gc:{seat.id}:{rest}")  # with their own
            assert "has changed" in await bo.toast(query)
        await at.service.intake.settled()
        await at.service.floor.settled()
        assert lines(at) == [("Ann", "beer", 1, None)]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_note_is_asked_for_and_kept_as_it_is(tmp_path: Path, language: str) -> None:
    said = WORDS[language]
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        ann.send(said["mac"])
        card = await ann.wait(said["open"])
        press(ann, card, "note")
        await ann.wait(said["what"], said["name"], that=is_new)
        ann.send("<b>2</b> forks & no *stew*")
        await ann.wait("<b>2</b> forks & no *stew*", said["open"], that=is_edit)
        press(ann, card, "note")
        asked = await ann.wait(said["what"], that=is_new)
        ann.press(asked, "✖")
        await ann.wait(that=lambda m: is_new(m) and ("note" in m["text"] or "备注" in m["text"]))
        ann.send("x" * 300)
        assert lines(at) == [("Ann", "mac", 1, "<b>2</b> forks & no *stew*")]
        assert not telegram.refused


async def test_many_lines_are_changed_by_the_page(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer, a mac and cheese, a fish soup, a fish stew, a large tea, a small tea")
        card = await ann.wait("Not sent yet", "Beer", "stew", "large")
        assert not any(":more" in b["callback_data"] for b in buttons(card))
        ann.press(card, "Change")
        page = await ann.wait("Not sent yet", that=lambda m: ":more" in str(buttons(m)))
        assert sum(":more" in b["callback_data"] for b in buttons(page)) == 4
        ann.press(page, "1/2")
        page = await ann.wait("Not sent yet", that=lambda m: "2/2" in str(buttons(m)))
        press(ann, page, "more", 1)
        page = await ann.wait("small) ×2", that=is_edit)
        assert "2/2" in str(buttons(page))
        ann.press(page, "Done")
        await ann.wait("Not sent yet", that=lambda m: ":more" not in str(buttons(m)))


async def test_everyone_sees_one_tab_with_its_owners(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo", "zh")
        await at.seated(ann, bo)
        ann.send("a mac and cheese")
        await ann.wait("Ann:", "Mac & Cheese <3 ×1")
        card = await bo.wait("Ann：", "芝士通心粉 ×1")
        assert not any(b["callback_data"].endswith(":less") for b in buttons(card))
        ann.send("a beer")
        card = await bo.wait("啤酒", that=is_edit)
        bo.press(card, "修改")
        card = await bo.wait(that=lambda m: "+1" in str(buttons(m)))
        bo.press(card, "+1 啤酒")
        await bo.wait("Bo：", "啤酒 ×1", that=is_edit)
        assert lines(at) == [("Ann", "mac", 1, None), ("Ann", "beer", 1, None),
                             ("Bo", "beer", 1, None)]  # fmt: skip


async def test_everyone_places_their_own_and_the_host_all(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo", "zh")
        await at.seated(ann, bo)
        ann.send("a beer")
        await bo.wait("啤酒")
        bo.send("一份鱼汤")
        card = await bo.wait("Bo：", "鱼汤")
        assert "全桌" not in str(buttons(card))
        bo.press(card, "下我的单")
        bo.press(await bo.wait(that=lambda m: "✅" in str(buttons(m))), "✅")
        await bo.wait("单 1 · 已下单", that=is_edit)
        bo.send("一份炖鱼")
        card = await ann.wait("Fish stew", that=is_edit)
        ann.press(card, "Place all")
        request = await ann.wait("Beer", "Fish stew", that=lambda m: "✅" in str(buttons(m)))
        ann.press(request, "✅")
        await ann.wait("Ticket 2 · placed", that=is_edit)
        assert lines(at) == []


async def test_pressed_twice_it_is_asked_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        card = await ann.wait("Not sent yet")
        for _ in range(2):
            ann.press(card, "Place the order")
        for _ in range(2):
            press(ann, card, "note")
        await ann.wait("know about")
        await at.service.intake.settled()
        await at.service.floor.settled()
        await at.service.sender.drained()
        texts = [message["text"] for message in ann.shown()]
        assert sum("Shall I send it" in text for text in texts) == 1
        assert sum("know about" in text for text in texts) == 1


async def test_data_fits_whatever_the_menu_calls_its_dishes(tmp_path: Path) -> None:
    menu = deepcopy(MENU)
    item = menu["items"][3]  # the tea, with a size
    item["id"] = "tea-" + "x" * 60
    menu["modifier_groups"][0]["modifiers"][1]["id"] = "large-" + "y" * 58
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a large tea")
        card = await ann.wait("Not sent yet", "Tea")
        press(ann, card, "more")
        await ann.wait("×2", that=is_edit)
        assert all(len(b["callback_data"].encode()) <= 64 for b in buttons(card))
        assert not telegram.refused
