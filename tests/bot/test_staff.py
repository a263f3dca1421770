"""Acts of staff: done here where nobody holds the stream, by its holder where somebody does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot import staff
from bot.complaint import Complaint
from bot.composition import open_house
from bot.settings import Settings
from waiter import event as e
from waiter.runner import HOUSE, Runner

NOON = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)
SOLD_OUT = staff.Act(HOUSE, "sold_out", {"dishes": ["dandan"]}, "mei")


async def house(folder: Path) -> Runner:
    return await open_house(Settings(data=folder), lambda: NOON)


async def test_an_act_on_a_free_stream_is_done_here(tmp_path: Path) -> None:
    runner = await house(tmp_path)
    result = await staff.perform(runner, SOLD_OUT)
    assert result == {"dishes": ["dandan"], "who": "mei"}
    assert "dandan" in runner.storage.reading().ledger.availability().sold_out
    await runner.close()
    again = await house(tmp_path)  # the stream was let go
    await again.open_visit(HOUSE)
    await again.close()


async def test_a_stream_begins_with_its_opening(tmp_path: Path) -> None:
    runner = await house(tmp_path)
    await staff.perform(runner, SOLD_OUT)
    kinds = [type(r.event.body) for r in runner.storage.reading().journal.read(HOUSE)]
    assert kinds.index(e.VisitOpened) < kinds.index(e.StaffActed)
    await runner.close()


async def test_the_holder_of_a_stream_does_it(tmp_path: Path) -> None:
    holder, command = await house(tmp_path), await house(tmp_path)
    await holder.open_visit(HOUSE)
    holder.watch()
    assert (await staff.perform(command, SOLD_OUT))["who"] == "mei"
    assert holder.live(HOUSE).state.availability.sold_out == {"dandan"}
    await command.close()
    await holder.close()


async def test_a_holder_that_never_answers_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff, "PATIENCE", 0.01)
    holder, command = await house(tmp_path), await house(tmp_path)
    await holder.open_visit(HOUSE)
    with pytest.raises(Complaint, match="hasn't answered"):
        await staff.perform(command, SOLD_OUT)
    await holder.tick()  # it wakes up after all
    await holder.settled(HOUSE)
    assert holder.live(HOUSE).state.availability.sold_out == {"dandan"}
    await command.close()
    await holder.close()


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (staff.Act(HOUSE, "sold_out", {"dishes": ["unicorn"]}, "mei"), "unknown dish 'unicorn'"),
        (staff.Act(HOUSE, "stock", {"counts": {"dandan": -1}}, "mei"), "bad quantity"),
        (staff.Act(HOUSE, "publish", {"document": {}}, "mei"), "bad menu: menu: format"),
        (staff.Act(HOUSE, "dance", {}, "mei"), "unknown act 'dance'"),
    ],
)
async def test_a_refusal_is_said_in_one_line(tmp_path: Path, act: staff.Act, told: str) -> None:
    runner = await house(tmp_path)
    with pytest.raises(Complaint, match=told) as said:
        await staff.perform(runner, act)
    assert "\n" not in str(said.value)
    await runner.close()


async def test_a_menu_of_the_settings_is_published_once_and_never_over_staffs_changes(
    tmp_path: Path,
) -> None:
    menu = tmp_path / "menu.json"
    menu.write_text('{"tea": {"name": "Tea", "price": "12元", "category": "drinks"}}', "utf-8")
    usual = Settings(data=tmp_path / "data")
    named = Settings(data=tmp_path / "data", menu=menu)
    dearer = staff.Act(HOUSE, "price", {"prices": {"tea": "13.00"}}, "mei")

    async def publications(settings: Settings, *, insist: bool = False) -> int:
        runner = await open_house(settings, lambda: NOON, insist=insist)
        count = len(runner.storage.reading().ledger.publications())
        await runner.close()
        return count

    assert await publications(usual) == 1  # the shipped one
    assert await publications(named) == 2
    assert await publications(named) == 2
    runner = await house(tmp_path / "data")
    await staff.perform(runner, dearer)
    await runner.close()
    assert await publications(usual) == 3
    assert await publications(named) == 3
    assert await publications(named, insist=True) == 4
