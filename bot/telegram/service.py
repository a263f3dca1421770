"""The front-end as one running thing: put together, started, and stopped without losing anything.

One process a data folder. SIGTERM and SIGINT stop polling, let the waiter finish and the outbox
empty as far as a few seconds allow; the rest is on disk and goes on at the next start.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramNotFound,
    TelegramUnauthorizedError,
)
from aiogram.types import BotCommand

from bot.complaint import Complaint
from bot.settings import Settings
from bot.telegram.delivery.client import bot_for
from bot.telegram.delivery.counting import Counting
from bot.telegram.delivery.gate import A_DAY, Gate
from bot.telegram.delivery.intake import Intake
from bot.telegram.delivery.limits import Pace
from bot.telegram.delivery.outbox import Job
from bot.telegram.delivery.polling import poll
from bot.telegram.delivery.sending import Sender
from bot.telegram.delivery.webhook import Webhook, webhook_at
from bot.telegram.delivery.webhook import serve as serve_webhook
from bot.telegram.floor import Floor
from bot.telegram.guest.afterwards import Afterwards
from bot.telegram.guest.entrance import Entrance, Opening
from bot.telegram.guest.erasing import Erasing
from bot.telegram.guest.hearing import Hearing
from bot.telegram.guest.languages import Languages
from bot.telegram.guest.shown import Shown
from bot.telegram.guest.tidying import Tidying
from bot.telegram.guest.words_and_taps import COMMANDS, Guests
from bot.telegram.safety import log_to_stderr
from bot.telegram.seating import Seating
from bot.telegram.staff.crew import Crew
from bot.telegram.staff.desk import StaffDesk
from bot.telegram.staff.reminders import Patience
from bot.telegram.store import Store
from bot.telegram.watching import Watching
from bot.telegram.words import word
from waiter.runner import Runner
from waiter.storage import Lease, LeaseTaken, take_lease

__all__ = ["Service", "Wish", "alone", "bot_for", "known", "log_to_stderr", "serve", "wished"]

log = logging.getLogger("waiter.telegram")

DRAIN = 10.0  # seconds that a stop may take for what is under way
MENU_LANGUAGES = ("en", "zh")  # of Telegram's own menu of commands; the first is the default


@dataclass(frozen=True, slots=True)
class Wish:
    """How the front-end is to run. `api`: a Bot API server other than Telegram's own; `webhook`:
    where Telegram calls, polled where there is none; `a_day`: what a guest may send a day.
    """

    token: str
    api: str | None = None
    opening: Opening = "tap"
    pace: Pace = field(default_factory=Pace)
    webhook: Webhook | None = None
    patience: Patience = field(default_factory=Patience)
    a_day: int = A_DAY


def wished(chosen: Settings, token: str) -> Wish:
    """The settings' wish. `Complaint`: one of them can't be."""
    webhook = None
    if chosen.telegram_webhook is not None:
        real = chosen.telegram_api is None
        webhook = webhook_at(chosen.telegram_webhook, chosen.telegram_listen, real=real)
    patience = Patience(
        _minutes(chosen.telegram_remind_minutes), _minutes(chosen.telegram_escalate_minutes)
    )
    opening = chosen.telegram_opening
    return Wish(
        token, chosen.telegram_api, opening,
        webhook=webhook, patience=patience, a_day=chosen.telegram_daily,
    )  # fmt: skip


def _minutes(count: int) -> timedelta | None:
    """None for 0, which is never."""
    return timedelta(minutes=count) if count else None


def alone(folder: Path) -> Lease:
    """The lock of the one front-end of a data folder. `Complaint`: another runs."""
    try:
        return take_lease(folder, "telegram front-end")
    except LeaseTaken as error:
        raise Complaint("another `waiter telegram` runs on this data folder") from error


class Service:
    """The parts, put together."""

    def __init__(
        self, runner: Runner, bot: Bot, store: Store, wish: Wish, name: str = "bot"
    ) -> None:
        self.runner, self.bot, self.store, self._wish = runner, bot, store, wish
        self.sender = Sender(bot, store, wish.pace, runner.clock)
        self.floor = Floor(runner, store, self.sender)
        languages = Languages(store)
        shown, hearing = Shown(self.floor), Hearing(bot, self.floor)
        erasing, afterwards = Erasing(self.floor, hearing), Afterwards(self.floor)
        self.entrance = Entrance(self.floor, wish.opening, languages, erasing)
        self.tidying = Tidying(self.floor, languages, afterwards, erasing)
        self.guests = Guests(
            hearing, self.floor, self.entrance, shown, languages, afterwards, erasing, name
        )  # fmt: skip
        seating = Seating(self.floor, erasing, self.kitchen)
        self.watching = Watching(
            self.floor, shown, afterwards, self.tidying, self.kitchen, seating
        )  # fmt: skip
        self.crew = Crew(store)
        self.staff = StaffDesk(
            bot, self.floor, self.entrance, self.crew, self.watching, name, wish.patience
        )
        gate = Gate(store, wish.pace, self._day, wish.a_day)
        self.intake = Intake(
            bot, store, gate, self.sender, self.guests, self.staff, runner.clock
        )  # fmt: skip
        self.sender.undelivered = self._undelivered
        bot.session.middleware(Counting(store, runner.clock))
        self.sender.moved = self._moved
        self.stop = asyncio.Event()

    def kitchen(self) -> int | None:
        """The chat of the kitchen, once staff have named it."""
        kept = self.store.kept("kitchen")
        return None if kept is None else int(kept)

    def _day(self, at: datetime) -> str:
        """The restaurant's calendar day of a moment."""
        zone = ZoneInfo(self.floor.menu.restaurant.time_zone)
        return at.astimezone(zone).date().isoformat()

    def _undelivered(self, job: Job) -> None:
        self.watching.undelivered(job)
        self.staff.undelivered(job)

    def _moved(self, old: int, new: int) -> None:
        if self.kitchen() == old:
            self.store.keep("kitchen", str(new))

    async def run(self) -> None:
        """Until `stop`. Raises what ended it otherwise."""
        await self.floor.start()
        self.runner.watch()
        sending = asyncio.create_task(self.sender.run(), name="sending")
        watching = asyncio.create_task(self.watching.run(), name="watching")
        self.intake.resume()
        staff = asyncio.create_task(self.staff.run(), name="staff")
        hearing = asyncio.create_task(self._hear(), name="hearing")
        tasks = {sending, watching, staff, hearing}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await _first_fault(tasks)
            await self._drain()
        finally:
            self.stop.set()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await self.sender.close()
            await self.intake.close()
            self.guests.close()
            self.floor.close()

    async def _hear(self) -> None:
        """Updates, until `stop`."""
        accept = self.intake.accept
        if self._wish.webhook is None:
            await poll(self.bot, accept, self.stop)
        else:
            secret = self.store.secret("webhook").hex()
            await serve_webhook(self.bot, self._wish.webhook, secret, accept, self.stop)

    async def _drain(self) -> None:
        """Finish what is under way, as far as time allows."""
        try:
            async with asyncio.timeout(DRAIN):
                await self.intake.settled()
                await self.floor.settled()
                await self.watching.look()
                await self.sender.drained()
        except TimeoutError:
            log.info("stopped before all was sent; the rest goes out at the next start")


async def serve(runner: Runner, folder: Path, wish: Wish) -> None:
    """Run the front-end until a signal. `Complaint`: another runs, or the token is refused."""
    lock = alone(folder)
    bot = bot_for(wish.token, wish.api)
    store = Store(runner.storage)
    try:
        me = await known(bot)
        service = Service(runner, bot, store, wish, me)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, service.stop.set)
        await _show_commands(bot)
        collect_less()
        log.info("@%s is at work", me)
        if (code := service.crew.owner_code(runner.clock())) is not None:
            print(f"owner: send /owner {code} to @{me} within 24 hours", flush=True)
        await service.run()
    finally:
        await bot.session.close()
        lock.release()


def collect_less() -> None:
    """What start-up made stays as long as the process: the collector need not go through it again,
    nor so often through the little that an exchange leaves. A tenth of all work otherwise.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)


async def known(bot: Bot) -> str:
    """The bot's user name. `Complaint`: the token is refused, or Telegram can't be reached."""
    try:
        return (await bot.me()).username or ""
    except (TelegramUnauthorizedError, TelegramNotFound) as refusal:
        raise Complaint("Telegram refuses the token; see telegram_token") from refusal
    except (TelegramAPIError, ClientDecodeError) as failure:
        raise Complaint(f"Telegram can't be reached: {type(failure).__name__}") from failure


async def _show_commands(bot: Bot) -> None:
    """Telegram's menu of commands, by language; that it fails stops nothing."""
    for language in MENU_LANGUAGES:
        commands = [
            BotCommand(command=name, description=word(f"command.{name}", language))
            for name in COMMANDS
        ]
        code = None if language == MENU_LANGUAGES[0] else language
        await _tried(bot.set_my_commands(commands, language_code=code))


async def _tried(work: Awaitable[Any]) -> None:  # Any: the result is not used
    try:
        await work
    except TelegramAPIError as refusal:
        log.warning("commands are not shown: %s", type(refusal).__name__)


async def _first_fault(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Raise what ended a task that was to run for ever."""
    for task in tasks:
        if task.done():
            await task
