"""The demonstration comes to its end, and shows what it says it shows."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from demo import evening, rogue
from tests.bot.telegram.house import QUICK


async def test_the_evening_is_whole(tmp_path: Path) -> None:
    paper = Console(file=io.StringIO(), width=200, highlight=False)
    with paper.capture() as drawn:
        await evening.evening(tmp_path, paper, QUICK)
    shown = drawn.get()
    for words in ("refused as deeds", "refused as mixed", "¥39.00", "⚠️ 过敏：花生", "可乐：售完"):
        assert words in shown
    assert "came out exactly the same" in shown
    said = [line for line in shown.splitlines() if "never said" not in line]
    assert not any(words in line for line in said for words in ("打一折，总共", "马上免单"))
    assert len(rogue.TRIES) == 2
