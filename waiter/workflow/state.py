"""A run's state, and `apply`: the only place where it changes. Pure.

Recovery folds `apply` over the journal; what was decided is never decided again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from waiter.workflow import event as e
from waiter.workflow.value import Value


class Impossible(Exception):
    """An event that can't happen in this state: a bug of ours."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands. `results`: by the key of a call; `granted`: steps whose yes is spent."""

    run: str
    seq: int = 0
    started: e.RunStarted | None = None
    menus: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    begun: Mapping[str, tuple[e.Call, ...]] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    results: Mapping[str, e.CallReturned] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    requests: Mapping[str, e.RequestOpened] = field(default_factory=dict)
    granted: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    ended: e.RunEnded | None = None


def apply(state: State, event: e.Event) -> State:
    """The state after an event. `Impossible` out of order, or after the end."""
    if event.seq != state.seq + 1 or state.ended is not None:
        raise Impossible(f"event {event.seq} after {state.seq}, ended: {state.ended is not None}")
    state = replace(state, seq=event.seq)
    match event.body:
        case e.RunStarted() as started:
            return replace(state, started=started, menus=started.menus)
        case e.RunResumed(menus=menus):
            return replace(state, menus=menus, failed={})
        case e.CallReturned(key=key) as returned:
            return replace(state, results={**state.results, key: returned})
        case e.CallFailed(key=key, reason=reason):
            steps = [s for s, calls in state.begun.items() if any(c.key == key for c in calls)]
            return replace(state, failed={**state.failed, **dict.fromkeys(steps, reason)})
        case e.BindFailed(step=step, reason=reason) | e.StepFailed(step=step, reason=reason):
            return replace(state, failed={**state.failed, step: reason})
        case e.StepBegan(step=step, calls=calls):
            return replace(state, begun={**state.begun, step: calls})
        case e.StepDone() as done:
            return _done(state, done)
        case e.RequestOpened(step=step) as opened:
            return replace(state, requests={**state.requests, step: opened})
        case e.RequestVoided(step=step):
            return replace(state, requests=_without(state, step))
        case e.GrantSpent(step=step):
            granted = state.granted | {step}
            return replace(state, requests=_without(state, step), granted=granted)
        case e.RunEnded() as ended:
            return replace(state, ended=ended)
        case e.StepBound() | e.Decided():
            return state  # what they lead to is decided, and said by the events that follow
        case _:
            assert_never(event.body)


def _done(state: State, done: e.StepDone) -> State:
    """A step with calls gives values to those after it; one without puts them out."""
    notes = tuple(dict.fromkeys((*state.notes, *done.notes)))
    state = replace(state, done=state.done | {done.step}, notes=notes)
    given = {name: Value(json, done.citations) for name, json in done.values.items()}
    return replace(state, values={**state.values, **given})


def _without(state: State, step: str) -> dict[str, e.RequestOpened]:
    return {key: request for key, request in state.requests.items() if key != step}
