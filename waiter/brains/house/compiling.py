"""The tables of a lexicon, built from a menu: names, parts of names, sounds, levels, classes, and
who takes what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from menu_data.menu import Group, Menu
from menu_data.words.names import key_of
from menu_data.words.normal import normalise
from menu_data.words.numbers import number_at
from menu_data.words.phrases import Phrases
from menu_data.words.sounds import loose, syllable
from menu_data.words.units import is_han, singular, units, words_of
from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.senses import (
    ANY,
    EXACT,
    PART,
    PART_LENGTH,
    SIZE,
    SOUND,
    SYNONYM,
    Named,
    Pair,
    Sense,
)


def all_named(menu: Menu, bare: bool) -> Iterable[Named]:
    groups: dict[str, Group] = {}
    for dish in menu.dishes.values():
        for phrase in (*dish.name.every(), *(() if bare else dish.aliases)):
            yield Named("dish", dish.id, "", phrase)
        for slot in dish.slots:
            for phrase in slot.name.every():
                yield Named("slot", slot.id, dish.id, phrase)
        for group in dish.groups:
            groups.setdefault(group.id, group)
    for group in groups.values():
        for modifier in group.modifiers:
            for phrase in (*modifier.name.every(), *(() if bare else modifier.aliases)):
                yield Named("modifier", modifier.id, group.id, phrase, group.max == 1)
    for category in menu.categories:
        for phrase in category.name.every():
            yield Named("category", category.id, "", phrase)


def _sense(named: Named, quality: float = EXACT, ends: bool = False) -> Sense:
    return Sense(named.kind, named.id, named.group, words_of(named.phrase), quality, ends)


def phrases(named: Sequence[Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    whole = _called(named)
    for name in named:
        key = key_of(name.phrase)
        yield key, _sense(name)
        if len(marked := _with_marks(name.phrase)) > len(key):
            yield marked, _sense(name)
        if name.kind in ("dish", "modifier"):
            for variant in _variants(key):
                if frozenset(variant) not in whole:  # what is called just so is meant
                    yield variant, _sense(name, SYNONYM)
        counts = number_at(key, 0) is not None  # 三两 is no size called 三
        if name.kind == "modifier" and len(key) == 2 and key[-1] in _portions() and not counts:
            yield key[:1], _sense(name, SIZE)
            yield (key[0], "的"), _sense(name, SYNONYM)
        if name.kind == "modifier" and len(key) > 1 and key[-1] in _tails():
            yield key[:-1], _sense(name, SYNONYM)
        if name.kind == "modifier" and name.single:
            yield from _levels(name)


def _with_marks(phrase: str) -> tuple[str, ...]:
    """A name with the commas and brackets it is written with ("hot pot, for one")."""
    return tuple(singular(u.text) for u in units(normalise(phrase)))


@lru_cache(maxsize=1)
def _synonyms() -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """First word of a phrase → (phrase, another phrase for the same) pairs, both ways round."""
    out: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for key, phrases in vocabulary().maps["synonyms"].items():
        same = [k for k in dict.fromkeys(key_of(p) for p in (key, *phrases)) if k]
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
    return vocabulary().phrases(
        "neg", "denies", "none_of", "light", "extra", "half_level", "extra_level"
    )


def _levels(name: Named) -> Iterable[tuple[tuple[str, ...], Sense]]:
    """A level such as 少冰 or "no ice" also answers to its bare word with "less" or "no" said
    elsewhere.
    """
    words = words_of(name.phrase)
    for end, kinds in _leads().at(words, 0)[-1:]:
        rest = tuple(singular(w) for w in words[end:])
        if rest:
            role = (
                "neg"
                if {"neg", "denies", "none_of"} & set(kinds)
                else "extra"
                if {"extra", "extra_level"} & set(kinds)
                else "light"
            )
            yield rest, Sense("level", role, name.group, (name.id,), PART)


def parts(named: Sequence[Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    """Every proper part of two or more characters of a Chinese name, but function words."""
    function = vocabulary().phrases(
        "neg",
        "light",
        "extra",
        "measure",
        "filler",
        "want",
        "size_like",
        "variant",
        "drink_ignore",
        "with",
        "add",
    )
    digits = {d for ds in vocabulary().maps["digits"].values() for d in ds}
    for name in named:
        key = key_of(name.phrase)
        if name.kind not in ("dish", "modifier") or not any(is_han(w) for w in key):
            continue
        inside = _inside_words(key, function)
        for start in range(len(key)):
            for end in range(start + 2, min(len(key), start + PART_LENGTH) + 1):
                part = key[start:end]
                empty = all(w in digits or function.exactly((w,)) for w in part)
                cut = start in inside or end in inside or part[-1] in words_in("states")
                if end - start < len(key) and not (empty or cut or function.exactly(part)):
                    yield part, _sense(name, PART, ends=end == len(key))


def _inside_words(key: tuple[str, ...], function: Phrases[str]) -> frozenset[int]:
    """The places of a name that lie inside a function word of it: 要辣 is no part of 不要辣."""
    spans = [(start, end) for start in range(len(key)) for end, _ in function.at(key, start)]
    return frozenset(place for start, end in spans for place in range(start + 1, end))


def sounds(named: Sequence[Named]) -> Iterable[tuple[tuple[str, ...], Sense]]:
    for name in named:
        key = words_of(name.phrase)
        if name.kind in ("dish", "modifier") and all(is_han(w) for w in key):
            yield tuple(loose(syllable(w)) for w in key), _sense(name, SOUND)


def latin_names(named: Sequence[Named]) -> Iterable[tuple[Sense, frozenset[str]]]:
    whole = _called(named)
    for name in named:
        if name.kind in ("dish", "modifier"):
            key = key_of(name.phrase)
            if any(w.isascii() and w.isalpha() for w in key):
                variants = (v for v in _variants(key) if len(v) <= len(key))
                for words in (key, *(v for v in variants if frozenset(v) not in whole)):
                    yield _sense(name), frozenset(words)


def _called(named: Sequence[Named]) -> frozenset[frozenset[str]]:
    """The words of every dish's names of more than one word."""
    keys = (key_of(name.phrase) for name in named if name.kind == "dish")
    return frozenset(frozenset(key) for key in keys if len(key) > 1)


def postings(names: Sequence[tuple[Sense, frozenset[str]]]) -> Mapping[str, frozenset[int]]:
    out: dict[str, set[int]] = {}
    for number, (_, words) in enumerate(names):
        for word in words:
            out.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in out.items()}


def heads(named: Sequence[Named]) -> Mapping[str, tuple[str, ...]]:
    """The last character of Chinese dish names → the dishes; not one that names no food alone."""
    out: dict[str, dict[str, None]] = {}
    for name in named:
        key = key_of(name.phrase)
        food = len(key) > 1 and is_han(key[-1]) and key[-1] not in words_in("no_head")
        if name.kind == "dish" and food:
            out.setdefault(key[-1], {})[name.id] = None
    return {head: tuple(dishes) for head, dishes in out.items()}


@lru_cache(maxsize=1)
def combo_words() -> frozenset[tuple[str, ...]]:
    return frozenset(key_of(p) for p in vocabulary().maps["classes"]["combo"])


def classes(menu: Menu) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Category names, and the words for the class of food a category is of → the categories."""
    out: dict[tuple[str, ...], dict[str, None]] = {}
    names = {c.id: [key_of(n) for n in c.name.every()] for c in menu.categories}
    for category, keys in names.items():
        for key in keys:
            out.setdefault(key, {})[category] = None
    for phrases in vocabulary().maps["classes"].values():
        same = {key_of(p) for p in phrases}
        meant = [c for c, keys in names.items() if any(_holds(k, s) for k in keys for s in same)]
        for key in same:
            out.setdefault(key, {}).update(dict.fromkeys(meant))
    return {key: tuple(categories) for key, categories in out.items() if categories}


def _holds(name: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(name[i : i + len(part)] == part for i in range(len(name) - len(part) + 1))


def nearly(named: Sequence[Named]) -> Mapping[tuple[str, ...], tuple[Sense, ...]]:
    """Chinese names of four to eight characters with one of them left open."""
    out: dict[tuple[str, ...], dict[Sense, None]] = {}
    for name in named:
        key = words_of(name.phrase)
        if name.kind == "dish" and 4 <= len(key) <= PART_LENGTH and all(is_han(w) for w in key):
            for place in range(len(key)):
                pattern = (*key[:place], ANY, *key[place + 1 :])
                out.setdefault(pattern, {})[_sense(name, SOUND)] = None
    return {pattern: tuple(senses) for pattern, senses in out.items()}


def takers(menu: Menu) -> Mapping[Pair, frozenset[str]]:
    out: dict[Pair, set[str]] = {}
    for dish in menu.dishes.values():
        for group in dish.groups:
            for modifier in group.modifiers:
                out.setdefault((group.id, modifier.id), set()).add(dish.id)
    return {pair: frozenset(dishes) for pair, dishes in out.items()}


def units_of(menu: Menu) -> Mapping[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for dish in menu.dishes.values():
        for phrase in dish.unit.every():
            for word in key_of(phrase)[:1]:
                out.setdefault(word, set()).add(dish.id)
    return {word: frozenset(dishes) for word, dishes in out.items()}
