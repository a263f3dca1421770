"""What the Telegram front-end stands: a full house, Telegram's limits, being killed.

    python -m benchmarks.telegram [load | tickets | kills] [--chats N] [--seconds S] [--kills N]

Without a name all three, small enough for about a minute and a half. The whole of it:

    python -m benchmarks.telegram load --chats 300 --seconds 60
    python -m benchmarks.telegram tickets --chats 60 --seconds 300 --tickets 40
    python -m benchmarks.telegram kills --chats 60 --kills 20

CPU and memory are the house's process's own, times are this machine's. Exit 1 where something was
lost, came twice or in another order, or memory grows; with --goals also where it was too slow.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from benchmarks.telegram import kills, load, tickets

# Each takes what concerns it of the options.
PARTS: dict[str, Callable[..., Coroutine[Any, Any, bool]]] = {
    "load": load.run,
    "tickets": tickets.run,
    "kills": kills.run,
}


def main() -> int:
    given = argparse.ArgumentParser(prog="python -m benchmarks.telegram")
    given.add_argument("part", nargs="?", choices=tuple(PARTS))
    given.add_argument("--chats", type=int)
    given.add_argument("--seconds", type=float)
    given.add_argument("--tickets", type=int)
    given.add_argument("--kills", type=int)
    given.add_argument("--goals", action="store_true", help="exit 1 also where a time is missed")
    chosen = {key: value for key, value in vars(given.parse_args()).items() if value is not None}
    part = chosen.pop("part", None)
    names = tuple(PARTS) if part is None else (part,)
    kept = [asyncio.run(PARTS[name](**chosen)) for name in names]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
