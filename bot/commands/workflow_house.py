"""What the house lends to workflows: knowledge bases by name, the tools made of settings.

A knowledge base is a menu's file, found by its stem: shipped ones, those in the data folder's
`menus/`, and the file that --menu names. Each has vectors of its own, so that the guests' search
keeps its. `workflow` runs what is lent here.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

from apps.contract import Found, Searcher, Wish
from apps.searching import HybridSearcher, corpus_of
from bot import searching
from bot.complaint import Complaint
from bot.composition import SHIPPED_MENU, menu_of
from bot.settings import Settings
from menu_data.faults import unknown
from menu_data.menu import Menu
from vector.embedders.contract import SearchUnavailable
from waiter.workflow.function import FunctionFailed
from waiter.workflow.value import digest

IN_FORCE = "menu"  # the name of the menu in force as a knowledge base


class KnowledgeBases:
    """Menus by name, loaded when they are asked. Called from any thread."""

    def __init__(self, chosen: Settings, in_force: Menu) -> None:
        self._chosen = chosen
        self._files = _files(chosen)
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
            if name not in self._files:
                raise FunctionFailed(unknown("knowledge base", name, [*self._files, IN_FORCE]))
            try:
                self._menus[name] = menu_of(self._files[name])
            except Complaint as error:
                raise FunctionFailed(str(error)) from error
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


def _files(chosen: Settings) -> Mapping[str, Path]:
    """Every knowledge base's file by its name; a file of one's own hides a shipped one."""
    folders = (SHIPPED_MENU.parent, chosen.data / "menus")
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.json"))}
    return files if chosen.menu is None else {**files, chosen.menu.stem: chosen.menu}
