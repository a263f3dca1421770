"""Nothing that can't be undone runs on a brain's word: a commit waits for the guest's yes."""

from __future__ import annotations

from apps.table import find_app
from waiter.constraints.verdict import Case, TypedCall, Wait


def asked_first(call: TypedCall, _: Case) -> Wait | None:
    """A commit waits; everything else needs no permission."""
    app = find_app(call.app)
    return Wait(call.app, call.params) if app is not None and app.effect == "commit" else None
