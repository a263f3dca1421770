"""One yes to several requests: each spent by itself, bound to its own digest, or asked again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.waiter.table import Table, call
from waiter import event as e
from waiter import permission
from waiter.live import fold
from waiter.permission import digest
from waiter.replay import replay
from waiter.state import State
from waiter.transcript import export, read


def seated(*guests: str) -> Table:
    table = Table()
    for guest in guests:
        table.join(guest)
    return table


def ordered(table: Table, guest: str, dish: str = "rice") -> None:
    table.say(f"1 {dish}", guest)
    table.speak(call("order", lines=[{"dish": dish, "quantity": 1}]))
    table.speak("to_user: noted")


def asked(table: Table, guest: str, app: str = "submit", **params: object) -> e.RequestOpened:
    """The guest asks for a commit; the request it opens."""
    words = "go ahead with that"
    table.say(f"{words} for everyone" if params.get("whose") == "all" else words, guest)
    table.speak(call(app, **params))
    return [body for body in table.bodies() if isinstance(body, e.RequestOpened)][-1]


def trusted(table: Table, guest: str) -> e.RequestOpened:
    """The guest asks not to be asked again."""
    table.say("don't ask me again", guest)
    return [body for body in table.bodies() if isinstance(body, e.RequestOpened)][-1]


def spent(table: Table) -> list[str]:
    return [body.request for body in table.bodies() if isinstance(body, e.GrantSpent)]


def voided(table: Table) -> dict[str, str]:
    return {b.request: b.why for b in table.bodies() if isinstance(b, e.RequestVoided)}


def settled(table: Table) -> None:
    while table.asks:
        table.speak("to_user: fine")


@pytest.mark.parametrize("words", ["yes to all", "yes to both, please", "都同意", "全部確認"])
def test_each_of_several_requests_is_granted_and_done(words: str) -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say(words)
    settled(table)
    (batch,) = [body for body in table.bodies() if isinstance(body, e.BatchGiven)]
    assert batch.requests == ((order.request, order.digest), (trust.request, trust.digest))
    assert spent(table) == [order.request, trust.request]
    assert len(table.live.books.tickets) == 1
    assert [grant.guest for grant in table.state.grants.values()] == ["a"]
    assert table.state.requests == {}


def test_each_grant_is_bound_to_what_its_own_request_read_back() -> None:
    table = seated("a")
    ordered(table, "a")
    opened = {one.request: one for one in (asked(table, "a"), trusted(table, "a"))}
    table.say("yes to all")
    settled(table)
    grants = [body for body in table.bodies() if isinstance(body, e.GrantSpent)]
    for grant in grants:
        asked_for = opened[grant.request]
        assert grant.digest == asked_for.digest == digest(asked_for.content)
        assert grant.by == "a"


def test_what_has_moved_since_it_was_read_back_is_asked_again_and_the_rest_is_done() -> None:
    table = seated("a")
    ordered(table, "a", "tea")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.staff("price", prices={"tea": "6.00"})
    table.say("yes to all")
    settled(table)
    assert spent(table) == [trust.request]
    assert voided(table) == {order.request: "changed"}
    (again,) = table.state.requests.values()
    assert again.content["total"] != order.content["total"]
    assert table.live.books.tickets == ()


def test_a_bill_that_the_same_yes_has_changed_is_asked_again() -> None:
    table = seated("a")
    ordered(table, "a")
    asked(table, "a")
    table.say("yes")
    settled(table)
    ordered(table, "a", "tea")
    bill, order = asked(table, "a", "checkout"), asked(table, "a")
    table.say("yes to all")
    settled(table)
    assert spent(table)[1:] == [order.request]
    assert voided(table)[bill.request] == "changed"
    (again,) = table.state.requests.values()
    assert again.app == "checkout"
    assert table.live.books.bill is None


def test_the_host_says_yes_once_for_the_whole_table() -> None:
    """What the larger order sends, the smaller one needn't be asked about any more."""
    table = seated("a", "bo")
    ordered(table, "a")
    ordered(table, "bo", "tea")
    own, whole = asked(table, "a"), asked(table, "bo", whose="all")
    assert whole.entitled == ("a",)
    table.say("yes to all", "a")
    settled(table)
    assert spent(table) == [whole.request]
    assert voided(table) == {own.request: "superseded"}
    (ticket,) = table.live.books.tickets
    assert {placed.line.guest for placed in ticket.lines} == {"a", "bo"}


def test_a_yes_to_what_the_host_has_sent_already_says_so() -> None:
    table = seated("a", "bo")
    ordered(table, "a")
    ordered(table, "bo", "tea")
    own, whole = asked(table, "bo"), asked(table, "a", whose="all")
    table.say("yes", "a")
    settled(table)
    table.say("yes", "bo")
    settled(table)
    assert spent(table) == [whole.request]
    assert voided(table) == {own.request: "superseded"}
    assert "sent already" in table.last("bo").content
    assert len(table.live.books.tickets) == 1


def test_only_what_was_read_back_to_the_speaker_is_granted() -> None:
    """The host may decide a neighbour's bill, but hasn't seen it."""
    table = seated("a", "bo")
    ordered(table, "a")
    asked(table, "a")
    table.say("yes")
    settled(table)
    bill = asked(table, "bo", "checkout")
    ordered(table, "a", "tea")
    order, trust = asked(table, "a"), trusted(table, "a")
    assert "a" in bill.entitled
    table.say("yes to all", "a")
    settled(table)
    assert set(spent(table)[1:]) == {order.request, trust.request}
    assert bill.request in table.state.requests


def test_nobody_says_yes_for_another() -> None:
    table = seated("a", "bo")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all", "bo")
    settled(table)
    assert spent(table) == []
    assert set(table.state.requests) == {order.request, trust.request}


def test_one_request_is_one_yes() -> None:
    table = seated("a")
    ordered(table, "a")
    order = asked(table, "a")
    table.say("都同意")
    settled(table)
    assert spent(table) == [order.request]


def test_a_plain_yes_to_several_is_still_asked_which() -> None:
    table = seated("a")
    ordered(table, "a")
    asked(table, "a")
    trusted(table, "a")
    table.say("yes")
    assert spent(table) == []
    assert "yes to all" in table.last().content


@pytest.mark.parametrize("words", ["no to both", "都不同意"])
def test_one_no_denies_them_all(words: str) -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say(words)
    settled(table)
    assert voided(table) == {order.request: "denied", trust.request: "denied"}
    assert table.live.books.tickets == ()


@pytest.mark.parametrize("text", ["wait", "等一下"])
def test_a_guest_who_says_wait_stops_the_rest(text: str) -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all")
    table.say(text)
    settled(table)
    assert spent(table) == [order.request]
    assert set(table.state.requests) == {trust.request}
    table.say("yes")
    settled(table)
    assert spent(table) == [order.request, trust.request]


@pytest.mark.parametrize("text", ["no", "不要"])
def test_a_no_meanwhile_takes_the_rest_back(text: str) -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all")
    table.say(text)
    settled(table)
    assert spent(table) == [order.request]
    assert voided(table) == {trust.request: "denied"}


def test_a_tap_on_no_meanwhile_is_heard_before_the_rest() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    envelope = table.state.requests[trust.request].envelope
    table.say("yes to all")
    table.tap("deny", envelope=envelope)
    settled(table)
    assert spent(table) == [order.request]
    assert voided(table) == {trust.request: "denied"}


def test_a_yes_to_all_runs_out_as_a_yes_does() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all")
    table.now += timedelta(minutes=16)  # the brain that tells of the order takes its time
    settled(table)
    assert spent(table) == [order.request]
    assert voided(table) == {trust.request: "expired"}


def mark_of(table: Table, guest: str = "a") -> str:
    return permission.mark(permission.shown_to(table.state, guest))


def test_a_tap_on_yes_to_all_is_one_for_each_of_them() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.tap("approve_all", value=mark_of(table))
    settled(table)
    grants = [body for body in table.bodies() if isinstance(body, e.GrantSpent)]
    assert [(grant.request, grant.digest) for grant in grants] == [
        (order.request, order.digest), (trust.request, trust.digest)
    ]  # fmt: skip
    assert len(table.live.books.tickets) == 1
    assert replay(read(list(export(table.storage.reading(), "v1")))) is None


def test_a_tap_on_yes_to_all_is_good_for_what_was_shown_alone() -> None:
    table = seated("a")
    ordered(table, "a")
    asked(table, "a")
    trusted(table, "a")
    before = mark_of(table)
    ordered(table, "a", "tea")  # takes the order's request back
    order = asked(table, "a")
    table.tap("approve_all", value=before)
    settled(table)
    assert spent(table) == []
    assert order.request in table.state.requests
    assert "changed since" in table.last().content


@pytest.mark.parametrize("value", [None, "", "x", "0" * 16])
def test_a_tap_on_yes_to_all_that_names_nothing_grants_nothing(value: str | None) -> None:
    table = seated("a")
    table.tap("approve_all", value=value)
    assert "nothing waiting" in table.last().content
    ordered(table, "a")
    asked(table, "a")
    trusted(table, "a")
    table.tap("approve_all", value=value)
    settled(table)
    assert spent(table) == []
    assert len(table.state.requests) == 2


def test_two_quick_taps_on_yes_to_all_are_one() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    value = mark_of(table)
    table.tap("approve_all", value=value)
    table.tap("approve_all", value=value)
    settled(table)
    assert spent(table) == [order.request, trust.request]
    assert len(table.live.books.tickets) == 1


def test_nobody_taps_yes_to_all_for_another() -> None:
    table = seated("a", "bo")
    ordered(table, "a")
    asked(table, "a")
    trusted(table, "a")
    table.tap("approve_all", "bo", value=mark_of(table))
    settled(table)
    assert spent(table) == []


def test_what_is_opened_later_is_not_in_it() -> None:
    table = seated("a")
    ordered(table, "a")
    asked(table, "a")
    trusted(table, "a")
    table.say("yes to all")
    settled(table)
    bill = asked(table, "a", "checkout")
    assert bill.request in table.state.requests
    assert bill.request not in spent(table)


def test_it_is_kept_over_a_restart_and_replays_exactly() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all")
    unit = table.storage.reading()
    table.live = type(table.live).load(unit, "v1", table.live.outside, table.live.menu_of)
    table.asks = [one for one in table.live.pending(unit) if isinstance(one, e.AskBrain)]
    settled(table)
    assert spent(table) == [order.request, trust.request]
    assert fold(unit.journal, State("v1")) == table.state
    assert replay(read(list(export(unit, "v1")))) is None


def test_staff_who_take_a_guest_over_stop_the_rest() -> None:
    table = seated("a")
    ordered(table, "a")
    order, trust = asked(table, "a"), trusted(table, "a")
    table.say("yes to all")
    table.staff("take_over", guest="a")
    settled(table)
    assert spent(table) == [order.request]
    assert voided(table) == {trust.request: "withdrawn"}
    assert table.state.sessions["a"].batch == ()
