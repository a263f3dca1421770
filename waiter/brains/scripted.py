"""A brain that speaks what it was given, turn by turn: for tests and for playing a record.

It complains when it is asked for more than it has, so a conversation that takes another way is
seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from waiter.view import Refused, Spoken, View

Script = Iterable[str] | Callable[[View], str]


class ScriptRanOut(AssertionError):
    """The brain was asked for a turn that its script doesn't have."""


class ScriptedBrain:
    """Speaks raw turns in order, or what a function of the view says."""

    name = "scripted"

    def __init__(self, turns: Script) -> None:
        self._by_view = turns if callable(turns) else None
        self._turns = iter(()) if callable(turns) else iter(turns)
        self.spoken = 0

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:  # noqa: ARG002 - the protocol's
        """The next turn. `ScriptRanOut` when there is none."""
        if self._by_view is not None:
            raw: str | None = self._by_view(view)
        else:
            raw = next(self._turns, None)
        if raw is None:
            said = f"{self.spoken} turns are spoken; asked again at {view.heard!r}"
            raise ScriptRanOut(f"the script ran out: {said}")
        self.spoken += 1
        return Spoken(raw, model=self.name)

    def left(self) -> list[str]:
        """The turns nobody asked for; they are used up by asking."""
        return list(self._turns)
