"""What is told of a dish, as JSON: a row of a list, and all that is known of one.

Allergens stay three-valued: what isn't recorded is listed as such, never left out.
"""

from __future__ import annotations

from typing import Any

from apps.contract import Snapshot
from apps.ledger.pricing import effective_price
from apps.ledger.stocktaking import dish_obstacle, is_sold_out
from apps.rows import money
from menu_data.menu import ALLERGENS, Dish, Group, Menu, Slot, Span

Row = dict[str, Any]  # JSON


def dish_row(snapshot: Snapshot, dish: Dish) -> Row:
    """A dish in a list. `available`: not sold out; `blocked`: why it can't be had now, if so."""
    menu, availability = snapshot.menu, snapshot.availability
    price = effective_price(dish, availability)
    problem = dish_obstacle(menu, availability, dish.id, snapshot.now)
    return {
        "id": dish.id,
        "name": dict(dish.name.parts),
        "category": dish.category,
        "price": None if price is None else money(menu, price),
        "unit": dict(dish.unit.parts),
        "description": dict(dish.description.parts),
        "spice": dish.spice,
        "diet": sorted(dish.diet),
        "available": not is_sold_out(menu, availability, dish.id),
        "blocked": None if problem is None else {"code": problem.code, **problem.allowed},
    }


def dish_details(snapshot: Snapshot, dish: Dish) -> Row:
    """All that is known of a dish."""
    menu = snapshot.menu
    recorded = {key: dish.allergens.get(key, "not_recorded") for key in ALLERGENS}
    finer = {key: value for key, value in dish.allergens.items() if key not in recorded}
    return {
        **dish_row(snapshot, dish),
        "allergens": recorded | finer,
        "ingredients": [dict(ingredient.parts) for ingredient in dish.ingredients],
        "tags": [dict(tag.parts) for tag in dish.tags],
        "left": snapshot.availability.stock.get(dish.id),
        "hours": None if dish.hours is None else [span_row(span) for span in dish.hours],
        "groups": [_group(menu, group) for group in dish.groups],
        "slots": [_slot(menu, slot) for slot in dish.slots],
    }


def _group(menu: Menu, group: Group) -> Row:
    return {
        "id": group.id,
        "name": dict(group.name.parts),
        "min": group.min,
        "max": group.max,
        "default": group.default,
        "amounts": group.amounts,
        "removable": group.removable,
        "modifiers": [
            {
                "id": modifier.id,
                "name": dict(modifier.name.parts),
                "price": money(menu, modifier.price),
            }
            for modifier in group.modifiers
        ],
    }


def _slot(menu: Menu, slot: Slot) -> Row:
    choices = [{"id": key, "name": dict(menu.dishes[key].name.parts)} for key in slot.choose]
    return {"id": slot.id, "name": dict(slot.name.parts), "choose": choices}


def span_row(span: Span) -> Row:
    """Opening hours on some days (0 = Monday)."""
    return {
        "days": sorted(span.days),
        "open": span.open.strftime("%H:%M"),
        "close": span.close.strftime("%H:%M"),
    }
