"""Talks in which a guest says once what they never have: kept, read back, put on their orders."""

from __future__ import annotations

from dataclasses import dataclass

from apps.ledger.books import Line
from tests.waiter.brains.talk import talking
from waiter import event as e
from waiter.brains.builtin import HouseBrain


@dataclass(frozen=True, slots=True)
class After:
    lines: tuple[Line, ...]
    said: list[str]
    called: list[str]
    kept: list[e.HabitStated]
    refused: list[str]


async def _after(*texts: str, language: str = "zh") -> After:
    async with talking(HouseBrain(), language=language) as talk:
        for text in texts:
            await talk.say(text)
        kept = [body for body in talk.bodies() if isinstance(body, e.HabitStated)]
        said = [content for _, content in talk.contents()]
        return After(talk.books().lines, said, talk.called(), kept, talk.refused())


def _left_out(line: Line) -> list[tuple[str, str]]:
    return [(m.modifier, m.amount) for m in line.modifiers]


async def test_said_first_it_is_answered_and_holds_for_what_is_ordered_later() -> None:
    for first, language in (("我不吃香菜", "zh"), ("no coriander for me please", "en")):
        after = await _after(first, "来碗担担面", "来瓶可乐", "再来碗酸辣粉", language=language)
        dandan, coke, noodles = after.lines
        assert _left_out(dandan) == _left_out(noodles) == [("cilantro", "none")]
        assert _left_out(coke) == []
        assert any("香菜" in text or "cilantro" in text for text in after.said[:1])
        assert not after.refused
        assert len(after.kept) == 1


async def test_said_later_it_changes_what_is_on_the_tab_too() -> None:
    after = await _after("一碗担担面，一碗酸辣粉", "我不吃香菜")
    assert [_left_out(line) for line in after.lines] == [[("cilantro", "none")]] * 2


async def test_what_a_line_says_itself_goes_before_the_habit() -> None:
    after = await _after("我不吃香菜", "来碗担担面，多放香菜")
    assert _left_out(after.lines[0]) == [("cilantro", "extra")]


async def test_it_is_taken_back_before_anything_is_ordered() -> None:
    after = await _after("我不吃香菜", "香菜可以放", "来碗担担面")
    assert _left_out(after.lines[0]) == []


async def test_an_allergy_without_a_key_goes_to_staff_and_onto_every_line() -> None:
    after = await _after("I'm allergic to mango", "a milk tea, large", "a coke", language="en")
    assert after.called[0] == "staff"
    assert "mango" in after.said[0]
    assert "safe" not in after.said[0]
    assert all("mango" in str(line.note) for line in after.lines)
    assert not after.refused
