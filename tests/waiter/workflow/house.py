"""A house for workflows: real storage, the shipped menus, keywords, a clock that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from apps.contract import Found, Wish
from apps.searching import KeywordSearcher
from apps.staff_acts import first_availability
from bot.composition import SHIPPED_MENU
from menu_data.loader import load
from menu_data.menu import Menu
from waiter.storage import Storage
from waiter.workflow import event as e
from waiter.workflow.function import Function, Tools, Writer
from waiter.workflow.guests import Guest, Guests
from waiter.workflow.loader import Workflow
from waiter.workflow.outbox import Kept, Outbox, OutboxGateway
from waiter.workflow.registry import CUSTOMS, PLUGINS
from waiter.workflow.runner import Decide, Given, Outcome, Surroundings, run_workflow
from waiter.workflow.value import Json

NOON = datetime(2026, 5, 4, 4, 0, tzinfo=UTC)  # 12:00 in Shanghai


class Shelf:
    """Knowledge bases: the shipped menus."""

    def menu(self, name: str) -> Menu:
        return load(SHIPPED_MENU.with_name(f"{name}.json"))

    def nearest(self, name: str, text: str, top_k: int) -> Found:
        return KeywordSearcher().find(Wish(self.menu(name), text, top_k))


def approving(request: e.RequestOpened) -> bool:
    return True


def tools(writers: tuple[Writer, ...] = ()) -> Tools:
    menu = load(SHIPPED_MENU)
    return Tools(Shelf(), menu, first_availability(menu), NOON, writers)


def run(
    storage: Storage,
    found: Workflow,
    inputs: Mapping[str, Json],
    *,
    decide: Decide = approving,
    say: Function | None = None,
    now: Callable[[], datetime] = lambda: NOON,
    nonces: Iterator[int] | None = None,
    writers: tuple[Writer, ...] = (),
    price: int = 5,
    fresh: bool = False,
) -> Outcome:
    """Run a workflow as far as it goes."""
    numbers = nonces or count(int(storage.connection.total_changes) + 1)
    functions = {**PLUGINS, **CUSTOMS, **({"say": say} if say else {})}
    around = Surroundings(
        functions, tools(writers), OutboxGateway(price), now, lambda: f"{next(numbers):032x}"
    )
    return run_workflow(storage, found.plan, around, Given(inputs, "staff", decide, fresh=fresh))


def guests(storage: Storage, *added: Guest) -> None:
    with storage.unit():
        for guest in added:
            Guests(storage.connection).put(guest)


def guest(number: int, *, consent: bool = True, language: str = "zh", **more: Json) -> Guest:
    """A guest with the tag "regular"."""
    name, mobile = f"g{number:04}", f"+86138{number:08}"
    return Guest(name, name, mobile, language, ("regular",), more, consent)


def outbox(storage: Storage) -> list[Kept]:
    return list(Outbox(storage.connection).every())


def data(folder: Path) -> Storage:
    return Storage.open(folder / "data")
