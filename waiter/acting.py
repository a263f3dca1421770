"""Calls and acts of staff carried out against the ledger, within the caller's unit.

An app is pure; here its outcome is stored: the books, what was taken from stock, and for a commit
the result under its idempotency key, so the same key twice gives the first result again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from apps.contract import Outcome, OutsideApp, Problem, Refusal, Run, Searcher, Snapshot
from apps.ledger.books import Books
from apps.ledger.store import LedgerStore
from apps.staff_acts import perform
from apps.table import find_app
from waiter import codec
from waiter import event as e
from waiter.observation import refusal_json


def call(ledger: LedgerStore, order: e.CallApp, snapshot: Snapshot) -> tuple[e.AppReturned, Books]:
    """Run an app; its result as an event, and the books after it."""
    app = find_app(order.app)
    if app is None:
        raise LookupError(f"no app {order.app!r} to call")
    commits = app.effect == "commit"
    done = ledger.deed(order.key) if commits else None
    if done is not None:
        again = codec.load("AppReturned", {**done, **_address(order)})
        assert isinstance(again, e.AppReturned)
        return again, snapshot.books
    outcome = app.run(app.Params.model_validate(dict(order.params)), snapshot, order.desk)
    returned = _returned(order, outcome)
    if outcome.books != snapshot.books:
        ledger.save(order.desk.visit, outcome.books)
    if outcome.stock_taken:
        ledger.take_stock(outcome.stock_taken)
    if commits and outcome.ok:
        ledger.record_deed(order.key, order.desk.visit, order.app, codec.dump(returned))
    return returned, outcome.books


def is_outside(order: e.CallApp) -> bool:
    """Whether the call looks outside the house first, so that it can't run within a unit."""
    return isinstance(find_app(order.app), OutsideApp)


def look(order: e.CallApp, snapshot: Snapshot, searcher: Searcher) -> e.AppReturned:
    """Have the searcher asked, and the app run on what it found. May take its time; no unit."""
    app = find_app(order.app)
    if app is None or not isinstance(app, OutsideApp):
        raise LookupError(f"no app {order.app!r} that looks outside")
    params = app.Params.model_validate(dict(order.params))
    wish = app.wish(params, snapshot, order.desk)
    if wish is not None and order.flow is not None:
        run = Run(order.flow.intent, order.flow.workflow, snapshot.availability, snapshot.now)
        wish = replace(wish, run=run)
    found = None if wish is None else searcher.find(wish)
    return _returned(order, app.run(params, replace(snapshot, found=found), order.desk))


def act(
    ledger: LedgerStore, visit: str, order: e.ActForStaff, snapshot: Snapshot,
    guests: Mapping[str, str], against: Problem | None,
) -> tuple[e.StaffActReturned, Books]:  # fmt: skip
    """Carry out an act of staff; what came of it, and the books after it. `guests`: those of the
    visit, each with who of the staff has taken them over; `against`: why another visit stands
    against it.
    """
    done = perform(order.act, order.params, snapshot, order.who, order.why, guests)
    refusal = done.refusal or (None if against is None else Refusal((against,)))
    if refusal is not None:
        return e.StaffActReturned(order.act, False, refusal_json(refusal)), snapshot.books
    if done.menu is not None:
        ledger.publish(done.menu, order.who, snapshot.now)
    if done.availability != snapshot.availability:
        ledger.set_availability(done.availability)
    if done.books != snapshot.books:
        ledger.save(visit, done.books)
    return e.StaffActReturned(order.act, True, done.result), done.books


def _returned(order: e.CallApp, outcome: Outcome) -> e.AppReturned:
    problems = outcome.refusal.problems if outcome.refusal else ()
    result = refusal_json(outcome.refusal) if outcome.refusal else outcome.result
    return e.AppReturned(
        order.guest,
        order.exchange,
        order.call,
        order.app,
        outcome.ok,
        result,
        asks=tuple(p.ask for p in problems if p.ask is not None),
        candidates=outcome.candidates,
        staff=outcome.staff,
    )


def _address(order: e.CallApp) -> dict[str, object]:
    return {"guest": order.guest, "exchange": order.exchange, "call": order.call}
