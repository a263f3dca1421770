"""The one composition root: from settings to a house at work.

Opens the storage, puts the menu in force, builds the brains and the runner. Commands and front-ends
start here; nothing below knows settings.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from importlib import resources
from pathlib import Path

from apps.ledger.store import LedgerStore
from apps.staff_acts import first_availability
from bot import searching, staff, workflows
from bot.complaint import Complaint
from bot.settings import Settings
from menu_data import loader
from menu_data.faults import MenuError
from menu_data.menu import Menu
from waiter.brains.builtin import HouseBrain
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.respell import warm
from waiter.brains.ladder import Ladder
from waiter.brains.llm.brain import LlmBrain
from waiter.constraints import switched_off
from waiter.event import BrainRole
from waiter.runner import HOUSE, Runner
from waiter.storage import Storage, StorageError, Unit
from waiter.storage.database import FILE_NAME
from waiter.view import Brain

SHIPPED_MENU = Path(str(resources.files("menu_data"))) / "menus" / "chengdu.json"


def llm(settings: Settings) -> Brain:
    """A model behind an endpoint. `Complaint` for what is not set or not installed."""
    if not settings.llm_base_url or not settings.llm_model:
        raise Complaint(f"brain {settings.brain!r} needs WAITER_LLM_BASE_URL and WAITER_LLM_MODEL")
    try:
        # Only here: the client's library is heavy, and may be missing where nobody uses it.
        client = importlib.import_module("waiter.brains.llm.client")
    except ModuleNotFoundError as missing:
        if missing.name not in ("openai", "httpx2"):
            raise
        install = "pip install 'tableside-waiter[llm]'"
        raise Complaint(f"brain {settings.brain!r} needs openai: {install}") from missing
    return LlmBrain(
        client.OpenAIEndpoint(settings.llm_base_url, settings.llm_model, settings.llm_api_key)
    )


# Who may speak the waiter's turns, by the name that settings give.
BRAINS: Mapping[str, Callable[[Settings], Brain]] = {
    "house": lambda settings: HouseBrain(),  # noqa: ARG005 - needs none of them
    "llm": llm,
    "ladder": lambda settings: Ladder(HouseBrain(), llm(settings)),
}


def brains(settings: Settings) -> dict[BrainRole, Brain]:
    """The brain that was chosen, and the built-in one that may take over from it.

    `Complaint` for an unknown name.
    """
    if settings.brain not in BRAINS:
        allowed = ", ".join(BRAINS)
        raise Complaint(f"unknown brain {settings.brain!r}; allowed: {allowed}")
    return _with_house(BRAINS[settings.brain](settings))


def _with_house(chosen: Brain) -> dict[BrainRole, Brain]:
    return {"chosen": chosen, "house": HouseBrain()}


def menu_of(path: Path) -> Menu:
    """The menu of a file. `Complaint` where it is none."""
    try:
        return loader.load(path)
    except MenuError as error:
        raise Complaint(str(error)) from error


def open_storage(folder: Path) -> Storage:
    """The data folder, made where it isn't there. `Complaint` where it can't be used."""
    try:
        storage = Storage.open(folder)
    except StorageError as error:
        raise Complaint(str(error)) from error
    if not (os.access(folder, os.W_OK) and os.access(folder / FILE_NAME, os.W_OK)):
        storage.close()
        raise Complaint(f"data folder {str(folder)!r} can't be written to")
    return storage


@contextmanager
def at_hand(folder: Path) -> Iterator[Storage]:
    """What the house has kept, to be read; empty where there is none yet. Makes no folder."""
    if (folder / FILE_NAME).exists():
        storage = open_storage(folder)
    elif folder.exists() and not folder.is_dir():
        raise Complaint(f"data folder {str(folder)!r} is a file; name a folder")
    else:
        storage = Storage.in_memory()
    try:
        yield storage
    finally:
        storage.close()


@contextmanager
def reading(folder: Path) -> Iterator[Unit]:
    """The same, where only its tables are of interest."""
    with at_hand(folder) as storage:
        yield storage.reading()


def menu_in_force(settings: Settings) -> Menu:
    """The menu that is named, else the one in force in the data folder, else the shipped one."""
    if settings.menu is not None:
        return menu_of(settings.menu)
    with reading(settings.data) as unit:
        if unit.ledger.has_menu():
            return published(unit)
    return menu_of(SHIPPED_MENU)


def published(unit: Unit) -> Menu:
    """The menu in force."""
    return loader.from_document(unit.ledger.menu_document(unit.ledger.menu_version()))


def notes_of_house(settings: Settings, menu: Menu) -> Iterator[Path]:
    """The folders of the house's notes; the shipped ones for the shipped house alone."""
    beside = settings.menu
    if beside is None and menu.restaurant.name == menu_of(SHIPPED_MENU).restaurant.name:
        beside = SHIPPED_MENU
    return searching.notes_folders(settings.data, beside)


def constraints_off(settings: Settings) -> tuple[str, ...]:
    """The constraints that the settings switch off. `Complaint`: none, or one that always holds."""
    try:
        return switched_off(name.strip() for name in settings.constraints_off.split(",") if name)
    except ValueError as error:
        raise Complaint(f"setting 'constraints_off': {error}") from error


async def open_house(
    settings: Settings,
    clock: Callable[[], datetime],
    *,
    insist: bool = False,
    chosen: Brain | None = None,
    threaded: bool = True,
) -> Runner:
    """A house at work. The caller closes the runner. `threaded` as the runner has it.

    `chosen` speaks instead of the brain that settings name. A menu that they name is put in force
    when it is new here; with `insist` (a person named it just now) also when staff have published
    another since.
    """
    speakers = brains(settings) if chosen is None else _with_house(chosen)
    without = constraints_off(settings)
    searcher, flows = searching.searcher(settings), workflows.flows_of(settings.data)
    wanted = None if settings.menu is None else menu_of(settings.menu)
    storage = open_storage(settings.data)
    ledger = storage.reading().ledger
    if not ledger.has_menu():
        first = wanted or menu_of(SHIPPED_MENU)
        _publish_first(storage, first, staff.login_name(), clock())
    noted = searching.with_notes(searcher, notes_of_house(settings, published(storage.reading())))
    bases = workflows.knowledge_bases(settings, SHIPPED_MENU.parent)
    runner = Runner(
        storage,
        speakers,
        clock=clock,
        guided=settings.guided,
        searcher=workflows.with_flows(noted, flows, bases),
        flows=flows.flows,
        without=without,
        threaded=threaded,
    )
    try:
        if wanted is not None and _is_due(wanted.version, ledger, insist=insist):
            params = {"document": wanted.source}
            await staff.perform(runner, staff.Act(HOUSE, "publish", params, staff.login_name()))
    except BaseException:
        await runner.close()
        raise
    warm(lexicon_for(published(storage.reading())))
    return runner


def _is_due(version: str, ledger: LedgerStore, *, insist: bool) -> bool:
    """Whether a menu is to be published; never over what staff have changed of it themselves."""
    if insist:
        return version != ledger.menu_version()
    return version not in {one.version for one in ledger.publications()}


def _publish_first(storage: Storage, menu: Menu, who: str, at: datetime) -> None:
    """A house without a menu can decide nothing: one is in force before the first visit."""
    with storage.unit() as unit:
        if not unit.ledger.has_menu():
            unit.ledger.publish(menu, who, at)
            unit.ledger.set_availability(first_availability(menu))
