"""What isn't answered is mentioned once, then let go; typed answers belong to their envelopes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.waiter.table import Table, call
from waiter import event as e

SIX = timedelta(minutes=6)
STEW = call("order", dish="stew", quantity=1)


@pytest.fixture
def table() -> Table:
    table = Table()
    table.join("a")
    return table


def ask_size(table: Table) -> int:
    """A stew is ordered, its size asked; the number of the envelope that asks."""
    table.say("a stew")
    table.speak(STEW)
    table.speak("to_user: Which size?")
    assert table.last().type == "input_request"
    return table.last().number


def sizes(table: Table) -> list[str]:
    return [line.modifiers[0].modifier for line in table.live.books.lines]


def show_menu(table: Table) -> None:
    table.say("what is there?")
    table.speak(call("menu", category="food"))
    table.speak("to_user: Here you are.")
    assert table.last().type == "advice"


def test_an_unanswered_question_is_mentioned_once_and_stays_open(table: Table) -> None:
    ask_size(table)
    table.pass_time(SIX)
    assert table.last().type == "input_request"
    assert "Stew" in table.last().content
    assert table.last().range == (1, 2)
    sent = len(table.sent)
    for _ in range(3):
        table.pass_time(timedelta(minutes=30))
    assert len(table.sent) == sent
    table.say("2")
    assert sizes(table) == ["large"]


def test_an_unanswered_list_is_mentioned_once_and_its_numbers_hold(table: Table) -> None:
    show_menu(table)
    table.pass_time(SIX)
    assert table.last().type == "advice"
    assert "1" in table.last().content
    assert table.last().range == (1, 4)
    sent = len(table.sent)
    table.pass_time(timedelta(hours=1))
    assert len(table.sent) == sent
    table.say("2")
    assert "Rice" in table.asks[-1].view.heard


def test_whoever_has_said_something_meanwhile_is_not_reminded(table: Table) -> None:
    show_menu(table)
    table.say("nice")
    table.speak("to_user: Take your time.")
    sent = len(table.sent)
    table.pass_time(SIX)
    assert len(table.sent) == sent


def test_while_a_yes_is_open_nothing_else_is_mentioned(table: Table) -> None:
    table.order(dish="rice", quantity=1)
    show_menu(table)
    table.say("that is all, send it")
    table.speak(call("submit"))
    assert table.last().type == "permission_request"
    sent = len(table.sent)
    table.pass_time(SIX)
    assert len(table.sent) == sent


def test_a_waiter_who_is_still_thinking_reminds_nobody(table: Table) -> None:
    show_menu(table)
    number = table.last().number
    table.say("hm")
    table.now += SIX
    table.take(e.TimerFired(f"remind:{number}:a"))
    assert table.last().number == number


def test_a_timer_survives_the_house(table: Table) -> None:
    ask_size(table)
    pending = table.live.pending(table.storage.reading())
    timers = [one for one in pending if isinstance(one, e.StartTimer)]
    assert [one.due - table.now for one in timers] == [timedelta(minutes=5)]


# --- typed answers


def test_an_input_answers_the_question_of_its_envelope(table: Table) -> None:
    number = ask_size(table)
    table.tap("input", envelope=number, value="large")
    assert sizes(table) == ["large"]


def test_an_input_out_of_range_is_told_the_range_and_the_question_stays(table: Table) -> None:
    number = ask_size(table)
    table.tap("input", envelope=number, value="7")
    assert (table.last().type, table.last().range) == ("error", (1, 2))
    assert table.live.books.lines == ()
    table.tap("input", envelope=number, value="1")
    assert sizes(table) == ["small"]


def test_an_input_to_a_closed_question_changes_nothing_and_says_so(table: Table) -> None:
    number = ask_size(table)
    table.say("large")
    table.speak("to_user: Noted.")
    before = table.live.books
    table.tap("input", envelope=number, value="small")
    assert table.live.books == before
    assert table.last().type == "notification"
    assert "small" not in table.last().content


def test_an_input_may_be_something_else_altogether(table: Table) -> None:
    number = ask_size(table)
    table.tap("input", envelope=number, value="rather a rice")
    assert table.asks[-1].view.heard == "rather a rice"


def test_declining_a_question_drops_it(table: Table) -> None:
    number = ask_size(table)
    table.tap("decline", envelope=number)
    assert table.state.sessions["a"].questions == ()


def test_declining_a_request_denies_it(table: Table) -> None:
    table.order(dish="rice", quantity=1)
    table.say("send it")
    table.speak(call("submit"))
    table.tap("decline", envelope=table.last().number)
    assert table.state.requests == {}
    assert table.live.books.tickets == ()


def test_accepting_the_one_thing_shown_picks_it(table: Table) -> None:
    table.say("what is the rice like?")
    table.speak(call("menu", dish="rice"))
    table.speak("to_user: Steamed.")
    table.tap("accept", envelope=table.last().number)
    assert table.asks[-1].view.picked == ("rice",)


def test_a_second_tap_on_an_answered_option_changes_nothing(table: Table) -> None:
    number = ask_size(table)
    table.tap("pick", envelope=number, value="1")
    table.speak("to_user: Noted.")
    before = table.live.books
    table.tap("pick", envelope=number, value="1")
    assert table.live.books == before


def test_a_retry_hears_the_last_words_again_and_is_nothing_before_any(table: Table) -> None:
    table.tap("retry")
    assert table.asks == []
    table.say("two rice")
    table.speak("to_user: Sorry, again?")
    table.tap("retry")
    assert table.asks[-1].view.heard == "two rice"
