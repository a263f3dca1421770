"""Requests that wait for a guest's yes, as their messages show them: once one is no longer open its
buttons go, and beneath the newest of several stands one button for all of them.

That button carries a mark of just these requests; each of them stays bound to its own digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Floor
from bot.telegram.store import Seat
from bot.telegram.words import word
from waiter import permission
from waiter.envelope import Envelope
from waiter.state import Request


@dataclass(frozen=True, slots=True)
class Looked:
    """How many envelopes of a seat were looked through, and those whose requests were open."""

    count: int = 0
    asking: tuple[Envelope, ...] = ()


class Asking:
    """Draws the requests of those who sit at a visit."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._looked: dict[str, dict[int, Looked]] = {}  # by visit and seat

    def draw(self, visit: str) -> None:
        """Every request's message as it is now."""
        looked = self._looked.setdefault(visit, {})
        for seat in self._floor.store.seats(visit):
            looked[seat.id] = self._draw(seat, looked.get(seat.id, Looked()))

    def forget(self, visit: str) -> None:
        """The visit is over."""
        self._looked.pop(visit, None)

    def _draw(self, seat: Seat, last: Looked) -> Looked:
        state = self._floor.runner.state(seat.visit)
        requests = permission.shown_to(state, seat.guest)
        numbers = {request.envelope for request in requests}
        new = self._floor.runner.sent(self._floor.key(seat), last.count)[: seat.shown - last.count]
        asked = [*last.asking, *(envelope for envelope in new if envelope.request)]
        going = tuple(envelope for envelope in asked if envelope.number in numbers)
        for envelope in asked:
            every = requests if len(going) > 1 and envelope is going[-1] else ()
            self._show(seat, envelope, every, buttons=envelope in going)
        return Looked(max(last.count, seat.shown), going)

    def _show(
        self, seat: Seat, envelope: Envelope, every: Sequence[Request], *, buttons: bool
    ) -> None:
        slot, sender = f"ask:{seat.id}:{envelope.number}", self._floor.sender
        if sender.outbox.post_of(f"e:{seat.id}:{envelope.number}:1") is None:
            return  # shown to them before they came back to the table
        language = self._floor.language(seat)
        post = drawing.envelope(seat.id, envelope, language)[-1]
        keyboard = post.keyboard if buttons else ()
        if every:
            text = word("tap.yes_to_all", language, count=len(every))
            whole = Button(text, f"gy:{seat.id}:{permission.mark(every)}")
            keyboard = (*keyboard, (whole,))
        sender.draw(slot, seat.chat, Post(post.text, keyboard), Priority.ANSWER)
