"""What a step may call: the contract between a workflow and its plugins and custom functions.

A `Function` looks something up or works something out. A `Guarded` one touches personal data or
can't be undone: it runs only after a yes that is bound to what it would do, within the transaction
that journals it. Types only; `registry` has the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from apps.contract import Found
from apps.ledger.books import Availability
from menu_data.menu import Menu
from waiter.workflow.value import Citation, Json, TypeName


class Arguments(BaseModel):
    """What a step hands to a function. Unknown ones are refused, values are not coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FunctionFailed(Exception):
    """A function can't do it; one line for a person. The run can be taken up again there."""


@dataclass(frozen=True, slots=True)
class Result:
    """An answer in every type it can be had in, what it rests on, and what staff should know."""

    forms: Mapping[TypeName, Json]
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()


class Knowledge(Protocol):
    """The knowledge bases: menus by name. May take its time; called from any thread."""

    def menu(self, name: str) -> Menu:
        """`FunctionFailed` for a name that isn't one."""

    def nearest(self, name: str, text: str, top_k: int) -> Found:
        """Dishes by meaning, by words where vectors can't be had."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What an article is to be about. `dishes`: names from the menu, `rules`: what it must not."""

    language: str
    house: str
    topic: str
    likes: tuple[str, ...]
    dishes: tuple[str, ...]
    refused: str = ""


class Writer(Protocol):
    """Writes a marketing text."""

    name: str

    def write(self, brief: Brief) -> str:
        """`ModelUnavailable` where it can't."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a function may use. `citations`: what its arguments rest on; `menu`: that in force;
    `allowed`: the dishes of it that may be named, None for all.
    """

    knowledge: Knowledge
    menu: Menu
    availability: Availability
    now: datetime
    writers: tuple[Writer, ...] = ()
    citations: tuple[Citation, ...] = ()
    allowed: frozenset[str] | None = None


H = TypeVar("H", contravariant=True)


@dataclass(frozen=True, slots=True)
class Function:
    """Called any time; equal arguments are answered once in a run.

    `returns`: the types its answer can be had in, the usual one first; `each`: the one it has for
    an entry where a step goes over a list. `fields`: the keys of its rows, () where it has none.
    `rests_on`: for a function that is pure, what its answer rests on besides its arguments and
    their citations, as JSON (versions, not contents); None where this answer is for this run
    alone. What rests on the same has one answer in any run.
    """

    name: str
    version: str
    arguments: type[Arguments]
    returns: tuple[TypeName, ...]
    each: TypeName
    run: Callable[[Any, Tools], Result]
    fields: tuple[str, ...] = ()
    rests_on: Callable[[Any, Tools], Json] | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """What a yes would be bound to. `content` is JSON-able and complete; None: nothing would
    happen, so nothing is asked.
    """

    content: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class Guarded(Generic[H]):
    """Called after a yes, once for each of its arguments, in the order they come."""

    name: str
    version: str
    arguments: type[Arguments]
    returns: tuple[TypeName, ...]
    each: TypeName
    bind: Callable[[Sequence[Any], H], Bound]
    run: Callable[[Any, H], Result]
    fields: tuple[str, ...] = field(default=())
