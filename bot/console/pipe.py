"""Lines from a pipe or file, each a guest's message; the next is read once the waiter has answered.

Read by a thread of its own, past Python's buffered stdin: its lock would keep the process from
ending while a pipe stays open.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator

from bot.console.conversation import Conversation

CHUNK = 65_536
# Pieces that are read before anybody has had time for them.
AHEAD = 2
# No message is as long as this; what a line has beyond it is dropped instead of filling the memory.
LONGEST_LINE = 65_536


async def talk(conversation: Conversation, descriptor: int) -> None:
    """Say every line of a file descriptor, until it ends or one of them leaves."""
    async for line in lines(descriptor):
        if not await conversation.take(line):
            return


async def lines(descriptor: int) -> AsyncIterator[str]:
    """A file descriptor's lines as UTF-8, without their ends; what isn't UTF-8 becomes U+FFFD."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[bytes] = asyncio.Queue()
    room = threading.Semaphore(AHEAD)
    reading = threading.Thread(target=_read, args=(descriptor, loop, arrived, room), daemon=True)
    reading.start()
    splitter = Splitter()
    while chunk := await arrived.get():
        room.release()
        for line in splitter.feed(chunk):
            yield line
    for line in splitter.end():
        yield line


class Splitter:
    """Bytes in any pieces to whole lines."""

    def __init__(self) -> None:
        self._rest = b""
        self._first = True

    def feed(self, chunk: bytes) -> list[str]:
        """The lines that are complete with this piece."""
        *whole, rest = (self._rest + chunk).split(b"\n")
        self._rest = rest[:LONGEST_LINE]
        return [self._text(line) for line in whole]

    def end(self) -> list[str]:
        """The last line, where it has no end of its own."""
        return [self._text(self._rest)] if self._rest else []

    def _text(self, line: bytes) -> str:
        text = line[:LONGEST_LINE].decode("utf-8", "replace").removesuffix("\r")
        if self._first:
            self._first = False
            return text.removeprefix("\ufeff")
        return text


def _read(
    descriptor: int,
    loop: asyncio.AbstractEventLoop,
    arrived: asyncio.Queue[bytes],
    room: threading.Semaphore,
) -> None:
    """Hand over what arrives, as long as there is room for it; an empty piece at the end."""
    chunk = b"-"
    while chunk:
        room.acquire()
        try:
            chunk = os.read(descriptor, CHUNK)
        except OSError:  # a terminal that has gone reads as an error, not as an end
            chunk = b""
        try:
            loop.call_soon_threadsafe(arrived.put_nowait, chunk)
        except RuntimeError:  # the loop has closed: they left
            return
