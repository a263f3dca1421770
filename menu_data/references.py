"""What one part of a menu says about another: ids are unique and everything referred to exists.

Works on a `format.Document`, whose shape is right already; raises a `Fault` at the first place
that doesn't hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from menu_data.faults import Fault, Place, shown, unknown
from menu_data.format import ComboPart, Document, GroupPart, ItemPart, RestaurantPart
from menu_data.menu import FINER_ALLERGENS
from menu_data.told import told


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def check(document: Document) -> None:
    """Raises Fault at the first reference or id that doesn't hold."""
    _restaurant(document.restaurant)
    _unique(document.categories, ("categories",))
    _unique(document.modifier_groups, ("modifier_groups",))
    for index, group in enumerate(document.modifier_groups):
        _group(group, ("modifier_groups", index))
    _unique(document.items, ("items",))
    categories = dict.fromkeys(category.id for category in document.categories)
    groups = {group.id: group for group in document.modifier_groups}
    for index, item in enumerate(document.items):
        _item(item, ("items", index), categories, groups)
    items: dict[str, str] = dict.fromkeys((item.id for item in document.items), told("an_item"))
    _unique(document.combos, ("combos",), taken=items)
    for index, combo in enumerate(document.combos):
        _combo(combo, ("combos", index), items)


def _unique(parts: Iterable[_Named], place: Place, taken: Mapping[str, str] | None = None) -> None:
    seen = dict(taken or {})
    for index, part in enumerate(parts):
        if part.id in seen:
            raise Fault(
                (*place, index, "id"),
                told("id_taken", found=shown(part.id), other=seen[part.id]),
            )
        seen[part.id] = f"{place[-1]}[{index}]"


def _restaurant(restaurant: RestaurantPart) -> None:
    _unique(restaurant.fees, ("restaurant", "fees"))
    for key in ("languages", "fulfilment"):
        _no_repeats(getattr(restaurant, key) or (), ("restaurant", key))
    kitchen, languages = restaurant.kitchen_language, restaurant.languages
    if kitchen and languages and kitchen not in languages:
        raise Fault(("restaurant", "kitchen_language"), unknown("language", kitchen, languages))


def _no_repeats(values: Iterable[str], place: Place) -> None:
    seen: set[str] = set()
    for index, value in enumerate(values):
        if value in seen:
            raise Fault((*place, index), told("repeated", found=shown(value)))
        seen.add(value)


def _group(group: GroupPart, place: Place) -> None:
    if group.max is not None and group.min > group.max:
        raise Fault((*place, "min"), told("above_max", found=group.min, most=group.max))
    _unique(group.modifiers, (*place, "modifiers"))
    _default(group.default, group, (*place, "default"))
    for index, modifier in enumerate(group.modifiers):
        _allergens(modifier.allergens, (*place, "modifiers", index, "allergens"))


def _default(default: str | None, group: GroupPart, place: Place) -> None:
    modifiers = [modifier.id for modifier in group.modifiers]
    if default is not None and default not in modifiers:
        raise Fault(place, unknown("modifier", default, modifiers))


def _item(
    item: ItemPart, place: Place, categories: Collection[str], groups: Mapping[str, GroupPart]
) -> None:
    if item.category not in categories:
        raise Fault((*place, "category"), unknown("category", item.category, list(categories)))
    _no_repeats((use.group for use in item.modifier_groups), (*place, "modifier_groups"))
    for index, use in enumerate(item.modifier_groups):
        at = (*place, "modifier_groups", index)
        if use.group not in groups:
            raise Fault(at, unknown("modifier group", use.group, list(groups)))
        _default(use.default, groups[use.group], (*at, "default"))
    _allergens(item.allergens, (*place, "allergens"))


def _allergens(allergens: Mapping[str, str], place: Place) -> None:
    """A finer allergen may not say the opposite of the one it implies."""
    for finer, coarse in FINER_ALLERGENS.items():
        if allergens.get(finer) == "contains" and allergens.get(coarse) == "free":
            raise Fault((*place, coarse), told("free_though", finer=repr(finer)))


def _combo(combo: ComboPart, place: Place, items: Collection[str]) -> None:
    _unique(combo.slots, (*place, "slots"))
    for index, slot in enumerate(combo.slots):
        at = (*place, "slots", index, "choose")
        _no_repeats(slot.choose, at)
        for choice, dish in enumerate(slot.choose):
            if dish not in items:
                raise Fault((*at, choice), unknown("item", dish, list(items)))
