"""A bill that is paid is shown as paid, in place, and nothing is left that does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.telegram.crew import Restaurant, restaurant
from tests.bot.telegram.people import Person, buttons, is_edit, is_new
from tests.bot.telegram.server import Json

WORDS = {
    "en": {"order": "a beer", "send": "place the order", "parts": "÷2", "ask": "Ask for this",
           "paid": "Paid €4.00", "to_pay": "To pay", "share": "Share 1: €2.00",
           "already": "paid already", "receipt": "Receipt"},
    "zh": {"order": "来一份啤酒", "send": "下单", "parts": "÷2", "ask": "就这样买单",
           "paid": "已付 €4.00", "to_pay": "应付", "share": "第 1 份: €2.00",
           "already": "已经付过", "receipt": "小票"},
    "zh-hant": {"order": "來一份啤酒", "send": "下單", "parts": "÷2", "ask": "就這樣買單",
                "paid": "已付 €4.00", "to_pay": "應付", "share": "第 1 份: €2.00",
                "already": "已經付過", "receipt": "小票"},
}  # fmt: skip


def asks(message: Json) -> bool:
    return "✖️" in str(buttons(message))


def labels(message: Json) -> list[str]:
    return [button["text"] for button in buttons(message)]


async def asked_for(here: Restaurant, ann: Person, language: str) -> tuple[Json, Json]:
    """A guest's tab and bill, divided by two and asked for."""
    said = WORDS[language]
    ann.send(said["order"])
    tab = await ann.wait("€4.00", that=lambda m: bool(buttons(m)))
    ann.send(said["send"])
    ann.press(await ann.wait(that=asks), "✅")
    await ann.wait("1 · ", "€4.00", that=is_edit)
    ann.send("/bill")
    bill = await ann.wait("€4.00", that=lambda m: is_new(m) and said["parts"] in str(buttons(m)))
    ann.press(bill, said["parts"])
    await ann.wait("€2.00", that=is_edit)
    ann.press(bill, said["ask"])
    ann.press(await ann.wait("€4.00", that=asks), "✅")
    await here.boss.wait("wants to pay", "4.00")
    return tab, bill


async def settled(here: Restaurant) -> None:
    await here.at.service.intake.settled()
    await here.at.service.floor.settled()
    await here.at.service.watching.look()
    await here.at.service.sender.drained()


@pytest.mark.parametrize("language", list(WORDS))
async def test_a_paid_bill_says_so_in_place_with_its_shares(tmp_path: Path, language: str) -> None:
    said = WORDS[language]
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100, language=language)
        await here.at.seated(ann)
        tab, bill = await asked_for(here, ann, language)
        here.boss.send("/paid 5")
        await ann.wait(said["paid"], that=lambda m: m["message_id"] == bill["message_id"])
        await settled(here)
        for card in (tab, bill):
            now = here.telegram.messages[100][card["message_id"]]
            assert said["paid"] in now["text"]
            assert said["to_pay"] not in now["text"]
            assert said["share"] in now["text"]
        assert [said["receipt"] in text for text in labels(now)] == [True]
        assert not buttons(here.telegram.messages[100][tab["message_id"]])
        assert not here.telegram.refused


@pytest.mark.parametrize("language", list(WORDS))
async def test_a_paid_bill_is_not_asked_for_again_by_an_old_card(
    tmp_path: Path, language: str
) -> None:
    said = WORDS[language]
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100, language=language)
        await here.at.seated(ann)
        _, old = await asked_for(here, ann, language)
        ann.send("/bill")
        await ann.wait("€4.00", that=lambda m: is_new(m) and said["parts"] in str(buttons(m)))
        data = next(b["callback_data"] for b in buttons(here.telegram.messages[100][
            old["message_id"]]) if said["ask"] in b["text"])  # fmt: skip
        here.boss.send("/paid 5")
        await here.boss.wait("has paid")
        await settled(here)
        before = len(ann.shown())
        assert said["already"] in await ann.toast(ann.press_data(old, data))
        await settled(here)
        assert len(ann.shown()) == before
        now = here.telegram.messages[100][old["message_id"]]
        assert said["paid"] in now["text"]
        assert [said["receipt"] in text for text in labels(now)] == [True]


async def test_what_each_paid_of_their_own_stands_on_the_bill(tmp_path: Path) -> None:
    async with restaurant(tmp_path) as here:
        ann, bo = Person(here.telegram, 100), Person(here.telegram, 200, "Bo")
        await here.at.seated(ann, bo)
        await here.ticket(ann, "a beer")
        await here.ticket(bo, "a fish soup")
        ann.send("/bill")
        card = await ann.wait("€11.00", that=lambda m: "Each their own" in str(buttons(m)))
        ann.press(card, "Each their own")
        await ann.wait("Bo €7.00", "Ann €4.00", that=is_edit)
        ann.press(card, "Ask for this")
        ann.press(await ann.wait("€11.00", that=asks), "✅")
        await here.boss.wait("wants to pay")
        here.boss.send("/paid 5")
        await ann.wait("Paid €11.00", "Ann: €4.00", "Bo: €7.00", that=is_edit)


async def test_what_is_ordered_after_a_bill_was_paid_is_what_is_left_to_pay(
    tmp_path: Path,
) -> None:
    async with restaurant(tmp_path) as here:
        ann = Person(here.telegram, 100)
        await here.at.seated(ann)
        await asked_for(here, ann, "en")
        here.boss.send("/paid 5")
        await ann.wait("is paid. Thank you", that=is_new)
        await here.ticket(ann, "a fish soup")
        await ann.wait("Table 5", "Sent so far €11.00", "Paid €4.00", "To pay €7.00")
