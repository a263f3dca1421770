"""What a brain writes was asked for just now, with all its terms; absurd counts and others' lines
are the restaurant's no.
"""

from __future__ import annotations

import pytest

from tests.waiter.table import Table, call
from waiter import event as e


def seated(*texts: str, guest: str = "a") -> Table:
    """A guest who has a stew and a rice on the tab, and has said these since."""
    table = Table()
    table.join(guest)
    table.order(lines=[{"dish": "stew", "modifiers": ["small"]}, {"dish": "rice", "quantity": 2}])
    for text in texts[:-1]:
        table.say(text)
        table.speak("to_user: We have stew, rice and tea.")
    table.say(texts[-1])
    return table


def refused(table: Table) -> list[tuple[str, str]]:
    return [(b.by, b.kind) for b in table.bodies() if isinstance(b, e.TurnRefused)]


def rows(table: Table) -> list[tuple[str, int]]:
    return [(line.item, line.quantity) for line in table.live.books.lines]


NO_WISH = (
    "where is the toilet?",
    "hello",
    "how much is the rice?",
    "does the stew have peanuts?",
    "is the rice any good?",
    "厕所在哪？",
    "米饭多少钱？",
    "你好",
    "什么时候关门？",
    "thank you, lovely place",
)


@pytest.mark.parametrize("said", NO_WISH)
@pytest.mark.parametrize(
    "turn",
    [
        call("order", dish="rice"),
        call("order", action="remove", lines=[{"dish": "rice"}]),
        call("order", action="clear"),
        call("order", action="change", lines=[{"dish": "rice", "quantity": 1}]),
        call("order", action="replace", line=2, dish="stew", modifiers=["small"]),
    ],
)
def test_a_message_without_a_wish_moves_nothing(said: str, turn: str) -> None:
    table = seated(said)
    table.speak(turn)
    assert refused(table)[-1][1] in ("unasked", "closing")
    assert rows(table) == [("stew", 1), ("rice", 2)]


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("rice", call("order", dish="rice")),
        ("another rice", call("order", dish="rice")),
        ("I'd love some more of that rice, one will do", call("order", dish="rice")),
        ("same again", call("order", dish="rice")),
        ("要米饭", call("order", dish="rice")),
        ("no rice after all", call("order", action="remove", lines=[{"dish": "rice"}])),
        ("lose the rice, too many carbs", call("order", action="remove", lines=[{"dish": "rice"}])),
        ("米饭不要了", call("order", action="remove", lines=[{"dish": "rice"}])),
        ("算了，全部取消", call("order", action="clear")),
        ("just one rice", call("order", action="change", lines=[{"dish": "rice", "quantity": 1}])),
        ("undo that", call("order", action="undo")),
    ],
)
def test_a_wish_is_carried_out(said: str, turn: str) -> None:
    table = seated(said)
    before = rows(table)
    table.speak(turn)
    assert refused(table) == []
    assert rows(table) != before


def test_what_answers_a_question_is_a_wish() -> None:
    table = seated("rice is nice", "hm, why not")
    table.speak("to_user: Shall I add a rice?")
    table.say("sure, why not")
    table.speak(call("order", dish="rice"))
    assert refused(table) == []


TERMS = [
    (call("checkout", tip="10%"), "tip"),
    (call("checkout", tip="5.00"), "tip"),
    (call("checkout", split={"equal": 4}), "split"),
    (call("checkout", split="person"), "split"),
    (call("checkout", split="item"), "split"),
]


def ticketed() -> Table:
    table = seated("that is all for the kitchen")
    table.speak(call("submit"))
    table.say("yes")
    table.speak("to_user: It's with the kitchen.")
    return table


@pytest.mark.parametrize(("turn", "name"), TERMS)
def test_terms_of_a_bill_that_nobody_named_are_refused(turn: str, name: str) -> None:
    table = ticketed()
    table.say("the bill please")
    table.speak(turn)
    assert refused(table) == [("terms", "grounded")]
    assert name in table.asks[-1].refused[-1].sentence
    assert table.state.requests == {}


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("the bill with a 10% tip", call("checkout", tip="10%")),
        ("买单，一成小费", call("checkout", tip="10%")),
        ("bill, and 5 for you", call("checkout", tip="5.00")),
        ("split the bill in four", call("checkout", split={"equal": 4})),
        ("let's go halves on the bill", call("checkout", split={"equal": 2})),
        ("we each pay our own", call("checkout", split="person")),
        ("各付各的，买单", call("checkout", split="person")),
        ("the bill", call("checkout", tip="0.00")),
    ],
)
def test_terms_that_were_named_are_taken(said: str, turn: str) -> None:
    table = ticketed()
    table.say(said)
    table.speak(turn)
    assert refused(table) == []
    assert [request.app for request in table.state.requests.values()] == ["checkout"]


def two_guests() -> Table:
    table = Table()
    for guest, dish in (("a", "rice"), ("bo", "tea")):
        table.join(guest)
        table.say(f"one {dish}", guest)
        table.speak(call("order", dish=dish))
        table.speak("to_user: noted")
    return table


def test_everybodys_lines_go_only_when_that_was_said() -> None:
    table = two_guests()
    table.say("send mine please")
    table.speak(call("submit", whose="all"))
    assert refused(table) == [("terms", "grounded")]
    table.speak(call("submit"))
    table.say("no")
    table.say("send it for all of us")
    table.speak(call("submit", whose="all"))
    assert len(table.state.requests) == 1


def test_a_neighbours_line_is_not_touched() -> None:
    table = two_guests()
    table.say("take the tea off")
    table.speak(call("order", action="remove", line=2))
    assert [body for body in table.bodies() if isinstance(body, e.CallDeclined)]
    assert table.asks[-1].view.facts[-1].value["problems"][0]["code"] == "not_yours"
    assert rows(table) == [("rice", 1), ("tea", 1)]


@pytest.mark.parametrize(
    ("said", "turn", "code"),
    [
        ("18000 rice", call("order", dish="rice", quantity=18_000), "too_many"),
        ("we are 900", call("order", guests=900), "party_too_large"),
        ("-3 rice", call("order", dish="rice", quantity=0), "bad_quantity"),
    ],
)
def test_what_is_beyond_a_limit_is_declined_before_it_runs(said: str, turn: str, code: str) -> None:
    table = seated(said)
    made = len([body for body in table.bodies() if isinstance(body, e.CallMade)])
    table.speak(turn)
    assert len([body for body in table.bodies() if isinstance(body, e.CallMade)]) == made
    (declined,) = [body for body in table.bodies() if isinstance(body, e.CallDeclined)]
    assert declined.result["problems"][0]["code"] == code
    assert rows(table) == [("stew", 1), ("rice", 2)]


def test_a_tip_beyond_the_limit_is_declined_too() -> None:
    table = ticketed()
    table.say("the bill with a tip of 900%")
    table.speak(call("checkout", tip="900%"))
    assert [body for body in table.bodies() if isinstance(body, e.CallDeclined)]
    assert table.state.requests == {}
