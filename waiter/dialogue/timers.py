"""What a visit waits for until when, and what happens then: requests run out, what isn't answered
is mentioned once.

The state says itself what is waited for, so timers need no store of their own: after a crash they
are read off again.
"""

from __future__ import annotations

from collections.abc import Iterator

from waiter import event as e
from waiter.dialogue import decide, reminding, send
from waiter.dialogue.stepping import Stepping
from waiter.state import State


def timers(state: State) -> Iterator[e.StartTimer]:
    """Every timer that runs at a visit."""
    for request in state.requests.values():
        yield e.StartTimer(decide.TIMER + request.id, request.expires_at)
    for guest, session in state.sessions.items():
        if session.awaited is not None:
            yield send.timer_of(guest, session.awaited)


def fired(s: Stepping, body: e.TimerFired) -> None:
    """A timer's time has come; one that no longer runs does nothing."""
    if body.timer.startswith(send.TIMER):
        reminding.due(s, body)
    else:
        decide.ran_out(s, body)
