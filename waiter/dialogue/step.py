"""`step`: every event that comes from outside, and who answers it. One screen; nothing is
swallowed.

guest says, taps      arriving   too old, or something runs: it waits; else hear, answers:
                                 a wait, a yes or no, a number, else the brain
brain spoke           turns      parse, judge, then say, call or ask permission
app returned          results    facts, questions, lists; then the brain again
timer fired           timers     a request ran out; what isn't answered is mentioned once
staff acted           an effect; it starts no turn
staff's act returned  attending     a guest taken over, spoken to, given back
                      moving        the visit at another table, or part of another visit
"""

from __future__ import annotations

from waiter import event as e
from waiter.dialogue import arriving, attending, moving, results, timers, turns
from waiter.dialogue.stepping import Step, Stepping
from waiter.exchange import Impossible
from waiter.state import State, apply


def step(state: State, event: e.Event) -> Step:
    """What follows from an event that came from outside.

    `state` is as before it; `Impossible` on a derived event.
    """
    s = Stepping(apply(state, event), event)
    match event.body:
        case e.GuestJoined() as joined:
            arriving.joined(s, joined)
        case e.GuestSaid() as said:
            arriving.said(s, said)
        case e.GuestAnswered() as answered:
            arriving.answered(s, answered)
        case e.GuestSentUnsupported() as sent:
            arriving.unsupported(s, sent)
        case e.BrainSpoke() as spoke:
            turns.spoke(s, spoke)
        case e.BrainFailed() as failed:
            turns.failed(s, failed)
        case e.AppReturned() as returned:
            results.returned(s, returned)
        case e.TimerFired() as fired:
            timers.fired(s, fired)
        case e.StaffActed() as act:
            s.order(e.ActForStaff(act.act, act.params, act.who, act.why))
        case e.PaymentReported() as paid:
            payment = {"bill": paid.bill, "amount": paid.amount, "currency": paid.currency}
            s.order(e.ActForStaff("payment", payment, paid.reference, ""))
        case e.StaffActReturned() as done:
            attending.returned(s, done)
            moving.returned(s, done)
        case e.VisitOpened() | e.VisitClosed() | e.HouseSeen():
            pass  # what they change, `apply` has changed
        case _:
            raise Impossible(f"{type(event.body).__name__} doesn't come from outside")
    for guest in s.state.guests:
        arriving.queued(s, guest)
    return s.done()
