"""The runner: the house at work. With `performing` the one place where effects are performed;
everything else in `waiter/` only says what should happen.

    await runner.open_visit("v1", table="5")        a party sits down
    await runner.hear("v1", GuestSaid(...))         returns once the input is committed
    async for envelope in runner.envelopes(key):    numbered, resumable

A visit is an actor: its inputs and results are stepped one at a time on the database's one
thread. It never waits for a brain, nor for an app that looks outside the house: those run as
cancellable tasks whose result is an event. Input goes through the inbox, so it is written before
anything acts on it, and a second process can leave some for us.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from apps.contract import Searcher, Snapshot
from apps.searching import KeywordSearcher
from menu_data.loader import from_document
from menu_data.menu import Menu
from waiter import event as e
from waiter.actor import Actor
from waiter.dialogue import timers
from waiter.envelope import Envelope
from waiter.flow import Flow
from waiter.live import LiveVisit, Outside
from waiter.performing import Performing
from waiter.state import State
from waiter.storage import Storage, Unit, take_lease
from waiter.view import Brain

T = TypeVar("T")

# The stream of what concerns the whole house: staff's acts on menu and availability.
HOUSE = "house"
# Seconds between looks for another process's inputs and for requests that ran out.
WATCH_EVERY = 0.2
# Seconds between two times that the log goes into the file, where the loop works on it itself.
CHECKPOINT_EVERY = 1.0


@dataclass(frozen=True, slots=True)
class SessionKey:
    """One guest's conversation: which visit, which guest."""

    visit: str
    guest: str


class Runner:
    """The house at work.

    `brains` has "chosen" and "house"; clock and randomness come in as functions. `searcher` finds
    dishes, by keywords if left out; it is closed with the house. `flows`: the workflows that
    answer intents at visits opened from now on; `without`: constraints that don't hold at them.
    `threaded`: the file is worked on in a thread of its own; a front-end that writes to it too has
    all of that done in the loop's, where none waits for another's lock.
    """

    def __init__(
        self,
        storage: Storage,
        brains: Mapping[e.BrainRole, Brain],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        nonce: Callable[[], str] = lambda: secrets.token_hex(16),
        guided: bool = False,
        searcher: Searcher | None = None,
        flows: tuple[Flow, ...] = (),
        without: tuple[str, ...] = (),
        threaded: bool = True,
    ) -> None:
        self.storage = storage
        self.clock = clock
        self._outside = Outside(clock, nonce)
        self._guided, self._flows, self._without = guided, flows, without
        self._performing = Performing(
            brains, searcher or KeywordSearcher(), self._seen, self._wake
        )  # fmt: skip
        self._actors: dict[str, Actor] = {}
        self._menus: dict[str, Menu] = {}
        self._thread = ThreadPoolExecutor(1, "database") if threaded else None
        self._watchers: list[asyncio.Task[None]] = []

    # --- visits

    async def open_visit(self, visit: str, table: str | None = None, by: str = "staff") -> State:
        """Take the visit's lease and load it.

        A new one is opened. `LeaseTaken` when another process holds it.
        """
        if visit not in self._actors:
            lease = take_lease(self.storage.folder, visit)
            actor = Actor(await self._in_thread(lambda: self._load(visit)), lease)
            self._actors[visit] = actor
            actor.task = asyncio.create_task(self._run(actor), name=f"visit {visit}")
            actor.task.add_done_callback(actor.ended)
            if actor.live.state.phase == "new":
                opened = e.VisitOpened(table, by, self._guided, self._flows, self._without)
                await self.hear(visit, opened, f"open:{visit}")
            else:
                await self._resume(actor)
        await self.settled(visit, brains=False)
        return self.state(visit)

    async def join(self, key: SessionKey, language: str = "zh", *, greet: bool = True) -> None:
        """A guest's session joins the visit; joining twice is once."""
        if key.guest not in self.state(key.visit).sessions:
            body = e.GuestJoined(key.guest, language, greet)
            await self.hear(key.visit, body, f"join:{key.visit}:{key.guest}")
            await self.settled(key.visit, brains=False)

    def state(self, visit: str) -> State:
        """The visit's live state. KeyError when it isn't open here."""
        return self._actors[visit].live.state

    def live(self, visit: str) -> LiveVisit:
        """The visit's live state and books. KeyError when it isn't open here."""
        return self._actors[visit].live

    async def leave(self, visit: str) -> None:
        """Let another process have the visit: it stays open in the journal."""
        actor = self._actors.pop(visit)
        await self._stop(actor)

    # --- the two doors of a front-end

    async def hear(self, visit: str, body: e.Outside, input_id: str | None = None) -> bool:
        """Commit an input to the inbox.

        False when that id is known already. It is acted on after that.
        """
        known_as = input_id or getattr(body, "input_id", None) or secrets.token_hex(16)
        new = await self._in_thread(lambda: self._receive(known_as, visit, body))
        self._wake(visit)
        return new

    async def envelopes(self, key: SessionKey, after: int = 0) -> AsyncIterator[Envelope]:
        """The session's envelopes from number `after` + 1 on, as they come."""
        actor = self._actors[key.visit]
        seen = [after]
        while True:
            await actor.until(lambda: bool(self.sent(key, seen[0])))
            for envelope in self.sent(key, seen[0]):
                seen[0] = envelope.number
                yield envelope

    def sent(self, key: SessionKey, after: int = 0) -> list[Envelope]:
        """The session's envelopes so far, those with number > `after`."""
        return self._actors[key.visit].sent.get(key.guest, [])[after:]

    async def settled(self, visit: str, *, brains: bool = True) -> None:
        """Wait until nothing of the visit is left to do.

        With `brains`, until nobody is speaking either.
        """
        actor = self._actors[visit]
        await actor.until(
            lambda: actor.idle and not actor.wake.is_set() and not (brains and actor.tasks)
        )

    # --- time, and other processes

    async def tick(self) -> None:
        """Fire the timers that are due, and take what other processes left in the inbox."""
        now = self.clock()
        for actor in self._actors.values():
            for timer in timers(actor.live.state):
                if timer.due <= now:
                    actor.give(e.TimerFired(timer.timer))
        waiting = await self._in_thread(lambda: self.storage.reading().inbox.waiting())
        for visit in waiting:
            self._wake(visit)

    def watch(self) -> None:
        """Keep looking for due timers and other processes' inputs, as long as the loop runs."""
        self._watchers.append(asyncio.create_task(self._watch(), name="watch"))
        if self._thread is None:  # the loop must not wait for the disk
            self.storage.leave_checkpoints()
            self._watchers.append(asyncio.create_task(self._checkpoint(), name="checkpoint"))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_EVERY)
            await self.tick()

    async def _checkpoint(self) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_EVERY)
            with suppress(sqlite3.OperationalError):  # somebody has the file: the next time, then
                await asyncio.to_thread(self.storage.checkpoint)

    async def close(self) -> None:
        """Stop at a commit: cancel brains, release leases, close the file. Nothing is lost."""
        for watcher in self._watchers:
            await _cancelled(watcher)
        for visit in list(self._actors):
            await self.leave(visit)
        await self._performing.close()
        self._end_thread()
        self.storage.close()

    async def abandon(self) -> Storage:
        """Drop the house as a crash would: nothing is written, the file is left as it is.

        The storage is the caller's to close, after another house has opened the folder: so what
        SQLite tidies up when the last of them closes is not tidied up in between.
        """
        for actor in self._actors.values():
            await self._stop(actor)
        self._actors.clear()
        self._end_thread()
        return self.storage

    # --- the actor

    async def _run(self, actor: Actor) -> None:
        while True:
            await actor.wake.wait()
            actor.wake.clear()
            actor.idle = False
            while (effects := await self._in_thread(lambda: self._take_next(actor))) is not None:
                for effect in effects:
                    self._performing.perform(actor, effect)
            actor.idle = True
            actor.announce()

    def _take_next(self, actor: Actor) -> list[e.Effect] | None:
        """One result or input, taken within one unit.

        None when there is none. On the database's thread.
        """
        live = actor.live
        # Looked up before the unit, which would keep others from writing: nobody else takes it.
        row = None if actor.results else self.storage.reading().inbox.next(live.visit)
        if row is None and not actor.results:
            return None
        with ExitStack() as unless_committed:
            unless_committed.callback(live.back_to, live.mark())
            with self.storage.unit() as unit:
                if row is None:
                    effects = live.take(unit, actor.results.popleft())
                else:
                    unit.inbox.take(row)
                    effects = live.take(unit, row.body)
            unless_committed.pop_all()
        return effects

    async def _resume(self, actor: Actor) -> None:
        """After a crash or a pause: envelopes sent before can be read again, what was under way
        goes on.
        """
        live = actor.live
        records = await self._in_thread(lambda: self.storage.reading().journal.read(live.visit))
        for record in records:
            if isinstance(record.event.body, e.EnvelopeSent):
                envelope = record.event.body.envelope
                actor.sent.setdefault(envelope.session, []).append(envelope)
        for effect in await self._in_thread(lambda: live.pending(self.storage.reading())):
            self._performing.perform(actor, effect)
        actor.wake.set()
        await self.tick()

    def _wake(self, visit: str) -> None:
        """Something waits for a visit; it looks, where it is open here."""
        if visit in self._actors:
            self._actors[visit].wake.set()

    async def _stop(self, actor: Actor) -> None:
        for task in [*actor.tasks.values(), actor.task]:
            if task is not None:
                await _cancelled(task)
        actor.lease.release()

    # --- the database's thread

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._thread is None:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _end_thread(self) -> None:
        if self._thread is not None:
            self._thread.shutdown(wait=True)

    async def _seen(self, actor: Actor) -> Snapshot:
        return await self._in_thread(lambda: actor.live.seen(self.storage.reading()))

    def _receive(self, input_id: str, visit: str, body: e.Outside) -> bool:
        with self.storage.unit() as unit:
            return unit.inbox.put(input_id, visit, body, self.clock())

    def _load(self, visit: str) -> LiveVisit:
        return LiveVisit.load(self.storage.reading(), visit, self._outside, self._menu)

    def _menu(self, unit: Unit, version: str) -> Menu:
        if version not in self._menus:
            self._menus[version] = from_document(unit.ledger.menu_document(version))
        return self._menus[version]


async def _cancelled(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end; an exception it ended by is its watcher's matter."""
    task.cancel()
    await asyncio.wait([task])
