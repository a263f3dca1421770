"""`waiter menu watch`: a menu's file is edited in place, and every good save is published.

Editors write in steps, or a new file under the old name: a save counts when two looks at the file
find the same. What is no menu, and a save that loses more than half of the dishes, changes nothing
and is said in one line.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Annotated

import typer
from watchfiles import awatch

from bot import given, settings, staff
from bot.commands.acting import tell
from bot.commands.menu_publish import outlook_lines
from bot.commands.menu_reading import Base, menu_from, read_menu, warn
from bot.complaint import Complaint
from bot.composition import open_house, published
from bot.console.safety import visible
from bot.given import Given
from bot.outlook import look_ahead
from menu_data.checking import image_beside
from menu_data.faults import MenuError
from menu_data.menu import Menu
from waiter.runner import HOUSE, Runner

DEBOUNCE_MS = 300  # one save of an editor is several changes of files
SETTLE_SECONDS = 0.3
LOOKS = 20  # at a file that somebody keeps writing to; the next change looks again
KEPT_SHARE = 0.5

Read = Callable[[], bytes | None]
Pause = Callable[[], Awaitable[None]]


def watch(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The menu that is being edited.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
    who: given.Who = None,
    base: Base = None,
) -> None:
    """Publish a menu's file whenever it is saved, until Ctrl-C."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    menu_from(settings.read(options.flags()), file, base)  # a mistake at the start is said at once
    asyncio.run(_watch(options, file, who, base))


async def _watch(options: Given, file: Path, who: str | None, base: Path | None) -> None:
    chosen = settings.read(options.flags())
    runner = await open_house(chosen, given.clock_of(options.clock))
    desk = Desk(runner, options, file, who or staff.login_name(), base)
    try:
        await desk.saved(first=True)
        async for _ in saves(file):
            if await settled(lambda: _bytes(file), _pause) is not None:
                await desk.saved()
    finally:
        await runner.close()


def saves(file: Path) -> AsyncIterator[object]:
    """A value whenever the file changed. Its folder is watched: a new file may take its place."""
    name = file.resolve().name
    folder = file.resolve().parent
    return awatch(
        folder,
        watch_filter=lambda _, path: Path(path).name == name,
        debounce=DEBOUNCE_MS,
        recursive=False,
    )


async def settled(read: Read, pause: Pause) -> bytes | None:
    """A file's content once two looks find the same; None where it is gone or never rests."""
    before = read()
    for _ in range(LOOKS):
        await pause()
        now = read()
        if now == before:
            return now
        before = now
    return None


async def _pause() -> None:
    await asyncio.sleep(SETTLE_SECONDS)


def _bytes(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:  # between the old file and the new one
        return None


class Desk:
    """Publishes what was saved, and says what came of it."""

    def __init__(
        self, runner: Runner, options: Given, file: Path, who: str, base: Path | None
    ) -> None:
        self._runner = runner
        self._options = options
        self._file = file
        self._who = who
        self._base = base

    def in_force(self) -> str:
        """The version of the menu in force."""
        return self._runner.storage.reading().ledger.menu_version()

    async def saved(self, *, first: bool = False) -> None:
        """Look at the file. At the start a version that was in force before changes nothing."""
        chosen = settings.read(self._options.flags())
        try:
            read = read_menu(chosen, self._file, self._base)
        except MenuError as error:
            warn([f"kept the menu in force: {error}"])
            return
        ledger = self._runner.storage.reading().ledger
        known = {one.version for one in ledger.publications()}
        if read.menu.version == self.in_force() or (first and read.menu.version in known):
            return
        unit = self._runner.storage.reading()
        outlook = look_ahead(unit, read.menu, read, image_beside(self._file))
        lost = _lost(published(unit), read.menu)
        if lost and not first:
            warn([f"kept the menu in force: {lost}; `waiter menu publish` does it all the same"])
            return
        warn(f"warning: {text}" for text in outlook.warnings)
        if not self._options.json:
            for line in outlook_lines(outlook):
                print(visible(line))
        params = {"document": dict(read.menu.source)}
        try:
            act = staff.Act(HOUSE, "publish", params, self._who)
            result = await staff.perform(self._runner, act)
        except Complaint as error:
            warn([str(error)])
            return
        tell(self._options, result, f"in force: {result['version']}")


def _lost(old: Menu, new: Menu) -> str:
    """Why a save looks like half of one; "" where it doesn't."""
    gone = len(old.dishes.keys() - new.dishes.keys())
    if gone > KEPT_SHARE * len(old.dishes):
        return f"{gone} of {len(old.dishes)} dishes would be gone"
    return ""
