"""The menu is browsed by tap in one message; a dish tells all that is known of it, and is added."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.bot.telegram.house import MENU, House, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
WINES = [
    {"id": f"wine{n}", "name": {"en": f"Wine of {1900 + n}", "zh": f"{1900 + n}年的酒"},
     "category": "drinks", "price": f"{n}.00"}
    for n in range(1, 12)
]  # fmt: skip


def menu(**changes: Any) -> dict[str, Any]:
    """The house's menu with wines, and what is to be otherwise of its mac and cheese."""
    document = deepcopy(MENU)
    document["categories"][0]["name"]["zh"] = "主菜"
    document["categories"][1]["name"]["zh"] = "酒水"
    document["items"] += deepcopy(WINES)
    document["items"][0] |= changes
    return document


def lines(at: House) -> list[tuple[str, int]]:
    visit = at.service.floor.visit_at("5")
    assert visit is not None
    found = at.service.runner.live(visit).books.lines
    return [(line.item, line.quantity) for line in found]


@pytest.mark.parametrize(
    ("language", "drinks", "back", "page", "wine", "add", "tab"),
    [("en", "Drinks", "All sections", "Drinks 2/2", "Wine of 1907", "Add", "On your tab ×1"),
     ("zh", "酒水", "全部类别", "酒水 2/2", "1907年的酒", "加一份", "单子上有 ×1")],
)  # fmt: skip
async def test_it_is_turned_like_pages_in_one_message(
    tmp_path: Path, language: str, drinks: str, back: str, page: str, wine: str, add: str, tab: str
) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100, language=language)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: drinks in str(buttons(m)))
        ann.press(card, drinks)
        await ann.wait(drinks, "1/2", that=is_edit)
        ann.press(card, "›")
        await ann.wait(page, that=is_edit)
        ann.press(card, wine)
        await ann.wait(wine, that=lambda m: is_edit(m) and add in str(buttons(m)))
        ann.press(card, add)
        shown = await ann.wait(wine, tab, that=is_edit)
        assert shown["message_id"] == card["message_id"]
        ann.press(card, "‹ " + drinks)
        await ann.wait(page, that=is_edit)
        ann.press(card, back)
        await ann.wait(that=lambda m: is_edit(m) and drinks in str(buttons(m)))
        assert lines(at) == [("wine7", 1)]
        assert not telegram.refused


async def test_a_dish_tells_all_that_is_recorded_and_what_is_not(tmp_path: Path) -> None:
    known = menu(
        description={"en": "With three <cheeses> & love"}, spice=2, diet=["vegetarian"],
        allergens={"milk": "contains", "egg": "free"}, unit={"en": "pot"},
    )  # fmt: skip
    async with Telegram() as telegram, house(tmp_path, telegram, menu=known) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("I'm allergic to peanuts")
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        await ann.wait("Mac & Cheese <3", "🌶🌶", "vegetarian", that=is_edit)
        ann.press(card, "Mac & Cheese <3")
        shown = await ann.wait(
            "Mac & Cheese <3", "€9.50 / pot", "With three <cheeses> & love", "Contains: milk",
            "Free of, as recorded: egg", "Not recorded: gluten", "peanut is not recorded",
        )  # fmt: skip
        assert "safe" not in shown["text"]


async def test_a_required_choice_is_asked_by_buttons(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Drinks" in str(buttons(m)))
        ann.press(card, "Drinks")
        await ann.wait("Drinks 1/2", that=is_edit)
        ann.press(card, "Tea")
        await ann.wait("size: small, large +€1.00", that=is_edit)
        ann.press(card, "Add")
        question = await ann.wait("1. small", "2. large", that=is_new)
        ann.press(question, "2. large")
        await ann.wait("Not sent yet", "large")
        assert lines(at) == [("tea", 1)]


async def test_two_quick_presses_add_two(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        await ann.wait("Fish soup", that=is_edit)
        ann.press(card, "Fish soup")
        await ann.wait("€7.00", that=lambda m: is_edit(m) and "Add" in str(buttons(m)))
        for _ in range(2):
            ann.press(card, "Add")
        await ann.wait("On your tab ×2", that=is_edit)
        ann.send("one more of those")
        await ann.wait("On your tab ×3", that=is_edit)


async def test_what_is_looked_at_is_what_is_meant(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        await ann.wait("Fish soup", that=is_edit)
        ann.press(card, "Fish stew")
        await ann.wait("€11.00", that=lambda m: is_edit(m) and "Add" in str(buttons(m)))
        await at.service.floor.settled()
        ann.send("two of those please")
        await ann.wait("On your tab ×2", that=is_edit)
        assert lines(at) == [("stew", 2)]


async def test_what_sells_out_is_shown_so_at_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        page = await ann.wait("Fish soup", that=is_edit)
        ann.press(card, "Fish soup")
        shown = await ann.wait("€7.00", that=lambda m: is_edit(m) and "Add" in str(buttons(m)))
        with at.service.runner.storage.unit() as unit:
            availability = unit.ledger.availability()
            gone = availability.__class__(frozenset({"soup"}), availability.stock)
            unit.ledger.set_availability(gone)
        after = await ann.wait("Not to be had now: sold out", that=is_edit)
        assert "Add" not in str(buttons(after))
        adding = next(b["callback_data"] for b in buttons(shown) if "Add" in b["text"])
        ann.press_data(shown, adding)  # a press that was on its way
        await ann.wait("sold out", that=is_new)
        assert lines(at) == []
        assert page["message_id"] == after["message_id"]


@pytest.mark.parametrize("gone", ["gm:{seat}:d0123456789abcdef", "gm:{seat}:c0123456789abcdef.0",
                                  "ga:{seat}:0123456789abcdef", "gm:{seat}:what"])  # fmt: skip
async def test_what_the_menu_no_longer_has_shows_what_it_has(tmp_path: Path, gone: str) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Drinks" in str(buttons(m)))
        ann.press(card, "Drinks")
        await ann.wait("Drinks 1/2", that=is_edit)
        seat = at.service.store.seat_of(100)
        assert seat is not None
        query = ann.press_data(card, gone.format(seat=seat.id))
        assert "menu has changed" in await ann.toast(query)
        await ann.wait("What would you like to see?", that=is_edit)
        assert lines(at) == []


async def test_a_dish_is_shown_from_the_tab(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu()) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a mac and cheese")
        card = await ann.wait("Not sent yet")
        ann.press(card, "Mac & Cheese <3 ×1")
        await ann.wait("Mac & Cheese <3", "Contains: milk", "On your tab ×1", that=is_new)


async def test_a_photo_is_uploaded_once_and_its_words_are_edited(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "mac.png").write_bytes(PNG)
    pictured = menu(image="mac.png", description={"en": "x" * 2_000})
    async with Telegram() as telegram, house(tmp_path, telegram, menu=pictured) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann, bo)
        for person in (ann, bo):
            person.send("/menu")
            card = await person.wait(that=lambda m: "Mains" in str(buttons(m)))
            person.press(card, "Mains")
            await person.wait("Fish soup", that=is_edit)
            person.press(card, "Mac & Cheese <3")
            shown = await person.wait("Mac & Cheese <3", "Contains: milk", that=is_new)
            assert shown["photo"]
            person.press(shown, "Add")
            await person.wait("On your tab ×1", that=is_edit)
        sent = [given["photo"] for _, method, given in telegram.calls if method == "sendPhoto"]
        assert [photo.startswith("attach://") for photo in sent] == [True, False]
        assert not telegram.refused


def pictured(*images: str) -> dict[str, Any]:
    """The house's menu where its first dishes have these images."""
    document = menu()
    for item, image in zip(document["items"], images, strict=False):
        item["image"] = image
    return document


@pytest.mark.parametrize(
    ("language", "mains", "photos", "names"),
    [("en", "Mains", "Photos", ["Mac & Cheese <3  €9.50", "Fish soup  €7.00"]),
     ("zh", "主菜", "看图", ["芝士通心粉  €9.50", "鱼汤  €7.00"]),
     ("zh-hant", "主菜", "看圖", ["芝士通心粉  €9.50", "魚湯  €7.00"])],
)  # fmt: skip
async def test_the_photos_of_a_page_are_one_album_and_uploaded_once(
    tmp_path: Path, language: str, mains: str, photos: str, names: list[str]
) -> None:
    (tmp_path / "images").mkdir()
    for name in ("mac.png", "soup.png"):
        (tmp_path / "images" / name).write_bytes(PNG)
    found = pictured("mac.png", "soup.png")
    async with Telegram() as telegram, house(tmp_path, telegram, menu=found) as at:
        ann, bo = (Person(telegram, n, language=language) for n in (100, 200))
        await at.seated(ann, bo)
        for person in (ann, bo):
            person.send("/menu")
            card = await person.wait(that=lambda m: mains in str(buttons(m)))
            person.press(card, mains)
            await person.wait(that=lambda m: photos in str(buttons(m)))
            person.press(card, photos)
            person.press(card, photos)  # twice, quickly
            for name in names:
                assert (await person.wait(name, that=is_new))["photo"]
        await at.service.sender.drained()
        sent = [given["media"] for _, method, given in telegram.calls if method == "sendMediaGroup"]
        assert [str(media).count("attach://") for media in sent] == [2, 0]
        assert not telegram.refused


async def test_photos_that_cannot_be_shown_are_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "mac.png").write_bytes(PNG)
    (tmp_path / "images" / "bad.png").write_bytes(b"no image")
    found = pictured("mac.png", "bad.png", "none.png")
    async with Telegram() as telegram, house(tmp_path, telegram, menu=found) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        await ann.wait(that=lambda m: "Photos" in str(buttons(m)))
        ann.press(card, "Photos")
        told = await ann.wait("Mac & Cheese <3  €9.50", "Fish soup  €7.00", that=is_new)
        assert "photo" not in told
        assert "stew" not in told["text"]


async def test_a_single_photo_is_no_album(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "mac.png").write_bytes(PNG)
    async with Telegram() as telegram, house(tmp_path, telegram, menu=pictured("mac.png")) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        shown = await ann.wait("Fish soup", that=is_edit)
        assert "Photos" not in str(buttons(shown))


@pytest.mark.parametrize("image", ["none.png", "../secret.png", "https://x.test/a.png", "bad.png",
                                   "AgACnotours"])  # fmt: skip
async def test_without_a_photo_that_can_be_shown_there_are_words(
    tmp_path: Path, image: str
) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "bad.png").write_bytes(b"no image")
    (tmp_path / "secret.png").write_bytes(PNG)
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu(image=image)) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/menu")
        card = await ann.wait(that=lambda m: "Mains" in str(buttons(m)))
        ann.press(card, "Mains")
        await ann.wait("Fish soup", that=is_edit)
        ann.press(card, "Mac & Cheese <3")
        shown = await ann.wait("Contains: milk", that=lambda m: "Add" in str(buttons(m)))
        assert "photo" not in shown
        ann.press(shown, "Add")
        await ann.wait("On your tab ×1", that=is_edit)
        tried = [method for _, method, _ in telegram.calls if method == "sendPhoto"]
        assert len(tried) == (image in ("bad.png", "AgACnotours"))
