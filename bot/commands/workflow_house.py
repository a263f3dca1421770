"""What the house lends to workflows that staff run: knowledge bases, the tools made of settings.

Each knowledge base has vectors of its own, so that the guests' search keeps its. `workflow` runs
what is lent here; `bot.workflows` says where files and menus are.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Annotated

import typer

from apps.contract import Found, Searcher, Wish
from apps.searching import HybridSearcher, corpus_of
from apps.staff_acts import first_availability
from bot import searching, workflows
from bot.complaint import Complaint
from bot.composition import SHIPPED_MENU, llm
from bot.settings import Settings
from menu_data.menu import Menu
from menu_data.money import minor
from vector.embedders.contract import SearchUnavailable
from waiter.brains.llm.endpoint import Endpoint
from waiter.workflow.function import Tools
from waiter.workflow.knowledge import IN_FORCE
from waiter.workflow.loader import Workflow, WorkflowError
from waiter.workflow.value import digest
from waiter.workflow.writing import ModelWriter

File = Annotated[Path, typer.Argument(metavar="FILE", help="A workflow, or a known one's name.")]
MODELS = ("llm", "ladder")  # brains behind which a model stands


def loaded(path: Path, data: Path) -> Workflow:
    """The workflow of a file. `Complaint` where it is none."""
    try:
        return workflows.read_file(path_of(path, data))
    except WorkflowError as error:
        raise Complaint(str(error)) from error


def path_of(path: Path, data: Path) -> Path:
    """A file as named, else that of the workflow of this name."""
    if path.exists() or path.parent != Path():
        return path
    found = workflows.named(path.name, data)
    return found if found.exists() else path


def amount(text: str, menu: Menu) -> int:
    """An amount in minor units of a menu's currency. `Complaint` where it is none."""
    try:
        found = minor(text, menu.restaurant.currency)
    except ValueError as error:
        raise Complaint(f"--part-price {error}") from error
    if found < 0:
        raise Complaint(f"--part-price {text!r} is below zero; allowed: 0 or more")
    return found


@contextmanager
def lent(chosen: Settings, menu: Menu, now: datetime) -> Iterator[Tools]:
    """What functions may use, closed afterwards."""
    with ExitStack() as stack:
        bases = KnowledgeBases(chosen, menu)
        stack.callback(bases.close)
        writers = []
        if chosen.brain in MODELS:
            writer = ModelWriter(_endpoint(chosen))
            stack.callback(writer.close)
            writers.append(writer)
        yield Tools(bases, menu, first_availability(menu), now, tuple(writers))


def _endpoint(chosen: Settings) -> Endpoint:
    """The model that is set, if it can speak at all: the composition root says what is missing."""
    llm(chosen)
    client = importlib.import_module("waiter.brains.llm.client")
    endpoint: Endpoint = client.OpenAIEndpoint(
        chosen.llm_base_url, chosen.llm_model, chosen.llm_api_key
    )
    return endpoint


class KnowledgeBases:
    """Menus by name, loaded when they are asked. Called from any thread."""

    def __init__(self, chosen: Settings, in_force: Menu) -> None:
        self._chosen = chosen
        self._files = workflows.knowledge_bases(chosen, SHIPPED_MENU.parent)
        self._menus: dict[str, Menu] = {IN_FORCE: in_force}
        self._searcher: tuple[str, Searcher] | None = None
        self._lock = Lock()

    def menu(self, name: str) -> Menu:
        """`FunctionFailed` for a name that isn't one, or a file that is no menu."""
        with self._lock:
            return self._menu(name)

    def nearest(self, name: str, text: str, top_k: int) -> Found:
        """Dishes by meaning and words; the first question makes the vectors."""
        with self._lock:
            menu = self._menu(name)
            return self._searcher_of(name, menu).find(Wish(menu, text, top_k))

    def close(self) -> None:
        """Let others have the vectors."""
        with self._lock:
            if self._searcher is not None:
                self._searcher[1].close()
                self._searcher = None

    def _menu(self, name: str) -> Menu:
        if name not in self._menus:
            self._menus[name] = workflows.menu_named(self._files, name)
        return self._menus[name]

    def _searcher_of(self, name: str, menu: Menu) -> Searcher:
        """One is open at a time: a folder of Milvus Lite lets nobody else in."""
        if self._searcher is not None and self._searcher[0] == name:
            return self._searcher[1]
        if self._searcher is not None:
            self._searcher[1].close()
        prefix = f"{self._chosen.milvus_prefix[:40]}_kb_{digest(name)[:12]}"
        own = self._chosen.model_copy(update={"milvus_prefix": prefix})
        searcher = searching.searcher(own)
        self._searcher = name, searcher
        if isinstance(searcher, HybridSearcher):
            with suppress(SearchUnavailable):  # words answer alone, and the result says so
                searcher.index.build(corpus_of(menu))
        return searcher
