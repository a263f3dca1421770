"""Messages on their way out of the house: which gateway is to have them, what became of each.

    outbox ─▶ due, still agreed to ─▶ transport.post ─▶ sent | failed | tried again

The outbox has the message; a row here says for which gateway it waits. A message that a crash came
between is posted again under the same key, so a gateway that honours keys delivers it once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Protocol, assert_never

from waiter.storage import Storage, take_lease
from waiter.workflow.guests import Guests
from waiter.workflow.outbox import KEPT, Outbox
from waiter.workflow.place import Message
from waiter.workflow.value import digest

State = Literal["waiting", "sent", "failed", "cancelled"]
PAUSES = (1.0, 2.0, 4.0)  # seconds before a message is posted again
MOST_TRIES = 8  # times that a message was left, over all deliveries: then it is given up
MOST_UNREACHED = 3  # messages in a row: the gateway is down, and more would only wait too
LONGEST_PAUSE = 30.0  # seconds, whatever a gateway asks for

Pause = Callable[[float], None]
Told = Callable[[int, int], None]  # how many of how many are done


@dataclass(frozen=True, slots=True)
class Taken:
    """The gateway has the message."""


@dataclass(frozen=True, slots=True)
class Refused:
    """It never will: the fault is the message's."""

    why: str


@dataclass(frozen=True, slots=True)
class Unreached:
    """Not now. `after`: seconds that the gateway asks to wait."""

    why: str
    after: float | None = None


class Transport(Protocol):
    """Takes messages out of the house. `name`: the gateway's, as in `Gateway`."""

    name: str

    def post(self, message: Message, key: str) -> Taken | Refused | Unreached:
        """Hand a message over. Equal keys are one message."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What a delivery did; `left`: due, but not taken; `later`: not due yet."""

    sent: int = 0
    failed: int = 0
    cancelled: int = 0
    left: int = 0
    later: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that waits, and how often it was left."""

    message: Message
    tries: int


class Deliveries:
    """The table of what became of messages. Transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, message: Message, gateway: str) -> None:
        row = (message.campaign, message.guest, gateway, message.put_at.isoformat())
        self._connection.execute("INSERT INTO deliveries VALUES (?,?,?,'waiting',0,'',?)", row)

    def waiting(self, gateway: str) -> list[Waiting]:
        """What waits for a gateway, oldest first; what was left before comes last."""
        found = self._connection.execute(
            "SELECT campaign, guest, tries FROM deliveries WHERE gateway = ? AND state = 'waiting'",
            (gateway,),
        )
        tries = {(campaign, guest): count for campaign, guest, count in found}
        kept = Outbox(self._connection).every() if tries else ()
        rows = [
            Waiting(one.message, tries[key])
            for one in kept
            if (key := (one.message.campaign, one.message.guest)) in tries
        ]
        return sorted(rows, key=lambda row: row.tries)

    def note(self, one: Waiting, state: State, why: str, at: datetime) -> None:
        self._connection.execute(
            "UPDATE deliveries SET state = ?, tries = ?, why = ?, at = ?"
            " WHERE campaign = ? AND guest = ?",
            (state, one.tries, why, at.isoformat(), one.message.campaign, one.message.guest),
        )

    def states(self) -> Mapping[tuple[str, str], tuple[str, str]]:
        """State and reason by campaign and guest."""
        found = self._connection.execute("SELECT campaign, guest, state, why FROM deliveries")
        return {(campaign, guest): (state, why) for campaign, guest, state, why in found}


class OutsideGateway:
    """Keeps messages in the outbox until `deliver` takes them out. `part_price`: minor units."""

    def __init__(self, name: str, part_price: int = 0) -> None:
        self.name = name
        self.part_price = part_price

    def take(self, message: Message, connection: sqlite3.Connection) -> None:
        Outbox(connection).put(message)
        Deliveries(connection).put(message, self.name)


def deliver(
    storage: Storage,
    transport: Transport,
    now: Callable[[], datetime],
    pause: Pause,
    told: Told = lambda done, total: None,  # noqa: ARG005 - nobody looks
) -> Delivered:
    """Take out what is due. One process at a time: `LeaseTaken` while another does."""
    lease = take_lease(storage.folder, "workflow:delivery")
    try:
        waiting = Deliveries(storage.connection).waiting(transport.name)
        due = [one for one in waiting if one.message.due <= now()]
        done = Delivered(later=len(waiting) - len(due))
        unreached = 0
        for number, one in enumerate(due):
            if unreached == MOST_UNREACHED:
                return replace(done, left=done.left + len(due) - number)
            ended, why = _taken_out(storage, transport, one, now, pause)
            unreached = unreached + 1 if ended == "waiting" else 0
            done = _counted(done, ended, why)
            told(number + 1, len(due))
        return done
    finally:
        lease.release()


def _counted(done: Delivered, ended: State, why: str) -> Delivered:
    why = why or done.why
    match ended:
        case "sent":
            return replace(done, sent=done.sent + 1)
        case "failed":
            return replace(done, failed=done.failed + 1, why=why)
        case "cancelled":
            return replace(done, cancelled=done.cancelled + 1)
        case "waiting":
            return replace(done, left=done.left + 1, why=why)
        case _ as never:
            assert_never(never)


def _taken_out(
    storage: Storage, transport: Transport, one: Waiting, now: Callable[[], datetime], pause: Pause
) -> tuple[State, str]:
    """One message, to its end or left for later; nothing is posted within a transaction."""
    ended: State = "sent"
    why = _against(storage.connection, one.message)
    if why:
        ended = "cancelled"
    else:
        match _posted(transport, one.message, pause):
            case Taken():
                pass
            case Refused(why=why):
                ended = "failed"
            case Unreached(why=why):
                one = replace(one, tries=one.tries + 1)
                ended = "failed" if one.tries >= MOST_TRIES else "waiting"
    with storage.unit():
        Deliveries(storage.connection).note(one, ended, why, now())
    return ended, why


def _against(connection: sqlite3.Connection, message: Message) -> str:
    """Why a message may not leave any more; "" where it may."""
    guest = Guests(connection).with_mobile(message.mobile)
    if guest is None or guest.id != message.guest or not guest.agrees:
        return "no consent"
    return "" if Outbox(connection).state(message) == KEPT else "taken back"


def _posted(transport: Transport, message: Message, pause: Pause) -> Taken | Refused | Unreached:
    """What the gateway says in the end: only what it can't take now is posted again."""
    key = digest([message.campaign, message.guest])
    answer = transport.post(message, key)
    for seconds in PAUSES:
        if not isinstance(answer, Unreached):
            break
        pause(min(LONGEST_PAUSE, max(seconds, answer.after or 0)))
        answer = transport.post(message, key)
    return answer
