"""A process in which staff do one thing, and which kills itself after its n-th commit.

    python -m tests.bot.menu_crash_child FOLDER ACT      for every n there is

A folder each, whose menu is in force and whose tea has been counted. What the house has right after
the kill, and once somebody has opened it again, is printed, a line a kill.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot import staff
from bot.composition import open_house
from bot.settings import Settings
from tests.menu_data.documents import changed, small
from tests.waiter.table import NOON
from waiter.runner import HOUSE
from waiter.storage import Storage

NEW: dict[str, Any] = changed("items.1.stock", 7)
NEW["items"][0]["price"] = "19.00"
NEW["items"][2]["available"] = False
ACTS: dict[str, tuple[str, dict[str, Any]]] = {
    "publish": ("publish", {"document": NEW}),
    "sold_out": ("sold_out", {"dishes": ["broth", "cola"]}),
    "stock": ("stock", {"counts": {"broth": 4, "cola": 2}}),
}


async def begin(folder: Path) -> None:
    """A house with the small menu."""
    menu = folder.with_suffix(".menu.json")
    menu.write_text(json.dumps(small()), "utf-8")
    runner = await open_house(Settings(data=folder, menu=menu), lambda: NOON)
    await runner.close()


async def act(folder: Path, name: str, after: int) -> None:
    """Do it, and die after so many commits; never for 0."""
    runner = await open_house(Settings(data=folder), lambda: NOON)
    commits = 0

    def count() -> None:
        nonlocal commits
        commits += 1
        if commits == after:
            os.kill(os.getpid(), signal.SIGKILL)

    runner.storage.on_commit = count
    done, params = ACTS[name]
    await staff.perform(runner, staff.Act(HOUSE, done, params, "mei"))
    await runner.close()


async def wake(folder: Path) -> None:
    """Somebody opens the house again: what waits in the inbox is done."""
    runner = await open_house(Settings(data=folder), lambda: NOON)
    await runner.open_visit(HOUSE)
    await runner.close()


def standing(folder: Path) -> dict[str, Any]:
    """What the house has, by the file alone."""
    storage = Storage.open(folder)
    try:
        unit = storage.reading()
        found = unit.ledger.availability()
        return {
            "version": unit.ledger.menu_version(),
            "publications": len(unit.ledger.publications()),
            "sold_out": sorted(found.sold_out),
            "stock": dict(sorted(found.stock.items())),
            "records": unit.journal.verify(HOUSE),
        }
    finally:
        storage.close()


def in_a_process(folder: Path, name: str, after: int) -> int:
    """The act in a process of its own: the signal that ended it, or 0."""
    child = os.fork()
    if child == 0:
        asyncio.run(act(folder, name, after))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def main() -> None:
    """Every n in turn, each in a fresh folder. A line each; the first is of a whole run."""
    root, name = Path(sys.argv[1]), sys.argv[2]
    after = 0
    while True:
        folder = root / f"{name}-{after}"
        asyncio.run(begin(folder))
        before = standing(folder)
        ended = in_a_process(folder, name, after)
        if after and ended == 0:
            return
        killed = standing(folder)
        asyncio.run(wake(folder))
        row = {"kill": after, "ended": ended, "before": before, "killed": killed}
        print(json.dumps({**row, "awake": standing(folder)}), flush=True)
        after += 1


if __name__ == "__main__":
    main()
