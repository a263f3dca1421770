"""The house under load: the front-end with the built-in brain, as a process that may be killed.

    python -m benchmarks.telegram.house FOLDER API TOKEN TABLES free|limited

Opens the tables on a fresh folder, prints "ready", and is at work until SIGTERM.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from apps.staff_acts import first_availability
from bot.composition import SHIPPED_MENU, published
from bot.telegram.delivery.client import bot_for
from bot.telegram.delivery.limits import Pace
from bot.telegram.service import Service, Wish, collect_less
from bot.telegram.store import Store
from menu_data.loader import from_document
from waiter.brains.builtin import HouseBrain
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.respell import warm
from waiter.runner import Runner
from waiter.storage import Storage

KITCHEN = -1001
UNBOUNDED = Pace(overall=(), person=(), group=(), messages=(), taps=())


def storage_in(folder: Path) -> Storage:
    """The folder's storage, with the shipped menu in force at any hour."""
    storage = Storage.open(folder)
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            document = json.loads(SHIPPED_MENU.read_text("utf-8"))
            document["restaurant"].pop("hours", None)
            menu = from_document(document)
            unit.ledger.publish(menu, "benchmark", datetime.now(UTC))
            unit.ledger.set_availability(first_availability(menu))
    return storage


async def main(folder: Path, api: str, token: str, tables: int, *, limited: bool) -> None:
    storage = storage_in(folder)
    warm(lexicon_for(published(storage.reading())))  # as `open_house` does
    brain = HouseBrain()
    runner = Runner(storage, {"chosen": brain, "house": brain}, threaded=False)
    bot, store = bot_for(token, api), Store(runner.storage)
    wish = Wish(token, api, pace=Pace() if limited else UNBOUNDED, a_day=1_000_000)
    service = Service(runner, bot, store, wish, "waiter_bot")
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, service.stop.set)
    if store.kept("kitchen") is None:
        store.keep("kitchen", str(KITCHEN))
        code = service.crew.owner_code(runner.clock()) or ""
        service.crew.redeem(1, "Boss", code, runner.clock())
        for table in range(1, tables + 1):
            await service.floor.open_table(str(table), "benchmark")
    collect_less()
    print("ready", flush=True)
    await service.run()
    await runner.close()
    await bot.session.close()


if __name__ == "__main__":
    place, base, secret, count, pace = sys.argv[1:]
    asyncio.run(main(Path(place), base, secret, int(count), limited=pace == "limited"))
