"""The format of scenarios, as pydantic models: turns, and the end that is expected.

Unknown keys are refused, values are not coerced; what is wrong is told as a `menu_data.faults`
problem. Neighbours: `scenario` reads files of this format, `trial` plays turns, `expectations`
compares the end.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from apps.ledger.books import Amount as Portion
from menu_data.faults import problem, shown, unknown
from waiter.envelope import EnvelopeType

# The guest who opened the table, and whose plain turns are.
FIRST_GUEST = "a"
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_DURATION = re.compile(r"([0-9]{1,6})([smhd])")
_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,4})?")


class Part(BaseModel):
    """An object of the file. Unknown keys are refused; values are not coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: object) -> object:
        fields = {field.alias or name: field for name, field in cls.model_fields.items()}
        if not isinstance(data, dict):
            return data
        for key in data:
            if key not in fields:
                raise problem(unknown("key", key, list(fields)), key=str(key))
        for key, field in fields.items():
            if field.is_required() and key not in data:
                raise problem(f"has no {key!r}")
        return data


# --- kinds of value


def _duration(value: object) -> timedelta:
    found = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise problem(f"found {shown(value)}; allowed: a duration such as 90s, 20m, 2h or 1d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _clock(value: object) -> datetime:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        at = None
    if isinstance(at, datetime) and at.tzinfo is not None:
        return at
    allowed = "a time with its offset such as 2026-05-04T12:00:00+08:00"
    raise problem(f"found {shown(value)}; allowed: {allowed}")


def _money(value: object) -> str:
    if isinstance(value, str) and _AMOUNT.fullmatch(value):
        return value
    raise problem(f'found {shown(value)}; allowed: an amount in quotes such as "18.00"')


def _fragment(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise problem(f"found {shown(value)}; allowed: a text, or /a regular expression/")
    try:
        is_found(value, "")
    except re.error as error:
        raise problem(f"{shown(value)} is no regular expression: {error}") from error
    return value


def is_found(fragment: str, text: str) -> bool:
    """Whether a text has the fragment in it; `/…/` is `re.search`. Case counts."""
    if len(fragment) > 2 and fragment.startswith("/") and fragment.endswith("/"):
        return re.search(fragment[1:-1], text) is not None
    return fragment in text


Duration = Annotated[timedelta, BeforeValidator(_duration)]
Clock = Annotated[datetime, BeforeValidator(_clock)]
Amount = Annotated[str, BeforeValidator(_money)]
Fragment = Annotated[str, BeforeValidator(_fragment)]
Guest = Annotated[str, Field(min_length=1, max_length=64)]
Count = Annotated[int, Field(ge=1)]


# --- turns


class Say(Part):
    """A guest types. `late`: delivered that much later."""

    guest: Guest = Field(alias="as", default=FIRST_GUEST)
    say: str
    late: Duration = timedelta(0)


class Void(Part):
    ticket: Count
    line: Count | None = None
    why: str = ""


class Comp(Part):
    ticket: Count | None = None
    line: Count | None = None
    amount: Amount | None = None
    why: str = ""


class Discount(Part):
    amount: Amount | None = None
    percent: Amount | None = None
    why: str = ""


class SaidByStaff(Part):
    """Words of staff's to a guest they have taken over."""

    guest: Guest
    text: Annotated[str, Field(min_length=1)]


class Staff(Part):
    """Acts of staff, carried out in this order. `take_over`, `give_back`: a guest, or true for
    everybody; `pause`: minutes, 0 ends it; `move`: the table they sit at from now on.
    """

    sold_out: list[str] | None = None
    restock: list[str] | None = None
    stock: dict[str, int | None] | None = None
    price: dict[str, Amount | None] | None = None
    publish: str | None = None
    void: Void | None = None
    comp: Comp | None = None
    discount: Discount | None = None
    accept: Count | None = None
    ready: Count | None = None
    served: Count | None = None
    paid: Literal[True] | None = None
    pause: Annotated[int, Field(ge=0)] | None = None
    take_over: Literal[True] | Guest | None = None
    say: SaidByStaff | None = None
    give_back: Literal[True] | Guest | None = None
    move: Annotated[str, Field(min_length=1)] | None = None
    close: Literal[True] | None = None
    open: Literal[True] | None = None


class StaffTurn(Part):
    staff: Staff


class Pick(Part):
    """A tap on an option of the newest open list."""

    pick: int


class Decide(Part):
    """A tap on the newest open request."""

    decide: Literal["approve", "deny"]


class Advance(Part):
    """Time passes; due timers fire."""

    advance: Duration


class Restart(Part):
    """The house is dropped without closing and opened again."""

    restart: Literal[True]


def _spelt_out(turn: object) -> object:
    return {"say": turn} if isinstance(turn, str) else turn


def _kind(turn: object) -> str | None:
    kinds = ("staff", "pick", "decide", "advance", "restart", "say")
    return next((kind for kind in kinds if isinstance(turn, dict) and kind in turn), None)


Turn = Annotated[
    Annotated[StaffTurn, Tag("staff")]
    | Annotated[Pick, Tag("pick")]
    | Annotated[Decide, Tag("decide")]
    | Annotated[Advance, Tag("advance")]
    | Annotated[Restart, Tag("restart")]
    | Annotated[Say, Tag("say")],
    Discriminator(
        _kind,
        custom_error_type="turn",
        custom_error_message="is no turn; allowed: a text, or an object with say, staff, pick, "
        "decide, advance or restart",
    ),
    BeforeValidator(_spelt_out),
]


# --- what is expected


class ModifierPart(Part):
    group: str
    modifier: str
    amount: Portion = "regular"
    quantity: Count = 1


class ChoicePart(Part):
    slot: str
    item: str
    modifiers: list[ModifierPart] = []


class LinePart(Part):
    """A line; `choices` and `note` (a fragment) count only where they are given."""

    item: str
    quantity: Count = 1
    modifiers: list[ModifierPart] = []
    choices: list[ChoicePart] | None = None
    note: Fragment | None = None


class BillPart(Part):
    due: Amount | None = None
    tip: Amount | None = None
    shares: list[Amount] | None = None


class Expect(Part):
    """The end a conversation must reach; only what is given is compared."""

    placed: list[LinePart] | None = None
    tab: list[LinePart] | None = None
    tickets: Annotated[int, Field(ge=0)] | None = None
    total: Amount | None = None
    says: list[Fragment] = []
    never_says: list[Fragment] = []
    last_type: EnvelopeType | None = None
    bill: BillPart | None = None
    paid: bool | None = None
    staff_called: bool | None = None
    open_request: bool | None = None
    allergies: list[str] | None = None


class Document(Part):
    """A scenario as it stands in its file."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    menu: str
    language: str
    clock: Clock
    turns: list[Turn]
    expect: Expect
