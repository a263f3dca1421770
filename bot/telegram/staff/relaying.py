"""A guest whom staff have taken over: what they write comes to staff as messages to reply to.

Drawn from the visit's state and journal, so a restart repeats nothing and misses nothing. Who was
taken over and what was said is the dialogue's; what staff write and press is `talking`'s.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from datetime import timedelta

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Button, Post
from bot.telegram.floor import Busy
from bot.telegram.staff.acting import Refused
from bot.telegram.staff.room import Staffroom
from waiter import event as e
from waiter.session import Attended, Session
from waiter.state import State

log = logging.getLogger("waiter.telegram")

LOOK_EVERY = 0.2  # seconds
SO_FAR, SHORT = 6, 160  # messages of the conversation that whoever takes over is shown, cut there
# Staff who haven't written for so long have forgotten the guest, who has nobody then.
IDLE = timedelta(minutes=30)


class Relaying:
    """Looks at the visits that are held here."""

    def __init__(self, room: Staffroom) -> None:
        self._room = room
        self._shown: dict[str, int] = {}  # by visit, how many of its talks

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look()
            except (sqlite3.OperationalError, Busy) as failure:
                log.warning("guests' words wait: %s", failure)
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Show staff what is new of the guests they have; give back those they have forgotten."""
        for visit in sorted(self._room.floor.held):
            state = self._room.floor.runner.state(visit)
            await self._give_back_idle(visit, state)
            if self._shown.get(visit, 0) != state.talks:
                self._show(visit, state)
                self._shown[visit] = state.talks

    def _show(self, visit: str, state: State) -> None:
        """What came since the last look, by whichever process that was."""
        key = f"relayed:{visit}"
        after = int(self._room.floor.store.kept(key) or 0)
        for seq, body in self._news(visit, after):
            match body:
                case e.TakenOver(guest=guest):
                    self._taken(visit, state.sessions[guest], seq, state.table or "–")
                case e.GivenBack(guest=guest, who=who):
                    self._given_back(visit, guest, who, state.table or "–")
                case e.Relayed(guest=guest):
                    self._relayed(visit, seq, body, state.table or "–")
                case _:
                    continue
        self._room.floor.store.keep(key, str(state.seq))

    def _news(self, visit: str, after: int) -> Iterator[tuple[int, e.Body]]:
        for record in self._room.floor.store.unit.journal.read(visit, after):
            yield record.event.seq, record.event.body

    def _taken(self, visit: str, session: Session, number: int, table: str) -> None:
        attended = session.attended
        if attended is None or attended.number != number:
            return  # given back by now
        chat = self._place(attended)
        if chat is None:
            return
        slot = f"talk:{visit}:{number}:{session.guest}"
        card = self._room.floor.store.card(slot, chat)
        title = self._room.word("staff.talk", who=attended.who, guest=session.guest, table=table)
        so_far = list(self._so_far(visit, session.guest, number))[-SO_FAR:]
        give = Button(self._room.word("button.give"), f"h:give:{card.id}")
        text = "\n".join([drawing.bold(title), *map(drawing.escape, so_far)])
        self._room.floor.sender.draw(slot, chat, Post(text, ((give,),)), Priority.TICKET)

    def _so_far(self, visit: str, guest: str, number: int) -> Iterator[str]:
        """What was said with a guest before staff took over, a line each."""
        for seq, body in self._news(visit, 0):
            if seq >= number:
                return
            match body:
                case e.GuestSaid(guest=by, text=text) if by == guest:
                    yield f"{guest}: {_short(text)}"
                case e.EnvelopeSent(guest=to, envelope=envelope) if to == guest:
                    yield f"· {_short(envelope.content)}"
                case _:
                    continue

    def _given_back(self, visit: str, guest: str, who: str, table: str) -> None:
        told = self._room.word("staff.talk.over", guest=guest, table=table, who=who)
        for card in self._room.floor.store.cards_of(f"talk:{visit}:"):
            if card.slot.split(":", 3)[3] == guest:
                post = Post(drawing.escape(told))
                self._room.floor.sender.draw(card.slot, card.chat, post, Priority.TICKET)

    def _relayed(self, visit: str, seq: int, body: e.Relayed, table: str) -> None:
        talks = self._room.floor.store.cards_of(f"talk:{visit}:")
        found = [card for card in talks if card.slot.split(":", 3)[3] == body.guest]
        if not found:
            return
        key = "staff.relayed" if body.text else "staff.relayed.thing"
        text = self._room.word(key, table=table, guest=body.guest, text=body.text, what=body.what)
        slot = f"relay:{visit}:{seq}:{body.guest}"
        self._room.floor.sender.draw(slot, found[-1].chat, drawing.posts(text)[0], Priority.TICKET)

    async def _give_back_idle(self, visit: str, state: State) -> None:
        now = self._room.now()
        for session in state.sessions.values():
            attended = session.attended
            if attended is None or now - attended.since < IDLE:
                continue
            key = f"idle:{visit}:{session.guest}:{attended.since.isoformat()}"
            params = {"guest": session.guest}
            try:
                await self._room.acting.at_visit(visit, "give_back", params, "–", key)
            except Refused as refused:
                log.info("a guest was not given back: %s", refused)

    def _place(self, attended: Attended) -> int | None:
        """The chat where staff read: where they took over, else the kitchen's."""
        if attended.place.lstrip("-").isdecimal():
            return int(attended.place)
        kitchen = self._room.floor.store.kept("kitchen")
        return None if kitchen is None else int(kitchen)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"
