"""Laws of the grammar: what can't be built, can't be smuggled in, and comes back as it went."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.waiter.turn_laws import (
    calls,
    canonical,
    guided,
    junk,
    marks,
    members,
    replies,
    shape,
    strict,
)
from waiter.turn import (
    CALL_LIMIT,
    REPLY_LIMIT,
    Parsed,
    Repaired,
    ToSys,
    ToUser,
    Turn,
    Violation,
    render,
)

# Turns can't be made wrong


@pytest.mark.parametrize(
    "text", ["", " ", "hi ", "\u200b", "x" * (REPLY_LIMIT + 1), "a to_sys: {}", "a\nsys: b", "\x07"]
)
def test_an_impossible_reply_cannot_be_made(text: str) -> None:
    with pytest.raises(ValueError, match=r"reply|white space"):
        ToUser(text)


@pytest.mark.parametrize(
    ("app", "params"),
    [
        ("", {}),
        ("order", {"app": "menu"}),
        ("order", {"n": float("nan")}),
        ("order", {"n": 2**53}),
        ("order", {"n": 10**5_000}),
        ("order", {"n": (1, 2)}),
        ("order", {"n": {1: 2}}),
        ("order", {"n": "\ud800"}),
        ("order", {"n": "x" * CALL_LIMIT}),
        ("or\x00der", {}),
    ],
)
def test_an_impossible_call_cannot_be_made(app: str, params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"app|called"):
        ToSys(app, params)


def test_a_call_keeps_a_copy_of_its_params() -> None:
    lines = [{"dish": "包子"}]
    call = ToSys("order", {"lines": lines})
    lines.append({"dish": "面"})
    assert call == ToSys("order", {"lines": [{"dish": "包子"}]})


def test_repairs_that_were_not_made_are_not_told() -> None:
    with pytest.raises(ValueError, match="without repairs"):
        Repaired(ToUser("hi"), ())


# Laws


@given(st.text() | junk | junk.map("to_user: {}".format) | junk.map("to_sys: {}".format))
def test_any_text_is_a_turn_or_a_violation(raw: str) -> None:
    assert isinstance(strict(raw), ToUser | ToSys | Violation)
    assert isinstance(guided(raw), ToUser | ToSys | Repaired | Violation)


@given(calls)
def test_parsing_a_rendered_call_gives_it_back_with_its_types(call: ToSys) -> None:
    parsed = strict(render(call))
    assert isinstance(parsed, ToSys)
    assert canonical(parsed) == canonical(call)


@given(replies)
def test_parsing_a_rendered_reply_gives_it_back_unless_it_leaks(turn: ToUser) -> None:
    parsed = strict(render(turn))
    assert parsed == turn or (isinstance(parsed, Violation) and parsed.kind == "leak")


@given(calls | replies)
def test_guided_mode_changes_no_strict_turn(turn: Turn) -> None:
    parsed = strict(render(turn))
    assume(not isinstance(parsed, Violation))
    assert guided(render(turn)) == parsed


def spliced(call: ToSys, fragment: str, data: st.DataObject) -> Parsed:
    raw = render(call)
    at = data.draw(st.integers(0, len(raw)))
    return strict(raw[:at] + fragment + raw[at:])


@given(calls, marks, st.data())
def test_a_spliced_mark_never_makes_another_call(
    call: ToSys, mark: str, data: st.DataObject
) -> None:
    """In a string a mark is data; anywhere else the turn is refused."""
    parsed = spliced(call, mark, data)
    if isinstance(parsed, ToSys):
        assert parsed.app == call.app
        assert shape(parsed.params) == shape(call.params)
    else:
        assert isinstance(parsed, Violation)


@given(calls, members, st.data())
def test_a_spliced_member_never_calls_another_app(
    call: ToSys, member: str, data: st.DataObject
) -> None:
    parsed = spliced(call, member, data)
    assert isinstance(parsed, Violation) or (isinstance(parsed, ToSys) and parsed.app == call.app)


@given(calls, replies)
def test_two_turns_in_one_reply_are_never_one(call: ToSys, reply: ToUser) -> None:
    for raw in (f"{render(call)}\n{render(reply)}", f"{render(reply)}\n{render(call)}"):
        for parsed in (strict(raw), guided(raw)):
            assert isinstance(parsed, Violation)
