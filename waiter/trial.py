"""One run of a scenario on a house of its own: its turns are played through the runner's two doors.

The clock is a value, the nonces are seeded, the data folder is fresh. What comes out is the end as
the ledger, the dialogue's state and the journal tell it (`End`); `expectations` compares it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import assert_never

from apps.ledger.books import Availability, Books
from apps.staff_acts import first_availability
from menu_data.menu import Menu
from waiter import event as e
from waiter.envelope import Envelope
from waiter.requests import Request
from waiter.runner import HOUSE, Runner, SessionKey
from waiter.scenario import Scenario, staff_acts
from waiter.scenario_format import (
    FIRST_GUEST,
    Advance,
    Decide,
    Pick,
    Restart,
    Say,
    Staff,
    StaffTurn,
    Turn,
)
from waiter.session import Session
from waiter.state import State
from waiter.storage import Storage
from waiter.transcript import export
from waiter.view import Brain

VISIT = "visit"
STAFF = "staff"
# What concerns the whole house, not one visit.
HOUSE_ACTS = frozenset({"sold_out", "restock", "stock", "price", "pause", "publish"})

Brains = Mapping[e.BrainRole, Brain]


@dataclass(slots=True)
class Clock:
    """A clock that stands still until it is moved on. UTC."""

    at: datetime

    def __call__(self) -> datetime:
        return self.at

    def move(self, by: timedelta) -> None:
        self.at += by


@dataclass(frozen=True, slots=True)
class End:
    """How a conversation ended. `menu` and `availability` as in force then; `envelopes` of all
    sessions, in order; `transcript`: its lines.
    """

    now: datetime
    menu: Menu
    availability: Availability
    books: Books
    state: State
    envelopes: tuple[Envelope, ...]
    transcript: tuple[str, ...]


@dataclass(slots=True)
class Trial:
    """A scenario being played."""

    scenario: Scenario
    brains: Brains
    folder: Path
    guided: bool = False
    speaker: str = FIRST_GUEST
    inputs: int = 0
    clock: Clock = field(init=False)
    nonces: random.Random = field(init=False)
    runner: Runner = field(init=False)

    async def play(self) -> End:
        """Play all turns. A bug of ours on the way is raised."""
        document = self.scenario.document
        self.clock = Clock(document.clock.astimezone(UTC))
        self.nonces = random.Random(self.scenario.id)
        await self._open(Storage.open(self.folder))
        try:
            await self._join(FIRST_GUEST, greet=True)
            for turn in document.turns:
                await self._turn(turn)
            return self._end()
        finally:
            await self.runner.close()

    async def _open(self, storage: Storage) -> None:
        """The house on the trial's folder; a new one publishes the scenario's menu."""
        with storage.unit() as unit:
            if not unit.ledger.has_menu():
                unit.ledger.publish(self.scenario.menu, STAFF, self.clock())
                unit.ledger.set_availability(first_availability(self.scenario.menu))
        self.runner = Runner(
            storage, self.brains, clock=self.clock, nonce=self._nonce, guided=self.guided
        )
        for visit in (HOUSE, VISIT):
            await self.runner.open_visit(visit)
        await self._settled()

    def _nonce(self) -> str:
        return f"{self.nonces.getrandbits(128):032x}"

    async def _turn(self, turn: Turn) -> None:
        match turn:
            case Say():
                await self._say(turn)
            case StaffTurn(staff=staff):
                await self._staff(staff)
            case Pick(pick=number):
                await self._pick(number)
            case Decide(decide=answer):
                await self._decide("approve" if answer == "approve" else "deny")
            case Advance(advance=by):
                await self._pass_time(by)
            case Restart():
                await self._restart()
            case _ as never:
                assert_never(never)

    # --- guests

    async def _say(self, turn: Say) -> None:
        self.speaker = turn.guest
        await self._join(turn.guest, greet=False)
        sent_at = self.clock()
        if turn.late:
            await self._pass_time(turn.late)
        await self._hear(VISIT, e.GuestSaid(self._id(), turn.guest, turn.say, sent_at))

    async def _join(self, guest: str, *, greet: bool) -> None:
        key = SessionKey(VISIT, guest)
        await self.runner.join(key, self.scenario.document.language, greet=greet)
        await self._settled()

    async def _decide(self, answer: e.AnswerKind) -> None:
        """A tap on the newest open request, by the guest it was shown to."""
        requests = list(self.runner.state(VISIT).requests.values())
        if requests:
            await self._tap(_shown_to(requests[-1]), answer, requests[-1].envelope)
        else:
            await self._tap(self.speaker, answer, None)

    async def _pick(self, number: int) -> None:
        """A tap on an option of the newest list that is still open."""
        state = self.runner.state(VISIT)
        shown = [one for one in self._envelopes() if _is_open(state.sessions[one.session], one)]
        if shown:
            await self._tap(shown[-1].session, "pick", shown[-1].number, str(number))
        else:
            await self._tap(self.speaker, "pick", None, str(number))

    async def _tap(
        self, guest: str, answer: e.AnswerKind, envelope: int | None, value: str | None = None
    ) -> None:
        self.speaker = guest
        body = e.GuestAnswered(self._id(), guest, answer, self.clock(), envelope, value)
        await self._hear(VISIT, body)

    # --- staff, time, mishaps

    async def _staff(self, staff: Staff) -> None:
        for act, params in staff_acts(self.scenario, staff):
            visit = HOUSE if act in HOUSE_ACTS else VISIT
            await self._hear(visit, e.StaffActed(self._id(), act, params, STAFF))

    async def _pass_time(self, by: timedelta) -> None:
        self.clock.move(by)
        await self.runner.tick()
        await self._settled()

    async def _restart(self) -> None:
        dropped = await self.runner.abandon()
        await self._open(Storage.open(self.folder))
        dropped.close()

    # --- the house

    def _id(self) -> str:
        self.inputs += 1
        return f"input-{self.inputs}"

    async def _hear(self, visit: str, body: e.Outside) -> None:
        await self.runner.hear(visit, body)
        await self._settled()

    async def _settled(self) -> None:
        for visit in (HOUSE, VISIT):
            await self.runner.settled(visit)

    def _envelopes(self) -> list[Envelope]:
        """All that was sent to anybody, in order."""
        records = self.runner.storage.reading().journal.read(VISIT)
        bodies = (record.event.body for record in records)
        return [body.envelope for body in bodies if isinstance(body, e.EnvelopeSent)]

    def _end(self) -> End:
        unit = self.runner.storage.reading()
        live = self.runner.live(VISIT)
        return End(
            now=self.clock(),
            menu=live.menu_of(unit, unit.ledger.menu_version()),
            availability=unit.ledger.availability(),
            books=live.books,
            state=live.state,
            envelopes=tuple(self._envelopes()),
            transcript=tuple(export(unit, VISIT)),
        )


def _shown_to(request: Request) -> str:
    """Who has the request before them: who asked, where they may decide, else who may."""
    return request.guest if request.guest in request.entitled else request.entitled[0]


def _is_open(session: Session, envelope: Envelope) -> bool:
    """Whether an envelope has options that may still be tapped."""
    shown = next((one for one in session.lists if one.envelope == envelope.number), None)
    if not envelope.options or shown is None:
        return False
    return not shown.id.startswith("q") or shown.id in {one.id for one in session.questions}
