"""The house as one guest's console sees it: a snapshot, their desk, their language.

What it shows comes from the same `read` apps that the waiter calls; here they are only asked.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from apps.contract import Desk, Outcome, Snapshot
from apps.table import find_app
from bot.composition import reading
from menu_data.menu import Menu
from waiter.runner import Runner, SessionKey
from waiter.storage import Unit


@dataclass(frozen=True, slots=True)
class Seen:
    """What a guest may be shown. `language`: theirs."""

    snapshot: Snapshot
    desk: Desk
    language: str

    @property
    def menu(self) -> Menu:
        return self.snapshot.menu

    def ask(self, name: str, **params: Any) -> Outcome:
        """What a read app answers. `LookupError` for an app that isn't one."""
        app = find_app(name)
        if app is None or app.effect != "read":
            raise LookupError(f"{name!r} is no app that only reads")
        return app.run(app.Params.model_validate(params), self.snapshot, self.desk)


def seen(runner: Runner, key: SessionKey) -> Seen:
    """The house now, at a guest's desk."""
    live = runner.live(key.visit)
    with journal(runner) as unit:
        snapshot = live.seen(unit)
    state = live.state
    desk = Desk(key.visit, key.guest, state.guests, state.allergies)
    return Seen(snapshot, desk, state.sessions[key.guest].language)


def journal(runner: Runner) -> AbstractContextManager[Unit]:
    """A connection of its own to read with: the runner's belongs to its thread."""
    folder = runner.storage.folder
    return nullcontext(runner.storage.reading()) if folder is None else reading(folder)
