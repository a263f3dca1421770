"""A menu as texts to be found, and the house's searcher: keywords at once, vectors when they can.

The keyword index is a pure function of the menu, kept by menu version; a dish is one document in
all its languages there. For the vectors a dish is one passage a language. `search` (the app) turns
what is found into dishes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from apps.contract import Found, FoundDish, Wish
from menu_data.menu import Dish, Menu
from menu_data.words.normal import simplified
from vector.embedders.contract import SearchUnavailable
from vector.fusion import fuse
from vector.index import Corpus, VectorIndex
from vector.keywords import KeywordIndex
from vector.store import Passage

NAME_WEIGHT, WORD_WEIGHT, TEXT_WEIGHT = 3.0, 2.0, 1.0  # a name says more than a description
DEPTH = 50  # how far down a ranking counts: beyond it a place says nothing any more
FEW = 60  # dishes left out that are rather looked past than filtered away
PATIENCE = 1.5  # seconds a first search waits for an index that is on disk to be opened


class KeywordSearcher:
    """Finds by words alone."""

    def find(self, wish: Wish) -> Found:
        return found(wish, {"keywords": keyword_ranking(wish)})

    def close(self) -> None:
        """Holds nothing."""


class HybridSearcher:
    """Finds by words and by meaning, and by words alone while vectors can't be had.

    `patience`: seconds to wait for an index that is being opened.
    """

    def __init__(self, index: VectorIndex, patience: float = PATIENCE) -> None:
        self.index = index
        self._patience = patience

    def find(self, wish: Wish) -> Found:
        self.index.follow(corpus_of(wish.menu))
        rankings = {"keywords": keyword_ranking(wish)}
        try:
            rankings["vectors"] = self._nearest(wish)
        except SearchUnavailable as failure:
            return found(wish, rankings, str(failure))
        return found(wish, rankings)

    def close(self) -> None:
        self.index.close()

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
    hits = fuse(rankings)[: wish.top_k]
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
    """The keyword index of a menu version."""
    return KeywordIndex({dish.id: _fields(menu, dish) for dish in menu.dishes.values()})


def _fields(menu: Menu, dish: Dish) -> list[tuple[str, float]]:
    category = menu.category(dish.category)
    fields = [(name, NAME_WEIGHT) for name in (*dish.name.every(), *dish.aliases)]
    words = [*dish.ingredients, *dish.tags, *([category.name] if category is not None else [])]
    fields += [(text, WORD_WEIGHT) for word in words for text in word.every()]
    fields += [(text, TEXT_WEIGHT) for text in dish.description.every()]
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
