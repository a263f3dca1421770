"""A commit is asked about only when the restaurant could do it: the app's own `check`, before
any permission.
"""

from __future__ import annotations

from dataclasses import replace

from apps.table import find_app
from waiter.constraints.verdict import Case, Decline, TypedCall


def allows(call: TypedCall, _: Case) -> Decline | None:
    """Decline what the app would refuse. Drafts and reads check themselves when they run."""
    app = find_app(call.app)
    if app is None or app.effect != "commit" or call.refusal is None:
        return None
    return Decline(call.app, call.params, call.refusal)


def checked(call: TypedCall, case: Case) -> TypedCall:
    """The call with what its app would say to it now."""
    app = find_app(call.app)
    if app is None or app.effect == "read":
        return call
    return replace(call, refusal=app.check(call.typed, case.snapshot, case.desk))
