"""The ordered chain that judges a turn before anything is dispatched or said.

One file a constraint, one line in a table, in policy order: the first that decides ends it; a
call nobody is against may be dispatched. The grammar has judged the form before this;
`dialogue.turns` acts on the verdict. A constraint is called as its file; what is in `OPTIONAL` a
house may switch off, and nothing else. No setting orders anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from waiter.constraints import (
    allergens,
    allergies,
    amounts,
    answers,
    availability,
    complete,
    contacts,
    deeds,
    form,
    grounded,
    limits,
    offers,
    permission,
    repetition,
    restaurant,
    schema,
    scope,
    secrets,
    terms,
    tone,
    wanted,
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
    "NAMES",
    "OPTIONAL",
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
    scope.own_lines,
    grounded.traced,
    terms.said,
    wanted.now,
    allergies.asked_for,
    complete.as_said,
    limits.kept,
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
    offers.on_the_menu,
    allergens.recorded,
    allergies.warned,
    contacts.own,
    contacts.no_discount,
    answers.no_refusal_passed_over,
    answers.not_an_echo,
    tone.kind,
    tone.no_waiting_time,
    form.chat,
)
# Manners. All else keeps the guest's money, health and secrets, or what was agreed.
OPTIONAL = frozenset({"answers", "form", "tone"})


def name_of(constraint: Callable[..., object]) -> str:
    """What a constraint is called: its file."""
    return constraint.__module__.rpartition(".")[2]


NAMES = ("schema", *dict.fromkeys((*map(name_of, CALLS), *map(name_of, REPLIES))))


def switched_off(names: Iterable[str]) -> tuple[str, ...]:
    """These constraints as switched off. ValueError for one that is unknown, or always on."""
    wanted_off = tuple(dict.fromkeys(names))
    for name in wanted_off:
        if name not in OPTIONAL:
            why = "can't be switched off" if name in NAMES else "is no constraint"
            raise ValueError(f"{name!r} {why}; allowed: {', '.join(sorted(OPTIONAL))}")
    return wanted_off


def judge_call(turn: ToSys, case: Case) -> CallVerdict:
    """May this call be dispatched? `schema` comes first: the others judge typed params."""
    call = schema.typed(turn)
    if isinstance(call, Refuse):
        return call
    call = restaurant.checked(call, case)
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
    call = restaurant.checked(call, case)
    asked = restaurant.allows(call, case) or permission.asked_first(call, case)
    return asked or Pass(call.app, call.params)


def judge_reply(turn: ToUser, case: Case, off: Collection[str] = ()) -> ReplyVerdict:
    """May this be said? None: nobody is against it. `off`: as `switched_off` has them."""
    for constraint in REPLIES:
        if name_of(constraint) in OPTIONAL.intersection(off):
            continue
        verdict = constraint(turn, case)
        if verdict is not None:
            return verdict
    return None
