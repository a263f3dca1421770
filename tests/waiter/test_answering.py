"""The structured answer says what the journal has, and nothing else."""

from __future__ import annotations

import pytest

from tests.waiter.table import Table, call
from waiter import event as e
from waiter.answer import Answer
from waiter.answering import answer_of
from waiter.envelope import Envelope
from waiter.view import Reading


@pytest.fixture
def table() -> Table:
    table = Table()
    table.join("a")
    return table


def answer(table: Table, envelope: Envelope, language: str = "en") -> Answer:
    opened = int((envelope.exchange or "x1").removeprefix("x"))
    events = [record.event for record in table.records() if record.event.seq >= opened]
    return answer_of(events if envelope.exchange else [], envelope, language)


def test_every_call_stands_in_the_provenance_with_its_result(table: Table) -> None:
    table.say("1 rice and 30 teas")
    table.speak(call("order", dish="rice", quantity=1))
    table.speak(call("order", dish="tea", quantity=30))
    table.speak("to_user: The rice is noted; so much tea we don't have.")
    made = answer(table, table.last())
    calls = made.provenance.tool_invocations
    assert [one.tool_name for one in calls] == ["order", "order"]
    assert calls[0].parameters["dish"] == "rice"
    assert [one.ok for one in calls] == [True, False]
    returned = [b for b in table.bodies() if isinstance(b, e.AppReturned)]
    assert [(one.ok, one.result) for one in calls] == [(b.ok, b.result) for b in returned]
    assert made.main_content.final_answer == table.last().content
    assert made.response_id == table.last().message_id


def test_a_search_is_cited_dish_by_dish(table: Table) -> None:
    table.say("something like tea?")
    table.speak(call("search", query="tea"))
    table.speak("to_user: Perhaps the tea.")
    found = answer(table, table.last()).provenance.knowledge_queries
    assert found[0].query == "tea"
    assert found[0].source.startswith("menu:")
    assert "Tea" in found[0].retrieved_content
    assert found[0].relevance_score is not None


def test_the_intent_is_what_the_brain_read(table: Table) -> None:
    table.say("two rice")
    ask = table.asks.pop()
    reading = Reading(("order",), ({"type": "dish", "item": "rice", "quantity": 2},))
    turn = call("order", dish="rice", quantity=2)
    table.take(e.BrainSpoke("a", ask.exchange, ask.ask, turn, "house", 0.93, ms=3, reading=reading))
    table.speak("to_user: Two rice.")
    intent = answer(table, table.last()).intent
    assert intent is not None
    assert (intent.name, intent.confidence) == ("order", 0.93)
    assert intent.entities == reading.entities


def test_without_a_reading_the_intent_is_what_was_called_for(table: Table) -> None:
    table.say("the bill")
    table.speak(call("tab"))
    table.speak("to_user: Nothing yet.")
    intent = answer(table, table.last()).intent
    assert intent is not None
    assert intent.name == "status"


def test_a_request_belongs_to_the_exchange_that_brought_it(table: Table) -> None:
    table.order(dish="rice", quantity=1)
    table.say("send it")
    table.speak(call("submit"))
    request = table.last()
    assert request.type == "permission_request"
    assert request.exchange is not None
    steps = answer(table, request).main_content.reasoning_chain
    assert steps == ("Asked the guest to confirm",)


def test_a_yes_is_a_confirmation_and_its_deed_is_told(table: Table) -> None:
    table.order(dish="rice", quantity=1)
    table.say("send it")
    table.speak(call("submit"))
    table.say("yes")
    table.speak("to_user: It is on its way.")
    made = answer(table, table.last())
    assert made.intent is not None
    assert made.intent.name == "confirm"
    assert "Sent the order to the kitchen" in made.main_content.reasoning_chain
    assert [one.action for one in made.suggestions.next_automated_actions] == ["checkout"]
    assert table.live.books.bill is None


def test_what_was_refused_is_a_step_that_tells_no_reason(table: Table) -> None:
    table.say("hello")
    table.speak("no marker")
    table.speak("to_user: hello")
    steps = answer(table, table.last()).main_content.reasoning_chain
    assert steps == ("Put it in other words",)


def test_another_guests_exchange_is_not_in_it(table: Table) -> None:
    table.join("b")
    table.say("rice", "a")
    table.say("tea", "b")
    b, a = table.asks.pop(), table.asks.pop()
    rice, tea = (call("order", dish=dish, quantity=1) for dish in ("rice", "tea"))
    table.take(e.BrainSpoke("b", b.exchange, 1, tea, "llm"))
    table.take(e.BrainSpoke("a", a.exchange, 1, rice, "llm"))
    for ask in (table.asks.pop(), table.asks.pop()):
        table.take(e.BrainSpoke(ask.guest, ask.exchange, ask.ask, "to_user: noted", "llm"))
    made = answer(table, table.last("b"))
    assert [one.parameters["dish"] for one in made.provenance.tool_invocations] == ["tea"]


def test_what_the_house_says_by_itself_has_an_answer_without_provenance(table: Table) -> None:
    table.say("x" * 3000)
    made = answer(table, table.last(), "zh")
    assert made.intent is None
    assert made.status == "error"
    assert made.provenance.tool_invocations == ()


@pytest.mark.parametrize("language", ["zh", "zh-Hant", "en"])
def test_steps_are_in_the_guests_language(table: Table, language: str) -> None:
    table.say("the menu")
    table.speak(call("menu"))
    table.speak("to_user: Here.")
    steps = answer(table, table.last(), language).main_content.reasoning_chain
    looked = {"zh": "看了菜单", "zh-Hant": "看了菜單", "en": "Looked at the menu"}
    assert looked[language] in steps
