"""What a menu tells of each dish: its foods, traits and course, how surely, and where.

Read once a menu version, by the words of wishes, in all the menu's languages. A pure function of
the menu; what is left of a dish is `filtering`'s matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from menu_data.menu import Dish, Menu, Text
from menu_data.words.names import key_of
from menu_data.words.normal import simplified
from menu_data.words.units import words_of
from menu_data.words.wishes.lexicon import Rule, categories, foods, rules, told
from menu_data.words.wishes.marks import Mark, marks

Field = Literal["name", "ingredients", "tags", "description", "category", "spice", "allergens"]
NAME, TAG, CATEGORY, DESCRIPTION = 1.0, 0.95, 0.7, 0.45
INGREDIENTS = (0.85, 0.75, 0.65)  # what stands first there is most of the dish
INGREDIENT = 0.5  # what comes after that
MORE = 0.15  # for each further field that says the same
MOST = 1.3
FORM_WITHIN = 0.3  # a form of dish that is only mentioned ("like a pudding", "with beer")
FIRST_FORM = 0.6  # what is made of it first of all
TOLD = 0.8  # a trait in a description: there it is said on purpose
IN_IT, HELPED, BY_COURSE = 0.5, 0.4, 0.4
SPICE = {0: 0.0, 1: 0.2, 2: 0.8, 3: 1.1}
TEXTS = 50_000  # that are remembered as read, so that an edited menu is not read anew
NEGATED_WITHIN = 3  # units between "no" and what there is none of


@dataclass(frozen=True, slots=True)
class Evidence:
    """How surely a dish has something, where that is said, and in which words."""

    strength: float
    field: Field
    words: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A dish as search sees it. `foods`: by key, classes of what is in it too; `within`: keys of
    all it is made with; `exact`: keys of foods as named, without classes. `text`: all that is said
    of it, `label`: its names and ingredients alone, both simplified and in lower case; `called`:
    the words of each of its names.
    """

    id: str
    course: str | None
    foods: Mapping[str, Evidence]
    within: frozenset[str]
    exact: Mapping[str, Evidence]
    traits: Mapping[str, Evidence]
    text: str
    label: str
    called: frozenset[tuple[str, ...]]


@dataclass(slots=True)
class _Gathered:
    """Evidence as it is found."""

    found: dict[str, Evidence] = field(default_factory=dict)

    def add(self, key: str, evidence: Evidence) -> None:
        """The strongest stands; another field that says the same adds a little."""
        before = self.found.get(key)
        if before is None:
            self.found[key] = evidence
            return
        best = max(before, evidence, key=lambda one: one.strength)
        more = MORE if before.field != evidence.field else 0.0
        self.found[key] = Evidence(min(MOST, best.strength + more), best.field, best.words)


@lru_cache(maxsize=4)
def profiles(menu: Menu) -> Mapping[str, Profile]:
    """The profile of each dish and combo, in the menu's order."""
    courses = {category.id: _course_of(category.name) for category in menu.categories}
    return {dish.id: _profile(menu, dish, courses) for dish in menu.dishes.values()}


def _profile(menu: Menu, dish: Dish, courses: Mapping[str, str | None]) -> Profile:
    eaten, like = _Gathered(), _Gathered()
    for where, strength, text in _texts(menu, dish):
        for mark in _affirmed(text):
            for key in mark.of("food"):
                eaten.add(key, Evidence(_food_strength(key, where, strength), where, mark.said))
            for key in mark.of("trait"):
                like.add(key, Evidence(_trait_strength(where, strength), where, mark.said))
    exact = dict(eaten.found)
    course = _course(dish, courses, exact)
    whole = _with_classes(exact)
    within = frozenset(key for food in exact for key in foods().within.get(food, frozenset({food})))
    traits = _traits(dish, course, whole, like.found)
    said = [(where, simplified(text).casefold()) for where, _, text in _texts(menu, dish)]
    label = "\n".join(text for where, text in said if where in ("name", "ingredients"))
    called = frozenset(key_of(name) for name in dish.name.every())
    text = "\n".join(text for _, text in said)
    return Profile(dish.id, course, whole, within, exact, traits, text, label, called)


def _texts(menu: Menu, dish: Dish) -> Iterator[tuple[Field, float, str]]:
    """Every text of a dish with the field it stands in and how much that says."""
    for name in (*dish.name.every(), *dish.aliases):
        yield "name", NAME, name
    for place, ingredient in enumerate(dish.ingredients):
        strength = INGREDIENTS[place] if place < len(INGREDIENTS) else INGREDIENT
        for text in ingredient.every():
            yield "ingredients", strength, text
    for tag in dish.tags:
        for text in tag.every():
            yield "tags", TAG, text
    for text in dish.description.every():
        yield "description", DESCRIPTION, text
    category = menu.category(dish.category)
    for text in category.name.every() if category is not None else ():
        if _says_one(text):
            yield "category", CATEGORY, text


@lru_cache(maxsize=256)
def _says_one(category: str) -> bool:
    """Whether a category's name is about one kind of food alone."""
    keys = {m.of("food") for m in marks(category, told(), respell=False).marks if m.of("food")}
    return len(keys) == 1


@lru_cache(maxsize=TEXTS)
def _affirmed(text: str) -> tuple[Mark, ...]:
    """The marks of a text that aren't said to be missing ("no soy sauce", 不放肉)."""
    out: list[Mark] = []
    row = marks(text, told(), respell=False).marks
    since = NEGATED_WITHIN + 1
    for mark in row:
        if mark.is_cue("negation", "free_of"):
            since = 0
        elif mark.is_stop:
            since = NEGATED_WITHIN + 1
        else:
            if mark.is_concept and since >= NEGATED_WITHIN:
                out.append(mark)
            since += mark.end - mark.start
    return tuple(out)


def _food_strength(key: str, where: Field, strength: float) -> float:
    if key in foods().forms and where in ("ingredients", "description", "tags"):
        first = where == "ingredients" and strength == INGREDIENTS[0]
        return FIRST_FORM if first else FORM_WITHIN
    return strength


def _trait_strength(where: Field, strength: float) -> float:
    if where == "description":
        return TOLD
    return IN_IT if where == "ingredients" else strength


def _with_classes(exact: Mapping[str, Evidence]) -> dict[str, Evidence]:
    """The foods and every class they belong to."""
    gathered = _Gathered()
    for food, evidence in exact.items():
        for key in foods().above.get(food, frozenset({food})):
            before = gathered.found.get(key)
            if before is None or before.strength < evidence.strength:
                gathered.found[key] = evidence
    return gathered.found


def _course_of(name: Text) -> str | None:
    """The course that a category's name tells, if it tells one."""
    votes: dict[str, int] = {}
    for text in name.every():
        words = words_of(text)
        at = 0
        while at < len(words):
            found = categories().at(words, at) or categories().at((words[at].rstrip("s"),), 0)
            if found and found[-1][0] > 0:
                for course in found[-1][1]:
                    votes[course] = votes.get(course, 0) + 1
            at = max(at + 1, found[-1][0] if found else 0)
    return max(votes, key=lambda course: votes[course], default=None)


def _course(
    dish: Dish, courses: Mapping[str, str | None], exact: Mapping[str, Evidence]
) -> str | None:
    """Where a dish stands in a meal: by its category, else by what its name says it is."""
    if dish.slots:
        return "set"
    course = courses.get(dish.category)
    if course is not None:
        return course
    named = {key for key, one in exact.items() if one.field in ("name", "tags", "category")}
    above = {whole for key in named for whole in foods().above.get(key, ())}
    return next((course for course, told_by in foods().told_by.items() if told_by & above), None)


def _traits(
    dish: Dish, course: str | None, eaten: Mapping[str, Evidence], said: Mapping[str, Evidence]
) -> dict[str, Evidence]:
    """What a dish is like: by its data first, then by words, then by what else it is like."""
    own = _Gathered(dict(said))
    for key, rule in rules().items():
        for evidence in _by_data(dish, rule, eaten):
            own.add(key, evidence)
    if dish.spice is not None:
        own.found["spicy"] = Evidence(SPICE[dish.spice], "spice", str(dish.spice))
    found = dict(own.found)
    for key, rule in rules().items():
        helped = [own.found[help_] for help_ in rule.helps if help_ in own.found]
        for one in helped:
            if key not in own.found:
                strength = max(found[key].strength if key in found else 0, HELPED * one.strength)
                found[key] = Evidence(strength, one.field, one.words)
        if course in rule.courses and key not in found:
            found[key] = Evidence(BY_COURSE, "category", course or "")
    return {
        key: evidence
        for key, evidence in found.items()
        if evidence.strength > 0 and not _ruled_out(dish, course, rules().get(key), eaten, found)
    }


def _by_data(dish: Dish, rule: Rule, eaten: Mapping[str, Evidence]) -> Iterator[Evidence]:
    for tag in dish.tags:
        for text in tag.every():
            if text.casefold() in rule.tags:
                yield Evidence(TAG, "tags", text)
    for food in rule.foods:
        one = eaten.get(food)
        if one is not None and one.strength >= IN_IT:
            yield Evidence(IN_IT, one.field, one.words)


def _ruled_out(
    dish: Dish,
    course: str | None,
    rule: Rule | None,
    eaten: Mapping[str, Evidence],
    like: Mapping[str, Evidence],
) -> bool:
    if rule is None:
        return False
    if rule.only and course is not None and course not in rule.only:
        return True
    if rule.mild is not None and (dish.spice or 0) >= rule.mild:
        return True
    return any(
        (key in like and like[key].strength >= IN_IT)
        or (key in eaten and eaten[key].strength >= FORM_WITHIN + IN_IT)
        for key in rule.never
    )
