"""The JSON shape of a turn: the same turns as the grammar's, in the subset endpoints share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.table import APP_NAMES, APPS
from tests.waiter import turn_laws
from waiter.brains.llm.structured import from_turn, to_turn, turn_schema
from waiter.brains.llm.texts import prompt_texts
from waiter.turn import ToSys, ToUser, parse, render
from waiter.wording import grammar_words

PORTABLE = {"type", "properties", "required", "additionalProperties", "anyOf", "items", "enum"}


def shapes(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema in a schema."""
    yield schema
    for inner in (*schema.get("anyOf", ()), *schema.get("properties", {}).values()):
        yield from shapes(inner)
    if "items" in schema:
        yield from shapes(schema["items"])


def test_the_schema_is_written_in_the_portable_subset() -> None:
    for shape in shapes(turn_schema()):
        assert shape.keys() <= PORTABLE
        assert ("type" in shape) != ("anyOf" in shape)
        if shape.get("type") == "object":
            assert shape["additionalProperties"] is False
            assert shape["required"] == list(shape["properties"])
            assert isinstance(shape["type"], str)


def test_the_root_is_an_object_with_one_key() -> None:
    schema = turn_schema()
    assert (schema["type"], list(schema["properties"])) == ("object", ["turn"])


def test_every_app_is_in_the_schema_with_its_effect_on_the_same_params() -> None:
    options = turn_schema()["properties"]["turn"]["anyOf"]
    named = {
        tuple(option["properties"]["app"]["enum"]): set(option["properties"]) - {"app"}
        for option in options
        if "app" in option["properties"]
    }
    assert set(named) == {(app.name,) for app in APPS}
    for app in APPS:
        assert named[(app.name,)] <= set(app.Params.model_fields)


@pytest.mark.parametrize(
    ("reply", "turn"),
    [
        ('{"turn": {"to_user": "好的"}}', "to_user: 好的"),
        (' {"turn": {"to_user": " 好的 "}}\n', "to_user: 好的"),
        ('{"turn": {"app": "tab"}}', 'to_sys: {"app": "tab"}'),
        (
            '{"turn": {"app": "menu", "category": null, "page": 2}}',
            'to_sys: {"app": "menu", "page": 2}',
        ),
        (
            '{"turn": {"app": "order", "action": null, "lines": [{"dish": "a", "note": null}]}}',
            'to_sys: {"app": "order", "lines": [{"dish": "a"}]}',
        ),
        (
            '{"turn": {"app": "order", "lines": [{"dish": "a", "quantity": "unknown"}]}}',
            'to_sys: {"app": "order", "lines": [{"dish": "a", "quantity": null}]}',
        ),
        ('{"turn": {"to_user": "a\\nsys: b"}}', "to_user: a\nsys: b"),
    ],
)
def test_a_reply_becomes_turn_text(reply: str, turn: str) -> None:
    assert to_turn(reply) == turn


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "to_user: 好的",
        '{"turn": {"app": "tab"}} and more',
        '{"turn": {"app": "tab"}, "turn": {"app": "submit"}}',
        '{"turn": {"to_user": "好", "app": "tab"}, "more": 1}',
        '{"turn": {"to_user": 7}}',
        '{"turn": {"app": null}}',
        '{"turn": []}',
        '{"turn": ' + "[" * 100_000,
        "[]",
        "7",
    ],
)
def test_what_is_no_turn_is_given_on_as_it_came(reply: str) -> None:
    assert to_turn(reply) == reply


def test_words_and_a_call_at_once_are_no_turn() -> None:
    reply = '{"turn": {"to_user": "好", "app": "tab"}}'
    assert not isinstance(parse(to_turn(reply), APP_NAMES, wording=grammar_words()), ToUser)


@given(turn_laws.replies)
def test_words_survive_the_way_there_and_back(said: ToUser) -> None:
    turn = render(said)
    assert to_turn(from_turn(turn)) == turn


MODIFIERS = st.sampled_from(["不辣", {"group": "spice", "modifier": "none"}])
LINES = st.lists(
    st.fixed_dictionaries(
        {"dish": st.text("面抄手ab", min_size=1, max_size=5)},
        optional={
            "quantity": st.none() | st.integers(1, 50),
            "modifiers": st.lists(MODIFIERS, min_size=1, max_size=2),
            "note": st.just("少油"),
        },
    ),
    min_size=1,
    max_size=3,
)


@given(LINES)
def test_an_order_survives_the_way_there_and_back(lines: list[dict[str, Any]]) -> None:
    turn = render(ToSys("order", {"lines": lines}))
    back = parse(to_turn(from_turn(turn)), APP_NAMES, wording=grammar_words())
    assert back == ToSys("order", {"lines": lines})


@given(LINES)
def test_what_is_shown_of_a_call_fits_the_schema(lines: list[dict[str, Any]]) -> None:
    shown = json.loads(from_turn(render(ToSys("order", {"lines": lines}))))
    assert fits(shown, turn_schema())


def test_the_examples_fit_the_schema() -> None:
    turns = [text for lines in prompt_texts().examples for who, text in lines if who == "waiter"]
    assert all(fits(json.loads(from_turn(turn)), turn_schema()) for turn in turns)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is what a schema of the portable subset allows."""
    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    match schema["type"]:
        case "object":
            return (
                isinstance(value, dict)
                and value.keys() == schema["properties"].keys()
                and all(fits(value[key], one) for key, one in schema["properties"].items())
            )
        case "array":
            return isinstance(value, list) and all(fits(one, schema["items"]) for one in value)
        case "null":
            return value is None
        case kind:
            python = {"string": str, "integer": int, "number": float, "boolean": bool}[kind]
            return type(value) is python and value in schema.get("enum", [value])
