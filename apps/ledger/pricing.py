"""What things cost: a line's unit price, a bill's totals. Whole minor units, no floats.

A fee is a percentage of the subtotal or an amount; tax is on subtotal + fees; each is rounded half
up once. What staff take off comes after tax. Neighbours: `normal` says what is in force on a line,
`splitting` divides what is due.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP
from typing import assert_never

from apps.ledger.books import Adjustment, Availability, Charge, Chosen, Line, PlacedLine, Totals
from apps.ledger.normal import choice_key, in_force, modifier_key
from apps.words import Names, rounding_name
from menu_data.menu import Dish, Fee, Menu, Modifier, Tax
from menu_data.money import percent_of


def effective_price(dish: Dish, availability: Availability) -> int | None:
    """The dish's own price: the menu's, or staff's quote for a market price; None without one."""
    return dish.price if dish.price is not None else availability.quotes.get(dish.id)


def portion_price(modifier: Modifier, chosen: Chosen) -> int:
    """What a modifier adds to one dish: nothing when left out, light or "no extra"."""
    match chosen.amount:
        case "regular":
            return modifier.price * chosen.quantity
        case "extra":
            return modifier.extra_price * chosen.quantity
        case "none" | "light" | "no_extra":
            return 0
        case _:
            assert_never(chosen.amount)


def unit_price(menu: Menu, availability: Availability, line: Line) -> int | None:
    """One of the line, modifiers in; None where the menu has no such dish or no price for it."""
    dish = menu.dishes.get(line.item)
    base = effective_price(dish, availability) if dish is not None else None
    if dish is None or base is None:
        return None
    parts = [(dish, line.modifiers)]
    parts += [
        (menu.dishes[choice.item], choice.modifiers)
        for choice in line.choices
        if choice.item in menu.dishes
    ]
    return base + sum(
        portion_price(modifier, chosen)
        for part, said in parts
        for _, modifier, chosen in in_force(part, said)
    )


def placed_line(menu: Menu, availability: Availability, line: Line) -> PlacedLine | None:
    """The line with names and price as of now; None while it has no price."""
    price = unit_price(menu, availability, line)
    if price is None:
        return None
    return PlacedLine(
        line, menu.dishes[line.item].name.parts, price, None, chosen_names(menu, line)
    )


def priced(menu: Menu, availability: Availability, lines: Iterable[Line]) -> tuple[PlacedLine, ...]:
    """The lines that have a price, with it."""
    found = (placed_line(menu, availability, line) for line in lines)
    return tuple(line for line in found if line is not None)


def chosen_names(menu: Menu, line: Line) -> Mapping[str, Names]:
    """What a line's modifiers and choices are called, by "group/modifier" and "slot/item"."""
    names: dict[str, Names] = {}
    parts = [(line.item, line.modifiers)]
    for choice in line.choices:
        if choice.item in menu.dishes:
            names[choice_key(choice)] = menu.dishes[choice.item].name.parts
        parts.append((choice.item, choice.modifiers))
    for item, said in parts:
        dish = menu.dishes.get(item)
        for chosen in said:
            group = dish.group(chosen.group) if dish is not None else None
            modifier = group.modifier(chosen.modifier) if group is not None else None
            if modifier is not None:
                names[modifier_key(chosen)] = modifier.name.parts
    return names


def totals(
    menu: Menu,
    lines: Sequence[PlacedLine],
    head_count: int | None,
    adjustments: Sequence[Adjustment] = (),
    *,
    standing: bool = True,
    cash: bool = False,
) -> Totals:
    """What the lines come to. An unknown head count counts as one guest.

    `standing`: with the fees that are charged once a bill or guest, whatever is ordered; nobody
    owes them while every line is void. `cash`: rounded to the restaurant's cash rounding.
    """
    house = menu.restaurant
    owed = [line for line in lines if line.void is None]
    subtotal = sum(line.total for line in owed)
    fees = tuple(
        charge
        for fee in house.fees
        if owed and (standing or fee.percent is not None)
        for charge in [_fee(fee, subtotal, head_count)]
    )
    taxed = subtotal + sum(fee.amount for fee in fees)
    tax = _tax(house.tax, taxed) if house.tax is not None else None
    before = taxed + (tax.amount if tax is not None and not tax.included else 0)
    taken_off = _taken_off(adjustments, subtotal, before)
    due = before + sum(charge.amount for charge in taken_off)
    if cash and house.cash_rounding:
        rounded = _to_step(due, house.cash_rounding)
        if rounded != due:
            taken_off = (*taken_off, Charge("rounding", rounding_name(), rounded - due))
        due = rounded
    return Totals(subtotal, fees, tax, taken_off, due)


def needs_head_count(menu: Menu) -> bool:
    """Whether some fee is charged per guest."""
    return any(fee.per == "guest" for fee in menu.restaurant.fees)


def _fee(fee: Fee, subtotal: int, head_count: int | None) -> Charge:
    if fee.percent is not None:
        amount = percent_of(subtotal, fee.percent)
    else:
        amount = (fee.amount or 0) * ((head_count or 1) if fee.per == "guest" else 1)
    return Charge(fee.id, fee.name.parts, amount)


def _tax(tax: Tax, taxed: int) -> Charge:
    """The tax on an amount, or the part of the amount that is tax where it is included."""
    if not tax.included:
        return Charge("tax", tax.name.parts, percent_of(taxed, tax.percent))
    inside = taxed * tax.percent / (100 + tax.percent)
    amount = int(inside.to_integral_value(ROUND_HALF_UP))
    return Charge("tax", tax.name.parts, amount, included=True)


def _taken_off(adjustments: Sequence[Adjustment], subtotal: int, most: int) -> tuple[Charge, ...]:
    """Discounts and comps as negative charges, together never more than what is owed."""
    left = most
    charges: list[Charge] = []
    for number, adjustment in enumerate(adjustments, start=1):
        wanted = (
            percent_of(subtotal, adjustment.percent)
            if adjustment.percent is not None
            else -adjustment.amount
        )
        amount = min(max(wanted, 0), left)
        left -= amount
        charges.append(Charge(f"{adjustment.kind}-{number}", (("", adjustment.why),), -amount))
    return tuple(charges)


def _to_step(amount: int, step: int) -> int:
    """The nearest multiple of `step`, half up."""
    return (2 * amount + step) // (2 * step) * step
