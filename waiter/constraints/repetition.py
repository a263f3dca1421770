"""The same write twice in an exchange, and a write after words that only close: neither was wanted.

"Thanks, that's all" after a ticket asks for nothing; a brain that calls again has misread it.
"""

from __future__ import annotations

from apps.table import find_app
from menu_data.words.answers import is_closing
from waiter.claims import refusal_of
from waiter.constraints.verdict import Case, Refuse, TypedCall

WRITES = ("order", "submit", "checkout")


def not_again(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse a write that was made in this exchange already, word for word."""
    app = find_app(call.app)
    if app is None or app.effect == "read":
        return None
    made = (f for f in case.view.facts if f.ok and f.source == call.app)
    if any(dict(fact.params) == dict(call.params) for fact in made):
        return Refuse("repeat", "repetition", refusal_of("repeat"))
    return None


def not_after_the_end(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse a write where the guest only said thanks, with nothing of theirs to send."""
    own = any(line.guest == case.view.guest for line in case.snapshot.books.lines)
    if call.app not in WRITES or own or not is_closing(case.view.heard):
        return None
    return Refuse("closing", "repetition", refusal_of("closing", found=case.view.heard))
