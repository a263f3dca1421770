"""What the console tells on request: the tab, and how the last answer came about."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from apps import rows
from apps.contract import Snapshot
from bot.composition import published, reading
from bot.console.trace import told
from waiter import telling
from waiter.phrases import say
from waiter.runner import Runner, SessionKey
from waiter.storage import Unit


def tab(runner: Runner, key: SessionKey) -> str:
    """What was sent and what is on the tab, in the guest's language."""
    live = runner.live(key.visit)
    language = live.state.sessions[key.guest].language
    with _journal(runner) as unit:
        menu = published(unit)
    parts = [
        f"#{ticket.number}\n"
        + telling.lines(rows.ticket_row(menu, ticket)["lines"], menu, language)
        for ticket in live.books.tickets
    ]
    if live.books.lines:
        snapshot = Snapshot(runner.clock(), menu, live.state.availability, live.books)
        parts.append(say("tab.now", language, tab=telling.tab(rows.tab(snapshot), menu, language)))
    return "\n".join(parts) or say("tab.empty", language)


def trace(runner: Runner, key: SessionKey) -> str:
    """The guest's last exchange as the journal has it; "" before the first."""
    with _journal(runner) as unit:
        records = unit.journal.read(key.visit)
    return "\n".join(told([record.event for record in records], key.guest))


def _journal(runner: Runner) -> AbstractContextManager[Unit]:
    """A connection of its own to read with: the runner's belongs to its thread."""
    folder = runner.storage.folder
    return nullcontext(runner.storage.reading()) if folder is None else reading(folder)
