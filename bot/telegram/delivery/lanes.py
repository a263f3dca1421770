"""Lanes: what waits in one is done in order, and no lane waits for another.

A lane is there while something is in it, so people who came once leave nothing behind.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lanes(Generic[T]):
    """`work` does one thing; it must not raise."""

    def __init__(self, work: Callable[[T], Awaitable[None]]) -> None:
        self._work = work
        self._waiting: dict[int, deque[T]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, lane: int, thing: T) -> None:
        """Something to be done after all that is in the lane."""
        waiting = self._waiting.get(lane)
        if waiting is not None:
            waiting.append(thing)
            return
        self._waiting[lane] = deque((thing,))
        task = asyncio.create_task(self._run(lane), name=f"lane {lane}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def replace(self, lane: int, is_it: Callable[[T], bool], thing: T) -> T | None:
        """Put a thing in the place of one that nobody has begun; the one it replaced, if any."""
        waiting = self._waiting.get(lane, deque())
        for index, other in enumerate(waiting):
            if is_it(other):
                waiting[index] = thing
                return other
        return None

    async def settled(self) -> None:
        """Wait until all lanes are empty."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Give up what waits and what is under way."""
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def _run(self, lane: int) -> None:
        waiting = self._waiting[lane]
        try:
            while waiting:
                await self._work(waiting.popleft())
        finally:
            del self._waiting[lane]
