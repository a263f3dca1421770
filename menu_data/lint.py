"""What in a valid menu is probably a mistake: warnings for whoever wrote it, never refusals. Pure.

Each check is a function of the menu (and what it is compared with) in the table `CHECKS`. Errors
are `loader`'s; where in the file a place stands is `positions`'.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from menu_data.faults import Place, listed
from menu_data.menu import Dish, Menu, Text
from menu_data.told import told
from menu_data.words.allergens import allergens_in
from menu_data.words.names import dish_names, key_of
from menu_data.words.units import is_han

Kind = Literal[
    "price_change", "shared_name", "name_inside", "number_name", "missing_translation",
    "empty_category", "orphan_group", "too_few_modifiers", "image", "allergens", "allergen_named",
]  # fmt: skip

PRICE_CHANGE = 50  # per cent; more is rather a slip of the keyboard than a new price


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning: its kind, the place in the menu's source, and a line for people."""

    kind: Kind
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Around:
    """What a menu is looked at beside. `before`: the menu in force, if any; `image_exists` answers
    for a local file's name, None where nobody can know.
    """

    before: Menu | None = None
    image_exists: Callable[[str], bool] | None = None


ALONE = Around()
Check = Callable[[Menu, Around], Iterator[Warned]]


def lint(menu: Menu, around: Around = ALONE) -> tuple[Warned, ...]:
    """All warnings about a menu, check by check."""
    return tuple(warned for check in CHECKS for warned in check(menu, around))


# --- prices


def _price_changes(menu: Menu, around: Around) -> Iterator[Warned]:
    before = {} if around.before is None else around.before.dishes
    for dish in menu.dishes.values():
        old = before[dish.id].price if dish.id in before else None
        if old and dish.price is not None and 100 * abs(dish.price - old) > PRICE_CHANGE * old:
            percent = round(100 * (dish.price - old) / old)
            text = told("warned.price_change", dish=_named(dish), percent=f"{percent:+}")
            yield Warned("price_change", (*_place(menu, dish), "price"), text)


# --- names


def _shared_names(menu: Menu, _around: Around) -> Iterator[Warned]:
    """A name or alias of two dishes: guests can't say which they mean."""
    owners: dict[tuple[str, ...], list[Dish]] = defaultdict(list)
    spelt: dict[tuple[str, ...], str] = {}
    for dish in menu.dishes.values():
        for name in dish_names(dish)[1:]:
            key = key_of(name)
            spelt.setdefault(key, name)
            if key and dish not in owners[key][-1:]:
                owners[key].append(dish)
    for key, dishes in owners.items():
        if len(dishes) > 1:
            ids = listed(repr(dish.id) for dish in dishes)
            text = told("warned.shared_name", name=repr(spelt[key]), count=len(dishes), dishes=ids)
            yield Warned("shared_name", _place(menu, dishes[1]), text)


def _names_inside(menu: Menu, _around: Around) -> Iterator[Warned]:
    """A dish's name inside another's: a guest who says the short one may mean the long one."""
    whole = {
        key_of(name): (dish, name) for dish in menu.dishes.values() for name in dish.name.every()
    }
    longer: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for dish in menu.dishes.values():
        for name in dish.name.every():
            for part in _parts(key_of(name)):
                if part in whole and whole[part][0] is not dish:
                    longer[part].setdefault(dish.id, name)
    for part, others in longer.items():
        dish, short = whole[part]
        names = listed(dict.fromkeys(repr(name) for name in others.values()))
        text = told("warned.name_inside", name=repr(short), names=names)
        yield Warned("name_inside", (*_place(menu, dish), "name"), text)


def _parts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The rows of words inside a name, shorter than it; one Chinese character alone is none."""
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            part = words[start:end]
            if len(part) < len(words) and not (len(part) == 1 and is_han(part[0])):
                yield part


def _number_names(menu: Menu, _around: Around) -> Iterator[Warned]:
    for dish in menu.dishes.values():
        for name in dish_names(dish)[1:]:
            if name.strip().isdecimal():
                text = told("warned.number_name", dish=_named(dish), name=repr(name))
                yield Warned("number_name", _place(menu, dish), text)


def _missing_translations(menu: Menu, _around: Around) -> Iterator[Warned]:
    """Names that lack a language; those in no language at all are counted, not listed."""
    wanted = menu.restaurant.languages
    plain: list[tuple[Place, str]] = []
    for place, text in _texts(menu):
        codes = [code for code, _ in text.parts]
        lacking = [code for code in wanted if not _covers(codes, code)]
        if "" in codes:
            plain.append((place, text.parts[0][1]))
        elif lacking:
            first, languages = repr(text.parts[0][1]), ", ".join(lacking)
            said = told("warned.lacks", name=first, languages=languages)
            yield Warned("missing_translation", place, said)
    if plain and len(wanted) > 1:
        place, first = plain[0]
        text_of_all = told(
            "warned.same", count=len(plain), languages=", ".join(wanted), name=repr(first)
        )
        yield Warned("missing_translation", place, text_of_all)


def _covers(codes: list[str], wanted: str) -> bool:
    """Whether one of the languages is the wanted one, or another variant of it."""
    return any(code.split("-")[0] == wanted.split("-")[0] for code in codes)


def _texts(menu: Menu) -> Iterator[tuple[Place, Text]]:
    for index, category in enumerate(menu.categories):
        yield ("categories", index, "name"), category.name
    seen: set[str] = set()
    for dish in menu.dishes.values():
        yield (*_place(menu, dish), "name"), dish.name
        for group in dish.groups:
            if group.id not in seen:
                seen.add(group.id)
                place = ("modifier_groups", _group_index(menu, group.id))
                yield (*place, "name"), group.name
                for index, modifier in enumerate(group.modifiers):
                    yield (*place, "modifiers", index, "name"), modifier.name


# --- parts nobody uses, and choices nobody can make


def _empty_categories(menu: Menu, _around: Around) -> Iterator[Warned]:
    used = {dish.category for dish in menu.dishes.values()}
    for index, category in enumerate(menu.categories):
        if category.id not in used:
            text = told("warned.empty_category", category=repr(category.id))
            yield Warned("empty_category", ("categories", index), text)


def _groups(menu: Menu, _around: Around) -> Iterator[Warned]:
    used = {group.id: group for dish in menu.dishes.values() for group in dish.groups}
    portions = menu.restaurant.limits.modifier_quantity
    for index, row in enumerate(menu.source.get("modifier_groups", ())):
        place: Place = ("modifier_groups", index)
        group = used.get(row["id"])
        if group is None:
            yield Warned("orphan_group", place, told("warned.orphan_group", group=repr(row["id"])))
        elif group.min > len(group.modifiers) * portions:
            count = len(group.modifiers)
            text = told("warned.too_few", group=repr(group.id), wanted=group.min, count=count)
            yield Warned("too_few_modifiers", (*place, "min"), text)


# --- images and allergens


def _images(menu: Menu, around: Around) -> Iterator[Warned]:
    for dish in menu.dishes.values():
        place = (*_place(menu, dish), "image")
        if dish.image is None:
            continue
        if "://" in dish.image:
            text = told("warned.address", dish=_named(dish))
            yield Warned("image", place, text)
        elif "." in dish.image and around.image_exists and not around.image_exists(dish.image):
            text = told("warned.no_image", dish=_named(dish), image=repr(dish.image))
            yield Warned("image", place, text)


def _unrecorded(menu: Menu, _around: Around) -> Iterator[Warned]:
    without = [dish for dish in menu.dishes.values() if not dish.allergens and not dish.slots]
    if without:
        names = listed(_named(dish) for dish in without)
        text = told("warned.allergens", names=names)
        yield Warned("allergens", _place(menu, without[0]), text)


def _named_allergens(menu: Menu, _around: Around) -> Iterator[Warned]:
    """An allergen in a dish's name or ingredients that nobody recorded for it."""
    for dish in menu.dishes.values():
        texts = (dish.name, *dish.ingredients)
        found = {key for text in texts for said in text.every() for key in allergens_in(said)}
        missing = sorted(found - dish.allergens.keys())
        if missing and dish.allergens:
            named = ", ".join(missing)
            text = told("warned.allergen_named", dish=_named(dish), allergens=named)
            yield Warned("allergen_named", _place(menu, dish), text)


# --- places


def _named(dish: Dish) -> str:
    return repr(dish.name.parts[0][1])


def _place(menu: Menu, dish: Dish) -> Place:
    key = "combos" if dish.slots else "items"
    return key, _indexes(menu)[key, dish.id]


def _group_index(menu: Menu, group_id: str) -> int:
    return _indexes(menu)["modifier_groups", group_id]


@lru_cache(maxsize=4)
def _indexes(menu: Menu) -> Mapping[tuple[str, str], int]:
    """Where in its list each part of the source stands."""
    return {
        (key, part["id"]): index
        for key in ("items", "combos", "modifier_groups")
        for index, part in enumerate(menu.source.get(key, ()))
    }


CHECKS: tuple[Check, ...] = (
    _price_changes,
    _shared_names,
    _names_inside,
    _number_names,
    _missing_translations,
    _empty_categories,
    _groups,
    _images,
    _unrecorded,
    _named_allergens,
)
