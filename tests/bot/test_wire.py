"""What programs read: the envelope with its structured answer, and the customer's shape of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.console import customer
from tests.bot.conftest import NOON, Waiter
from waiter.answer import Answer
from waiter.envelope import Envelope

TALK = "一碗担担面\n下单\n是\n推荐点辣的菜\n"


def test_every_envelope_has_an_answer_that_its_schema_knows(waiter: Waiter) -> None:
    rows = waiter("chat", "--json", "--clock", NOON, stdin=TALK).rows
    assert len(rows) >= 5
    for row in rows:
        read = TypeAdapter(Envelope).validate_python({**row, "version": row["version"]})
        assert isinstance(read.answer, Answer)
        assert read.answer.main_content.final_answer == row["content"]
        assert read.answer.status == row["status"]


def test_the_answer_names_intent_calls_and_citations(waiter: Waiter) -> None:
    rows = waiter("chat", "--json", "--clock", NOON, stdin=TALK).rows
    ordered, found = rows[1]["answer"], rows[-1]["answer"]
    assert ordered["intent"]["name"] == "order"
    assert ordered["intent"]["entities"] == [{"type": "dish", "item": "dandan", "quantity": 1}]
    assert ordered["provenance"]["tool_invocations"][0]["tool_name"] == "order"
    assert found["provenance"]["knowledge_queries"][0]["source"].startswith("menu:")
    assert found["metadata"]["model_used"] == "house"


def test_the_customers_shape_has_their_keys_and_no_others(waiter: Waiter) -> None:
    rows = waiter("chat", "--wire", "customer", "--clock", NOON, stdin=TALK).rows
    for row in rows:
        assert list(row) == [
            "messageId", "messageType", "timestamp", "allowInterrupt", "context", "payload",
        ]  # fmt: skip
        assert list(row["context"]) == ["sessionId", "relatedSkill"]
        assert list(row["payload"]) == ["content", "options"]
        assert customer.customer_row(customer.envelope_row(customer.read(row))) == row
    schema = json.loads(waiter("schema", "customer").out)
    assert set(schema["required"]) == set(rows[0])


TEXTS = st.text(min_size=1).filter(str.strip)
ROWS = st.fixed_dictionaries(
    {
        "messageId": TEXTS,
        "messageType": st.sampled_from(
            ["notification", "advice", "permission_request", "input_request", "error"]
        ),
        "timestamp": st.datetimes().map(lambda at: at.isoformat() + "Z"),
        "allowInterrupt": st.booleans(),
        "context": st.fixed_dictionaries(
            {
                "sessionId": st.from_regex(r"\w+/\w+", fullmatch=True),
                "relatedSkill": st.none() | st.just("order"),
            }
        ),
        "payload": st.fixed_dictionaries(
            {
                "content": TEXTS,
                "options": st.lists(st.fixed_dictionaries({"id": TEXTS, "label": TEXTS})),
            }
        ),
    }
)


@given(ROWS)
def test_what_the_shape_carries_comes_back(row: dict[str, Any]) -> None:
    again = customer.customer_row(customer.envelope_row(customer.read(row)))
    assert customer.read(again) == customer.read(row)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"messageType": "shout"}, "messageType"),
        ({"extra": 1}, "extra"),
        ({"payload": {"content": "x"}}, "options"),
        ({"timestamp": "yesterday"}, "timestamp"),
    ],
)
def test_a_row_of_another_shape_is_refused_by_its_place(change: dict[str, Any], told: str) -> None:
    row = {
        "messageId": "v/a/1", "messageType": "notification", "timestamp": "2026-05-04T12:00:00Z",
        "allowInterrupt": True, "context": {"sessionId": "v/a", "relatedSkill": None},
        "payload": {"content": "x", "options": []}, **change,
    }  # fmt: skip
    with pytest.raises(customer.WireError, match=told):
        customer.read(row)
