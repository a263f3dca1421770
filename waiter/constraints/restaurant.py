"""A commit is asked about only when the restaurant could do it: the app's own `check`, before
any permission.
"""

from __future__ import annotations

from apps.table import find_app
from waiter.constraints.verdict import Case, Decline, TypedCall


def allows(call: TypedCall, case: Case) -> Decline | None:
    """Decline what the app would refuse. Drafts and reads check themselves when they run."""
    app = find_app(call.app)
    if app is None or app.effect != "commit":
        return None
    refusal = app.check(call.typed, case.snapshot, case.desk)
    return Decline(call.app, call.params, refusal) if refusal else None
