"""The books of one visit, as values: its tab, tickets and bill.

Changed only by apps and acts of staff; no storage here.
Amounts are whole minor units of the restaurant's currency. Languages are the menu's ("zh", "en").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal

from menu_data.menu import Fulfilment

Amount = Literal["none", "light", "regular", "extra", "no_extra"]
TicketState = Literal["placed", "accepted", "ready", "served"]
BillState = Literal["issued", "paid", "reopened"]


@dataclass(frozen=True, slots=True, order=True)
class Chosen:
    """One modifier as said: ids of group and modifier, how much of it, how many portions."""

    group: str
    modifier: str
    amount: Amount = "regular"
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for one slot of a combo."""

    slot: str
    item: str
    modifiers: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tab. `line` is stable on it; `guest` owns it. Only what was said is written."""

    line: int
    guest: str
    item: str
    quantity: int
    modifiers: tuple[Chosen, ...] = ()
    choices: tuple[Choice, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line as it went to the kitchen: names and price as they were then, for good.

    `chosen_names`: what its modifiers ("spice/none") and choices ("main/wonton") were called, by
    language.
    """

    line: Line
    name: tuple[tuple[str, str], ...]
    unit_price: int
    void: str | None = None
    chosen_names: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Minor units owed for the line; nothing once staff have voided it."""
        return 0 if self.void is not None else self.unit_price * self.line.quantity


@dataclass(frozen=True, slots=True)
class Ticket:
    """Lines sent to the kitchen by one yes. `allergies`: those stated at the table by then."""

    number: int
    guest: str
    lines: tuple[PlacedLine, ...]
    placed_at: datetime
    allergies: tuple[str, ...] = ()
    fulfilment: Fulfilment = "dine_in"
    state: TicketState = "placed"
    void: str | None = None


@dataclass(frozen=True, slots=True)
class Charge:
    """A fee, tax or adjustment as one line of a bill."""

    id: str
    name: tuple[tuple[str, str], ...]
    amount: int
    included: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """One part of a split bill: whose (None: an equal part), and how much, tip included.

    `lines`: the placed lines it is for, "ticket/line".
    """

    guest: str | None
    amount: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Totals:
    """subtotal + fees + tax (unless included) + adjustments = due; the tip stands beside it."""

    subtotal: int
    fees: tuple[Charge, ...]
    tax: Charge | None
    adjustments: tuple[Charge, ...]
    due: int


@dataclass(frozen=True, slots=True)
class Bill:
    """A bill as last issued.

    Paid only by staff's word or a payment whose bill, amount and currency match. `settled`: what an
    earlier payment covers of `totals.due` (a ticket may follow a paid bill); no tip in it.
    """

    number: int
    issued_at: datetime
    totals: Totals
    tip: int
    shares: tuple[Share, ...]
    state: BillState
    method: str | None = None
    settled: int = 0

    @property
    def to_pay(self) -> int:
        """Minor units still to be paid by this bill, tip included."""
        return self.totals.due - self.settled + self.tip


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A discount or comp by staff, with reason and who.

    A negative `amount`, or `percent` of the subtotal off.
    """

    kind: Literal["discount", "comp"]
    amount: int
    why: str
    who: str
    percent: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Books:
    """All that is owed and served at one visit.

    `undo`: each guest's own lines before the last draft act.
    """

    lines: tuple[Line, ...] = ()
    next_line: int = 1
    tickets: tuple[Ticket, ...] = ()
    bill: Bill | None = None
    head_count: int | None = None
    fulfilment: Fulfilment | None = None
    adjustments: tuple[Adjustment, ...] = ()
    undo: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Availability:
    """What the house has now: sold-out dishes, what is left of counted ones, and quotes.

    Quotes are what staff name for market prices, in minor units. `paused_until`: the kitchen takes
    no tickets before that (UTC).
    """

    sold_out: frozenset[str] = frozenset()
    stock: Mapping[str, int] = field(default_factory=dict)
    quotes: Mapping[str, int] = field(default_factory=dict)
    paused_until: datetime | None = None
