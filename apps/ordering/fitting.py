"""Whether a line fits beside the others of the tab: the house's limits, and what is left.

A quantity is never cut: what doesn't fit is refused with what would.
"""

from __future__ import annotations

from dataclasses import replace

from apps.contract import Problem, Snapshot
from apps.ledger.books import Line
from apps.ledger.normal import same
from apps.ledger.pricing import unit_price
from apps.ledger.stocktaking import closed, left_for
from menu_data.money import Money


def put_fitting(snapshot: Snapshot, lines: tuple[Line, ...], line: Line) -> tuple[Problem, ...]:
    """What is against one more line on a tab of `lines`; an equal line there would grow."""
    menu, availability = snapshot.menu, snapshot.availability
    twin = next((there for there in lines if same(menu, there, line)), None)
    already = 0 if twin is None else twin.quantity
    limits = menu.restaurant.limits
    problems: list[Problem] = []
    rest = {
        "line_quantity": limits.line_quantity - already,
        "tab_quantity": limits.tab_quantity - sum(there.quantity for there in lines),
    }
    limit, most = min(rest.items(), key=lambda item: item[1])
    if line.quantity > most:
        allowed = {"max": max(0, most), "limit": limit}
        problems.append(Problem("too_many", line.item, allowed=allowed))
    left = left_for(availability, lines, line)
    if left is not None and line.quantity > left:
        problems.append(Problem("out_of_stock", line.item, allowed={"left": left}))
    return (*problems, *_too_dear(snapshot, lines, line))


def change_fitting(
    snapshot: Snapshot, others: tuple[Line, ...], old: Line, new: Line
) -> tuple[Problem, ...]:
    """What is against a changed line; what was on the tab already isn't questioned again."""
    meets = any(same(snapshot.menu, there, new) for there in others)
    if new.quantity > old.quantity or meets:
        shut = closed(snapshot.menu, snapshot.now) if new.quantity > old.quantity else None
        return (shut,) if shut is not None else put_fitting(snapshot, others, new)
    if _amount(snapshot, new) > _amount(snapshot, old):
        return _too_dear(snapshot, others, new)
    return ()


def _too_dear(snapshot: Snapshot, lines: tuple[Line, ...], line: Line) -> tuple[Problem, ...]:
    house = snapshot.menu.restaurant
    if house.limits.tab_amount is None:
        return ()
    amount = sum(_amount(snapshot, each) for each in (*lines, line))
    if amount <= house.limits.tab_amount:
        return ()
    each = _amount(snapshot, replace(line, quantity=1))
    room = house.limits.tab_amount - (amount - _amount(snapshot, line))
    most = Money(house.limits.tab_amount, house.currency).plain()
    allowed = {
        "max": max(0, room // each) if each else 0,
        "limit": "tab_amount",
        "max_amount": most,
    }
    return (Problem("too_many", line.item, allowed=allowed),)


def _amount(snapshot: Snapshot, line: Line) -> int:
    """Minor units of a line; nothing while it has no price."""
    price = unit_price(snapshot.menu, snapshot.availability, line)
    return (price or 0) * line.quantity
