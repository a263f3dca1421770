"""A process that serves one conversation and kills itself after its n-th commit.

    python -m tests.waiter.crash_child FOLDER      for every n there is

Every input has its own id, so a process that starts again says all of them again: what the inbox
knows already is not heard twice. What the guest saw and the books say is printed, a line a kill.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from apps.ledger.normal import books_to_json
from menu_data.loader import from_document
from tests.waiter.table import DINER, NOON, call
from waiter import event as e
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage
from waiter.view import Refused, Spoken, View

VISIT = "v1"
KEY = SessionKey(VISIT, "a")
SAID = ("hello", "two rice and a stew", "large", "send it", "yes", "one more tea", "send it", "yes",
        "the bill", "yes", "thanks")  # fmt: skip
TURNS = {
    "two rice and a stew": [
        call("order", lines=[{"dish": "rice", "quantity": 2}, {"dish": "stew", "quantity": 1}]),
        call("order", lines=[{"dish": "rice", "quantity": 2}]),
    ],
    "one more tea": [call("order", dish="tea", quantity=1)],
    "send it": [call("submit")],
    "the bill": [call("checkout", split={"equal": 2})],
}


class Waiter:
    """Says the same to the same view, in every process."""

    name = "same"

    async def speak(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        turns = [] if view.granted or view.opening else TURNS.get(view.heard, [])
        made = len(view.facts)
        return Spoken(turns[made] if made < len(turns) else f"to_user: {made} done")


def storage_that_dies(folder: Path, after: int) -> Storage:
    storage = Storage.open(folder)
    commits = 0

    def count() -> None:
        nonlocal commits
        commits += 1
        if commits == after:
            os.kill(os.getpid(), signal.SIGKILL)

    if after:
        storage.on_commit = count
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            unit.ledger.publish(from_document(DINER), "test", NOON)
    return storage


async def serve(folder: Path, after: int) -> dict[str, Any]:
    brain = Waiter()
    runner = Runner(
        storage_that_dies(folder, after), {"chosen": brain, "house": brain}, clock=lambda: NOON
    )
    await runner.open_visit(VISIT, "5", "test")
    await runner.settled(VISIT)
    await runner.join(KEY, "en", greet=False)
    for number, text in enumerate(SAID):
        await runner.hear(VISIT, e.GuestSaid(f"said-{number}", "a", text, NOON))
        await runner.settled(VISIT)
    seen = [[m.number, m.type, m.content] for m in runner.sent(KEY)]
    books = books_to_json(runner.live(VISIT).books)
    verified = runner.storage.reading().journal.verify(VISIT)
    await runner.close()
    return {"seen": seen, "books": books, "records": verified}


def in_a_process(folder: Path, after: int) -> tuple[int, dict[str, Any]]:
    """Serve in a forked process of its own: (signal that ended it or 0, what it saw)."""
    result = folder.with_suffix(".json")
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        result.write_text(
            json.dumps(asyncio.run(serve(folder, after)), ensure_ascii=False), "utf-8"
        )
        os._exit(0)
    _, status = os.waitpid(child, 0)
    seen = json.loads(result.read_text("utf-8")) if result.exists() else {}
    return (os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)), seen


def main() -> None:
    """Every n in turn, each in a fresh folder: killed, then served to the end. A line each."""
    root = Path(sys.argv[1])
    report(0, *in_a_process(root / "whole", 0))
    kills = 0
    while True:
        kills += 1
        folder = root / f"killed-{kills}"
        ended, _ = in_a_process(folder, kills)
        if ended == 0:
            return
        report(kills, ended, in_a_process(folder, 0)[1])


def report(kill: int, ended: int, seen: dict[str, Any]) -> None:
    print(json.dumps({"kill": kill, "ended": ended, **seen}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
