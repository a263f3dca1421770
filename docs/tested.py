"""Prints a row of the README's table "Tested with": how many scenarios a brain passes today.

    WAITER_LLM_BASE_URL=... WAITER_LLM_MODEL=... python -m docs.tested llm

Exit 0 whatever the number: the table is for honest ones.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from bot import settings
from bot.composition import brains
from bot.settings import Settings
from waiter.evaluate import Summary, evaluate, summary

SCENARIOS = Path(__file__).parents[1] / "tests" / "scenarios"


async def passed(chosen: Settings) -> Summary:
    """The scenarios of this repository, each played once."""
    rows = [row async for row in evaluate([SCENARIOS], lambda: brains(chosen))]
    return summary(rows)


def row(chosen: Settings, found: Summary, day: str) -> str:
    """One row: brain, where its model is served, the model, when, how many."""
    host = urlsplit(chosen.llm_base_url or "").hostname or ""
    where, model = ("none", "none") if chosen.brain == "house" else (host, chosen.llm_model)
    return f"| `{chosen.brain}` | {where} | {model} | {day} | {found.passed} of {found.total} |"


def main() -> None:
    """Print the row of the brain that is named, `house` if none is."""
    chosen = settings.read({"brain": (sys.argv[1:] or ["house"])[0]})
    found = asyncio.run(passed(chosen))
    print(row(chosen, found, datetime.now(UTC).strftime("%Y-%m-%d")))


if __name__ == "__main__":
    main()
