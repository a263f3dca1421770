"""A menu as texts to be found, and the house's searcher: keywords at once, vectors when they can.

The keyword index is a pure function of the menu, kept by menu version. A dish is one document, and
one passage for the vectors, in each language it speaks. A re-ranker, where there is one, reads the
best few again. `search` (the app) turns what is found into dishes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from apps.contract import Found, FoundDish, Wish
from menu_data.menu import Dish, Menu
from menu_data.words.normal import simplified
from vector.embedders.contract import SearchUnavailable
from vector.fusion import fuse
from vector.index import Corpus, VectorIndex
from vector.keywords import KeywordIndex
from vector.reranker import Reranker
from vector.store import Passage

NAME_WEIGHT, WORD_WEIGHT, TEXT_WEIGHT = 3.0, 2.0, 1.0  # a name says more than a description
DEPTH = 50  # how far down a ranking counts: beyond it a place says nothing any more
FEW = 60  # dishes left out that are rather looked past than filtered away
RERANKED = 20  # dishes a re-ranker reads: a pair takes it milliseconds each
WEIGHTS = {"reranker": 100}  # it has seen more than the others, so it has the last word
PATIENCE = 1.5  # seconds a first search waits for an index that is on disk to be opened


class KeywordSearcher:
    """Finds by words alone."""

    def find(self, wish: Wish) -> Found:
        return found(wish, {"keywords": keyword_ranking(wish)})

    def close(self) -> None:
        """Holds nothing."""


class HybridSearcher:
    """Finds by words and by meaning, and by words alone while vectors can't be had.

    `patience`: seconds to wait for an index that is being opened; `open_reranker`: opened at the
    first search, and tried no more where that fails.
    """

    def __init__(
        self,
        index: VectorIndex,
        patience: float = PATIENCE,
        open_reranker: Callable[[], Reranker] | None = None,
    ) -> None:
        self.index = index
        self._patience = patience
        self._open_reranker = open_reranker
        self._reranker: Reranker | None = None

    def find(self, wish: Wish) -> Found:
        self.index.follow(corpus_of(wish.menu))
        rankings = {"keywords": keyword_ranking(wish)}
        try:
            rankings["vectors"] = self._nearest(wish)
        except SearchUnavailable as failure:
            return found(wish, rankings, str(failure))
        try:
            return found(wish, {**rankings, **self._reranked(wish, rankings)})
        except SearchUnavailable as failure:
            self._open_reranker = None
            return found(wish, rankings, str(failure))

    def close(self) -> None:
        self.index.close()

    def _reranked(
        self, wish: Wish, rankings: Mapping[str, tuple[str, ...]]
    ) -> Mapping[str, tuple[str, ...]]:
        """The best few of the rankings as the re-ranker orders them; nothing without one."""
        if self._open_reranker is None:
            return {}
        if self._reranker is None:
            self._reranker = self._open_reranker()
        ids = [hit.id for hit in fuse(rankings)][:RERANKED]
        texts = {one.of: one.text for one in corpus_of(wish.menu).passages}
        told = [texts.get(item, "") for item in ids]
        scored = zip(self._reranker.scores(simplified(wish.text), told), ids, strict=True)
        order = sorted(scored, key=lambda pair: -pair[0])
        return {"reranker": tuple(item for _, item in order)}

    def _nearest(self, wish: Wish) -> tuple[str, ...]:
        """Dishes of the menu as it is now; the index may still be of the version before."""
        allowed = wish.menu.dishes.keys() if wish.allowed is None else wish.allowed
        left_out = len(wish.menu.dishes) - len(allowed)
        languages = len(wish.menu.restaurant.languages or ("",))
        # A short list of what is left out costs less as more hits than a long one as a filter.
        of = None if left_out <= FEW else tuple(allowed)
        limit = languages * (DEPTH + (left_out if of is None else 0))
        hits = self.index.nearest(simplified(wish.text), limit, of, self._patience)
        return tuple(hit.id for hit in hits if hit.id in allowed)[:DEPTH]


def found(wish: Wish, rankings: dict[str, tuple[str, ...]], reason: str = "") -> Found:
    """The rankings made one. `reason`: why there is no ranking by vectors, "" if there is."""
    places = {name: {key: n for n, key in enumerate(ids, 1)} for name, ids in rankings.items()}
    hits = fuse(rankings, WEIGHTS)[: wish.top_k]
    dishes = tuple(
        FoundDish(
            hit.id,
            hit.score,
            tuple((name, at[hit.id]) for name, at in places.items() if hit.id in at),
        )
        for hit in hits
    )
    return Found(dishes, tuple(rankings), reason)


def keyword_ranking(wish: Wish) -> tuple[str, ...]:
    """Dishes that have a word of the wish, best first."""
    hits = index_of(wish.menu).search(simplified(wish.text), DEPTH, wish.allowed)
    return tuple(hit.id for hit in hits)


@lru_cache(maxsize=8)
def index_of(menu: Menu) -> KeywordIndex:
    """The keyword index of a menu version: a document for each language a dish speaks."""
    spoken = [(dish, language) for dish in menu.dishes.values() for language in _languages(dish)]
    keys = [f"{dish.id}@{language}" for dish, language in spoken]
    documents = {key: _fields(menu, *pair) for key, pair in zip(keys, spoken, strict=True)}
    return KeywordIndex(documents, {k: d.id for k, (d, _) in zip(keys, spoken, strict=True)})


def _fields(menu: Menu, dish: Dish, language: str) -> list[tuple[str, float]]:
    category = menu.category(dish.category)
    fields = [(name, NAME_WEIGHT) for name in (dish.name.said(language), *dish.aliases)]
    words = [*dish.ingredients, *dish.tags, *([category.name] if category is not None else [])]
    fields += [(word.said(language), WORD_WEIGHT) for word in words]
    fields.append((dish.description.said(language), TEXT_WEIGHT))
    return [(simplified(text), weight) for text, weight in fields]


@lru_cache(maxsize=8)
def corpus_of(menu: Menu) -> Corpus:
    """The menu as passages: a dish in each language that it says anything in."""
    passages = (p for dish in menu.dishes.values() for p in _passages(menu, dish))
    return Corpus(menu.version, tuple(passages))


def _passages(menu: Menu, dish: Dish) -> Iterator[Passage]:
    for language in _languages(dish):
        name, description = dish.name.said(language), dish.description.said(language)
        words = [word.said(language) for word in (*dish.ingredients, *dish.tags)]
        category = menu.category(dish.category)
        kind = "" if category is None else category.name.said(language)
        text = ". ".join(part for part in (name, description, ", ".join(words), kind) if part)
        yield Passage(f"{dish.id}@{language}", dish.id, name, description, simplified(text))


def _languages(dish: Dish) -> Collection[str]:
    """The languages of its name and description; "" for a plain string alone."""
    said = dict.fromkeys(code for code, _ in (*dish.name.parts, *dish.description.parts))
    return [code for code in said if code] or [""]
