"""`order`: puts dishes on the tab, changes and removes them. A draft; nothing is sent by it.

The parts are in `apps.ordering`. The result tells what was touched and the whole tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from apps import contract
from apps.alternatives import with_alternatives
from apps.contract import Desk, Effect, Outcome, Problem, Refusal, Snapshot
from apps.ledger.splitting import party_limit
from apps.ordering.edits import Plan, Touched, plan
from apps.ordering.params import OrderParams
from apps.rows import allergy_rows, line_row, tab


class Order:
    """Puts dishes on the guest's tab or changes what is there. Nothing goes to the kitchen yet.

    action: "add" (default), "change", "remove", "replace", "clear" or "undo". One line may be given
    flat (dish, quantity, modifiers, choices, note), several in "lines". A dish, modifier or choice
    is an id or any name. A modifier is a string or {"modifier", "group", "amount", "quantity"};
    amount is none, light, regular, extra or no_extra. Leave out "quantity" for one; null if the
    guest's number is vague. "line" is the number of a line on the tab, for change, remove and
    replace. "guests" is how many people are at the table, "fulfilment" dine_in or takeaway.
    """

    name: ClassVar[str] = "order"
    aliases: ClassVar[tuple[str, ...]] = ("點餐應用", "点餐应用")
    effect: ClassVar[Effect] = "draft"
    Params: ClassVar[type[contract.Params]] = OrderParams

    def check(self, params: OrderParams, snapshot: Snapshot, desk: Desk) -> Refusal | None:
        """Every reason against the call, or None."""
        planned = _planned(params, snapshot, desk)
        if isinstance(planned, Refusal):
            return with_alternatives(planned, snapshot, desk)[0]
        return None

    def run(self, params: OrderParams, snapshot: Snapshot, desk: Desk) -> Outcome:
        """The books with the call's lines; as they were where anything is against it."""
        planned = _planned(params, snapshot, desk)
        if isinstance(planned, Refusal):
            refusal, instead = with_alternatives(planned, snapshot, desk)
            result = {"action": params.action}
            return Outcome(result, snapshot.books, refusal, candidates=instead)
        after = replace(snapshot, books=planned.books)
        return Outcome(_result(params, after, desk, planned.touched), planned.books)


def _planned(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    problems = _of_the_visit(params, snapshot)
    if problems:
        return Refusal(tuple(problems))
    books = snapshot.books
    says_more = params.head_count is not None or params.fulfilment is not None
    about_lines = params.action != "add" or params.said_lines or not says_more
    planned = plan(params, snapshot, desk) if about_lines else Plan(books)
    if isinstance(planned, Refusal):
        return planned
    head_count = params.head_count if params.head_count is not None else books.head_count
    books = replace(
        planned.books,
        head_count=head_count,
        fulfilment=params.fulfilment or books.fulfilment,
    )
    return replace(planned, books=books)


def _of_the_visit(params: OrderParams, snapshot: Snapshot) -> list[Problem]:
    """What is against the call whatever its lines are."""
    if snapshot.books.closed:
        return [Problem("visit_closed")]
    problems: list[Problem] = []
    count, most = params.head_count, party_limit(snapshot.menu)
    if count is not None and count < 1:
        problems.append(Problem("bad_head_count", str(count), allowed={"min": 1, "max": most}))
    elif count is not None and count > most:
        problems.append(Problem("party_too_large", str(count), allowed={"max": most}))
    ways = snapshot.menu.restaurant.fulfilment
    if params.fulfilment is not None and params.fulfilment not in ways:
        allowed = {"fulfilment": list(ways)}
        problems.append(Problem("bad_fulfilment", params.fulfilment, allowed=allowed))
    return problems


def _result(
    params: OrderParams, after: Snapshot, desk: Desk, touched: Sequence[Touched]
) -> dict[str, Any]:
    lines = [
        {**line_row(after, each.line), "what": each.what, "before": each.before} for each in touched
    ]
    return {
        "action": params.action,
        "lines": lines,
        "tab": tab(after),
        "warnings": _warnings(after, desk, touched),
    }


def _warnings(after: Snapshot, desk: Desk, touched: Sequence[Touched]) -> list[dict[str, Any]]:
    """What a guest must hear at once: allergies of anyone at the visit, a price still unknown."""
    found: list[dict[str, Any]] = []
    for line in (each.line for each in touched if each.what != "removed"):
        row = line_row(after, line)
        about = {key: row[key] for key in ("line", "item", "name")}
        for conflict in allergy_rows(after.menu, desk, line):
            found.append({"kind": "allergy", **about, **conflict})
        if row["unit_price"] is None:
            found.append({"kind": "no_quote", **about})
    return found
