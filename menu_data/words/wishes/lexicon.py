"""The words of wishes, read once from the data files: foods and their classes, courses, traits,
diets, and the small words around them.

`asked()` is what guests say, `told()` what menus say. A new language is one more file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from menu_data.words.names import key_of
from menu_data.words.phrases import Phrases

LANGUAGES = ("en", "zh")
_FOLDER = Path(__file__).parent
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is not in every build

Kind = Literal["food", "course", "trait", "diet", "cue", "name"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means. `key`: a food, course, trait, diet, kind of cue, or a dish's id."""

    kind: Kind
    key: str


@dataclass(frozen=True, slots=True)
class Rule:
    """What of a menu's data shows a trait besides words (see traits.yaml)."""

    spice: int | None = None
    mild: int | None = None
    tags: frozenset[str] = frozenset()
    helps: tuple[str, ...] = ()
    foods: tuple[str, ...] = ()
    courses: frozenset[str] = frozenset()
    never: tuple[str, ...] = ()
    only: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Foods:
    """How foods belong together.

    `above`: a food → itself and every class it belongs to; `within`: the same with what it is made
    with. `forms`: what a dish is rather than has.
    """

    above: Mapping[str, frozenset[str]]
    within: Mapping[str, frozenset[str]]
    classes: frozenset[str]
    forms: frozenset[str]
    allergens: Mapping[str, tuple[str, ...]]
    grave: frozenset[str]
    courses: Mapping[str, frozenset[str]]
    told_by: Mapping[str, frozenset[str]]
    broad: frozenset[str]
    meatless: frozenset[str]
    drinkable: frozenset[str]
    sweetish: frozenset[str]
    dishes: frozenset[str]
    drunk: frozenset[str]


def _read(name: str) -> Mapping[str, Any]:
    found = yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=_LOADER)
    if not isinstance(found, dict):
        raise TypeError(f"{name}.yaml must be a map")
    return found


def _cut(text: object) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(text or "").split("|") if part.strip())


@lru_cache(maxsize=1)
def _languages() -> tuple[Mapping[str, Any], ...]:
    return tuple(_read(language) for language in LANGUAGES)


def _entries(section: str, part: str | None = None) -> Iterator[tuple[str, str]]:
    """(phrase, key) of a section, of all languages."""
    for words in _languages():
        for key, value in words[section].items():
            for phrase in _cut(value if part is None else value[part]):
                yield phrase, str(key)


@lru_cache(maxsize=1)
def asked() -> Phrases[Meaning]:
    """What guests say, by the words of each phrase in the singular."""
    table: Phrases[Meaning] = Phrases()
    for kind, entries in (
        ("food", _entries("foods")),
        ("course", _entries("courses")),
        ("trait", _entries("traits", "asked")),
        ("diet", _entries("diets")),
        ("cue", _entries("cues")),
    ):
        for phrase, key in entries:
            table.add(_words(phrase), Meaning(kind, key))  # type: ignore[arg-type]  # a Kind
    return table


@lru_cache(maxsize=1)
def told() -> Phrases[Meaning]:
    """What menus say of dishes: foods, traits shown, and negations."""
    table: Phrases[Meaning] = Phrases()
    for phrase, key in _entries("foods"):
        table.add(_words(phrase), Meaning("food", key))
    for phrase, key in _entries("traits", "shown"):
        table.add(_words(phrase), Meaning("trait", key))
    for phrase, key in _entries("cues"):
        if key in ("negation", "free_of", "mask"):
            table.add(_words(phrase), Meaning("cue", key))
    return table


@lru_cache(maxsize=1)
def categories() -> Phrases[str]:
    """Words of categories' names → the course of what stands in it."""
    return Phrases((_words(phrase), key) for phrase, key in _entries("category"))


@lru_cache(maxsize=1)
def words_known() -> tuple[str, ...]:
    """Latin words of at least five letters that may be meant by a misspelt one."""
    sections = (
        _entries("foods"), _entries("courses"), _entries("traits", "asked"), _entries("diets")
    )  # fmt: skip
    words = {word for entries in sections for phrase, _ in entries for word in _words(phrase)}
    return tuple(sorted(word for word in words if len(word) > 4 and word.isascii()))


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Latin words that stand in any phrase, so none of them is a misspelling."""
    sections = [_entries(s) for s in ("foods", "courses", "diets", "cues")]
    sections.append(_entries("traits", "asked"))
    return frozenset(word for one in sections for phrase, _ in one for word in _words(phrase))


@lru_cache(maxsize=512)
def label(key: str, language: str) -> str:
    """What a food, course or trait is called in a language: its first phrase there, or the key."""
    code = language.split("-")[0]
    words = dict(zip(LANGUAGES, _languages(), strict=True)).get(code, _languages()[0])
    traits = {name: one["asked"] for name, one in words["traits"].items()}
    for section in (words["foods"], words["courses"], traits):
        phrases = _cut(section.get(key, ""))
        if phrases:
            return phrases[0]
    return key.replace("_", " ")


@lru_cache(maxsize=1)
def foods() -> Foods:
    """The classes of food."""
    data = _read("foods")
    below = {key: tuple(str(value).split()) for key, value in data["classes"].items()}
    made = {key: tuple(str(value).split()) for key, value in data["made_with"].items()}
    known = {key for _, key in _entries("foods")} | below.keys()
    above = {key: frozenset(_up(key, below)) for key in known}
    lift = {key: below.get(key, ()) + made.get(key, ()) for key in below.keys() | made.keys()}
    return Foods(
        above,
        {key: frozenset(_up(key, lift)) for key in known},
        frozenset(below),
        frozenset(str(data["forms"]).split()),
        {key: tuple(str(value).split()) for key, value in data["allergens"].items()},
        frozenset(str(data["grave"]).split()),
        {key: frozenset(str(value).split()) for key, value in data["courses"].items()},
        {key: frozenset(str(value).split()) for key, value in data["told_by"].items()},
        *(
            frozenset(str(data[key]).split())
            for key in ("broad", "meatless", "drinkable", "sweetish", "dishes", "drunk")
        ),
    )


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Rule]:
    """What shows each trait."""
    made = {}
    for key, value in _read("traits").items():
        made[str(key)] = Rule(
            value.get("spice"),
            value.get("mild"),
            frozenset(value.get("tags", ())),
            tuple(value.get("helps", ())),
            tuple(value.get("foods", ())),
            frozenset(value.get("courses", ())),
            tuple(value.get("never", ())),
            frozenset(value.get("only", ())),
        )
    return made


def wishes() -> tuple[str, ...]:
    """Every food, course and trait that can be wished for, by key."""
    return tuple(sorted({*foods().above, *foods().courses, *rules()}))


def _up(key: str, below: Mapping[str, tuple[str, ...]]) -> set[str]:
    """A key and every class above it."""
    found, due = {key}, [key]
    while due:
        one = due.pop()
        new = {whole for whole, parts in below.items() if one in parts} - found
        found |= new
        due.extend(new)
    return found


@lru_cache(maxsize=8192)
def _words(phrase: str) -> tuple[str, ...]:
    return key_of(phrase)
