"""Laws of `order` that hold for any sequence of calls, sensible or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from pydantic import ValidationError

from apps.asking import fill
from apps.contract import Ask, Outcome, Snapshot
from apps.ledger.normal import same
from apps.ordering.params import OrderParams
from tests.apps.house import ANN, BO, call, desk, opened, problems

LONGEST_CHAIN = 12  # a combo of three slots, each dish with a required group and a vague number

dishes = st.sampled_from(
    ["barley", "reed", "latte", "noon", "skewer", "雪梨", "午间套餐", "quail", "dust", "rice"]
)
quantities = st.sampled_from([1, 2, 3, 5, 60, 0, None])
modifiers = st.lists(
    st.sampled_from(
        [
            "small", "big", "mild", "fierce", "egg", "tofu", "oat", "辣", "sand",
            {"modifier": "leek", "amount": "none"}, {"modifier": "crisps", "amount": "extra"},
            {"modifier": "egg", "amount": "none"}, {"modifier": "egg", "quantity": 2},
        ]
    ),
    max_size=3,
)  # fmt: skip
choices = st.lists(
    st.sampled_from(["reed", "latte", "pear_tea", {"slot": "main", "item": "barley"}, "dust"]),
    max_size=3,
)


@st.composite
def wishes(draw: DrawFn) -> dict[str, Any]:
    """A line as said."""
    wish: dict[str, Any] = {"dish": draw(dishes)}
    for key, values in (("quantity", quantities), ("modifiers", modifiers), ("choices", choices)):
        if draw(st.booleans()):
            wish[key] = draw(values)
    return wish


@st.composite
def calls(draw: DrawFn) -> dict[str, Any]:
    """A call of `order`, whose line may or may not be there."""
    action = draw(st.sampled_from(["add", "add", "change", "remove", "replace", "clear", "undo"]))
    line = {"line": draw(st.integers(1, 6))}
    match action:
        case "add":
            return {"lines": draw(st.lists(wishes(), min_size=1, max_size=3))}
        case "change":
            more = {"quantity": draw(st.integers(0, 4)), "modifiers": draw(modifiers)}
            return {"action": action, **line, **more}
        case "remove":
            return {"action": action, **line, "quantity": draw(st.integers(1, 3))}
        case "replace":
            new = draw(st.lists(wishes(), min_size=1, max_size=2))
            return {"action": action, **line, "lines": new}
        case _:
            return {"action": action}


turns = st.lists(st.tuples(st.sampled_from([ANN, BO]), calls()), max_size=10)


@given(turns)
def test_a_call_takes_all_or_nothing_and_only_ones_own(said: list[Any]) -> None:
    at = opened()
    for who, params in said:
        outcome, after = call("order", at, params, who)
        other = [line for line in at.books.lines if line.guest != who.guest]
        assert [line for line in after.books.lines if line.guest != who.guest] == other
        if not outcome.ok:
            assert after.books == at.books
        at = after


@given(turns)
def test_the_tab_is_always_sound(said: list[Any]) -> None:
    at = opened()
    for who, params in said:
        _, at = call("order", at, params, who)
        lines = at.books.lines
        numbers = [line.line for line in lines]
        assert numbers == sorted(set(numbers))
        assert all(number < at.books.next_line for number in numbers)
        assert all(1 <= line.quantity <= 50 for line in lines)
        assert not any(
            same(at.menu, one, other) for one in lines for other in lines if one.line < other.line
        )
        assert sum(line.quantity for line in lines if line.item == "skewer") <= 5


@given(turns, calls())
def test_an_undo_gives_back_exactly_what_was_there(said: list[Any], last: dict[str, Any]) -> None:
    at = opened()
    for who, params in said:
        _, at = call("order", at, params, who)
    outcome, after = call("order", at, last)
    if outcome.ok and last.get("action") != "undo":
        _, back = call("order", after, {"action": "undo"})
        assert back.books.lines == at.books.lines


@given(turns)
def test_a_call_means_the_same_after_its_params_went_through_json(said: list[Any]) -> None:
    at = opened()
    for who, params in said:
        again = OrderParams.model_validate(params).model_dump(mode="json", exclude_unset=True)
        outcome, after = call("order", at, params, who)
        assert call("order", at, again, who) == (outcome, after)
        at = after


@given(st.lists(wishes(), min_size=1, max_size=3), st.data())
def test_answering_what_is_asked_ends_in_a_line_or_a_plain_no(
    said: list[dict[str, Any]], data: st.DataObject
) -> None:
    outcome, at = call("order", opened(), {"lines": said})
    asks = [problem.ask for problem in problems(outcome) if problem.ask is not None]
    for ask in asks:
        final, _ = _answered(at, ask, data)
        assert final.ok or all(problem.ask is None for problem in problems(final))


def _answered(at: Snapshot, ask: Ask, data: st.DataObject) -> tuple[Outcome, Snapshot]:
    for _ in range(LONGEST_CHAIN):
        answer: str | int
        if ask.candidates:
            answer = data.draw(st.sampled_from([c.id for c in ask.candidates if c.available]))
        else:
            assert ask.range is not None
            answer = data.draw(st.integers(*ask.range))
        before = dict(ask.draft)
        outcome, at = call("order", at, fill(ask, answer))
        assert ask.draft == before, "an answer changes no draft"
        asked = [problem.ask for problem in problems(outcome) if problem.ask is not None]
        if not asked:
            return outcome, at
        (ask,) = asked
    raise AssertionError("it never stops asking")


json = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
keys = st.sampled_from([*OrderParams.model_fields, "price", "table"])


@given(st.dictionaries(keys, json | wishes() | st.lists(wishes()), max_size=4))
def test_any_params_are_either_refused_as_such_or_answered(params: dict[str, Any]) -> None:
    try:
        OrderParams.model_validate(params)
    except ValidationError:
        return
    at = call("order", opened(), {"dish": "reed"})[1]
    outcome, _ = call("order", at, params)
    assert outcome.ok or problems(outcome)


@given(turns)
def test_what_is_sent_is_what_was_on_the_tab(said: list[Any]) -> None:
    at = opened()
    for who, params in said:
        _, at = call("order", at, params, who)
    before = at.books.lines
    outcome, after = call("submit", at, {"whose": "all"}, desk("ann"))
    if outcome.ok:
        (ticket,) = after.books.tickets
        assert tuple(placed.line for placed in ticket.lines) == before
        owners = {line.guest for line in before}
        undo = {guest: kept for guest, kept in at.books.undo.items() if guest not in owners}
        assert after.books == replace(at.books, lines=(), undo=undo, tickets=(ticket,))
        left = after.availability.stock["skewer"] - at.availability.stock["skewer"]
        assert -left == sum(line.quantity for line in before if line.item == "skewer")
