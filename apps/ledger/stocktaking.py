"""What may be had now: sold out, closed, outside its hours, how many are left.

`Availability` is the truth here, never the menu file's own `available` and `stock`: those count
only when they come in with a new menu version (`carry_availability`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from apps.contract import Problem
from apps.ledger.books import Availability, Line
from apps.ledger.normal import missing_group, portions
from menu_data.hours import is_open, next_open
from menu_data.menu import Dish, Menu, Span

STEPS_TO_OPEN = 60  # hops between the openings of house, category and dish before giving up
Hours = tuple[Span, ...] | None


def is_sold_out(menu: Menu, availability: Availability, dish_id: str) -> bool:
    """Sold out by staff's word or to the last one; a combo also with a slot that has nothing."""
    if dish_id in availability.sold_out or availability.stock.get(dish_id, 1) <= 0:
        return True
    dish = menu.dishes.get(dish_id)
    return dish is not None and any(
        all(is_sold_out(menu, availability, choice) for choice in slot.choose)
        for slot in dish.slots
    )


def closed(menu: Menu, now: datetime) -> Problem | None:
    """The house's no outside its hours, with when it opens (local time)."""
    house = menu.restaurant
    if is_open(house.hours, now, house.time_zone):
        return None
    return Problem("closed", allowed={"opens": _opens(menu, (house.hours,), now)})


def paused(menu: Menu, availability: Availability, now: datetime) -> Problem | None:
    """The kitchen's no while it is full, with when it takes tickets again (local time)."""
    until = availability.paused_until
    if until is None or until <= now:
        return None
    opens = until.astimezone(ZoneInfo(menu.restaurant.time_zone)).isoformat()
    return Problem("kitchen_full", allowed={"opens": opens})


def in_hours(menu: Menu, dish: Dish, now: datetime) -> bool:
    """Whether the dish and its category are served now, the house's own hours aside."""
    return all(is_open(hours, now, menu.restaurant.time_zone) for hours in _hours(menu, dish))


def dish_obstacle(
    menu: Menu, availability: Availability, dish_id: str, now: datetime
) -> Problem | None:
    """Why a dish can't be had now, its count aside; None when it can."""
    dish = menu.dishes.get(dish_id)
    if dish is None:
        return Problem("not_on_menu", dish_id)
    if is_sold_out(menu, availability, dish_id):
        return Problem("sold_out", dish_id)
    if not in_hours(menu, dish, now):
        schedules = (menu.restaurant.hours, *_hours(menu, dish))
        return Problem("outside_hours", dish_id, allowed={"opens": _opens(menu, schedules, now)})
    return None


def line_obstacle(
    menu: Menu, availability: Availability, line: Line, now: datetime
) -> Problem | None:
    """The first reason why the line's dish or one of its choices can't be had now."""
    for dish_id in dishes_of(line):
        problem = dish_obstacle(menu, availability, dish_id, now)
        if problem is not None:
            return problem
    return None


def dishes_of(line: Line) -> Iterator[str]:
    """The dish of a line and what was chosen for its slots."""
    yield line.item
    for choice in line.choices:
        yield choice.item


def demand(lines: Iterable[Line]) -> Mapping[str, int]:
    """How many of each dish the lines take, choices of combos in."""
    taken: dict[str, int] = {}
    for line in lines:
        for dish_id in dishes_of(line):
            taken[dish_id] = taken.get(dish_id, 0) + line.quantity
    return taken


def left_for(availability: Availability, others: Iterable[Line], line: Line) -> int | None:
    """How many of the line may be had beside the others; None where nothing of it is counted."""
    taken = demand(others)
    uses = demand([replace(line, quantity=1)])
    most = [
        max(0, (availability.stock[dish_id] - taken.get(dish_id, 0)) // each)
        for dish_id, each in uses.items()
        if dish_id in availability.stock
    ]
    return min(most, default=None)


def counted(availability: Availability, lines: Iterable[Line]) -> Mapping[str, int]:
    """What placing the lines takes from the dishes that are counted."""
    return {
        dish_id: count for dish_id, count in demand(lines).items() if dish_id in availability.stock
    }


def carry_availability(old: Menu | None, new: Menu, availability: Availability) -> Availability:
    """Availability under a new menu version.

    The file's `available` and `stock` count only for a dish that first appears or whose value
    differs from the previous version; what left the menu is forgotten.
    """
    sold_out = set(availability.sold_out) & set(new.dishes)
    stock = {key: left for key, left in availability.stock.items() if key in new.dishes}
    for dish in new.dishes.values():
        before = old.dishes.get(dish.id) if old is not None else None
        if before is None or before.available != dish.available:
            sold_out -= {dish.id}
            sold_out |= set() if dish.available else {dish.id}
        if before is None or before.stock != dish.stock:
            stock.pop(dish.id, None)
            stock |= {} if dish.stock is None else {dish.id: dish.stock}
    quotes = {
        key: price
        for key, price in availability.quotes.items()
        if key in new.dishes and new.dishes[key].price is None
    }
    return Availability(frozenset(sold_out), stock, quotes, availability.paused_until)


def unmet(menu: Menu, line: Line) -> Problem | None:
    """What of a tab's line the menu no longer has or allows (a new version may say otherwise)."""
    dish = menu.dishes.get(line.item)
    if dish is None:
        return Problem("not_on_menu", line.item)
    parts = [(dish, line.modifiers)]
    chosen = {choice.slot: choice for choice in line.choices}
    for slot in dish.slots:
        choice = chosen.get(slot.id)
        if choice is None or choice.item not in slot.choose:
            return Problem("not_on_menu", choice.item if choice is not None else slot.id)
        parts.append((menu.dishes[choice.item], choice.modifiers))
    for part, said in parts:
        for modifier in said:
            group = part.group(modifier.group)
            if group is None or group.modifier(modifier.modifier) is None:
                return Problem("not_on_menu", modifier.modifier)
        for group in part.groups:
            if group.max is not None and portions(group, said) > group.max:
                return Problem("too_many_modifiers", group.id, allowed={"max": group.max})
        missing = missing_group(part, said)
        if missing is not None:
            return Problem("choice_missing", missing.id)
    return None


def _hours(menu: Menu, dish: Dish) -> tuple[Hours, ...]:
    category = menu.category(dish.category)
    return (category.hours if category is not None else None, dish.hours)


def _opens(menu: Menu, schedules: Iterable[Hours], now: datetime) -> str | None:
    """When all the schedules are open for the first time, local ISO time; None if never soon."""
    zone = menu.restaurant.time_zone
    every = tuple(schedules)
    at = now
    for _ in range(STEPS_TO_OPEN):
        coming = [next_open(hours, at, zone) for hours in every]
        latest = max((opens for opens in coming if opens is not None), default=at)
        if None in coming:
            return None
        if latest == at:
            return at.astimezone(ZoneInfo(zone)).isoformat()
        at = latest
    return None
