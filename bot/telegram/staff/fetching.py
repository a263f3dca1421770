"""Menus that staff send are fetched, checked and compared by a task of its own: a slow download or
a long check holds up nobody, and what a killed process left waiting is taken up again.

What it looks like is `offers`', what staff press `menus`'.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
from pathlib import Path, PurePath

import aiohttp
from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import Document

from bot.composition import published, reading
from bot.console.safety import one_line
from bot.outlook import look_ahead, version_of
from bot.telegram.floor import Floor
from bot.telegram.staff import offers
from bot.telegram.staff.offers import Broken, Found, Offered, Same
from bot.telegram.staff.uploads import Upload, Uploads
from menu_data.checking import Broken as BrokenFile
from menu_data.checking import Read, is_sheet, read_file
from menu_data.faults import MenuError
from menu_data.format import FILE_BYTES
from menu_data.sheets import Said
from menu_data.told import message
from waiter.storage import Unit

log = logging.getLogger("waiter.telegram")

SUFFIXES = (".json", ".csv", ".xlsx")
MOST_ERRORS = 500  # that a report lists; the message shows the first few
NAME_LENGTH = 40
# Tries of a download that the network failed, and seconds between them (doubled each time).
TRIES, PAUSE = 5, 0.5
FETCH_TIMEOUT = 30  # seconds


class Unfetched(Exception):
    """A document can't be had from Telegram."""


class TooLarge(Exception):
    """It is larger than a menu may be."""


class Fetching:
    """Takes menus in."""

    def __init__(self, bot: Bot, floor: Floor) -> None:
        self.uploads = Uploads(floor.store)
        self._bot, self._floor = bot, floor
        self._wake = asyncio.Event()

    def take(self, document: Document, chat: int, who: str, key: str) -> str | None:
        """Keep a document to be looked at; why not, where that can be seen at once."""
        name = file_name(document)
        if not name.lower().endswith(SUFFIXES):
            name = name or offers.word(self._floor, "unnamed")
            return offers.word(self._floor, "wrong_kind", name=name)
        if document.file_size is not None and document.file_size > FILE_BYTES:
            return offers.too_large(self._floor, name)
        now = self._floor.runner.clock()
        self._added(self.uploads.add(key, chat, who, name, now, file=document.file_id))
        return None

    def want(self, version: str, chat: int, who: str, key: str) -> None:
        """A version that was in force is wanted back."""
        name, now = version[: offers.SHORT], self._floor.runner.clock()
        self._added(self.uploads.add(key, chat, who, name, now, version=version))

    def again(self, one: Upload) -> None:
        """Compare it anew: another menu is in force."""
        self.uploads.change(one, state="waiting")
        self._wake.set()

    async def run(self) -> None:
        """Look at what waits, for ever."""
        while True:
            self._wake.clear()
            try:
                for one in self.uploads.waiting():
                    await self._look(one)
            except sqlite3.OperationalError as failure:  # locked for longer than SQLite waits
                log.warning("menus wait: %s", failure)
                await asyncio.sleep(PAUSE)
            else:
                await self._wake.wait()

    def _added(self, one: Upload) -> None:
        if one.state == "waiting":
            offers.show(self._floor, one, offers.word(self._floor, "looking", name=one.name))
        self._wake.set()

    async def _look(self, one: Upload) -> None:
        """Fetch, check, compare; what came of it is shown on its card."""
        try:
            raw = await self._fetched(one) if one.file else None
        except TooLarge:
            return self._refuse(one, offers.too_large(self._floor, one.name))
        except Unfetched:
            return self._refuse(one, offers.word(self._floor, "unfetched", name=one.name))
        folder = self._floor.runner.storage.folder
        assert folder is not None, "a front-end works on a folder"
        try:
            found = await asyncio.to_thread(examine, folder, one, raw)
        except sqlite3.OperationalError:
            raise
        except Exception:  # whatever a file brings to light, guests go on being served
            log.exception("upload %d met a bug", one.id)
            return self._refuse(one, offers.word(self._floor, "unreadable", name=one.name))
        match found:
            case Broken():
                offers.show_broken(self._floor, one, found)
                self.uploads.change(one, state="refused")
            case Same():
                self._refuse(one, offers.word(self._floor, "same", name=one.name))
            case Offered():
                text = offers.show_offer(self._floor, one, found)
                document = json.dumps(dict(found.menu.source), ensure_ascii=False)
                self.uploads.change(
                    one, state="offered", version=found.menu.version, document=document,
                    instead_of=found.instead_of, shown=text,
                )  # fmt: skip
        return None

    def _refuse(self, one: Upload, text: str) -> None:
        offers.show(self._floor, one, text)
        self.uploads.change(one, state="refused")

    async def _fetched(self, one: Upload) -> bytes:
        """The document's bytes. `Unfetched`, `TooLarge`."""
        for tries in range(TRIES):
            try:
                return await self._download(one.file)
            except TelegramRetryAfter as limit:
                await asyncio.sleep(limit.retry_after)
            except (
                TelegramNetworkError, TelegramServerError, ClientDecodeError,
                aiohttp.ClientError, TimeoutError,
            ) as failure:  # fmt: skip
                log.warning("a menu, try %d: %s", tries + 1, type(failure).__name__)
                await asyncio.sleep(PAUSE * 2**tries)
            except TelegramAPIError as refusal:
                raise Unfetched from refusal
        raise Unfetched

    async def _download(self, file: str) -> bytes:
        found = await self._bot.get_file(file)
        if (found.file_size or 0) > FILE_BYTES:
            raise TooLarge
        inside = _Bounded()
        await self._bot.download_file(found.file_path or "", inside, FETCH_TIMEOUT)
        return inside.getvalue()


class _Bounded(io.BytesIO):
    """Holds as much as a menu may have."""

    def write(self, part: bytes) -> int:  # type: ignore[override]  # as the client calls it
        if self.tell() + len(part) > FILE_BYTES:
            raise TooLarge
        return super().write(part)


def file_name(document: Document) -> str:
    """A document's name, fit to be shown in a line."""
    name = one_line(PurePath(document.file_name or "").name)
    if len(name) <= NAME_LENGTH:
        return name
    suffix = PurePath(name).suffix[:6]
    return f"{name[: NAME_LENGTH - len(suffix) - 1]}…{suffix}"


def examine(folder: Path, one: Upload, raw: bytes | None) -> Found:
    """A document, or a version, as a menu beside the one in force. Takes seconds at most; it opens
    the house for itself, so a thread may do it.
    """
    with reading(folder) as unit:
        read = None
        try:
            if raw is None:
                menu = version_of(unit, one.version)
            else:
                read = read_document(unit, one.name, raw)
                menu = read.menu
        except BrokenFile as error:
            return Broken(error.lines)
        except MenuError as error:
            return Broken((message(error),))
        if menu is None:
            return Broken((one.version,))
        in_force = unit.ledger.menu_version()
        if menu.version == in_force:
            return Same()
        return Offered(menu, in_force, look_ahead(unit, menu, read))


def read_document(unit: Unit, name: str, raw: bytes) -> Read:
    """The menu of a document. What a file of its kind can't say is as in the menu in force: the
    house's name for a flat menu, all of the house for a spreadsheet. `MenuError`.
    """
    house = published(unit).restaurant
    in_force = published(unit).source["restaurant"]
    own = None if is_sheet(name) else house.name.every()[0]
    said = Said(own, house.currency, in_force)
    return read_file(raw, name, lambda version: version_of(unit, version), said, MOST_ERRORS)
