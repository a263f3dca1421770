"""`submit`: sends lines of the tab to the kitchen as one ticket. Runs on a guest's yes alone.

`bind` is what is read back and what the yes is bound to; only what concerns these lines is in it,
so a neighbour's new lines or a new menu version that changes none of them void nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from apps import contract
from apps.alternatives import with_alternatives
from apps.asking import fulfilment_candidates
from apps.contract import Ask, Binding, Desk, Effect, Outcome, Problem, Refusal, Snapshot
from apps.ledger.allergens import allergens
from apps.ledger.books import Bill, Books, Line, PlacedLine, Ticket
from apps.ledger.pricing import needs_head_count, placed_line, unit_price
from apps.ledger.splitting import party_limit
from apps.ledger.stocktaking import closed, counted, left_for, line_obstacle, paused, unmet
from apps.rows import allergy_rows, line_row, money, sum_of, ticket_row, totals_row
from menu_data.menu import ALLERGENS, Fulfilment

Whose = Literal["mine", "all"]


class SubmitParams(contract.Params):
    """Whose lines: the speaker's own (default), or everybody's at the table."""

    whose: Whose | None = None


class Submit:
    """Sends the guest's order to the kitchen, once the guest has said yes to what is read back.

    whose: "mine" (default), the speaker's own lines, or "all" of the table.
    """

    name: ClassVar[str] = "submit"
    aliases: ClassVar[tuple[str, ...]] = ()
    effect: ClassVar[Effect] = "commit"
    Params: ClassVar[type[contract.Params]] = SubmitParams

    def check(self, params: SubmitParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:
        """Every line that can't go, and what must be known first."""
        lines = _lines(params, snapshot, desk)
        if snapshot.books.closed:
            return Refusal((Problem("visit_closed"),))
        if not lines:
            return Refusal((Problem("empty_tab"),))
        menu, now = snapshot.menu, snapshot.now
        shut = closed(menu, now) or paused(menu, snapshot.availability, now)
        if shut is not None:
            return Refusal((shut,))
        if blocked := _blocked(snapshot, lines):
            return with_alternatives(Refusal(tuple(blocked)), snapshot, desk)[0]
        problems = [*_over_the_limits(snapshot, lines), *_unknown(snapshot)]
        return Refusal(tuple(problems)) if problems else None

    def bind(self, params: SubmitParams, snapshot: Snapshot, desk: Desk) -> Binding:
        """The lines as they would go, and who may say yes: their owner, or the host for all."""
        lines = _lines(params, snapshot, desk)
        whose: Whose = params.whose or "mine"
        menu = snapshot.menu
        content: dict[str, Any] = {
            "app": self.name,
            "whose": whose,
            "lines": [_bound(snapshot, desk, line) for line in lines],
            "fulfilment": _fulfilment(snapshot),
            "head_count": snapshot.books.head_count if needs_head_count(menu) else None,
            "currency": menu.restaurant.currency,
            **totals_row(menu, sum_of(snapshot, lines)),
        }
        return Binding(content, (desk.guests[0] if whose == "all" else desk.guest,))

    def run(self, params: SubmitParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """One ticket with all the lines; they leave the tab and the stock."""
        refusal = self.check(params, snapshot, desk)
        if refusal is not None:
            return Outcome({"whose": params.whose or "mine"}, snapshot.books, refusal)
        lines = _lines(params, snapshot, desk)
        ticket = _ticket(snapshot, desk, lines)
        books = _placed(snapshot.books, lines, ticket)
        result = {
            "whose": params.whose or "mine",
            "ticket": ticket_row(snapshot.menu, ticket),
            "currency": snapshot.menu.restaurant.currency,
            **totals_row(snapshot.menu, sum_of(snapshot, lines)),
            "left_on_tab": len(books.lines),
        }
        return Outcome(result, books, stock_taken=counted(snapshot.availability, lines))


def _lines(params: SubmitParams, snapshot: Snapshot, desk: Desk) -> tuple[Line, ...]:
    """The lines the call is about."""
    everybody = params.whose == "all"
    return tuple(line for line in snapshot.books.lines if everybody or line.guest == desk.guest)


def _blocked(snapshot: Snapshot, lines: tuple[Line, ...]) -> list[Problem]:
    """What can't be placed, line by line; `line` is the number on the tab."""
    menu, availability = snapshot.menu, snapshot.availability
    problems: list[Problem] = []
    before: list[Line] = []
    for line in lines:
        problem = unmet(menu, line) or line_obstacle(menu, availability, line, snapshot.now)
        left = left_for(availability, before, line)
        if problem is None and unit_price(menu, availability, line) is None:
            problem = Problem("no_quote", line.item)
        if problem is None and left is not None and line.quantity > left:
            problem = Problem("out_of_stock", line.item, allowed={"left": left})
        if problem is None:
            before.append(line)
        else:
            problems.append(replace(problem, line=line.line))
    return problems


def _over_the_limits(snapshot: Snapshot, lines: tuple[Line, ...]) -> list[Problem]:
    """Limits may have come down with a new menu version."""
    house = snapshot.menu.restaurant
    limits = house.limits
    problems = [
        Problem(
            "too_many",
            line.item,
            line.line,
            {"max": limits.line_quantity, "limit": "line_quantity"},
        )
        for line in lines
        if line.quantity > limits.line_quantity
    ]
    if sum(line.quantity for line in lines) > limits.tab_quantity:
        allowed = {"max": limits.tab_quantity, "limit": "tab_quantity"}
        problems.append(Problem("too_many", allowed=allowed))
    most = limits.tab_amount
    if most is not None and sum_of(snapshot, lines).subtotal > most:
        amount = {"max_amount": money(snapshot.menu, most), "limit": "tab_amount"}
        problems.append(Problem("too_many", allowed=amount))
    return problems


def _unknown(snapshot: Snapshot) -> list[Problem]:
    """What only the guests can say, and must before anything goes."""
    menu, books = snapshot.menu, snapshot.books
    problems: list[Problem] = []
    if needs_head_count(menu) and books.head_count is None:
        problems.append(head_count_missing(snapshot))
    ways = menu.restaurant.fulfilment
    if len(ways) > 1 and books.fulfilment is None:
        draft = {"fulfilment": None}
        ask = Ask("choice", "", draft, ("fulfilment",), fulfilment_candidates(ways))
        problems.append(Problem("fulfilment_missing", allowed={"fulfilment": list(ways)}, ask=ask))
    return problems


def head_count_missing(snapshot: Snapshot) -> Problem:
    """How many people are at the table: asked where a fee is per guest."""
    most = party_limit(snapshot.menu)
    ask = Ask("quantity", "", {"guests": None}, ("guests",), range=(1, most))
    return Problem("head_count_missing", allowed={"min": 1, "max": most}, ask=ask)


def _bound(snapshot: Snapshot, desk: Desk, line: Line) -> Mapping[str, Any]:
    row = line_row(snapshot, line)
    blocked = row.pop("blocked")
    return {
        **row,
        "available": blocked is None,
        "allergens": dict(allergens(snapshot.menu, line)),
        "conflicts": allergy_rows(snapshot.menu, desk, line),
    }


def _fulfilment(snapshot: Snapshot) -> Fulfilment:
    return snapshot.books.fulfilment or snapshot.menu.restaurant.fulfilment[0]


def _ticket(snapshot: Snapshot, desk: Desk, lines: tuple[Line, ...]) -> Ticket:
    placed: list[PlacedLine] = []
    for line in lines:
        priced = placed_line(snapshot.menu, snapshot.availability, line)
        assert priced is not None, "check refuses a line without a price"
        placed.append(priced)
    stated = {key for keys in desk.allergies.values() for key in keys}
    known = [key for key in ALLERGENS if key in stated]
    return Ticket(
        number=len(snapshot.books.tickets) + 1,
        guest=desk.guest,
        lines=tuple(placed),
        placed_at=snapshot.now,
        allergies=(*known, *sorted(stated.difference(known))),
        fulfilment=_fulfilment(snapshot),
    )


def _placed(books: Books, lines: tuple[Line, ...], ticket: Ticket) -> Books:
    """The books with the ticket; what is placed can't be undone by its guest any more."""
    gone = {line.line for line in lines}
    owners = {line.guest for line in lines}
    return replace(
        books,
        lines=tuple(line for line in books.lines if line.line not in gone),
        tickets=(*books.tickets, ticket),
        undo={guest: kept for guest, kept in books.undo.items() if guest not in owners},
        bill=reopened(books.bill),
    )


def reopened(bill: Bill | None) -> Bill | None:
    """A bill to which something was added: what was paid of it stays settled."""
    if bill is None or bill.state == "reopened":
        return bill
    settled = bill.totals.due if bill.state == "paid" else bill.settled
    return replace(bill, state="reopened", settled=settled)
