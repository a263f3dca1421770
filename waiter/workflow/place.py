"""Where a guarded call happens: which run, what for, when, and what of the house it may touch.

The connection is inside the transaction that journals the call. Values only.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from apps.ledger.books import Availability
from menu_data.menu import Menu
from waiter.workflow.value import TypeName


@dataclass(frozen=True, slots=True)
class Place:
    """`campaign`: a guest hears from it once; `then`: the functions that use the step's result;
    `forms`: the types that result is wanted in.
    """

    run: str
    workflow: str
    campaign: str
    now: datetime
    then: tuple[str, ...] = ()
    forms: tuple[TypeName, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """A text to one guest. `due`: not to be delivered before (UTC); `parts`: what is paid for."""

    campaign: str
    guest: str
    mobile: str
    subject: str
    body: str
    parts: int
    run: str
    put_at: datetime
    due: datetime


class Gateway(Protocol):
    """Who delivers messages. `part_price`: minor units of the house's currency.

    `take` is called within the transaction that journals the send. One that leaves the machine
    must not send there: it delivers later what stands in the outbox, with (campaign, guest) as its
    idempotency key.
    """

    name: str
    part_price: int

    def take(self, message: Message, connection: sqlite3.Connection) -> None:
        """Have a message delivered once it is due."""


@dataclass(frozen=True, slots=True)
class House:
    """What a guarded call may touch."""

    place: Place
    connection: sqlite3.Connection
    menu: Menu
    availability: Availability
    gateway: Gateway
