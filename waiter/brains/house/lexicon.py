"""The lexicon: every word a menu offers, compiled once per menu version into tables the understanding reads with.

It knows which words name which dish or modifier (exactly, by synonym, in part, by sound) and which dish takes which
modifier. It is a value: compiled by `Lexicon.compile`, kept by `lexicon_for`, never changed. It reads no text itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from menu_data.menu import Dish, Group, Menu
from menu_data.words.phrases import Phrases
from menu_data.words.sounds import loose, syllable
from menu_data.words.units import is_han, singular, words_of
from menu_data.words.vocabulary import vocabulary

SenseKind = Literal["dish", "modifier", "category", "slot", "level"]
Role = Literal["neg", "light", "extra"]
Pair = tuple[str, str]

EXACT, SYNONYM, PART, SOUND = 1.0, 0.97, 0.9, 0.85
# A size said with its first character alone; counts only right after a number.
SIZE = 0.955
# A longer part of a Chinese name than this is matched by its first characters only.
PART_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Sense:
    """One thing a phrase may mean. `id`: of the dish, modifier, category or slot (or the role of a level); `group`: the
    modifier's group; `surface`: the words as the menu has them; `quality`: how sure the words alone make it."""

    kind: SenseKind
    id: str
    group: str = ""
    surface: tuple[str, ...] = ()
    quality: float = EXACT
    ends: bool = False


@dataclass(frozen=True, slots=True)
class _Named:
    kind: SenseKind
    id: str
    group: str
    phrase: str
    single: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The compiled words of one menu version. Words in tables are in the singular, lower case, simplified."""

    menu: Menu
    phrases: Phrases[Sense]
    parts: Phrases[Sense]
    sounds: Phrases[Sense]
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
        named = tuple(_all_named(menu, bare))
        latin = tuple(_latin_names(named))
        words = sorted({w for n in named for w in _key(n.phrase) if w.isascii() and len(w) > 3})
        return Lexicon(
            menu=menu,
            phrases=Phrases(_phrases(named)),
            parts=Phrases(_parts(named)),
            sounds=Phrases(_sounds(named)),
            names=latin,
            postings=_postings(latin),
            heads=_heads(named),
            spellings=tuple(w for w in words if w.isalpha()),
            known=frozenset(w for n in named for w in (*_key(n.phrase), *words_of(n.phrase))),
            takers=_takers(menu),
            groups={d.id: {g.id: g for g in d.groups} for d in menu.dishes.values()},
            units=_units(menu),
            order={dish: place for place, dish in enumerate(menu.dishes)},
            classes=_classes(menu),
            nearly=_nearly(named),
        )

    def takes(self, dish: str, pair: Pair) -> bool:
        """Whether a dish may have a modifier."""
        return dish in self.takers.get(pair, frozenset())

    def group(self, dish: str, group: str) -> Group | None:
        return self.groups.get(dish, {}).get(group)

    def group_of(self, pair: Pair) -> Group:
        """A modifier's group, as the first dish that takes it has it. KeyError where no dish does."""
        return self.groups[min(self.takers[pair])][pair[0]]

    def dish(self, dish: str) -> Dish:
        return self.menu.dishes[dish]

    def in_class(self, words: Sequence[str]) -> tuple[str, ...]:
        """The dishes of the category that a word such as "dessert" or 饮料 means; empty when it means none."""
        if tuple(words) in _combo_words():
            return tuple(d.id for d in self.menu.dishes.values() if d.slots)
        categories = self.classes.get(tuple(words), ())
        return tuple(d.id for d in self.menu.dishes.values() if d.category in categories)

    def in_order(self, dishes: Iterable[str]) -> tuple[str, ...]:
        """Dish ids without repeats, in the menu's order."""
        return tuple(sorted(dict.fromkeys(dishes), key=lambda d: self.order[d]))

    def runs(
        self, words: Sequence[str], start: int, limit: int = 6
    ) -> list[tuple[int, list[Sense]]]:
        """Latin words in a row from `start` that are all in one name, longest last, as parts of those names."""
        found: list[tuple[int, list[Sense]]] = []
        left: frozenset[int] | None = None
        for end in range(start, min(len(words), start + limit)):
            here = self.postings.get(words[end])
            left = here if left is None else (left & here if here else frozenset())
            if not left:
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
def lexicon_for(menu: Menu, *, bare: bool = False) -> Lexicon:
    """The lexicon of a menu version, compiled at its first use."""
    return Lexicon.compile(menu, bare=bare)


@lru_cache(maxsize=32768)
def _key(phrase: str) -> tuple[str, ...]:
    return tuple(singular(w) for w in words_of(phrase))


def _all_named(menu: Menu, bare: bool) -> Iterable[_Named]:
    groups: dict[str, Group] = {}
    for dish in menu.dishes.values():
        for phrase in (*dish.name.every(), *(() if bare else dish.aliases)):
            yield _Named("dish", dish.id, "", phrase)
        for slot in dish.slots:
            for phrase in slot.name.every():
                yield _Named("slot", slot.id, dish.id, phrase)
        for group in dish.groups:
            groups.setdefault(group.id, group)
    for group in groups.values():
        for modifier in group.modifiers:
            for phrase in (*modifier.name.every(), *(() if bare else modifier.aliases)):
                yield _Named("modifier", modifier.id, group.id, phrase, group.max == 1)
    for category in menu.categories:
        for phrase in category.name.every():
            yield _Named("category", category.id, "", phrase)


def _sense(named: _Named, quality: float = EXACT, ends: bool = False) -> Sense:
    return Sense(named.kind, named.id, named.group, words_of(named.phrase), quality, ends)


def _phrases(named: Sequence[_Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    for name in named:
        key = _key(name.phrase)
        yield key, _sense(name)
        if name.kind in ("dish", "modifier"):
            for variant in _variants(key):
                yield variant, _sense(name, SYNONYM)
        if name.kind == "modifier" and len(key) == 2 and key[-1] in _portions():
            yield key[:1], _sense(name, SIZE)
            yield (key[0], "的"), _sense(name, SYNONYM)
        if name.kind == "modifier" and len(key) > 1 and key[-1] in _tails():
            yield key[:-1], _sense(name, SYNONYM)
        if name.kind == "modifier" and name.single:
            yield from _levels(name)


@lru_cache(maxsize=1)
def _synonyms() -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """First word of a phrase → (phrase, another phrase for the same) pairs, both ways round."""
    out: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for key, phrases in vocabulary().maps["synonyms"].items():
        same = [k for k in dict.fromkeys(_key(p) for p in (key, *phrases)) if k]
        for one in same:
            out.setdefault(one[0], []).extend((one, other) for other in same if other != one)
    return {first: tuple(pairs) for first, pairs in out.items()}


def _variants(key: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """The phrase with one of its words or word groups said otherwise."""
    for place, word in enumerate(key):
        for one, other in _synonyms().get(word, ()):
            if key[place : place + len(one)] == one:
                yield (*key[:place], *other, *key[place + len(one) :])


@lru_cache(maxsize=1)
def _portions() -> frozenset[str]:
    """Measure words that end the name of a size (大份, 大杯)."""
    return frozenset(m for m in vocabulary().lists["measure"] if len(m) == 1 and is_han(m))


@lru_cache(maxsize=1)
def _tails() -> frozenset[str]:
    """Words that only say what sort of modifier it is ("lunch size")."""
    return frozenset(vocabulary().lists["tail"])


@lru_cache(maxsize=1)
def _leads() -> Phrases[str]:
    return vocabulary().phrases("neg", "light", "extra", "half_level", "extra_level")


def _levels(name: _Named) -> Iterable[tuple[tuple[str, ...], Sense]]:
    """A level such as 少冰 or "no ice" also answers to its bare word with "less" or "no" said elsewhere."""
    words = words_of(name.phrase)
    for end, kinds in _leads().at(words, 0):
        rest = tuple(singular(w) for w in words[end:])
        if rest:
            role = (
                "neg"
                if "neg" in kinds
                else "extra"
                if {"extra", "extra_level"} & set(kinds)
                else "light"
            )
            yield rest, Sense("level", role, name.group, (name.id,), PART)


def _parts(named: Sequence[_Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    """Every proper part of two or more characters of a Chinese name, unless it is a function word."""
    function = vocabulary().phrases(
        "neg", "light", "extra", "measure", "filler", "want", "size_like", "variant", "drink_ignore"
    )
    digits = {d for ds in vocabulary().maps["digits"].values() for d in ds}
    for name in named:
        key = _key(name.phrase)
        if name.kind not in ("dish", "modifier") or not any(is_han(w) for w in key):
            continue
        for start in range(len(key)):
            for end in range(start + 2, min(len(key), start + PART_LENGTH) + 1):
                part = key[start:end]
                empty = all(w in digits or function.exactly((w,)) for w in part)
                if end - start < len(key) and not empty and not function.exactly(part):
                    yield key[start:end], _sense(name, PART, ends=end == len(key))


def _sounds(named: Sequence[_Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    for name in named:
        key = words_of(name.phrase)
        if name.kind in ("dish", "modifier") and len(key) > 1 and all(is_han(w) for w in key):
            yield tuple(loose(syllable(w)) for w in key), _sense(name, SOUND)


def _latin_names(named: Sequence[_Named]) -> Iterable[tuple[Sense, frozenset[str]]]:
    for name in named:
        if name.kind in ("dish", "modifier"):
            key = _key(name.phrase)
            if any(w.isascii() and w.isalpha() for w in key):
                for words in (key, *(v for v in _variants(key) if len(v) <= len(key))):
                    yield _sense(name), frozenset(words)


def _postings(names: Sequence[tuple[Sense, frozenset[str]]]) -> Mapping[str, frozenset[int]]:
    out: dict[str, set[int]] = {}
    for number, (_, words) in enumerate(names):
        for word in words:
            out.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in out.items()}


def _heads(named: Sequence[_Named]) -> Mapping[str, tuple[str, ...]]:
    """The last character of Chinese dish names → the dishes."""
    out: dict[str, dict[str, None]] = {}
    for name in named:
        key = _key(name.phrase)
        if name.kind == "dish" and len(key) > 1 and is_han(key[-1]):
            out.setdefault(key[-1], {})[name.id] = None
    return {head: tuple(dishes) for head, dishes in out.items()}


@lru_cache(maxsize=1)
def _combo_words() -> frozenset[tuple[str, ...]]:
    return frozenset(_key(p) for p in vocabulary().maps["classes"]["combo"])


def _classes(menu: Menu) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Category names, and the words for the class of food a category is of → the categories."""
    out: dict[tuple[str, ...], dict[str, None]] = {}
    names = {c.id: [_key(n) for n in c.name.every()] for c in menu.categories}
    for category, keys in names.items():
        for key in keys:
            out.setdefault(key, {})[category] = None
    for phrases in vocabulary().maps["classes"].values():
        same = {_key(p) for p in phrases}
        meant = [c for c, keys in names.items() if any(_holds(k, s) for k in keys for s in same)]
        for key in same:
            out.setdefault(key, {}).update(dict.fromkeys(meant))
    return {key: tuple(categories) for key, categories in out.items() if categories}


def _holds(name: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(name[i : i + len(part)] == part for i in range(len(name) - len(part) + 1))


ANY = "*"


def _nearly(named: Sequence[_Named]) -> Mapping[tuple[str, ...], tuple[Sense, ...]]:
    """Chinese names of four to eight characters with one of them left open."""
    out: dict[tuple[str, ...], dict[Sense, None]] = {}
    for name in named:
        key = words_of(name.phrase)
        if name.kind == "dish" and 4 <= len(key) <= PART_LENGTH and all(is_han(w) for w in key):
            for place in range(len(key)):
                pattern = (*key[:place], ANY, *key[place + 1 :])
                out.setdefault(pattern, {})[_sense(name, SOUND)] = None
    return {pattern: tuple(senses) for pattern, senses in out.items()}


def _takers(menu: Menu) -> Mapping[Pair, frozenset[str]]:
    out: dict[Pair, set[str]] = {}
    for dish in menu.dishes.values():
        for group in dish.groups:
            for modifier in group.modifiers:
                out.setdefault((group.id, modifier.id), set()).add(dish.id)
    return {pair: frozenset(dishes) for pair, dishes in out.items()}


def _units(menu: Menu) -> Mapping[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for dish in menu.dishes.values():
        for phrase in dish.unit.every():
            for word in _key(phrase)[:1]:
                out.setdefault(word, set()).add(dish.id)
    return {word: frozenset(dishes) for word, dishes in out.items()}
