"""What an exchange of the built-in brain costs, and where it goes.

    python -m benchmarks.engine [ROUNDS]

An exchange is a guest's message and all that follows: inbox, journal, understanding, calls, the
reply, on a real file. CPU time of the process (all its threads), median and 95th percentile, beside
the understanding alone and a bare SQLite commit of the same run: the machine's speed drops out of
the ratios.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from menu_data.loader import load
from waiter import event as e
from waiter.brains.builtin import HouseBrain
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.understand import understand
from waiter.runner import Runner, SessionKey
from waiter.storage import Storage

MENU = Path(__file__).parents[1] / "menu_data" / "menus" / "chengdu.json"
SAID = (
    "来两碗担担面，一碗不要辣，再来一瓶可乐",
    "a bowl of dan dan noodles and two cokes please",
    "可乐不要了",
    "担担面多少钱",
    "有什么汤",
    "全部取消",
    "谢谢",
)
GOAL_MS = 4.0


def cpu_ms(work: Callable[[], object], times: int) -> list[float]:
    """CPU milliseconds of each call."""
    spent = []
    for _ in range(times):
        started = time.process_time()
        work()
        spent.append((time.process_time() - started) * 1000)
    return spent


async def exchanges(folder: Path, rounds: int) -> list[float]:
    """CPU milliseconds of each exchange, the first round (warming up) left out."""
    menu, brain = load(MENU), HouseBrain()
    storage = Storage.open(folder)
    with storage.unit() as unit:
        unit.ledger.publish(menu, "benchmark", datetime.now(UTC))
    runner = Runner(storage, {"chosen": brain, "house": brain})
    key = SessionKey("v1", "a")
    await runner.open_visit(key.visit)
    await runner.join(key, greet=False)
    spent = []
    for index in range((rounds + 1) * len(SAID)):
        text = SAID[index % len(SAID)]
        started = time.process_time()
        await runner.hear(key.visit, e.GuestSaid(f"i{index}", "a", text, datetime.now(UTC)))
        await runner.settled(key.visit)
        spent.append((time.process_time() - started) * 1000)
    await runner.close()
    return spent[len(SAID) :]


def commits(folder: Path, times: int) -> list[float]:
    """CPU milliseconds of one small commit each, as the house's file is set up."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)")

    def one() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO rows (text) VALUES (?)", ("x" * 200,))
        connection.execute("COMMIT")

    spent = cpu_ms(one, times)
    connection.close()
    return spent


def show(name: str, spent: list[float], base: float) -> float:
    median = statistics.median(spent)
    late = statistics.quantiles(spent, n=20)[-1]
    print(f"{name:<24}{median:8.3f} ms median{late:9.3f} ms p95{median / base:9.1f} x a commit")
    return median


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder:
        bare = commits(Path(folder), 500)
        whole = asyncio.run(exchanges(Path(folder) / "house", rounds))
    lexicon = lexicon_for(load(MENU))
    texts = iter(SAID * (rounds + 1))
    reading = cpu_ms(lambda: understand(next(texts), lexicon), rounds * len(SAID))
    base = statistics.median(bare)
    show("a bare commit", bare, base)
    show("understanding alone", reading, base)
    median = show("a whole exchange", whole, base)
    met = "met" if median < GOAL_MS else "MISSED"
    print(f"goal: a whole exchange under {GOAL_MS} ms CPU median: {met}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
