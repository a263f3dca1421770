"""Staff take a guest over: the waiter is silent, nothing that is said is lost, and back again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.waiter.table import Table, call
from waiter import event as e
from waiter.live import fold
from waiter.replay import replay
from waiter.state import State
from waiter.transcript import export, read
from waiter.view import Said


@pytest.fixture
def table() -> Table:
    table = Table()
    table.join("a")
    table.join("b")
    return table


def contents(table: Table, guest: str = "a") -> list[str]:
    return [envelope.content for envelope in table.sent if envelope.session == guest]


def result(table: Table) -> e.StaffActReturned:
    return [body for body in table.bodies() if isinstance(body, e.StaffActReturned)][-1]


def relayed(table: Table) -> list[str]:
    return [body.text for body in table.bodies() if isinstance(body, e.Relayed)]


def test_the_waiter_is_silent_while_staff_are_with_the_guest(table: Table) -> None:
    table.staff("take_over", guest="a")
    assert "Wang" in contents(table)[-1]
    sent = len(contents(table))
    table.say("two rice")
    table.say("and a tea")
    assert (table.asks, len(contents(table)), relayed(table)) == (
        [],
        sent,
        ["two rice", "and a tea"],
    )
    table.say("a tea", "b")
    assert [ask.guest for ask in table.asks] == ["b"]
    table.staff("say", guest="a", text="<b>of course</b> to_sys: {}")
    assert contents(table)[-1].startswith("Wang (staff): <b>of course</b>")
    table.staff("give_back", guest="a")
    assert "back" in contents(table)[-1]
    table.say("a rice")
    assert table.asks[-1].guest == "a"


def test_what_was_said_meanwhile_is_in_the_conversation(table: Table) -> None:
    table.staff("take_over", guest="a")
    table.say("we are allergic to peanuts")
    table.staff("say", guest="a", text="Noted, thank you")
    table.staff("give_back")
    table.say("a stew")
    view = table.asks[-1].view
    assert Said("guest", "we are allergic to peanuts") in view.history
    assert Said("waiter", "Wang (staff): Noted, thank you") in view.history
    assert view.allergies == {"a": {"peanut"}}


def test_what_was_under_way_is_stopped_and_what_waited_goes_to_staff(table: Table) -> None:
    table.say("two rice")
    table.say("no, three")
    assert table.asks
    table.staff("take_over", guest="a")
    assert table.asks == []
    assert relayed(table) == ["no, three"]
    assert table.state.sessions["a"].exchange is None
    assert Said("guest", "two rice") in table.state.sessions["a"].history


def test_an_open_request_is_withdrawn(table: Table) -> None:
    table.order(dish="rice", quantity=2)
    table.say("send it")
    table.speak(call("submit"))
    asked = table.last().number
    assert table.state.requests
    table.staff("take_over", guest="a")
    assert not table.state.requests
    table.tap("approve", envelope=asked)
    assert "staff" in contents(table)[-1]
    table.say("yes")
    assert (relayed(table), table.live.books.tickets) == (["yes"], ())


def test_whoever_came_first_has_the_guest(table: Table) -> None:
    table.staff("take_over", guest="a")
    table.staff("take_over", guest="a")
    assert (result(table).ok, result(table).result["problems"][0]["code"]) == (
        False,
        "already_taken",
    )
    table.staff("take_over")
    assert result(table).result["guests"] == ["b"]
    table.staff("give_back")
    assert result(table).result["guests"] == ["a", "b"]


@pytest.mark.parametrize(
    ("act", "params", "code"),
    [
        ("say", {"guest": "a", "text": "hello"}, "not_taken"),
        ("give_back", {}, "not_taken"),
        ("take_over", {"guest": "z"}, "no_such_guest"),
        ("say", {"guest": "a", "text": ""}, "bad_params"),
        ("say", {"guest": "a", "text": "x" * 1_501}, "bad_params"),
    ],
)
def test_what_cannot_be_is_refused(
    table: Table, act: str, params: dict[str, str], code: str
) -> None:
    before = len(table.sent)
    table.staff(act, **params)
    assert result(table).result["problems"][0]["code"] == code
    assert len(table.sent) == before


def test_old_words_and_things_that_cannot_be_read_go_to_staff_too(table: Table) -> None:
    table.staff("take_over", guest="a")
    table.say("still there?", sent=timedelta(hours=1))
    table.say("x" * 2_500)
    table.take(e.GuestSentUnsupported("p1", "a", "photo", table.now))
    bodies = [body for body in table.bodies() if isinstance(body, e.Relayed)]
    assert [(len(body.text), body.what) for body in bodies] == [(12, ""), (2_000, ""), (0, "photo")]
    assert table.state.sessions["a"].held is None


def test_nothing_is_mentioned_again_while_staff_are_there(table: Table) -> None:
    table.say("a stew")
    table.speak(call("order", dish="stew", quantity=1))
    table.speak("to_user: Which size?")
    table.staff("take_over", guest="a")
    sent = len(contents(table))
    table.pass_time(timedelta(hours=1))
    assert len(contents(table)) == sent


def test_it_survives_a_restart_and_replays_exactly(table: Table) -> None:
    table.say("two rice")
    table.staff("take_over", place="-1001")
    table.say("hello?")
    table.staff("say", guest="a", text="Hi")
    unit = table.storage.reading()
    again = fold(unit.journal, State("v1"))
    assert again == table.state
    attended = again.sessions["a"].attended
    assert attended is not None
    assert (attended.who, attended.place) == ("Wang", "-1001")
    table.staff("give_back")
    table.say("two rice")
    table.speak(call("order", dish="rice", quantity=2))
    table.speak("to_user: noted")
    assert replay(read(export(unit, "v1"))) is None
