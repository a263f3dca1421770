"""How well wishes are answered beside plain rankers, and how long a search takes: warm, with many
dishes, in a fresh process, after an edit.

Run as `python -m benchmarks.search [MENU QUERIES]`. Quality: a bistro's menu and fifty wishes, or
the files named. Speed: menus of made-up dishes in two languages, real Milvus Lite, the default
embedder; for many dishes their vectors are drawn by chance, a query is embedded as ever. Exit 1
where a bound is broken: medians, and bounds with room for a slow machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from apps.contract import Desk, Snapshot, Wish
from apps.ledger.books import Books
from apps.search import Search, SearchParams
from apps.searching import HybridSearcher, corpus_of
from apps.staff_acts import first_availability
from benchmarks.wishes import MENU, NOON, QUERIES, rows, table
from bot.searching import vector_index
from bot.settings import Settings, read
from menu_data.loader import from_document, load
from menu_data.menu import Menu
from vector.embedders.contract import Embedder, Model, SearchUnavailable
from vector.embedders.nano import open_embedder
from vector.index import VectorIndex
from vector.milvus import Address, open_store

# Seconds: a warm query, the same among many dishes, a fresh process's first, an edited dish.
WARM, MANY, FIRST, EDIT = 0.040, 0.060, 2.0, 1.0
DISHES, THOUSANDS, TIMES = 100, 5_000, 40
SEED = 7

COOKED = [("清蒸", "Steamed"), ("红烧", "Braised"), ("爆炒", "Stir-fried"), ("凉拌", "Chilled")]
THINGS = [
    ("鲈鱼", "bass"),
    ("豆腐", "tofu"),
    ("茄子", "aubergine"),
    ("羊肉", "lamb"),
    ("虾", "prawns"),
]
WITH = [("配姜葱", "with ginger"), ("配花椒", "with Sichuan pepper"), ("配蒜", "with garlic")]
WISHES = (
    "有什么清淡的",
    "something hot and numbing",
    "想吃鱼",
    "a dish without meat",
    "凉快一点的",
)

FRESH = """
import sys, time
started = time.perf_counter()
from pathlib import Path
from apps.contract import Wish
from apps.searching import HybridSearcher
from benchmarks.search import dishes
from bot.searching import vector_index
from bot.settings import read
searcher = HybridSearcher(vector_index(read({"data": Path(sys.argv[1])})))
found = searcher.find(Wish(dishes(), "something hot", 3))
print(time.perf_counter() - started, found.by == ("keywords", "vectors"))
searcher.close()
"""


class Drawn:
    """An embedder whose passages are drawn by chance, of the size of a real one's."""

    name = "drawn"

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self._chance = np.random.default_rng(SEED)

    def passages(self, texts: Sequence[str]) -> Any:  # numpy's own type
        made = self._chance.normal(size=(len(texts), 384)).astype("float32")
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def queries(self, texts: Sequence[str]) -> Any:  # numpy's own type
        return self._real.queries(texts)


def dishes(count: int = DISHES, **names: str) -> Menu:
    """The menu; `names`: English names of dishes that were edited."""
    items = [_item(n, names.get(f"d{n}")) for n in range(count)]
    house = {"name": "Bench", "currency": "CNY", "languages": ["zh", "en"]}
    categories = [{"id": "all", "name": "All"}]
    return from_document(
        {"format": 1, "restaurant": house, "categories": categories, "items": items}
    )


def _item(n: int, name: str | None) -> Mapping[str, Any]:
    cooked, thing, extra = COOKED[n % 4], THINGS[n // 4 % 5], WITH[n // 20 % 3]
    english = name or f"{cooked[1]} {thing[1]} {extra[1]} No. {n}"
    return {
        "id": f"d{n}",
        "name": {"zh": f"{cooked[0]}{thing[0]}{n}号", "en": english},
        "description": {"zh": f"{cooked[0]}的{thing[0]}，{extra[0]}，第{n}道", "en": english},
        "category": "all",
        "price": "10.00",
    }


def median(work: Callable[[int], object]) -> float:
    taken = []
    for n in range(TIMES):
        start = time.perf_counter()
        work(n)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def warm(searcher: HybridSearcher, menu: Menu) -> float:
    """The parts of a warm search, from the guest's words to the rows; the median of the whole."""
    index, app, desk = searcher.index, Search(), Desk("v", "g", ("g",))
    house = Snapshot(NOON, menu, first_availability(menu), Books())
    asked = [SearchParams(query=f"{WISHES[n % 5]} {n}", top_k=3) for n in range(TIMES)]
    wishes = [app.wish(params, house, desk) for params in asked]
    found = [searcher.find(wish) for wish in wishes if wish is not None]

    def whole(n: int) -> object:
        wish = app.wish(asked[n], house, desk)
        at = replace(house, found=None if wish is None else searcher.find(wish))
        return app.run(asked[n], at, desk)

    parts = {
        "read, sift": median(lambda n: app.wish(asked[n], house, desk)),
        "meaning": median(lambda n: index.nearest(asked[n].query, 100)),
        "rank, tell": median(lambda n: app.run(asked[n], replace(house, found=found[n]), desk)),
        "search": median(whole),
    }
    print(f"{len(menu.dishes)} dishes")
    for name, taken in parts.items():
        print(f"  {name:10} {taken * 1e3:8.2f} ms   {taken / parts['search']:6.1%} of a search")
    return parts["search"]


def among_many(folder: Path) -> float:
    """A warm search among thousands of dishes."""
    address = Address(str(folder / "many.db"))
    index = VectorIndex(
        lambda: Drawn(open_embedder(Model())), lambda _: open_store(address, "many")
    )
    searcher, menu = HybridSearcher(index), dishes(THOUSANDS)
    index.build(corpus_of(menu))
    taken = warm(searcher, menu)
    searcher.close()
    return taken


def edited(searcher: HybridSearcher) -> float:
    """From a new menu's first search to the edited dish found by the meaning of its new words."""
    menu = dishes(d7="Pumpkin pie with cinnamon")
    start = time.perf_counter()
    by_words = searcher.find(Wish(menu, "pumpkin", 3)).dishes[0].id
    at_once = time.perf_counter() - start
    status = searcher.index.settle()
    best = searcher.index.nearest("a pie of pumpkins", 100)[0].id
    taken = time.perf_counter() - start
    print(f"edit       {at_once * 1e3:8.2f} ms by words, {taken * 1e3:.0f} ms by meaning", end="")
    print(f", {status.embedded} of {status.rows} passages embedded")
    return taken if (by_words, best) == ("d7", "d7") else float("inf")


def fresh(folder: Path) -> float:
    """A new process with the index on disk, from its first import to its first answer."""
    taken = []
    for _ in range(5):
        command = [sys.executable, "-c", FRESH, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, by_vectors = done.stdout.split()
        taken.append(float(seconds) if by_vectors == "True" else float("inf"))
    print(f"fresh      {statistics.median(taken) * 1e3:8.0f} ms to a first answer by vectors")
    return statistics.median(taken)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        settings: Settings = read({"data": Path(name)})
        searcher, menu = HybridSearcher(vector_index(settings)), dishes()
        start = time.perf_counter()
        try:
            status = searcher.index.build(corpus_of(menu))
        except SearchUnavailable as failure:
            print(f"not run: {failure}")
            return 0
        print(f"build      {time.perf_counter() - start:8.2f} s for {status.rows} passages")
        figures = {"warm": (warm(searcher, menu), WARM), "edit": (edited(searcher), EDIT)}
        given = [Path(one) for one in sys.argv[1:3]] or [MENU, QUERIES]
        tasted = load(given[0])
        searcher.index.build(corpus_of(tasted))
        table(tasted, rows(given[1]), searcher)
        searcher.index.build(corpus_of(menu))
        searcher.close()
        figures["fresh"] = (fresh(Path(name)), FIRST)
        figures["many"] = (among_many(Path(name)), MANY)
    broken = [key for key, (taken, bound) in figures.items() if taken > bound]
    print(f"broken bounds: {', '.join(broken) or 'none'}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
