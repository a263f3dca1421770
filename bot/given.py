"""The options that most commands share, accepted before or after the command's name.

Each command takes those that make sense for it, by these types; `Given.or_else` joins what stood in
both places, the one after the command winning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bot.complaint import Complaint

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="The folder that holds all state.  [./.waiter]"),
]
MenuFile = Annotated[
    Path | None,
    typer.Option("--menu", metavar="FILE", help="A menu to use instead of the one in force."),
]
Brain = Annotated[
    str | None,
    typer.Option("--brain", metavar="NAME", help="Who speaks the waiter's turns.  [house]"),
]
Clock = Annotated[
    str | None,
    typer.Option("--clock", metavar="ISO", help="Let it be this time, and stay so."),
]
Json = Annotated[bool, typer.Option("--json", help="JSON, one object a line.")]
Who = Annotated[
    str | None, typer.Option("--who", metavar="NAME", help="Who acts.  [the login name]")
]


@dataclass(frozen=True, slots=True)
class Given:
    """What was given of the shared options; None: not given."""

    data: Path | None = None
    menu: Path | None = None
    brain: str | None = None
    clock: str | None = None
    json: bool = False

    def or_else(
        self,
        *,
        data: Path | None = None,
        menu: Path | None = None,
        brain: str | None = None,
        clock: str | None = None,
        json: bool = False,
    ) -> Given:
        """These options, where a later one doesn't say otherwise."""
        return replace(
            self,
            data=data or self.data,
            menu=menu or self.menu,
            brain=brain or self.brain,
            clock=clock or self.clock,
            json=json or self.json,
        )

    def flags(self) -> dict[str, object]:
        """Those that are settings too, by their names there."""
        return {"data": self.data, "menu": self.menu, "brain": self.brain}


def given(ctx: typer.Context) -> Given:
    """The options that stood before the command's name."""
    found = ctx.find_object(Given)
    return Given() if found is None else found


def shared(
    ctx: typer.Context,
    data: Data = None,
    menu: MenuFile = None,
    brain: Brain = None,
    clock: Clock = None,
    json: Json = False,
) -> None:
    """The callback of `waiter` and of its groups: keeps what stood before the command's name."""
    ctx.obj = given(ctx).or_else(data=data, menu=menu, brain=brain, clock=clock, json=json)


def clock_of(text: str | None) -> Callable[[], datetime]:
    """The clock to go by, in UTC: the real one, or one that stands at an ISO time."""
    if text is None:
        return lambda: datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(text)
        stands = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        example = "2026-05-04T12:00:00+08:00"
        raise Complaint(f"--clock {text!r} is no time; allowed: ISO such as {example}") from error
    return lambda: stands
