"""A recorded run played again without functions: what was derived must come out the same. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from waiter.workflow import event as e
from waiter.workflow.interpret import step
from waiter.workflow.plan import Plan
from waiter.workflow.state import State


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first record that comes out differently; `made` None where nothing comes out."""

    seq: int
    recorded: e.Body
    made: e.Body | None


def replayed(plan: Plan, events: Sequence[e.Event]) -> Divergence | None:
    """Step again over what came from outside; None where all is as recorded."""
    state = State(events[0].run) if events else State("")
    due: deque[e.Event] = deque()
    for event in events:
        if isinstance(event.body, get_args(e.Outside)):
            if due:
                return Divergence(event.seq, event.body, due[0].body)
            made = step(plan, state, event)
            state = made.state
            due = deque(made.events)
        else:
            again = due.popleft() if due else None
            if again != event:
                return Divergence(event.seq, event.body, None if again is None else again.body)
    return None
