"""Tables and their tickets: opened, shown, paid, void, closed, by commands; accepted, ready, served
or a problem, by presses on a ticket's card. The first press wins, whoever comes later is told so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from apps.checkout import METHOD_LENGTH
from apps.contract import Desk
from apps.ledger.books import Books, Line
from bot.console.seen import Seen
from bot.telegram import cards, drawing
from bot.telegram.drawing import Post
from bot.telegram.staff.acting import First, Refused
from bot.telegram.staff.room import Asked, Pressed, Staffroom, Usage
from bot.telegram.store import Card
from bot.telegram.words import word
from waiter import telling
from waiter.phrases import price

CARD_VERBS = ("accept", "ready", "served", "problem", "paid")


async def open_table(room: Staffroom, asked: Asked) -> Post:
    """/open 5"""
    table = asked.only_table()
    if room.floor.visit_at(table) is not None:
        return room.say("staff.taken", table=table)
    await room.entrance.open(table, asked.member.name)
    return room.say("staff.opened", table=table)


async def table(room: Staffroom, asked: Asked) -> Post:
    """/table 5"""
    place = asked.only_table()
    visit = room.visit(place)
    await room.floor.hold(visit)
    live = room.floor.runner.live(visit)
    title = room.say("staff.table", table=place, guests=", ".join(live.state.guests) or "–")
    desk = Desk(visit, "", live.state.guests, live.state.allergies)
    seen = Seen(live.seen(room.floor.store.unit), desk, room.language)
    shown = cards.table(seen, place)
    if shown is None:
        return Post(f"{title.text}\n{room.say('staff.table.nothing').text}")
    return Post(f"{title.text}\n{shown.text}")


async def paid(room: Staffroom, asked: Asked) -> Post:
    """/paid 5, /paid 5 card"""
    place, method = asked.table(), " ".join(asked.words[1:])
    if len(method) > METHOD_LENGTH:
        raise Usage
    who, params = asked.member.name, {"method": method or None}
    row = await room.acting.at_visit(room.visit(place), "paid", params, who, asked.key)
    menu = room.floor.menu
    amount = telling.money(row["bill"]["to_pay"], menu, room.language)
    return room.say("staff.paid", table=place, amount=amount)


async def void(room: Staffroom, asked: Asked) -> Post:
    """/void 5 TICKET [LINE] WHY"""
    place = asked.table(3)
    params = _void(asked.words[1:])
    who, visit = asked.member.name, room.visit(place)
    books = room.floor.store.unit.ledger.books(visit)
    await room.acting.at_visit(visit, "void", params, who, asked.key, str(params["why"]))
    told = _voided(room, place, params)
    if str(asked.chat) != room.floor.store.kept("kitchen"):
        room.tell_kitchen(f"void:{asked.key}", Post(drawing.escape(told)))
    if books.bill is not None and books.bill.state == "paid":
        after = room.floor.store.unit.ledger.books(visit)
        back = _sum(books) - _sum(after)
        amount = price(back, room.floor.menu.restaurant.currency, room.language)
        told = f"{told}\n{room.word('staff.voided.paid', amount=amount)}"
    return Post(drawing.escape(told))


async def close(room: Staffroom, asked: Asked) -> Post:
    """/close 5"""
    place = asked.only_table()
    visit = room.visit(place)
    lines = room.floor.store.unit.ledger.books(visit).lines
    await room.acting.close(visit, asked.member.name, asked.key)
    told = room.word("staff.closed", table=place)
    if lines:
        told = f"{told}\n{room.word('staff.closed.unsent', lines=_counted(room, lines))}"
    return Post(drawing.escape(told))


async def press(room: Staffroom, pressed: Pressed) -> str:
    """k:VERB:CARD, of a ticket or a bill"""
    verb, number = pressed.part(0), pressed.part(1)
    card = room.floor.store.card_by_id(int(number)) if number.isdecimal() else None
    if card is None or verb not in CARD_VERBS:
        return room.word("staff.gone")
    visit, _, count = card.slot.partition(":")[2].rpartition(":")
    who, key = pressed.member.name, pressed.key
    if verb == "paid":
        await room.acting.at_visit(visit, verb, {}, who, key)
    elif verb == "problem":
        if not _is_under_way(room, visit, count):
            return room.word("staff.gone")
        _problem(room, visit, count)
    else:
        try:
            await room.acting.at_visit(visit, verb, {"ticket": int(count)}, who, key)
        except Refused as refused:
            raise First(card.note or str(refused)) from refused
    _note(room, card, verb, who, visit)
    return room.word("staff.done")


async def door(room: Staffroom, pressed: Pressed, *, opens: bool) -> str:
    """o:KNOCK, x:KNOCK: whoever scanned the table's link is let in, or not."""
    waiting = room.entrance.knocks()
    knock = next((one for one in waiting if str(one.id) == pressed.part(0)), None)
    if knock is None:
        return room.word("staff.gone")
    if not opens:
        room.entrance.refuse(knock)
        return room.word("staff.not_opened")
    await room.entrance.open(knock.table, pressed.member.name)
    return room.word("staff.opened", table=knock.table)


async def let_in(room: Staffroom, pressed: Pressed) -> str:
    """j:let_in:SEAT: somebody whom the table refused may sit down there all the same."""
    number = pressed.part(1)
    if not number.isdecimal() or not room.floor.store.let_in(int(number)):
        return room.word("staff.gone")
    return room.word("staff.let_in")


def _note(room: Staffroom, card: Card, verb: str, who: str, visit: str) -> None:
    what = room.word(f"button.{verb}")
    room.floor.store.note(card.id, room.word("staff.by", what=what, who=who))
    room.watching.redraw(visit)


def _counted(room: Staffroom, lines: Iterable[Line]) -> str:
    """Dishes and how many of each, in a line."""
    counts: Counter[str] = Counter()
    for line in lines:
        counts[line.item] += line.quantity
    dishes, language = room.floor.menu.dishes, room.language
    names = {one: dishes[one].name.said(language) if one in dishes else one for one in counts}
    return telling.joined((f"{names[one]} ×{count}" for one, count in counts.items()), language)


def _voided(room: Staffroom, place: str, params: Mapping[str, str | int | None]) -> str:
    line = params["line"]
    key = "staff.voided" if line is None else "staff.voided.line"
    return room.word(key, table=place, ticket=params["ticket"], line=line, why=params["why"])


def _sum(books: Books) -> int:
    return sum(line.total for ticket in books.tickets for line in ticket.lines)


def _is_under_way(room: Staffroom, visit: str, number: str) -> bool:
    """Whether the ticket still goes somewhere."""
    tickets = room.floor.store.unit.ledger.books(visit).tickets
    found = next((one for one in tickets if str(one.number) == number), None)
    return found is not None and found.void is None and found.state != "served"


def _problem(room: Staffroom, visit: str, ticket: str) -> None:
    """The guests hear that somebody is coming."""
    for seat in room.floor.store.seats(visit):
        text = word("problem", room.floor.language(seat), number=ticket)
        post = Post(drawing.escape(text))
        room.floor.sender.put(f"problem:{seat.id}:{ticket}", seat.chat, post)


def _void(words: tuple[str, ...]) -> Mapping[str, str | int | None]:
    """Ticket, line if any, reason. `Usage`: one of them is missing."""
    numbers = [w for w in words[:2] if w.isascii() and w.isdigit()]
    if not numbers or not words[0].isdigit() or len(numbers) == len(words):
        raise Usage
    line = int(numbers[1][:9]) if len(numbers) == 2 else None
    return {"ticket": int(numbers[0][:9]), "line": line, "why": " ".join(words[len(numbers) :])}
