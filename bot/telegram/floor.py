"""The floor: visits held open here, guests seated at them, and what the waiter says to each put
into the outbox as it comes.

A seat's `shown` and the jobs' keys make it once, also after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace

from apps.contract import Desk
from bot.composition import published
from bot.console.seen import Seen
from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.delivery.sending import Sender
from bot.telegram.drawing import Button, Post
from bot.telegram.leaving import take_buttons
from bot.telegram.safety import tame
from bot.telegram.store import Seat, Store
from bot.telegram.words import word
from menu_data.menu import Menu
from waiter.envelope import Envelope
from waiter.runner import Runner, SessionKey
from waiter.seating import open_tables
from waiter.storage import LeaseTaken

log = logging.getLogger("waiter.telegram")

# A command at the keyboard holds a visit for moments; longer than this (seconds) and it is a
# window somebody has open.
LEASE_PATIENCE, LEASE_LOOK = 2.0, 0.05
OPENED_BY = "telegram"
# People at one visit: a table's link may be passed on to anybody.
MOST_GUESTS = 30


class Busy(Exception):
    """Another window has this visit."""


class Full(Exception):
    """More people than sit at any table."""


class Unwelcome(Exception):
    """Those who sit at the table have refused this person."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """A person who scanned a table's link; `key`: the message by which they did."""

    user: int
    chat: int
    name: str
    language: str
    key: str


class Floor:
    """Who sits where, over a runner that steps the visits."""

    def __init__(self, runner: Runner, store: Store, sender: Sender) -> None:
        self.runner, self.store, self.sender = runner, store, sender
        self.held: set[str] = set()
        self.closing: set[str] = set()  # those whose end is being written
        self.moved: set[str] = set()  # visits whose seats changed since somebody looked
        self._following: dict[int, asyncio.Task[None]] = {}
        self._menu = published(store.unit)

    async def start(self) -> None:
        """Take up every visit that has guests here, and what was unfinished at them."""
        for visit in sorted({seat.visit for seat in self.store.seats()}):
            try:
                await self.hold(visit)
            except Busy:
                log.warning("visit %s is open in another window", visit)

    async def hold(self, visit: str, table: str | None = None, by: str = OPENED_BY) -> None:
        """Have a visit stepped here; opened where it is new. `Busy`: it is held elsewhere."""
        if visit in self.held:
            return
        for _ in range(round(LEASE_PATIENCE / LEASE_LOOK)):
            try:
                await self.runner.open_visit(visit, table, by)
            except LeaseTaken:
                await asyncio.sleep(LEASE_LOOK)
                continue
            self.held.add(visit)
            for seat in self.store.seats(visit):
                self._follow(seat)
            return
        raise Busy(visit)

    async def open_table(self, table: str, by: str) -> str:
        """The visit at a table: the one that is open there, or a new one."""
        visit = self.visit_at(table) or f"v{secrets.token_hex(6)}"
        await self.hold(visit, table, by)
        return visit

    def visit_at(self, table: str) -> str | None:
        """The visit that is open at a table."""
        found = [visit for visit, at in open_tables(self.store.unit) if at == table]
        return found[-1] if found else None

    def open_tables(self) -> dict[str, str]:
        """Visit by table, those that are open."""
        return {table: visit for visit, table in open_tables(self.store.unit)}

    async def sit(self, who: Scanned, table: str, visit: str) -> None:
        """A person sits down at an open visit; those who sit there are told. `Busy`, `Full`,
        `Unwelcome`.
        """
        await self.hold(visit, table)
        if self.store.was_refused(who.user, visit):
            raise Unwelcome(visit)
        before = self.store.sat_before(who.user, visit)
        if before is None and len(self.runner.state(visit).guests) >= MOST_GUESTS:
            raise Full(visit)
        at = self.store.seat_of(who.user)
        if at is not None and at.visit != visit:
            self.part(at)
        guest = before or self._name(visit, who)
        key = SessionKey(visit, guest)
        others = [seat for seat in self.store.seats(visit) if seat.user != who.user]
        await self.runner.join(key, who.language, greet=False)
        seat = self.store.sit(who.user, who.chat, visit, guest, table)
        if at is None or at.id != seat.id:
            self.store.show(seat.id, len(self.runner.sent(key)))  # what they saw before, if any
            seat = self.store.sit(who.user, who.chat, visit, guest, table)
        self.moved.add(visit)
        self.greet(seat, who.key, who.language)
        for other in others if at is None or at.id != seat.id else ():
            self._announce(seat, other)
        self._follow(seat)

    def greet(self, seat: Seat, key: str, language: str) -> None:
        """Say where they sit, and what may be done. `key`: of the message that asked."""
        slot = f"welcome:{seat.id}:{key}"
        self.sender.put(slot, seat.chat, self._welcome(seat, language), slot=slot)

    def _announce(self, seat: Seat, other: Seat) -> None:
        """Who sits there already sees who joins, and may refuse them."""
        language = self.language(other)
        text = drawing.escape(word("joined", language, guest=seat.guest))
        no = Button(word("button.not_with_us", language), f"gj:{other.id}:{seat.id}")
        slot = f"joined:{other.id}:{seat.id}"
        self.sender.draw(slot, other.chat, Post(text, ((no,),), silent=True), Priority.ANSWER)

    def open_visits(self) -> frozenset[str]:
        """All visits that aren't over, whoever opened them."""
        return frozenset(visit for visit, _ in open_tables(self.store.unit)) | self.held

    def part(self, seat: Seat, why: str = "left") -> None:
        """A person gets up, and no button of theirs stays that leads nowhere."""
        self.leave(seat, why)
        take_buttons(self.store, self.sender, seat)

    def leave(self, seat: Seat, why: str = "left") -> None:
        """A person gets up; their session stays in the visit's record."""
        self.store.end_seat(seat.id, why)
        self.moved.add(seat.visit)
        self._stop(seat.id)

    def carry(self, seat: Seat, visit: str, guest: str, table: str) -> Seat:
        """A person who sits is a guest of another visit from now on; their seat there."""
        self._stop(seat.id)
        new = self.store.sit(seat.user, seat.chat, visit, guest, table)
        self.moved.add(visit)
        self._follow(new)
        return new

    async def forget(self, visit: str) -> None:
        """A visit is over: nothing of its people is kept, and its lease is let go."""
        for seat in self.store.seats(visit):
            self._stop(seat.id)
            take_buttons(self.store, self.sender, seat)
        self.store.forget_people(visit)
        self.held.discard(visit)
        await self.runner.leave(visit)

    def key(self, seat: Seat) -> SessionKey:
        return SessionKey(seat.visit, seat.guest)

    def language(self, seat: Seat) -> str:
        return self.runner.state(seat.visit).sessions[seat.guest].language

    @property
    def menu(self) -> Menu:
        """The menu in force."""
        if self._menu.version != self.store.unit.ledger.menu_version():
            self._menu = published(self.store.unit)
        return self._menu

    def seen(self, seat: Seat) -> Seen:
        """The house as the guest may see it, also where the visit hasn't heard of a change yet."""
        live = self.runner.live(seat.visit)
        desk = Desk(seat.visit, seat.guest, live.state.guests, live.state.allergies)
        snapshot = replace(
            live.seen(self.store.unit), menu=self.menu,
            availability=self.store.unit.ledger.availability(),
        )  # fmt: skip
        return Seen(snapshot, desk, self.language(seat))

    # --- what the waiter says

    def _follow(self, seat: Seat) -> None:
        if seat.id not in self._following:
            task = asyncio.create_task(self._deliver(seat), name=f"seat {seat.id}")
            self._following[seat.id] = task
            task.add_done_callback(lambda done: self._ended(seat, done))

    async def _deliver(self, seat: Seat) -> None:
        async for envelope in self.runner.envelopes(self.key(seat), seat.shown):
            self._put(seat, envelope)

    def _put(self, seat: Seat, envelope: Envelope) -> None:
        found = drawing.envelope(seat.id, envelope, self.language(seat))
        for part, post in enumerate(found, 1):
            key = f"e:{seat.id}:{envelope.number}:{part}"
            asks = envelope.request is not None and part == len(found)
            slot = f"ask:{seat.id}:{envelope.number}" if asks else None
            self.sender.put(key, seat.chat, post, Priority.ANSWER, slot)
        self.store.show(seat.id, envelope.number)
        self.moved.add(seat.visit)

    def _ended(self, seat: Seat, task: asyncio.Task[None]) -> None:
        self._following.pop(seat.id, None)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("visit %s met a bug", seat.visit, exc_info=fault)
            post = Post(drawing.escape(word("sorry", self.language(seat))))
            self.sender.put(f"sorry:{seat.id}:{secrets.token_hex(4)}", seat.chat, post)

    def _stop(self, seat: int) -> None:
        following = self._following.pop(seat, None)
        if following is not None:
            following.cancel()

    async def settled(self) -> None:
        """Wait until nobody speaks at any visit."""
        for visit in self.held:
            await self.runner.settled(visit)
        while any(self.is_behind(seat) for seat in self.store.seats()):
            await asyncio.sleep(LEASE_LOOK)  # what was said last is on its way into the outbox

    def is_behind(self, seat: Seat) -> bool:
        """Whether something was said to them that isn't in the outbox yet."""
        following = seat.id in self._following
        return following and len(self.runner.sent(self.key(seat))) > seat.shown

    def close(self) -> None:
        for seat in list(self._following):
            self._stop(seat)

    def _welcome(self, seat: Seat, language: str) -> Post:
        house = self.menu.restaurant.name.said(language)
        text = word("welcome", language, house=house, table=seat.table)
        menu = Button(word("tap.menu", language), f"gk:{seat.id}:menu")
        call = Button(word("tap.call", language), f"gk:{seat.id}:call")
        wrong = Button(word("button.wrong_table", language), f"w:{seat.id}")
        return Post(drawing.escape(text), ((menu, call), (wrong,)))

    def _name(self, visit: str, who: Scanned) -> str:
        """A name nobody at the visit has yet."""
        base = tame(who.name, word("guest", who.language))
        return _free(base, self.runner.state(visit).guests)


def _free(base: str, taken: Iterable[str]) -> str:
    names, number = set(taken), 1
    found = base
    while found in names:
        number += 1
        found = f"{base}{number}"
    return found
