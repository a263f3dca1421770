"""A visit as an actor: stepped one thing at a time, and how others wait for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from waiter import event as e
from waiter.envelope import Envelope
from waiter.live import LiveVisit
from waiter.storage import Lease


@dataclass(slots=True)
class Actor:
    """A visit at work: its live state, what waits to be stepped, what is under way, what was sent.

    `tasks` by exchange; `fault`: the bug of ours that ended it, raised where somebody waits.
    """

    live: LiveVisit
    lease: Lease
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    results: deque[e.Outside] = field(default_factory=deque)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)  # by exchange
    sent: dict[str, list[Envelope]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    idle: bool = True
    fault: BaseException | None = None

    def announce(self) -> None:
        """Wake whoever waits for a change of this visit."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; raises the visit's fault, if it has one."""
        while self.fault is None and not holds():
            await self.changed.wait()
        if self.fault is not None:
            raise self.fault

    def give(self, body: e.Outside) -> None:
        """A result, or a timer: stepped before the next input."""
        self.results.append(body)
        self.wake.set()

    def ended(self, task: asyncio.Task[None]) -> None:
        """A task that ends by an exception has met a bug of ours (or of a brain's): raised where
        somebody waits for the visit.
        """
        if not task.cancelled() and (fault := task.exception()) is not None:
            self.fault = fault
            self.announce()
