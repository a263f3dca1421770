"""A guest orders, answers by buttons and in words, says yes, and pays, over real HTTP."""

from __future__ import annotations

from pathlib import Path

from tests.bot.telegram.house import MENU, Way, house
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Telegram


async def test_a_visit_by_text_and_taps(tmp_path: Path, way: Way) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram, way=way) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("two mac and cheese please")
        card = await ann.wait("Not sent yet", "Mac & Cheese <3")
        ann.send("place the order")
        request = await ann.wait("Mac & Cheese <3", that=lambda m: "✅" in str(buttons(m)))
        ann.press(request, "✅")
        edited = await ann.wait("Ticket 1", that=is_edit)
        assert edited["message_id"] == card["message_id"]
        after = telegram.messages[100][request["message_id"]]
        assert not buttons(after)
        ann.send("the bill")
        request = await ann.wait("19", that=lambda m: "✅" in str(buttons(m)))
        ann.send("yes")
        await ann.wait("Bill 1", "19", that=is_edit)
        assert not telegram.refused


async def test_an_option_is_picked_by_button_or_by_number(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a tea")
        question = await ann.wait("1. small", "2. large", that=is_new)
        query = ann.press(question, "2. large")
        assert await ann.toast(query) == ""
        await ann.wait("Tea", "large", "Not sent yet")
        ann.send("one more tea")
        await ann.wait("1. small", "2. large", that=is_new)
        ann.send("1")
        await ann.wait("small", "Not sent yet")


async def test_a_long_menu_goes_by_categories(tmp_path: Path) -> None:
    more = [
        {"id": f"wine{n}", "name": {"en": f"Wine of {1900 + n}"}, "category": "drinks",
         "price": f"{n}.00"}
        for n in range(1, 60)
    ]  # fmt: skip
    menu = {**MENU, "items": [*MENU["items"], *more]}
    async with Telegram() as telegram, house(tmp_path, telegram, menu=menu) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("the menu please")
        shown = await ann.wait("1. Mains", "2. Drinks", that=is_new)
        ann.press(shown, "2. Drinks")
        await ann.wait("1. Tea", "2. Beer", that=is_new)
        ann.send("menu")
        await ann.wait("1. Mains", that=is_new)
        ann.send("1")
        await ann.wait("Mac & Cheese <3", "Fish soup", that=is_new)


async def test_commands_are_words_the_guest_might_have_said(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        await ann.wait("Beer", "Not sent yet")
        ann.send("place the order")
        request = await ann.wait(that=lambda m: "✅" in str(buttons(m)))
        ann.send("/cancel")
        await ann.wait("Shall I send it", that=lambda m: is_edit(m) and not buttons(m))
        assert request["message_id"]
        for command, words in (("/tab", "Beer"), ("/help", "/privacy"), ("/privacy", "Telegram")):
            ann.send(command)
            await ann.wait(words, that=is_new)


async def test_what_the_waiter_cannot_read_is_answered_politely(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        ann.send_photo()
        await ann.wait("scan the code")
        await at.seated(ann)
        for send in (ann.send_photo, ann.send_voice, ann.send_location, ann.send_sticker):
            send()
            await ann.wait("read", that=is_new)


async def test_a_guest_who_writes_too_much_is_told_once(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann, bo = Person(telegram, 100), Person(telegram, 200, "Bo")
        await at.seated(ann)
        for _ in range(40):
            ann.send("/help")
        await ann.wait("a lot at once")
        await at.seated(bo)
        await at.service.sender.drained()
        texts = [message["text"] for message in ann.shown()]
        assert len([text for text in texts if "a lot at once" in text]) == 1
        assert len([text for text in texts if "/privacy" in text]) == 19  # /start was the first


async def test_who_starts_again_at_the_table_sees_where_they_are(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("/start")
        again = await ann.wait("Harbour & Sons <1>", "table 5", that=is_new)
        assert "Wrong table?" in str(buttons(again))
        assert not [m for m in ann.shown() if "Nothing ordered" in m["text"]]
        ann.send("a beer")
        await ann.wait("Table 5", "Beer", that=is_new)
        ann.send("/start")
        await ann.wait("Harbour & Sons <1>", "table 5", that=is_new)
        await ann.wait("Table 5", "Beer", that=is_new)
        ann.send("/settings")
        await ann.wait("Which language?", that=is_new)


async def test_cancel_leaves_what_was_asked(tmp_path: Path) -> None:
    async with Telegram() as telegram, house(tmp_path, telegram) as at:
        ann = Person(telegram, 100)
        await at.seated(ann)
        ann.send("a beer")
        card = await ann.wait("Not sent yet", "Beer")
        data = next(b["callback_data"] for b in buttons(card) if b["text"] == "📝")
        ann.press_data(card, data)
        await ann.wait("know about the Beer", that=is_new)
        ann.send("/cancel")
        await ann.wait("no note", that=is_new)
        ann.send("two teas")
        question = await ann.wait("1. small", that=is_new)
        ann.send("/cancel")
        await ann.wait("leave that one", that=is_new)
        ann.press(question, "1. small")
        await ann.wait("no longer open", that=is_new)
