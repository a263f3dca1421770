"""One yes, or one no, to all that was read back to a guest and waits for them.

The yes is journalled once and spent request by request, each when its turn comes: judged by the
world as it is then, bound to its own digest. What an earlier one has changed is asked again, what
it has done already is let go. Stopped, nothing further of it is spent.
"""

from __future__ import annotations

from menu_data.words.answers import is_hold_back, is_no
from menu_data.words.together import is_no_to_all
from waiter import event as e
from waiter import permission
from waiter.dialogue import decide, send
from waiter.dialogue.stepping import Stepping
from waiter.requests import Request


def decided(s: Stepping, guest: str, requests: tuple[Request, ...], *, approve: bool) -> None:
    """A guest's yes or no to several requests. What a yes leads to begins at the step's end."""
    if approve:
        bound = tuple((request.id, request.digest) for request in requests)
        s.emit(e.BatchGiven(guest, f"b{s.state.seq + 1}", bound))
        return
    for request in requests:
        s.emit(e.RequestVoided(request.id, "denied"))
    for app in dict.fromkeys(request.app for request in requests):
        send.tell(s, guest, f"request.denied.{app}")


def tapped(s: Stepping, guest: str, mark: str) -> None:
    """A tap that is a yes to all that was read back to the guest, good for just that: where one of
    them is no longer open, or another was asked since, nothing is spent.
    """
    requests = permission.shown_to(s.state, guest)
    if not requests:
        send.tell(s, guest, "request.nothing_open")
    elif permission.mark(requests) != mark:
        send.tell(s, guest, "request.others_open")
    else:
        decided(s, guest, requests, approve=True)


def go_on(s: Stepping, guest: str) -> bool:
    """Spend the next yes of the guest's batch; False where nothing of it is left."""
    session = s.session(guest)
    left = [one for one in session.batch if one in s.state.requests]
    if session.exchange is not None or not left:
        return False
    if any(_takes_back(item) for item in session.queue):
        s.emit(e.BatchDropped(guest))
        return False
    request = s.state.requests[left[0]]
    if decide.is_done(s, request):
        s.emit(e.RequestVoided(request.id, "superseded"))
    else:
        decide.decided(s, guest, request, approve=True)
    return True


def _takes_back(item: e.GuestSaid | e.GuestAnswered) -> bool:
    """Whether what the guest said meanwhile says no to any of it."""
    if isinstance(item, e.GuestAnswered):
        return item.answer == "deny"
    return is_no(item.text) or is_hold_back(item.text) or is_no_to_all(item.text)
