"""A ticket on its way, as those see it who have something on it: one message, edited in place."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from apps import rows
from apps.ledger.books import Ticket
from bot.console.seen import Seen
from bot.telegram import cards
from bot.telegram.drawing import Post, bold, escape, fitting
from bot.telegram.words import word
from waiter import telling

STATES = ("placed", "accepted", "ready", "served")
UNITS = 3_800
PREP = "prep"  # where it is kept how many minutes the kitchen needs; "0": staff don't say


def concerns(ticket: Ticket, guest: str) -> bool:
    """Whether a guest has something on it, or sent it."""
    return guest == ticket.guest or any(placed.line.guest == guest for placed in ticket.lines)


def draw(seen: Seen, ticket: Ticket, prep: int = 0) -> Post:
    """How far it is, and what is on it; `prep`: how many minutes the kitchen needs, 0: unknown."""
    language = seen.language
    row = rows.ticket_row(seen.menu, ticket)
    title = word("card.ticket", language, number=ticket.number, state=cards.state(row, language))
    lines = [bold(title)]
    if ticket.void is None:
        lines.append(escape(_way(ticket, language)))
        if prep and ticket.state in ("placed", "accepted"):
            zone = ZoneInfo(seen.menu.restaurant.time_zone)
            ready = (ticket.placed_at + timedelta(minutes=prep)).astimezone(zone)
            lines.append(escape(word("status.about", language, time=f"{ready:%H:%M}")))
    lines += cards.lines(row["lines"], seen.menu, language)
    if row["allergies"]:
        names = telling.joined((telling.allergen(k, language) for k in row["allergies"]), language)
        lines.append(escape(word("status.allergies", language, allergens=names)))
    return Post(fitting(lines, UNITS), silent=True)


def _way(ticket: Ticket, language: str) -> str:
    """All states in order, those that are behind it marked."""
    reached = STATES.index(ticket.state)
    return " ".join(
        ("● " if index <= reached else "○ ") + word(f"state.{state}", language)
        for index, state in enumerate(STATES)
    )
