"""How well wishes are answered: this search beside BM25, vectors, and both fused, on one menu.

`python -m benchmarks.search` prints it for a bistro's menu and fifty wishes; other files of the
same form can be named. A row of queries has the right dishes (none: the right answer is no
dish), the best of them, and those that must not be shown.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from apps.contract import Desk, Searcher, Snapshot, Wish
from apps.ledger.books import Books
from apps.search import Search, SearchParams
from apps.searching import DEPTH, HybridSearcher, KeywordSearcher
from apps.staff_acts import first_availability
from menu_data.menu import Menu
from menu_data.words.normal import simplified
from vector.fusion import fuse

QUERIES = Path(__file__).with_name("wishes.jsonl")
MENU = Path(__file__).parents[1] / "tests" / "apps" / "finding" / "bistro.json"
NOON = datetime(2032, 6, 1, 4, 0, tzinfo=UTC)
TOP = 5
NAMES = ("recall@3", "ndcg@5", "hit@1", "forbidden", "empty_ok")

Ranker = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A wish and what answers it."""

    query: str
    relevant: frozenset[str]
    best: frozenset[str]
    forbidden: frozenset[str]


def rows(path: Path) -> list[Row]:
    """The wishes of a file, one JSON a line."""
    found = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return [
        Row(one["query"], *(frozenset(one[key]) for key in ("relevant", "best", "forbidden")))
        for one in found
    ]


def scores(wishes: Sequence[Row], ranker: Ranker) -> Mapping[str, float]:
    """The means of a ranker over the wishes each measure is about."""
    found: dict[str, list[float]] = {name: [] for name in NAMES}
    for row in wishes:
        ids = list(ranker(row.query))[:TOP]
        found["forbidden"].append(float(not row.forbidden.isdisjoint(ids)))
        if not row.relevant:
            found["empty_ok"].append(float(not ids))
            continue
        hits = sum(item in row.relevant for item in ids[:3])
        found["recall@3"].append(hits / min(3, len(row.relevant)))
        found["ndcg@5"].append(_ndcg(row, ids))
        if row.best:
            found["hit@1"].append(float(bool(ids) and ids[0] in row.best))
    return {name: sum(values) / max(1, len(values)) for name, values in found.items()}


def rankers(menu: Menu, searcher: HybridSearcher) -> Mapping[str, Ranker]:
    """The floors, and ours with vectors and without. The searcher's index is built."""

    def bm25(query: str) -> list[str]:
        return [dish.id for dish in KeywordSearcher().find(Wish(menu, query, DEPTH)).dishes]

    def vectors(query: str) -> list[str]:
        return [hit.id for hit in searcher.index.nearest(simplified(query), 2 * DEPTH)]

    def both(query: str) -> list[str]:
        return [hit.id for hit in fuse({"words": bm25(query), "meaning": vectors(query)})]

    return {
        "BM25": bm25,
        "vectors": vectors,
        "both, fused": both,
        "ours, words alone": _ours(menu, KeywordSearcher()),
        "ours": _ours(menu, searcher),
    }


def table(menu: Menu, wishes: Sequence[Row], searcher: HybridSearcher) -> Mapping[str, float]:
    """Print every ranker's figures; ours."""
    print(f"{len(wishes)} wishes, {len(menu.dishes)} dishes")
    print(f"{'':18}" + "".join(f"{name:>11}" for name in NAMES))
    found: Mapping[str, float] = {}
    for name, ranker in rankers(menu, searcher).items():
        found = scores(wishes, ranker)
        print(f"{name:18}" + "".join(f"{found[key]:11.3f}" for key in NAMES))
    return found


def _ours(menu: Menu, searcher: Searcher) -> Ranker:
    app, desk = Search(), Desk("v", "g", ("g",))
    house = Snapshot(NOON, menu, first_availability(menu), Books())

    def ranked(query: str) -> list[str]:
        params = SearchParams(query=query, top_k=TOP)
        wish = app.wish(params, house, desk)
        at = replace(house, found=None if wish is None else searcher.find(wish))
        return [one["id"] for one in app.run(params, at, desk).result["results"]]

    return ranked


def _ndcg(row: Row, ids: Sequence[str]) -> float:
    gain = {item: 2 if item in row.best else 1 for item in row.relevant}
    ideal = sorted(gain.values(), reverse=True)[:TOP]
    return _dcg([gain.get(item, 0) for item in ids]) / _dcg(ideal)


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))
