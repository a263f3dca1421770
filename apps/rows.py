"""What apps tell of lines, tickets and bills, as JSON: names by language, money as strings.

The same rows stand in results, in what a yes is bound to, and in what staff see. No words of the
house's own here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.contract import Desk, Snapshot
from apps.ledger.allergens import conflicts
from apps.ledger.books import Bill, Charge, Chosen, Line, PlacedLine, Share, Ticket, Totals
from apps.ledger.normal import choice_key, modifier_key
from apps.ledger.pricing import chosen_names, priced, totals, unit_price
from apps.ledger.stocktaking import closed, left_for, line_obstacle, unmet
from menu_data.menu import Menu
from menu_data.money import Money

Row = dict[str, Any]  # JSON
NameMap = Mapping[str, tuple[tuple[str, str], ...]]


def money(menu: Menu, amount: int) -> str:
    """Minor units as "18.00"."""
    return Money(amount, menu.restaurant.currency).plain()


def line_row(snapshot: Snapshot, line: Line) -> Row:
    """A line of the tab as it stands now: price, names, and why it can't be placed, if it can't."""
    menu = snapshot.menu
    dish = menu.dishes.get(line.item)
    price = unit_price(menu, snapshot.availability, line)
    names = chosen_names(menu, line)
    return {
        "line": line.line,
        "guest": line.guest,
        "item": line.item,
        "name": dict(dish.name.parts) if dish is not None else {"": line.item},
        "quantity": line.quantity,
        "unit": dict(dish.unit.parts) if dish is not None else {},
        "unit_price": None if price is None else money(menu, price),
        "total": None if price is None else money(menu, price * line.quantity),
        **_made(line, names),
        "blocked": blocked(snapshot, line),
    }


def placed_row(menu: Menu, placed: PlacedLine) -> Row:
    """A line that went to the kitchen, with the names and price it had then."""
    line = placed.line
    return {
        "line": line.line,
        "guest": line.guest,
        "item": line.item,
        "name": dict(placed.name),
        "quantity": line.quantity,
        "unit_price": money(menu, placed.unit_price),
        "total": money(menu, placed.total),
        **_made(line, placed.chosen_names),
        "void": placed.void,
    }


def blocked(snapshot: Snapshot, line: Line) -> str | None:
    """The code of why a line of the tab can't be placed now; None when it can."""
    menu, availability = snapshot.menu, snapshot.availability
    problem = unmet(menu, line) or line_obstacle(menu, availability, line, snapshot.now)
    if problem is not None:
        return problem.code
    if closed(menu, snapshot.now) is not None:
        return "closed"
    if unit_price(menu, availability, line) is None:
        return "no_quote"
    before = [
        other
        for other in snapshot.books.lines
        if other.guest == line.guest and other.line < line.line
    ]
    left = left_for(availability, before, line)
    return "out_of_stock" if left is not None and line.quantity > left else None


def tab(snapshot: Snapshot, lines: Sequence[Line] | None = None) -> Row:
    """The tab: its lines and what they come to by themselves (lines without a price aside)."""
    shown = snapshot.books.lines if lines is None else lines
    menu = snapshot.menu
    sums = sum_of(snapshot, shown)
    return {
        "currency": menu.restaurant.currency,
        "lines": [line_row(snapshot, line) for line in shown],
        **totals_row(menu, sums),
        "head_count": snapshot.books.head_count,
        "fulfilment": snapshot.books.fulfilment,
    }


def sum_of(snapshot: Snapshot, lines: Iterable[Line]) -> Totals:
    """What lines of the tab come to alone.

    Fees charged once a bill or guest are in only while no ticket stands that already owes them.
    """
    books = snapshot.books
    standing = not any(placed.void is None for ticket in books.tickets for placed in ticket.lines)
    shown = priced(snapshot.menu, snapshot.availability, lines)
    return totals(snapshot.menu, shown, books.head_count, standing=standing)


def totals_row(menu: Menu, sums: Totals) -> Row:
    """Subtotal, fees, tax, what staff took off, and the total."""
    return {
        "subtotal": money(menu, sums.subtotal),
        "fees": [charge_row(menu, fee) for fee in sums.fees],
        "tax": None if sums.tax is None else charge_row(menu, sums.tax),
        "adjustments": [charge_row(menu, charge) for charge in sums.adjustments],
        "total": money(menu, sums.due),
    }


def charge_row(menu: Menu, charge: Charge) -> Row:
    """One fee, tax or adjustment."""
    return {
        "id": charge.id,
        "name": dict(charge.name),
        "amount": money(menu, charge.amount),
        "included": charge.included,
    }


def ticket_row(menu: Menu, ticket: Ticket) -> Row:
    """A ticket with its lines."""
    return {
        "ticket": ticket.number,
        "guest": ticket.guest,
        "state": ticket.state,
        "placed_at": ticket.placed_at.isoformat(),
        "fulfilment": ticket.fulfilment,
        "allergies": list(ticket.allergies),
        "lines": [placed_row(menu, placed) for placed in ticket.lines],
        "total": money(menu, sum(placed.total for placed in ticket.lines)),
        "void": ticket.void,
    }


def share_row(menu: Menu, share: Share) -> Row:
    """One share of a split bill."""
    return {
        "guest": share.guest,
        "amount": money(menu, share.amount),
        "lines": list(share.lines),
    }


def bill_row(menu: Menu, bill: Bill) -> Row:
    """A bill as issued. `due`: all that is owed, tip not in; `to_pay`: what is still to come."""
    return {
        "bill": bill.number,
        "state": bill.state,
        "currency": menu.restaurant.currency,
        **totals_row(menu, bill.totals),
        "due": money(menu, bill.totals.due),
        "tip": money(menu, bill.tip),
        "settled": money(menu, bill.settled),
        "to_pay": money(menu, bill.to_pay),
        "shares": [share_row(menu, share) for share in bill.shares],
        "method": bill.method,
    }


def allergy_rows(menu: Menu, desk: Desk, line: Line) -> list[Row]:
    """Where a line meets an allergy that anyone at the visit stated."""
    return [
        {"guest": guest, "allergen": allergen, "presence": presence}
        for guest, stated in sorted(desk.allergies.items())
        for allergen, presence in conflicts(menu, line, stated)
    ]


def _made(line: Line, names: NameMap) -> Row:
    return {
        "modifiers": [_chosen_row(chosen, names) for chosen in line.modifiers],
        "choices": [
            {
                "slot": choice.slot,
                "item": choice.item,
                "name": dict(names.get(choice_key(choice), (("", choice.item),))),
                "modifiers": [_chosen_row(chosen, names) for chosen in choice.modifiers],
            }
            for choice in line.choices
        ],
        "note": line.note,
    }


def _chosen_row(chosen: Chosen, names: NameMap) -> Row:
    return {
        "group": chosen.group,
        "modifier": chosen.modifier,
        "name": dict(names.get(modifier_key(chosen), (("", chosen.modifier),))),
        "amount": chosen.amount,
        "quantity": chosen.quantity,
    }
