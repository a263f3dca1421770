"""A tap that is a call does exactly what it says, asks first where a yes is needed, and is silent
where the tab shows what it did.
"""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from tests.waiter.table import DINER, Table, call
from waiter import event as e
from waiter.brains.house.brain import speak
from waiter.replay import replay
from waiter.transcript import export, read


@pytest.fixture
def table() -> Table:
    table = Table()
    table.join("a")
    return table


def answer(table: Table) -> None:
    """The built-in brain speaks as long as it is asked."""
    while table.asks:
        ask = table.asks[-1]
        assert ask.role == "house"
        spoken = speak(ask.view, ask.refused)
        table.speak(spoken.raw, spoken.confidence)


def tap(table: Table, app: str, guest: str = "a", **params: Any) -> None:
    table.tap("call", guest, value=call(app, **params))
    answer(table)


def rows(table: Table) -> list[tuple[str, int, str | None]]:
    return [(line.item, line.quantity, line.note) for line in table.live.books.lines]


def test_what_the_tab_shows_is_not_told(table: Table) -> None:
    tap(table, "order", dish="rice")
    tap(table, "order", dish="rice")
    assert rows(table) == [("rice", 2, None)]
    tap(table, "order", action="remove", line=1, dish="rice", quantity=1)
    assert rows(table) == [("rice", 1, None)]
    tap(table, "order", action="remove", line=1, dish="rice")
    assert rows(table) == []
    assert table.sent == []
    assert table.state.sessions["a"].exchange is None


def test_a_no_is_told_whoever_speaks_the_turns(table: Table) -> None:
    table.staff("sold_out", dishes=["rice"])
    tap(table, "order", dish="rice")
    assert "sold out" in table.last().content
    tap(table, "order", action="remove", line=7, dish="rice")
    assert "isn't on your tab" in table.last().content


def test_a_stated_allergy_is_told(table: Table) -> None:
    table.say("I'm allergic to peanuts")
    table.speak("to_user: noted")
    tap(table, "order", dish="stew", modifiers=["small"])
    assert "contains peanut" in table.last().content


def test_a_required_choice_is_asked(table: Table) -> None:
    tap(table, "order", dish="stew")
    assert [option.id for option in table.last().options] == ["small", "large"]
    table.tap("pick", envelope=table.last().number, value="2")
    assert [line.item for line in table.live.books.lines] == ["stew"]


def test_only_ones_own_lines_are_touched(table: Table) -> None:
    table.join("b")
    tap(table, "order", dish="rice")
    tap(table, "order", "b", action="remove", line=1, dish="rice")
    assert rows(table) == [("rice", 1, None)]
    assert "someone else" in table.last("b").content


def test_a_commit_is_asked_about_first(table: Table) -> None:
    tap(table, "submit")
    assert "nothing on your tab" in table.last().content
    tap(table, "order", dish="rice")
    tap(table, "submit")
    assert table.last().type == "permission_request"
    assert table.live.books.tickets == ()
    table.tap("approve", envelope=table.last().number)
    assert len(table.live.books.tickets) == 1


def test_a_double_tap_asks_once(table: Table) -> None:
    tap(table, "order", dish="rice")
    for _ in range(2):
        tap(table, "submit")
    for _ in range(2):
        table.tap("note", value="1")
    assert [shown.type for shown in table.sent] == ["permission_request", "input_request"]
    table.pass_time(timedelta(seconds=3))
    tap(table, "submit")
    assert table.last().type == "permission_request"
    assert len(table.state.requests) == 1


def test_a_note_in_another_language_changes_none(table: Table) -> None:
    tap(table, "order", dish="rice")
    table.tap("note", value="1")
    table.say("少放盐，我对花生过敏")
    assert table.state.sessions["a"].language == "en"
    assert table.state.allergies["a"] == {"peanut"}


def test_what_is_no_call_does_nothing(table: Table) -> None:
    bad = (None, "", "to_user: hello", "rice", call("order", price="0.00"), call("nothing"),
           call("order", dish="rice") + call("submit"))  # fmt: skip
    for value in bad:
        table.tap("call", value=value)
        assert table.asks == []
        assert table.last().content.startswith("That choice is no longer open")
    assert rows(table) == []
    assert table.state.sessions["a"].exchange is None


def test_a_list_opened_by_a_tap_can_be_picked_from_by_number(table: Table) -> None:
    tap(table, "menu", category="food")
    assert table.sent == []
    table.say("2")
    assert table.asks[-1].view.picked == ("rice",)


@pytest.mark.parametrize("said", ["two of those please", "two please"])
def test_a_dish_looked_at_by_tap_is_what_is_meant(table: Table, said: str) -> None:
    tap(table, "menu", dish="rice")
    table.say(said)
    assert table.asks[-1].view.picked == ("rice",)


def test_what_was_said_since_is_not_about_the_dish_looked_at(table: Table) -> None:
    tap(table, "menu", dish="rice")
    table.say("hello")
    table.speak("to_user: hello")
    table.say("two of those please")
    assert table.asks[-1].view.picked == ()


# --- languages


def test_a_chosen_language_stays_whatever_is_written(table: Table) -> None:
    table.tap("language", value="zh-Hant")
    table.say("two rice please")
    assert table.asks[-1].view.language == "zh-Hant"
    table.speak("to_user: 好")
    table.tap("language", value="")
    assert table.state.sessions["a"].language == "zh-Hant"
    table.say("two more please")
    assert table.asks[-1].view.language == "en"


@pytest.mark.parametrize("value", ["xx", "EN", "../en", "zh-Hans"])
def test_what_the_house_does_not_speak_changes_nothing(table: Table, value: str) -> None:
    table.tap("language", value=value)
    assert table.state.sessions["a"].language == "en"
    assert "no longer open" in table.last().content


# --- notes


def test_the_next_words_are_the_note_as_they_are(table: Table) -> None:
    tap(table, "order", dish="rice")
    table.tap("note", value="1")
    assert "know about the Rice" in table.last().content
    table.say("2 forks, and <b>no</b> stew please")
    assert rows(table) == [("rice", 1, "2 forks, and <b>no</b> stew please")]
    assert table.asks == []
    table.say("thanks")
    assert table.asks[-1].view.heard == "thanks"


def test_a_note_too_long_is_said_and_asked_for_again(table: Table) -> None:
    tap(table, "order", dish="rice")
    table.tap("note", value="1")
    table.say("x" * 201)
    answer(table)
    assert "at most 200" in table.last().content
    table.say("no salt")
    assert rows(table) == [("rice", 1, "no salt")]


@pytest.mark.parametrize("leave", ["never mind", "decline", "submit", "wait"])
def test_a_note_may_be_left(table: Table, leave: str) -> None:
    tap(table, "order", dish="rice")
    table.tap("note", value="1")
    match leave:
        case "never mind":
            table.say(leave)
        case "decline":
            table.tap("decline")
        case "submit":
            tap(table, "submit")
            assert table.last().type == "permission_request"
        case _:
            table.pass_time(timedelta(minutes=6))
    table.say("no salt")
    assert rows(table) == [("rice", 1, None)]


def test_a_note_is_asked_of_ones_own_line_alone(table: Table) -> None:
    table.join("b")
    tap(table, "order", dish="rice")
    for value in ("1", "2", "x", None):
        table.tap("note", "b", value=value)
        assert "no longer open" in table.last("b").content


def test_a_note_is_asked_beside_a_choice_that_is_open(table: Table) -> None:
    tap(table, "order", dish="rice")
    tap(table, "order", dish="stew")
    table.tap("note", value="1")
    table.say("no salt")
    assert rows(table) == [("rice", 1, "no salt")]
    table.say("large")
    assert [line.item for line in table.live.books.lines] == ["rice", "stew"]


def test_taps_replay_exactly(table: Table) -> None:
    tap(table, "order", dish="stew")
    table.tap("pick", envelope=table.last().number, value="1")
    table.speak("to_user: noted")
    table.tap("note", value="1")
    table.say("no salt")
    tap(table, "menu", category="food")
    tap(table, "submit")
    table.tap("approve", envelope=table.last().number)
    assert isinstance(table.bodies()[-1], e.BrainAsked)
    assert replay(read(export(table.storage.reading(), "v1"))) is None


def test_a_tap_on_a_question_is_the_answer_to_what_it_showed() -> None:
    """Two questions opened at once: the message shows the first one's options."""
    document = deepcopy(DINER)
    shape = {
        "id": "shape",
        "name": {"en": "shape"},
        "min": 1,
        "max": 1,
        "modifiers": [
            {"id": "square", "name": {"en": "square"}},
            {"id": "round", "name": {"en": "round"}},
        ],
    }
    document["modifier_groups"].append(shape)
    document["items"][1]["modifier_groups"] = ["shape"]
    table = Table(document)
    table.join("a")
    table.say("stew and rice")
    table.speak(call("order", lines=[{"dish": "stew"}, {"dish": "rice"}]))
    table.speak("to_user: which size?")
    assert [option.id for option in table.last().options] == ["small", "large"]
    table.tap("pick", envelope=table.last().number, value="2")
    (line,) = table.live.books.lines
    assert (line.item, line.modifiers[0].modifier) == ("stew", "large")
