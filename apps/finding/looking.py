"""A wish over a menu, from words to dishes: read, sifted once, ranked; and what to give up where
nothing fits. Pure: what words and meaning found comes in as a value.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.finding.filtering import House, Limit, Sifted, sift, still
from apps.finding.naming import names, names_and, resembling
from apps.finding.ranking import BY_PRICE, Asked, Fit, rank
from apps.ledger.pricing import effective_price
from menu_data.menu import Menu
from menu_data.money import places
from menu_data.words.names import find_names
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish, Limits, Than


@dataclass(frozen=True, slots=True)
class Looked:
    """A wish held against the house. `named`: dishes asked for by name, available or not."""

    house: House
    wish: GuestWish
    sifted: Sifted
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relax:
    """A limit that leaves nothing, and the least it would have to be for something to fit."""

    limit: Limit
    value: str
    dishes: tuple[str, ...]


def look(house: House, text: str) -> Looked:
    """The wish in a text, and what may be offered for it."""
    wish = _read(house.menu, text)
    if wish.than is not None and wish.than.item in house.menu.dishes:
        wish = replace(wish, limits=_compared(house, wish.limits, wish.than))
    named = wish.named or resembling(house.menu, wish)
    return Looked(house, wish, sift(house, wish.limits), named)


def fits(
    looked: Looked, rest: Sequence[str], allowed: Collection[str] | None = None
) -> tuple[Fit, ...]:
    """The dishes that fit, best first. `rest`: ids by words and meaning; `allowed`: these alone."""
    return rank(_asked(looked, rest, looked.sifted.allowed if allowed is None else allowed))


def relaxed(looked: Looked) -> tuple[Relax, ...]:
    """The limits of which giving one up would find something; the least change of each."""
    out = []
    for limit in still(looked.wish.limits):
        more = fits(looked, (), looked.sifted.but_for(limit))
        if more:
            out.append(_least(looked, limit, tuple(fit.id for fit in more)))
    return tuple(out)


def text_for_meaning(looked: Looked) -> str:
    """What meanings are compared with: the wish without what isn't wanted, and what it is like."""
    wish, menu = looked.wish, looked.house.menu
    like = [menu.dishes[item] for item in wish.like if item in menu.dishes]
    told = [f"{dish.name.said('')}. {dish.description.said('')}" for dish in like]
    return " ".join((wish.meaning or wish.text, *told))


def _read(menu: Menu, text: str) -> GuestWish:
    """The wish, its comparisons with dishes named in part too ("like the green curry")."""
    wish = read_wish(text, names(menu))
    found = find_names(menu, wish.compared) if wish.compared else ()
    if not found:
        return wish
    return read_wish(text, names_and(menu, wish.compared, found[0]))


def _asked(looked: Looked, rest: Sequence[str], allowed: Collection[str]) -> Asked:
    menu, ledger = looked.house.menu, looked.house.availability
    cheap = any(want.keys[0] in BY_PRICE for want in looked.wish.wants)
    prices = {
        item: price
        for item, dish in (menu.dishes.items() if cheap else ())
        if (price := effective_price(dish, ledger)) is not None
    }
    return Asked(menu, looked.wish, allowed, rest, looked.named, prices)


def _compared(house: House, limits: Limits, than: Than) -> Limits:
    """The limits with what "milder" or "cheaper than" a dish adds."""
    dish = house.menu.dishes[than.item]
    without = (*limits.without, dish.id)
    if than.how == "milder" and dish.spice is not None:
        most = max(0, dish.spice - 1)
        least = most if limits.max_spice is None else min(most, limits.max_spice)
        return replace(limits, max_spice=least, without=without)
    price = effective_price(dish, house.availability)
    if than.how == "cheaper" and price is not None:
        most_paid = _major(house.menu, price - 1)
        lower = most_paid if limits.max_price is None else min(most_paid, limits.max_price)
        return replace(limits, max_price=lower, without=without)
    if than.how == "hotter" and dish.spice is not None:
        milder = (d.id for d in house.menu.dishes.values() if (d.spice or 0) <= (dish.spice or 0))
        return replace(limits, without=(*limits.without, *milder))
    return replace(limits, without=without)


def _least(looked: Looked, limit: Limit, items: tuple[str, ...]) -> Relax:
    """What to give up, with the dishes that ask least of it first."""
    menu, ledger = looked.house.menu, looked.house.availability
    dishes = [menu.dishes[item] for item in items]
    if limit == "max_price":
        prices = {d.id: p for d in dishes if (p := effective_price(d, ledger)) is not None}
        cheapest = sorted(prices, key=lambda item: prices[item])
        least = str(_major(menu, prices[cheapest[0]])) if cheapest else ""
        return Relax(limit, least, tuple(cheapest) or items)
    if limit == "max_spice":
        degrees = {dish.id: dish.spice for dish in dishes if dish.spice is not None}
        mildest = sorted(degrees, key=lambda item: degrees[item])
        least = str(degrees[mildest[0]]) if mildest else ""
        return Relax(limit, least, tuple(mildest) or items)
    left_out = (*looked.wish.limits.exclude, *looked.wish.limits.words)
    return Relax(limit, ", ".join(left_out), items)


def _major(menu: Menu, amount: int) -> Decimal:
    return Decimal(amount).scaleb(-places(menu.restaurant.currency))
