"""The lexicon: every word a menu offers, compiled once per menu version into tables the
understanding reads with.

It knows which words name which dish or modifier (exactly, by synonym, in part, by sound) and which
dish takes which modifier. It is a value: compiled by `Lexicon.compile`, kept by `lexicon_for`,
never changed. It reads no text itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from menu_data.menu import Dish, Group, Menu
from menu_data.words.names import key_of
from menu_data.words.phrases import Phrases
from menu_data.words.units import words_of
from waiter.brains.house import compiling
from waiter.brains.house.senses import PART, SYNONYM, Pair, Sense, SenseKind


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The compiled words of one menu version, the same as itself alone. Words in tables are in the
    singular, lower case, simplified.
    """

    menu: Menu
    phrases: Phrases[Sense]
    parts: Phrases[Sense]
    bare: bool
    names: tuple[tuple[Sense, frozenset[str]], ...]
    postings: Mapping[str, frozenset[int]]
    heads: Mapping[str, tuple[str, ...]]
    spellings: tuple[str, ...]
    known: frozenset[str]
    takers: Mapping[Pair, frozenset[str]]
    groups: Mapping[str, Mapping[str, Group]]
    units: Mapping[str, frozenset[str]]
    order: Mapping[str, int]
    classes: Mapping[tuple[str, ...], tuple[str, ...]]
    nearly: Mapping[tuple[str, ...], tuple[Sense, ...]]

    @staticmethod
    def compile(menu: Menu, *, bare: bool = False) -> Lexicon:
        """Compiles a menu's words; `bare` leaves out all aliases."""
        named = tuple(compiling.all_named(menu, bare))
        latin = tuple(compiling.latin_names(named))
        words = sorted({w for n in named for w in key_of(n.phrase) if w.isascii() and len(w) > 3})
        return Lexicon(
            menu=menu,
            phrases=Phrases(compiling.phrases(named)),
            parts=Phrases(compiling.parts(named)),
            bare=bare,
            names=latin,
            postings=compiling.postings(latin),
            heads=compiling.heads(named),
            spellings=tuple(w for w in words if w.isalpha()),
            known=frozenset(w for n in named for w in (*key_of(n.phrase), *words_of(n.phrase))),
            takers=compiling.takers(menu),
            groups={d.id: {g.id: g for g in d.groups} for d in menu.dishes.values()},
            units=compiling.units_of(menu),
            order={dish: place for place, dish in enumerate(menu.dishes)},
            classes=compiling.classes(menu),
            nearly=compiling.nearly(named),
        )

    @property
    def sounds(self) -> Phrases[Sense]:
        """Chinese names by how they sound, made when a text first needs them."""
        return _sounds(self.menu, self.bare)

    def takes(self, dish: str, pair: Pair) -> bool:
        """Whether a dish may have a modifier."""
        return dish in self.takers.get(pair, frozenset())

    def group(self, dish: str, group: str) -> Group | None:
        return self.groups.get(dish, {}).get(group)

    def group_of(self, pair: Pair) -> Group:
        """A modifier's group, as some dish that takes it has it. KeyError where no dish does."""
        return self.groups[min(self.takers[pair])][pair[0]]

    def dish(self, dish: str) -> Dish:
        return self.menu.dishes[dish]

    def in_class(self, words: Sequence[str]) -> tuple[str, ...]:
        """The dishes of the category that a word such as "dessert" or 饮料 means; empty when it
        means none.
        """
        if tuple(words) in compiling.combo_words():
            return tuple(d.id for d in self.menu.dishes.values() if d.slots)
        categories = self.classes.get(tuple(words), ())
        return tuple(d.id for d in self.menu.dishes.values() if d.category in categories)

    def in_order(self, dishes: Iterable[str]) -> tuple[str, ...]:
        """Dish ids without repeats, in the menu's order."""
        return tuple(sorted(dict.fromkeys(dishes), key=lambda d: self.order[d]))

    def runs(
        self, words: Sequence[str], start: int, limit: int = 6
    ) -> list[tuple[int, list[Sense]]]:
        """Latin words in a row from `start` that are all in one name, longest last, as parts of
        those names.
        """
        found: list[tuple[int, list[Sense]]] = []
        left: frozenset[int] | None = None
        for end in range(start, min(len(words), start + limit)):
            here = self.postings.get(words[end])
            left = here if left is None else (left & here if here else frozenset())
            if not left or words[end] in words[start:end]:
                break
            found.append((end + 1, self._part_senses(left, end + 1 - start)))
        return found

    def _part_senses(self, names: frozenset[int], size: int) -> list[Sense]:
        out: dict[tuple[SenseKind, str, str], Sense] = {}
        for number in names:
            sense, words = self.names[number]
            quality = SYNONYM if len(words) == size and size > 1 else PART
            key = (sense.kind, sense.id, sense.group)
            if key not in out or out[key].quality < quality:
                out[key] = Sense(sense.kind, sense.id, sense.group, sense.surface, quality)
        return list(out.values())


@lru_cache(maxsize=16)
def _sounds(menu: Menu, bare: bool) -> Phrases[Sense]:
    return Phrases(compiling.sounds(tuple(compiling.all_named(menu, bare))))


@lru_cache(maxsize=16)
def lexicon_for(menu: Menu, *, bare: bool = False) -> Lexicon:
    """The lexicon of a menu version, compiled at its first use."""
    return Lexicon.compile(menu, bare=bare)
