"""The ordered chain that judges a turn before anything is dispatched or said.

One file a constraint, one line in a table, in policy order: the first that decides ends it; a
call nobody is against may be dispatched. The grammar has judged the form before this;
`dialogue.turns` acts on the verdict.
"""

from __future__ import annotations

from collections.abc import Callable

from waiter.constraints import (
    allergens,
    amounts,
    answers,
    availability,
    contacts,
    deeds,
    form,
    grounded,
    permission,
    repetition,
    restaurant,
    schema,
    scope,
    secrets,
    tone,
)
from waiter.constraints.verdict import (
    CallVerdict,
    Case,
    Decline,
    Pass,
    Refuse,
    ReplyVerdict,
    TypedCall,
    Wait,
)
from waiter.turn import ToSys, ToUser

__all__ = [
    "CALLS",
    "REPLIES",
    "Case",
    "Decline",
    "Pass",
    "Refuse",
    "Wait",
    "judge_call",
    "judge_reply",
    "judge_tap",
]

CALLS: tuple[Callable[[TypedCall, Case], CallVerdict | None], ...] = (
    repetition.not_after_the_end,
    repetition.not_again,
    grounded.traced,
    restaurant.allows,
    permission.asked_first,
)
REPLIES: tuple[Callable[[ToUser, Case], ReplyVerdict], ...] = (
    secrets.withheld,
    secrets.prompt,
    secrets.no_code,
    scope.no_other_guests,
    deeds.done,
    amounts.true,
    availability.agrees,
    allergens.recorded,
    contacts.own,
    contacts.no_discount,
    answers.no_refusal_passed_over,
    answers.not_an_echo,
    tone.kind,
    tone.no_waiting_time,
    form.chat,
)


def judge_call(turn: ToSys, case: Case) -> CallVerdict:
    """May this call be dispatched? `schema` comes first: the others judge typed params."""
    call = schema.typed(turn)
    if isinstance(call, Refuse):
        return call
    for constraint in CALLS:
        verdict = constraint(call, case)
        if verdict is not None:
            return verdict
    return Pass(call.app, call.params)


def judge_tap(turn: ToSys, case: Case) -> CallVerdict:
    """May a call that a guest tapped be dispatched? That they want it needs no evidence; what the
    restaurant allows and what needs a yes hold as for a brain's.
    """
    call = schema.typed(turn)
    if isinstance(call, Refuse):
        return call
    asked = restaurant.allows(call, case) or permission.asked_first(call, case)
    return asked or Pass(call.app, call.params)


def judge_reply(turn: ToUser, case: Case) -> ReplyVerdict:
    """May this be said? None: nobody is against it."""
    for constraint in REPLIES:
        verdict = constraint(turn, case)
        if verdict is not None:
            return verdict
    return None
