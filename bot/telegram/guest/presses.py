"""What a guest's press on one of their cards does: a line changed, the order sent, a page turned.

A press is a call with all it needs, never words that could be misread. One that was made on a card
that has moved on changes nothing: the card is drawn anew, and a toast says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aiogram.types import CallbackQuery

from apps.ledger.books import Line
from apps.ledger.normal import line_to_json
from bot.telegram.floor import Floor
from bot.telegram.guest import tab_card
from bot.telegram.guest.hearing import Hearing
from bot.telegram.guest.shown import Shown, tab_slot
from bot.telegram.store import Seat
from bot.telegram.words import word

Params = dict[str, Any]  # JSON
# Buttons beneath the tab: the call each is.
DOING: Mapping[str, tuple[str, Params]] = {
    "submit": ("submit", {}),
    "submit_own": ("submit", {}),
    "submit_all": ("submit", {"whose": "all"}),
    "bill": ("checkout", {}),
}


class Presses:
    """Presses on a guest's own cards."""

    def __init__(self, floor: Floor, hearing: Hearing, shown: Shown) -> None:
        self._floor, self._hearing, self._shown = floor, hearing, shown

    def toast(self, seat: Seat, kind: str, value: str) -> str:
        """What the press is answered with at once; "" where the card itself shows what it did."""
        if kind != "gc" or seat.visit not in self._floor.held:
            return ""
        line, _ = self._line(seat, value)
        return "" if line is not None else word("card.moved_on", self._floor.language(seat))

    async def press(self, query: CallbackQuery, seat: Seat, kind: str, value: str) -> None:
        """Do it."""
        key = f"tg:q{query.id}"
        match kind:
            case "gc":
                await self._change(query, seat, value)
            case "gk" if value in DOING:
                await self._hearing.call(seat, key, *DOING[value])
            case "gv":
                card, _, page = value.partition(":")
                if page == "" or page.isdecimal():
                    self._shown.turn(seat, card, page)

    async def _change(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        line, op = self._line(seat, value)
        if line is None:
            if query.message is not None:
                self._shown.redraw(seat, tab_slot(seat), query.message.message_id)
            return
        key = f"tg:q{query.id}"
        if op == "note":
            await self._hearing.answer(seat, key, "note", str(line.line))
        elif (params := _params(op, line)) is not None:
            await self._hearing.call(seat, key, "order", params)

    def _line(self, seat: Seat, value: str) -> tuple[Line | None, str]:
        """The line a button is about, if it is still what it was and may be changed so."""
        number, _, rest = value.partition(":")
        marked, _, op = rest.partition(":")
        lines = self._floor.runner.live(seat.visit).books.lines
        line = next((one for one in lines if str(one.line) == number), None)
        own = line is not None and line.guest == seat.guest
        if line is None or tab_card.mark(line) != marked or own == (op == "too"):
            return None, op
        return line, op


def _params(op: str, line: Line) -> Params | None:
    """The call of `order`; it names the dish too, so that it is about no other."""
    target = {"line": line.line, "dish": line.item}
    match op:
        case "more" | "too":
            return once_more(line)
        case "less":
            return {"action": "remove", **target, "quantity": 1}
        case "remove":
            return {"action": "remove", **target}
        case _:
            return None


def once_more(line: Line) -> Params:
    """One more of a line, as it is made."""
    row = line_to_json(line)
    made = {key: row[key] for key in ("modifiers", "choices", "note") if row[key]}
    return {"dish": line.item, "quantity": 1, **made}
