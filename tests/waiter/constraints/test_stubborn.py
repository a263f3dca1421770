"""A brain that tries one wrong thing and won't be told: nothing of it is dispatched or said, each
try is counted by its kind, and the guest still gets a sensible answer, from the built-in brain.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.waiter.constraints.tries import EVERY, Try
from tests.waiter.table import Table, call
from waiter import event as e
from waiter.brains.house.brain import speak
from waiter.constraints import NAMES
from waiter.violation import KINDS

# Constraints that never call a turn wrong: they say no for the restaurant, or ask the guest.
NO_FAULT = {"permission", "restaurant", "limits"}
# The file says `contacts`, the kind and who refused it `discount`.
NAMED = {"grammar", "discount", *NAMES}


def evening(one: Try) -> Table:
    """The table as it was before the try."""
    table = Table()
    table.join("a")
    if one.after in ("sent", "two"):
        table.order(dish="rice", quantity=1)
    if one.after == "two":
        table.join("bo")
        table.say("a tea", "bo")
        table.speak(call("order", dish="tea"))
        table.speak("to_user: noted")
    if one.after == "sent":
        table.say("that is all for the kitchen")
        table.speak(call("submit"))
        table.say("yes")
        table.speak("to_user: On its way.")
    if one.after == "allergic":
        table.say("I'm allergic to peanuts. The stew is what, and is it small?")
        table.speak("to_user: Noted, no peanuts for you.")
    return table


def tried(one: Try) -> Table:
    """The guest's words, and the brain saying the wrong thing until the built-in one answers."""
    table = evening(one)
    table.say(one.said)
    if one.after == "done":
        table.speak(one.raw)
    if one.after == "too many":
        table.speak(call("order", dish="tea", quantity=9))
    for _ in range(20):
        if not table.asks:
            return table
        ask = table.asks[-1]
        if ask.role == "chosen":
            table.speak(one.raw)
        else:
            spoken = speak(ask.view, ask.refused)
            table.speak(spoken.raw, spoken.confidence)
    raise AssertionError("no end")


def refusals(table: Table) -> list[e.TurnRefused]:
    return [body for body in table.bodies() if isinstance(body, e.TurnRefused)]


@pytest.mark.parametrize("one", EVERY, ids=lambda one: f"{one.by}-{one.kind}-{one.said[:12]}")
def test_a_wrong_thing_comes_to_nothing_and_the_guest_is_served(one: Try) -> None:
    before = evening(one)
    table = tried(one)
    assert {(body.by, body.kind) for body in refusals(table)} == {(one.by, one.kind)}
    assert len(refusals(table)) == 2
    said = one.raw.removeprefix("to_user:").strip()
    assert not any(said and said in envelope.content for envelope in table.sent)
    assert len(table.live.books.tickets) == len(before.live.books.tickets)
    last = table.last()
    assert last.content
    assert last.type != "error"
    if one.said in ("two rice please", "来两份米饭"):
        assert [(line.item, line.quantity) for line in table.live.books.lines] == [("rice", 2)]
    elif one.after == "sent":
        assert table.live.books.lines == ()


def test_every_kind_of_violation_and_every_constraint_is_tried() -> None:
    assert {one.kind for one in EVERY if one.by in ("grammar", "schema")} == set(KINDS)
    assert {one.by for one in EVERY} == NAMED - NO_FAULT
    assert len(EVERY) >= 40


def test_tries_are_counted_by_kind() -> None:
    table = Table()
    table.join("a")
    wrong = [one for one in EVERY if not one.after and one.said == "two rice please"]
    for one in wrong:
        table.say(one.said)
        table.speak(one.raw)
        table.speak("to_user: We have rice. Two?")
    assert Counter(body.kind for body in refusals(table)) == Counter(one.kind for one in wrong)
