"""A guest's one card of the table, edited in place: tickets in a line each, what isn't sent yet
with its owners, the bill; under it what may be done by tap. Drawn from rows that apps tell.

Buttons of a line carry the seat, the line and a mark of what the line is: one that is pressed on a
card that has moved on is known by it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.ledger.books import Line
from apps.ledger.normal import canonical, line_to_json
from bot.console.seen import Seen
from bot.telegram import cards
from bot.telegram.cards import Row
from bot.telegram.drawing import LABEL, Button, Keyboard, Post, bold, cut, escape, label
from bot.telegram.words import word
from waiter import telling
from waiter.phrases import named

# So many lines have their buttons at once; of more, a press on "change" shows them, by the page.
AT_ONCE, A_PAGE = 2, 4
MARK = 8  # hex digits
OPS = ("less", "more", "note", "remove")


@dataclass(frozen=True, slots=True)
class Place:
    """Whose card it is. `page`: of the lines to be changed, from 0; None: not shown."""

    seat: int
    table: str
    page: int | None = None


def mark(line: Line) -> str:
    """What a line is, whatever its quantity: two presses on "+" are two more."""
    row = line_to_json(line)
    del row["quantity"]
    return hashlib.sha256(canonical(row).encode()).hexdigest()[:MARK]


def draw(seen: Seen, place: Place) -> Post | None:
    """The card; None where nothing was ordered."""
    found = seen.ask("tab").result
    language = seen.language
    blocks = [[bold(word("card.title", language, table=place.table))]]
    blocks[0] += [_ticket(ticket, seen) for ticket in found["tickets"]]
    if found["tab"]["lines"]:
        blocks.append(_open(seen, found))
    if found["tickets"]:
        blocks.append(cards.owed(found, seen.menu, language))
    if not found["tickets"] and not found["tab"]["lines"]:
        return None
    return Post(cards.joined(blocks), _keyboard(seen, found, place), silent=True)


def nothing(language: str, place: Place) -> Post:
    """The card where nothing was ordered, or everything was taken off again."""
    title = bold(word("card.title", language, table=place.table))
    menu = Button(word("tap.menu", language), f"gk:{place.seat}:menu")
    text = f"{title}\n{escape(word('card.empty', language))}"
    return Post(text, ((menu,),), silent=True)


def _ticket(row: Row, seen: Seen) -> str:
    """A ticket in one line; what is on it stands in its own message."""
    state = cards.state(row, seen.language)
    title = word("card.ticket", seen.language, number=row["ticket"], state=state)
    return escape(f"{title} · {telling.money(row['total'], seen.menu, seen.language)}")


def _open(seen: Seen, found: Row) -> list[str]:
    """What isn't sent yet, whose it is where several sit here, and what must be heard of it."""
    language, tab = seen.language, found["tab"]
    names = {line["line"]: line["name"] for line in tab["lines"]}
    warned = ({**one, "name": names[one["line"]]} for one in found["warnings"])
    lines = [bold(word("card.open", language))]
    for guest, rows in _by_owner(tab["lines"]).items():
        if len(seen.desk.guests) > 1:
            lines.append(escape(word("card.owner", language, guest=guest)))
        lines += cards.lines(rows, seen.menu, language)
    lines.append(escape(telling.total(tab, seen.menu, language)))
    text = telling.warned(warned, language)
    return [*lines, escape(text)] if text else lines


def _by_owner(rows: Sequence[Row]) -> dict[str, list[Row]]:
    owned: dict[str, list[Row]] = {}
    for row in rows:
        owned.setdefault(row["guest"], []).append(row)
    return owned


# --- buttons


def _keyboard(seen: Seen, found: Row, place: Place) -> Keyboard:
    own = [row for row in found["tab"]["lines"] if row["guest"] == seen.desk.guest]
    others = [row for row in found["tab"]["lines"] if row["guest"] != seen.desk.guest]
    marks = {line.line: mark(line) for line in seen.snapshot.books.lines}
    many = len(own) > AT_ONCE or bool(others)
    shown = [*own, *others] if place.page is not None else [] if many else own
    page, pages = _page(place.page or 0, len(shown))
    keyboard: list[tuple[Button, ...]] = []
    for row in shown[page * A_PAGE : (page + 1) * A_PAGE]:
        data = f"gc:{place.seat}:{row['line']}:{marks[row['line']]}"
        keyboard += _line(row, data, seen) if row["guest"] == seen.desk.guest else [
            (_too(row, data, seen.language),)
        ]  # fmt: skip
    keyboard += _turning(seen, place, page, pages, many)
    return (*keyboard, *_doing(seen, found, place, bool(own), bool(others)))


def _too(row: Row, data: str, language: str) -> Button:
    """One of what another has; theirs it is, however long the line."""
    guest = cut(row["guest"], LABEL // 3)
    room = LABEL - len(word("tap.too", language, line="", guest=guest))
    return _button("too", data, language, line=_short(row, language, room), guest=guest)


def _line(row: Row, data: str, seen: Seen) -> Iterator[tuple[Button, ...]]:
    """One of the guest's own lines: its name, which tells of the dish, and what may be done."""
    yield (_button("about", data, seen.language, line=_short(row, seen.language)),)
    yield tuple(_button(op, data, seen.language) for op in OPS)


def _turning(
    seen: Seen, place: Place, page: int, pages: int, many: bool
) -> Iterator[tuple[Button, ...]]:
    """To other pages, and in and out of changing."""
    if place.page is None:
        if many:
            yield (_view(place, "0", word("tap.change", seen.language)),)
        return
    leave = _view(place, "", word("tap.done", seen.language))
    if pages == 1:
        yield (leave,)
        return
    back, on = (page - 1) % pages, (page + 1) % pages
    yield (_view(place, str(back), "‹"), leave, _view(place, str(on), f"{page + 1}/{pages} ›"))


def _doing(
    seen: Seen, found: Row, place: Place, own: bool, others: bool
) -> Iterator[tuple[Button, ...]]:
    """Sending what is on the tab, the host all of it; the bill."""
    host = seen.desk.guests[:1] == (seen.desk.guest,)
    paid = found["bill"] is not None and found["bill"]["state"] == "paid"
    names = ["submit_own" if others else "submit"] if own else []
    names += ["submit_all"] if others and host else []
    names += ["bill"] if found["tickets"] and not paid else []
    if names:
        yield tuple(
            Button(word(f"tap.{name}", seen.language), f"gk:{place.seat}:{name}") for name in names
        )


def _page(wanted: int, count: int) -> tuple[int, int]:
    """The page there is, and how many."""
    pages = max(1, -(-count // A_PAGE))
    return min(max(wanted, 0), pages - 1), pages


def _view(place: Place, page: str, text: str) -> Button:
    return Button(text, f"gv:{place.seat}:{page}")


def _button(op: str, data: str, language: str, **values: object) -> Button:
    return Button(label(word(f"tap.{op}", language, **values)), f"{data}:{op}")


def _short(row: Row, language: str, room: int = LABEL) -> str:
    """The line in so many characters; how many it is stays readable, whatever is cut."""
    count = f" ×{row['quantity']}"
    text = f"{named(row['name'], language)}{telling.made(row, language)}"
    return cut(text, room - len(count)) + count
