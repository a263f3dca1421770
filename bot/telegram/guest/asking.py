"""Requests that wait for a guest's yes, as their messages show them: once one is no longer open it
says so and its buttons go; beneath the newest of several stands one button for all of them.

That button carries a mark of just these requests; each of them stays bound to its own digest.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Floor
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter import event as e
from waiter import permission
from waiter.envelope import Envelope
from waiter.requests import Request


@dataclass(frozen=True, slots=True)
class Looked:
    """How many envelopes of a seat were looked through, and those whose requests were open."""

    count: int = 0
    asking: tuple[Envelope, ...] = ()


@dataclass(slots=True)
class Followed:
    """A visit: what was looked at of each seat, how far its journal was read, and the requests
    found there that somebody said yes to.
    """

    seats: dict[int, Looked] = field(default_factory=dict)
    read: int = 0
    granted: set[str] = field(default_factory=set)


class Asking:
    """Draws the requests of those who sit at a visit."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._visits: dict[str, Followed] = {}

    def draw(self, visit: str) -> None:
        """Every request's message as it is now."""
        followed = self._visits.setdefault(visit, Followed())
        for record in self._floor.store.unit.journal.read(visit, followed.read):
            followed.read = record.event.seq
            if isinstance(record.event.body, e.GrantSpent):
                followed.granted.add(record.event.body.request)
        for seat in self._floor.store.seats(visit):
            followed.seats[seat.id] = self._draw(seat, followed)

    def forget(self, visit: str) -> None:
        """The visit is over."""
        self._visits.pop(visit, None)

    def _draw(self, seat: Seat, followed: Followed) -> Looked:
        last = followed.seats.get(seat.id, Looked())
        state = self._floor.runner.state(seat.visit)
        requests = permission.shown_to(state, seat.guest)
        numbers = {request.envelope for request in requests}
        new = self._floor.runner.sent(self._floor.key(seat), last.count)[: seat.shown - last.count]
        asked = [*last.asking, *(envelope for envelope in new if envelope.request)]
        going = tuple(envelope for envelope in asked if envelope.number in numbers)
        for envelope in asked:
            if envelope in going:
                newest = envelope is going[-1] and len(going) == len(requests)
                self._show_open(seat, envelope, requests if newest else ())
            else:
                self._show_over(seat, envelope, followed.granted)
        return Looked(max(last.count, seat.shown), going)

    def _show_open(self, seat: Seat, envelope: Envelope, every: Sequence[Request]) -> None:
        """With its two buttons, and where it is the newest of several with one for all of them."""
        language = self._floor.language(seat)
        post = drawing.envelope(seat.id, envelope, language)[-1]
        if len(every) > 1:
            label = word("tap.yes_to_all", language, count=len(every))
            whole = Button(label, f"gy:{seat.id}:{permission.mark(every)}")
            post = Post(post.text, (*post.keyboard, (whole,)))
        self._draw_at(seat, envelope, post)

    def _show_over(self, seat: Seat, envelope: Envelope, granted: Set[str]) -> None:
        """Without buttons, and whether it was said yes to."""
        assert envelope.request is not None
        language = self._floor.language(seat)
        text = drawing.envelope(seat.id, envelope, language)[-1].text
        end = word("ask.done" if envelope.request.id in granted else "ask.over", language)
        self._draw_at(seat, envelope, Post(drawing.more(text, end)))

    def _draw_at(self, seat: Seat, envelope: Envelope, post: Post) -> None:
        sender = self._floor.sender
        if sender.outbox.post_of(f"e:{seat.id}:{envelope.number}:1") is not None:
            sender.draw(f"ask:{seat.id}:{envelope.number}", seat.chat, post, Priority.ANSWER)
