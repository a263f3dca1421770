"""The brain `ladder`: the built-in brain where it is sure, a model for the rest, the built-in brain
again where the model can't.

How sure the built-in brain is depends on the guest's words alone, so an exchange is one brain's
from beginning to end, but for a model that fails on the way. Then the built-in brain goes on only
where the calls made so far are those it would have made itself; else it tells what they brought
and calls nothing more: what the model had in mind is not known.

Each turn's reason goes into the journal; the guest notices nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from apps.table import APP_NAMES
from waiter.constraints.schema import typed
from waiter.constraints.verdict import Refuse
from waiter.dialogue.turns import SURE
from waiter.turn import Repaired, ToSys, Violation, parse
from waiter.view import Brain, Fact, ModelUnavailable, Refused, Spoken, View
from waiter.wording import grammar_words

# Seconds without the model after it failed: a guest shouldn't wait for the same time-out each turn.
REST = 30.0
# What makes the built-in brain tell what there is and call nothing.
NO_MORE_CALLS = Refused("", "empty", "no more calls")


class Ladder:
    """Two brains as one. `clock`: seconds that only go on."""

    name = "ladder"

    def __init__(
        self, house: Brain, model: Brain, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._house = house
        self._model = model
        self._clock = clock
        self._rests_until = float("-inf")
        self._failure = ""

    async def speak(self, view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
        """The next turn, with the reason why this brain speaks it. Never `ModelUnavailable`."""
        own = await self._house_turn(view, refused)
        if own.confidence is None or own.confidence >= SURE:
            return replace(own, reason=f"{self._house.name}: sure ({_told(own)})")
        if self._clock() < self._rests_until:
            return await self._stand_in(view, refused, f"rests after: {self._failure}")
        try:
            spoken = await self._model.speak(view, refused)
        except ModelUnavailable as failure:
            self._failure = str(failure)
            self._rests_until = self._clock() + REST
            return await self._stand_in(view, refused, f"failed: {self._failure}")
        reason = f"{self._model.name}: {self._house.name} is not sure ({_told(own)})"
        return replace(spoken, reason=reason)

    async def _stand_in(self, view: View, refused: tuple[Refused, ...], why: str) -> Spoken:
        if await self._would_have_called(view):
            own = await self._house_turn(view, refused)
        else:
            own = await self._house.speak(view, (NO_MORE_CALLS,))
        reason = f"{self._house.name}: {self._model.name} {why} ({_told(own)})"
        return replace(own, reason=reason)

    async def _house_turn(self, view: View, refused: tuple[Refused, ...]) -> Spoken:
        """The built-in brain's turn; told of a refusal only where the refused turn was its own."""
        own = await self._house.speak(view, ())
        if any(one.raw == own.raw for one in refused):
            return await self._house.speak(view, refused)
        return own

    async def _would_have_called(self, view: View) -> bool:
        """Whether the exchange's calls so far are the built-in brain's own plan."""
        for made, fact in enumerate(view.facts):
            own = await self._house.speak(replace(view, facts=view.facts[:made]), ())
            if not _calls(own.raw, fact):
                return False
        return True


def _calls(raw: str, fact: Fact) -> bool:
    """Whether a turn is the call that a fact came of."""
    turn = parse(raw, APP_NAMES, wording=grammar_words())
    if isinstance(turn, Repaired | Violation) or not isinstance(turn, ToSys):
        return False
    call = typed(turn)
    return not isinstance(call, Refuse) and (call.app, call.params) == (fact.source, fact.params)


def _told(spoken: Spoken) -> str:
    return "confidence none" if spoken.confidence is None else f"{spoken.confidence:.2f}"
