"""A guest wants what another at the table has: "+1", "me too", 跟王芳一样. Whose lines those are is
known here, so no brain is asked what is meant.

Whoever ordered last is the owner of the newest line on the tab; of what they touched then. Where
nobody else has anything, "+1" is one more of the guest's own last line.
"""

from __future__ import annotations

from apps.ledger.books import Books, Line
from apps.ordering.again import again
from menu_data.words.likewise import Likewise, likewise
from waiter import event as e
from waiter.dialogue import exchanges
from waiter.dialogue.stepping import Stepping


def taken(s: Stepping, body: e.GuestSaid) -> bool:
    """Whether the message was such a wish that could be granted: the call is made then."""
    others = tuple(guest for guest in s.state.guests if guest != body.guest)
    wish = likewise(body.text, others)
    lines = () if wish is None else _meant(s, body.guest, wish)
    if wish is None or not lines:
        return False
    params = {"lines": [again(line, wish.each or line.quantity) for line in lines]}
    exchange = exchanges.opened(s, body.guest, said=body.text, tab=s.snapshot.books.lines)
    exchanges.call(s, body.guest, exchange, "order", params)
    return True


def _meant(s: Stepping, guest: str, wish: Likewise) -> tuple[Line, ...]:
    """The lines that are wanted once more."""
    books = s.snapshot.books
    if wish.who is not None:
        on_tab = tuple(line for line in books.lines if line.guest == wish.who)
        return on_tab or _sent(books, (wish.who,))
    theirs = [line for line in books.lines if line.guest != guest]
    if theirs:
        newest = max(theirs, key=lambda line: line.line)
        touched = s.session(newest.guest).touched
        last = tuple(one for one in theirs if one.guest == newest.guest and one.line in touched)
        return last if newest in last else (newest,)
    sent = _sent(books, tuple(one for one in s.state.guests if one != guest))
    own = tuple(line for line in books.lines if line.guest == guest)
    return sent or (own[-1:] if wish.each is not None else ())


def _sent(books: Books, guests: tuple[str, ...]) -> tuple[Line, ...]:
    """What stood on the newest ticket that has something of theirs."""
    for ticket in reversed(books.tickets):
        lines = tuple(
            placed.line for placed in ticket.lines
            if placed.void is None and placed.line.guest in guests
        )  # fmt: skip
        if lines and ticket.void is None:
            return lines
    return ()
