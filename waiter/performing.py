"""Effects performed: brains speak, apps look outside the house, envelopes are handed over.

`runner` gives each effect of a step here, once the step is committed. What takes its time runs as
a task of its exchange, within the exchange's time, and its end is an event given back to the
visit's actor. Nothing here decides or stores anything.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import timedelta

from apps.contract import Searcher, Snapshot
from apps.searching import KeywordSearcher
from waiter import acting
from waiter import event as e
from waiter.actor import Actor
from waiter.view import Brain, ModelUnavailable

# From a guest's input to the envelopes that answer it (DESIGN section 2); then the built-in brain
# answers.
EXCHANGE_LIFE = timedelta(seconds=30)


class Performing:
    """Performs effects. `seen`: the house as a visit sees it now; `wake`: has a visit look into
    its inbox, where it is open here.
    """

    def __init__(
        self,
        brains: Mapping[e.BrainRole, Brain],
        searcher: Searcher,
        seen: Callable[[Actor], Awaitable[Snapshot]],
        wake: Callable[[str], None],
    ) -> None:
        self._brains, self._searcher, self._seen, self._wake = brains, searcher, seen, wake

    def perform(self, actor: Actor, effect: e.Effect) -> None:
        """Begin what an effect orders."""
        match effect:
            case e.AskBrain():
                self._begin(actor, effect.exchange, self._speak(actor, effect))
            case e.CallApp():
                self._begin(actor, effect.exchange, self._look(actor, effect))
            case e.CancelTask(exchange=exchange):
                under_way = actor.tasks.pop(exchange, None)
                if under_way is not None:
                    under_way.cancel()
            case e.Send(envelope=envelope):
                actor.sent.setdefault(envelope.session, []).append(envelope)
                actor.announce()
            case e.TellVisit(visit=visit):
                self._wake(visit)
            case e.StartTimer():
                pass  # what waits says itself until when; the runner's `tick` looks
            case e.ActForStaff():
                raise LookupError(f"{effect!r} belongs inside a unit")

    async def close(self) -> None:
        await asyncio.to_thread(self._searcher.close)

    def _begin(self, actor: Actor, exchange: str, work: Coroutine[None, None, None]) -> None:
        """An exchange has one thing under way at most."""
        task = asyncio.create_task(work)
        actor.tasks[exchange] = task
        task.add_done_callback(actor.ended)

    async def _speak(self, actor: Actor, ask: e.AskBrain) -> None:
        """Have a brain speak. What it says, or that it failed, is an event."""
        brain = self._brains[ask.role]
        started = time.monotonic()
        body: e.Outside
        try:
            async with asyncio.timeout(EXCHANGE_LIFE.total_seconds()):
                spoken = await brain.speak(ask.view, ask.refused)
            ms = spoken.ms or round((time.monotonic() - started) * 1000)
            body = e.BrainSpoke(
                ask.guest, ask.exchange, ask.ask, spoken.raw, brain.name,
                spoken.confidence, spoken.model, spoken.tokens, ms, spoken.reason,
                spoken.reading,
            )  # fmt: skip
        except (ModelUnavailable, TimeoutError) as failure:
            reason = str(failure) or type(failure).__name__
            body = e.BrainFailed(ask.guest, ask.exchange, ask.ask, brain.name, reason)
        _finish(actor, ask.exchange, body)

    async def _look(self, actor: Actor, order: e.CallApp) -> None:
        """Have an app look outside the house, in a thread; when time is up, by keywords."""
        snapshot = await self._seen(actor)
        try:
            async with asyncio.timeout(EXCHANGE_LIFE.total_seconds()):
                body = await asyncio.to_thread(acting.look, order, snapshot, self._searcher)
        except TimeoutError:
            body = acting.look(order, snapshot, KeywordSearcher())
        _finish(actor, order.exchange, body)


def _finish(actor: Actor, exchange: str, body: e.Outside) -> None:
    if actor.tasks.get(exchange) is asyncio.current_task():
        del actor.tasks[exchange]
    actor.give(body)
