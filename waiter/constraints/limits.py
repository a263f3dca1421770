"""The restaurant's limits: absurd counts, parties too large, tips and splits that can't be.

A quantity is never cut: what goes beyond is told with what would do, and offered to staff. The
apps know the limits (`check`); here they are kept before anything is dispatched.
"""

from __future__ import annotations

from waiter.constraints.verdict import Case, Decline, TypedCall

OVER = frozenset(
    {"too_many", "too_many_modifiers", "party_too_large", "bad_head_count", "bad_quantity"}
    | {"note_too_long", "bad_tip", "bad_split"}
)


def kept(call: TypedCall, _: Case) -> Decline | None:
    """Decline a call that goes beyond a limit, and has nothing else against it."""
    refusal = call.refusal
    if refusal is None or not all(problem.code in OVER for problem in refusal.problems):
        return None
    return Decline(call.app, call.params, refusal)
