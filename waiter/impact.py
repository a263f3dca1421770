"""Who a new menu would hit: open tabs, and conversations that were recorded. Pure.

A line of a tab is lost when its dish is gone, can't be placed when a choice or count no longer
fits, is sold out, or costs more. A recorded conversation is looked at as if it happened under the
new menu: what was placed in it, and whether the guest's words would still be read as the same
dishes. Cheaper is nobody's harm. `menu_data.difference` says what differs in the menus themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.ledger.books import Availability, Books, Line
from apps.ledger.pricing import unit_price
from apps.ledger.stocktaking import is_sold_out, unmet
from menu_data.menu import Menu
from menu_data.money import Money

Harm = Literal["lost", "fails", "sold_out", "dearer", "misread"]
Reads = Callable[[Menu, str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class House:
    """A menu in force and what there is of it."""

    menu: Menu
    availability: Availability


@dataclass(frozen=True, slots=True)
class Recorded:
    """A visit as ledger and journal know it. `texts`: what its guests said, if looked at."""

    visit: str
    table: str | None
    open: bool
    books: Books
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One harm. `dish` as it was called. `before`, `after`: prices, or a code and its subject."""

    harm: Harm
    dish: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class VisitHit:
    visit: str
    table: str | None
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """Open tabs and recorded conversations that are hit; `looked_at`: how many there are."""

    tabs: tuple[VisitHit, ...]
    recorded: tuple[VisitHit, ...]
    looked_at: tuple[int, int]

    def __bool__(self) -> bool:
        return bool(self.tabs or self.recorded)


def impact(old: House, new: House, visits: Sequence[Recorded], reads: Reads) -> Impact:
    """Who would be hit. `reads`: the ids of the dishes that a text orders under a menu."""
    tabs = [visit for visit in visits if visit.open and visit.books.lines]
    told = [visit for visit in visits if visit.books.tickets or visit.texts]
    return Impact(
        _hit((visit, _lines(old, new, visit.books.lines)) for visit in tabs),
        _hit((visit, _conversation(old, new, visit, reads)) for visit in told),
        (len(tabs), len(told)),
    )


def _hit(visits: Iterable[tuple[Recorded, Iterator[Hit]]]) -> tuple[VisitHit, ...]:
    found = (VisitHit(one.visit, one.table, tuple(dict.fromkeys(hits))) for one, hits in visits)
    return tuple(one for one in found if one.hits)


def _conversation(old: House, new: House, visit: Recorded, reads: Reads) -> Iterator[Hit]:
    placed = [line.line for ticket in visit.books.tickets for line in ticket.lines]
    yield from _lines(old, new, placed)
    for text in visit.texts:
        before = reads(old.menu, text)
        for dish in sorted(before - reads(new.menu, text)) if before else ():
            if dish in new.menu.dishes:
                yield Hit("misread", _name(old.menu, dish), text)


def _lines(old: House, new: House, lines: Iterable[Line]) -> Iterator[Hit]:
    for line in lines:
        hit = _line(old, new, line)
        if hit is not None:
            yield hit


def _line(old: House, new: House, line: Line) -> Hit | None:
    """The gravest harm to a line; what was wrong with it before is no harm of the new menu."""
    name = _name(old.menu, line.item)
    if line.item not in new.menu.dishes:
        return Hit("lost", name) if line.item in old.menu.dishes else None
    problem = unmet(new.menu, line)
    if problem is not None:
        known = unmet(old.menu, line) is not None
        return None if known else Hit("fails", name, problem.code, problem.subject)
    if is_sold_out(new.menu, new.availability, line.item):
        known = is_sold_out(old.menu, old.availability, line.item)
        return None if known else Hit("sold_out", name)
    before = unit_price(old.menu, old.availability, line)
    after = unit_price(new.menu, new.availability, line)
    if before is None or (after is not None and after <= before):
        return None
    written = (_money(old.menu, before), "" if after is None else _money(new.menu, after))
    return Hit("dearer", name, *written) if after is not None else Hit("fails", name, "no_quote")


def _name(menu: Menu, dish_id: str) -> str:
    dish = menu.dishes.get(dish_id)
    return dish_id if dish is None else dish.name.parts[0][1]


def _money(menu: Menu, amount: int) -> str:
    return Money(amount, menu.restaurant.currency).plain()
