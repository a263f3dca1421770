"""What staff change of the house: sold out, restocked, counts, prices, a new menu.

A price of a market-price dish is a quote and belongs to the day; any other price is a new menu
version. Dishes are named by id or any name.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from pydantic import Field

from apps.acts.outcome import StaffOutcome, Standing
from apps.contract import Params
from apps.ledger.books import Availability
from apps.ledger.stocktaking import carry_availability
from menu_data.edit import with_price
from menu_data.faults import MenuError
from menu_data.loader import from_document
from menu_data.menu import Menu
from menu_data.money import minor

MOST_MINUTES = 480  # of a pause; whoever closes for longer changes the hours


class DishesParams(Params):
    """Dishes, by id or name."""

    dishes: list[str] = Field(min_length=1)


class StockParams(Params):
    """How many are left of each; null: not counted."""

    counts: dict[str, int | None] = Field(min_length=1)


class PriceParams(Params):
    """The new price of each, "18.00"; null: a market price, or no quote for one."""

    prices: dict[str, str | None] = Field(min_length=1)


class PauseParams(Params):
    """For how many minutes the kitchen takes no tickets; 0: it takes them again."""

    minutes: int = Field(ge=0, le=MOST_MINUTES)


class PublishParams(Params):
    """A whole menu in format 1. `instead_of`: the version it was compared with, where it was."""

    document: dict[str, Any]  # Any: the loader checks it
    instead_of: str | None = None


def sold_out(params: DishesParams, at: Standing) -> StaffOutcome:
    """Dishes that can't be had any more."""
    ids = {words: at.dish(words) for words in params.dishes}
    found = [dish for dish in ids.values() if dish is not None]
    if len(found) < len(ids):
        return _unknown(at, ids)
    gone = at.availability.sold_out | set(found)
    return at.done({"dishes": found}, availability=replace(at.availability, sold_out=gone))


def restock(params: DishesParams, at: Standing) -> StaffOutcome:
    """Dishes that can be had again; a count that stood at nothing is no longer kept."""
    ids = {words: at.dish(words) for words in params.dishes}
    found = [dish for dish in ids.values() if dish is not None]
    if len(found) < len(ids):
        return _unknown(at, ids)
    stock = {
        dish: left for dish, left in at.availability.stock.items() if left > 0 or dish not in found
    }
    back = at.availability.sold_out.difference(found)
    availability = replace(at.availability, sold_out=back, stock=stock)
    return at.done({"dishes": found}, availability=availability)


def stock(params: StockParams, at: Standing) -> StaffOutcome:
    """How many are left; a dish with some left is no longer sold out."""
    counts: dict[str, int | None] = {}
    for words, count in params.counts.items():
        dish = at.dish(words)
        if dish is None:
            return at.refused("unknown_dish", words)
        if count is not None and count < 0:
            return at.refused("bad_quantity", dish, min=0)
        counts[dish] = count
    kept = {dish: left for dish, left in at.availability.stock.items() if dish not in counts}
    new = {dish: count for dish, count in counts.items() if count is not None}
    back = at.availability.sold_out - {dish for dish, count in new.items() if count > 0}
    availability = replace(at.availability, sold_out=back, stock=kept | new)
    return at.done({"counts": counts}, availability=availability)


def pause(params: PauseParams, at: Standing) -> StaffOutcome:
    """The kitchen is full: nothing is sent to it for a while."""
    until = at.snapshot.now + timedelta(minutes=params.minutes) if params.minutes else None
    result = {"until": None if until is None else until.isoformat()}
    return at.done(result, availability=replace(at.availability, paused_until=until))


def price(params: PriceParams, at: Standing) -> StaffOutcome:
    """New prices: quotes for market prices, else a new version of the menu."""
    menu, quotes = at.menu, dict(at.availability.quotes)
    prices: dict[str, str | None] = {}
    for words, amount in params.prices.items():
        dish = at.dish(words)
        if dish is None:
            return at.refused("unknown_dish", words)
        try:
            if at.menu.dishes[dish].price is None and amount is not None:
                quotes[dish] = _quote(at.menu, amount)
            elif at.menu.dishes[dish].price is None:
                quotes.pop(dish, None)
            else:
                menu = with_price(menu, dish, amount)
        except (ValueError, MenuError) as error:
            return at.refused("bad_amount", amount or "", why=str(error))
        prices[dish] = amount
    availability = replace(at.availability, quotes=quotes)
    if menu.version == at.menu.version:
        return at.done({"prices": prices}, availability=availability)
    availability = carry_availability(at.menu, menu, availability)
    result = {"prices": prices, "version": menu.version}
    return at.done(result, availability=availability, menu=menu)


def publish(params: PublishParams, at: Standing) -> StaffOutcome:
    """Another menu from now on. Open tabs follow its prices, placed tickets keep theirs.

    One that was compared with a menu that is no longer in force is refused.
    """
    if params.instead_of not in (None, at.menu.version):
        return at.refused("menu_has_changed", at.menu.version)
    try:
        menu = from_document(params.document)
    except MenuError as error:
        return at.refused("bad_menu", errors=[str(error)])
    availability = carry_availability(at.menu, menu, at.availability)
    return at.done({"version": menu.version}, availability=availability, menu=menu)


def first_availability(menu: Menu) -> Availability:
    """Availability on the day the first menu is published: what the file says."""
    return carry_availability(None, menu, Availability())


def _quote(menu: Menu, amount: str) -> int:
    quote = minor(amount, menu.restaurant.currency)
    if quote < 0:
        raise ValueError(f"{amount!r} is below zero; allowed: 0 or more")
    return quote


def _unknown(at: Standing, ids: dict[str, str | None]) -> StaffOutcome:
    return at.refused("unknown_dish", next(words for words, dish in ids.items() if dish is None))
