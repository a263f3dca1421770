"""What a guest's press on one of their cards does: a line changed, the order sent, a page turned.

A press is a call with all it needs, never words that could be misread. One that was made on a card
that has moved on changes nothing: the card is drawn anew, and a toast says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from aiogram.types import CallbackQuery, Message

from apps.ledger.books import Line
from apps.ordering.again import again
from bot.telegram import drawing
from bot.telegram.delivery.limits import Counted, Rule
from bot.telegram.drawing import Post
from bot.telegram.floor import Floor
from bot.telegram.guest import again_card, album, bill_card, menu_card, tab_card
from bot.telegram.guest.afterwards import Evening
from bot.telegram.guest.hearing import Hearing
from bot.telegram.guest.receipts import Receipts
from bot.telegram.guest.shown import Shown
from bot.telegram.store import Seat
from bot.telegram.words import word
from menu_data.menu import Dish
from waiter import permission

Params = dict[str, Any]  # JSON
# Buttons beneath the tab: the call each is.
DOING: Mapping[str, tuple[str, Params]] = {
    "submit": ("submit", {}),
    "submit_own": ("submit", {}),
    "submit_all": ("submit", {"whose": "all"}),
}
# A second press on "call staff", or for the same photos, in so many seconds is the same.
CALLS = (Rule(10.0, 1),)


class Presses:
    """Presses on a guest's own cards."""

    def __init__(self, floor: Floor, hearing: Hearing, shown: Shown) -> None:
        self._floor, self._hearing, self._shown = floor, hearing, shown
        self._receipts = Receipts(floor)
        self._called = Counted()

    def toast(self, seat: Seat, kind: str, value: str) -> str:
        """What the press is answered with at once; "" where the card itself shows what it did."""
        if seat.visit not in self._floor.held:
            return ""
        language = self._floor.language(seat)
        match kind:
            case "gc" if self._line(seat, value)[0] is None:
                return word("card.moved_on", language)
            case "gp" if value.startswith("go:") and self._is_paid(seat):
                return word("bill.is_paid", language)
            case "gy" if not self._is_for_all(seat, value):
                return word("card.moved_on", language)
            case "gm" | "gf" if menu_card.read(value, self._floor.seen(seat)) is None:
                return word("menu.moved_on", language)
            case "gx" if again_card.call(self._floor.seen(seat), value) is None:
                return word("card.moved_on", language)
            case "ga" if menu_card.dish_of(value, self._floor.seen(seat)) is None:
                return word("menu.moved_on", language)
            case _:
                return ""

    async def press(self, query: CallbackQuery, seat: Seat, kind: str, value: str) -> None:
        """Do it."""
        key = f"tg:q{query.id}"
        match kind:
            case "gc":
                await self._change(query, seat, value)
            case "gk" if value in DOING:
                await self._hearing.call(seat, key, *DOING[value])
            case "gk":
                await self.ask(seat, key, value)
            case "gp":
                await self._pay(query, seat, value)
            case "gr":
                self._receipts.send(seat, key)
            case "gv" if value.isdecimal() or not value:
                self._adopt(query, seat, "tab")
                self._shown.turn(seat, "tab", value)
            case "gx":
                await self._again(query, seat, value)
            case "gy" if self._is_for_all(seat, value):
                await self._hearing.answer(seat, key, "approve_all", value)
            case "gm":
                await self._browse(query, seat, value)
            case "gf":
                self._show_photos(query, seat, value)
            case "ga":
                await self._add(query, seat, value)

    async def ask(self, seat: Seat, key: str, what: str) -> None:
        """What a command and a button both ask for."""
        match what:
            case "menu" | "tab":
                self._shown.begin(seat, what, "")
            case "bill" if self._floor.runner.live(seat.visit).books.tickets:
                self._shown.begin(seat, "pay", "")
            case "bill":
                await self._hearing.call(seat, key, "checkout", {})
            case "again" if again_card.had(self._floor.seen(seat)):
                self._shown.begin(seat, "again", "")
            case "again":
                language = self._floor.language(seat)
                post = Post(drawing.escape(word("again.nothing", language)))
                self._floor.sender.put(f"again:{key}", seat.chat, post)
            case "receipt":
                self._receipts.send(seat, key)
            case "call" if self._called.allowed(seat.id, CALLS, asyncio.get_running_loop().time()):
                said = word("say.call", self._floor.menu.restaurant.kitchen_language)
                params = {"reason": "person", "summary": said}
                await self._hearing.call(seat, key, "staff", params)

    def receipt_of(self, evening: Evening, key: str) -> None:
        """The receipt of a visit that may be over."""
        self._receipts.send_to(evening.chat, evening.visit, evening.table, evening.language, key)

    async def _pay(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        """See the bill divided otherwise, or ask for it."""
        doing, _, view = value.partition(":")
        self._adopt(query, seat, "pay")
        self._shown.turn(seat, "pay", view)
        if doing == "go" and not self._is_paid(seat):
            params = bill_card.read(view).params
            await self._hearing.call(seat, f"tg:q{query.id}", "checkout", params)

    async def _again(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        self._adopt(query, seat, "again")
        params = again_card.call(self._floor.seen(seat), value)
        if params is None:
            self._shown.draw(seat)
        else:
            await self._hearing.call(seat, f"tg:q{query.id}", "order", params)

    async def _browse(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        self._adopt(query, seat, "menu")
        view = menu_card.read(value, self._floor.seen(seat))
        if view is None:
            self._shown.turn(seat, "menu", "")
        elif view.dish is None:
            self._shown.turn(seat, "menu", value)
        else:
            self._shown.show_dish(seat, view.dish)
            await self._look_at(query, seat, view.dish)

    def _show_photos(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        """The dishes of a page of the menu; the page anew where there is none of that any more."""
        self._adopt(query, seat, "menu")
        seen = self._floor.seen(seat)
        view = menu_card.read(value, seen)
        post = None if view is None else album.draw(seen, view, self._floor.store)
        if post is None:
            self._shown.turn(seat, "menu", value)
        elif self._called.allowed((seat.id, value), CALLS, asyncio.get_running_loop().time()):
            self._floor.sender.put(f"album:{query.id}", seat.chat, post)

    async def _look_at(self, query: CallbackQuery, seat: Seat, dish: Dish) -> None:
        """What the guest looks at is what "two of these" means."""
        await self._hearing.call(seat, f"tg:q{query.id}", "menu", {"dish": dish.id})

    async def _add(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        """One of a dish. Its card, wherever it was pressed, tells how many there are then."""
        dish = menu_card.dish_of(value, self._floor.seen(seat))
        pictured = isinstance(query.message, Message) and bool(query.message.photo)
        card = "photo" if pictured else "menu"
        self._adopt(query, seat, card)
        if dish is None:
            self._shown.turn(seat, "menu", "")
            return
        self._shown.turn(seat, card, f"d{value}")
        await self._hearing.call(seat, f"tg:q{query.id}", "order", {"dish": dish.id, "quantity": 1})

    def _adopt(self, query: CallbackQuery, seat: Seat, card: str) -> None:
        if query.message is not None:
            self._shown.adopt(seat, card, query.message.message_id)

    async def _change(self, query: CallbackQuery, seat: Seat, value: str) -> None:
        line, op = self._line(seat, value)
        self._adopt(query, seat, "tab")
        if line is None:
            self._shown.draw(seat)
            return
        key = f"tg:q{query.id}"
        dish = self._floor.menu.dishes.get(line.item)
        if op == "about" and dish is not None:
            self._shown.show_dish(seat, dish, anew=True)
            await self._look_at(query, seat, dish)
        elif op == "note":
            await self._hearing.answer(seat, key, "note", str(line.line))
        elif (params := _params(op, line)) is not None:
            await self._hearing.call(seat, key, "order", params)

    def _is_paid(self, seat: Seat) -> bool:
        bill = self._floor.runner.live(seat.visit).books.bill
        return bill is not None and bill.state == "paid"

    def _is_for_all(self, seat: Seat, mark: str) -> bool:
        """Whether a yes to all is for what waits for them now."""
        state = self._floor.runner.state(seat.visit)
        return permission.mark(permission.shown_to(state, seat.guest)) == mark

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
            return again(line, 1)
        case "less":
            return {"action": "remove", **target, "quantity": 1}
        case "remove":
            return {"action": "remove", **target}
        case _:
            return None
