"""What a guest has had at this visit, to be had again by tap: one of a line, or all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from apps.contract import Snapshot
from apps.ledger.books import Line
from apps.ledger.normal import merged
from apps.ordering.again import again
from apps.rows import blocked, line_row
from bot.console.seen import Seen
from bot.telegram.drawing import Button, Post, bold, escape, fitting, label, rows
from bot.telegram.guest.tab_card import mark
from bot.telegram.words import word
from waiter import telling

MOST = 20  # lines with a button
UNITS = 3_800
EVERYTHING = "all"


def had(seen: Seen) -> tuple[Line, ...]:
    """The guest's lines that were sent and stand, equal ones as one, in the order they came."""
    placed = (
        one.line for ticket in seen.snapshot.books.tickets if ticket.void is None
        for one in ticket.lines if one.void is None and one.line.guest == seen.desk.guest
    )  # fmt: skip
    numbered = (replace(line, line=number) for number, line in enumerate(placed, 1))
    return merged(seen.menu, numbered)


def draw(seen: Seen, seat: int) -> Post | None:
    """The card; None where nothing was sent yet."""
    every = had(seen)
    if not every:
        return None
    language = seen.language
    lines = [bold(word("again.title", language))]
    buttons: list[Button] = []
    free = _free(seen, every)
    for line in every:
        row = line_row(seen.snapshot, line) | {"blocked": blocked(_alone(seen), line)}
        lines.append(escape("· " + telling.priced_line(row, seen.menu, language)))
        if line in free:
            one = telling.brief([row | {"quantity": 1}], language)
            text = word("tap.once_more", language, line=one)
            buttons.append(Button(label(text), f"gx:{seat}:{_mark(line)}"))
    keyboard = rows(buttons[:MOST], 1)
    if len(free) > 1:
        whole = Button(word("tap.all_again", language), f"gx:{seat}:{EVERYTHING}")
        keyboard = (*keyboard, (whole,))
    return Post(fitting(lines, UNITS), keyboard, silent=True)


def call(seen: Seen, value: str) -> dict[str, Any] | None:
    """What a press orders; None where that can't be had any more. Any: JSON."""
    free = _free(seen, had(seen))
    if value == EVERYTHING:
        return {"lines": [again(line, line.quantity) for line in free]} if free else None
    found = next((line for line in free if _mark(line) == value), None)
    return None if found is None else again(found, 1)


def _mark(line: Line) -> str:
    return mark(replace(line, line=0))


def _free(seen: Seen, lines: Iterable[Line]) -> list[Line]:
    """Those that can be had now."""
    return [line for line in lines if blocked(_alone(seen), line) is None]


def _alone(seen: Seen) -> Snapshot:
    """The house without the tab: these lines don't stand on it."""
    return replace(seen.snapshot, books=replace(seen.snapshot.books, lines=()))
