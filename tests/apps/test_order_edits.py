"""`order`, editing: change, remove, replace, clear, undo; only the speaker's own lines."""

from __future__ import annotations

from typing import Any

import pytest

from apps.asking import fill
from apps.ledger.books import Chosen
from tests.apps.house import (
    ANN,
    BO,
    asked,
    call,
    codes,
    opened,
    ordered,
    problems,
    rows,
)

SMALL_BARLEY: dict[str, Any] = {"dish": "barley", "modifiers": ["small"]}


def chosen(at: Any, line: int) -> set[tuple[str, str, str]]:
    (found,) = [each for each in at.books.lines if each.line == line]
    return {(c.group, c.modifier, c.amount) for c in found.modifiers}


def test_a_change_sets_the_quantity() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 3})
    outcome, at = call("order", at, {"action": "change", "line": 1, "quantity": 2})
    assert rows(at) == [(1, "ann", "reed", 2)]
    assert [(r["what"], r["before"]) for r in outcome.result["lines"]] == [("changed", 3)]


def test_a_change_to_none_removes() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"action": "change", "line": 1, "quantity": 0})
    assert rows(at) == []


def test_a_modifier_replaces_in_a_group_that_takes_one_and_adds_in_others() -> None:
    at = ordered(
        opened(),
        {"dish": "barley", "modifiers": ["small", "fierce", "egg"]},
        {"action": "change", "line": 1, "modifiers": ["big", "not hot", "tofu"]},
    )
    assert chosen(at, 1) == {
        ("size", "big", "regular"),
        ("heat", "flat", "regular"),
        ("extras", "egg", "regular"),
        ("extras", "tofu", "regular"),
    }


def test_none_takes_out_what_was_added() -> None:
    at = ordered(
        opened(),
        {"dish": "barley", "modifiers": ["small", "egg"]},
        {"action": "change", "line": 1, "modifiers": [{"modifier": "egg", "amount": "none"}]},
    )
    assert chosen(at, 1) == {("size", "small", "regular")}


def test_none_refuses_what_can_be_removed() -> None:
    at = ordered(
        opened(),
        SMALL_BARLEY,
        {"action": "change", "line": 1, "modifiers": [{"modifier": "leek", "amount": "none"}]},
    )
    assert ("garnish", "leek", "none") in chosen(at, 1)


def test_none_of_what_is_neither_added_nor_removable_is_refused() -> None:
    at = ordered(opened(), SMALL_BARLEY)
    params = {"action": "change", "line": 1, "modifiers": [{"modifier": "egg", "amount": "none"}]}
    assert codes(call("order", at, params)[0]) == ["not_removable"]


def test_taking_out_a_required_choice_asks_it_again() -> None:
    at = ordered(opened(), SMALL_BARLEY)
    params = {"action": "change", "line": 1, "modifiers": [{"modifier": "small", "amount": "none"}]}
    outcome, at = call("order", at, params)
    ask = asked(outcome)
    assert (ask.group, ask.draft["action"], ask.draft["line"]) == ("size", "change", 1)


def test_an_unclear_change_completes_to_a_change_of_that_line() -> None:
    at = ordered(opened(), {"dish": "reed"}, SMALL_BARLEY)
    outcome, at = call("order", at, {"action": "change", "line": 2, "modifiers": ["辣"]})
    at = ordered(at, fill(asked(outcome), "fierce"))
    assert ("heat", "fierce", "regular") in chosen(at, 2)
    assert rows(at) == [(1, "ann", "reed", 1), (2, "ann", "barley", 1)]


def test_a_note_is_set_and_taken_off() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"action": "change", "line": 1, "note": "hot"})
    assert at.books.lines[0].note == "hot"
    at = ordered(at, {"action": "change", "line": 1, "note": None})
    assert at.books.lines[0].note is None


def test_a_line_changed_into_another_merges_with_it() -> None:
    at = ordered(
        opened(),
        SMALL_BARLEY,
        {"dish": "barley", "modifiers": ["big"]},
        {"action": "change", "line": 2, "modifiers": ["small"]},
    )
    assert rows(at) == [(1, "ann", "barley", 2)]


def test_lines_that_merge_by_a_change_keep_to_the_limit() -> None:
    at = ordered(
        opened(), {"dish": "rice", "quantity": 40}, {"dish": "rice", "quantity": 20, "note": "warm"}
    )
    outcome, _ = call("order", at, {"action": "change", "line": 2, "note": None})
    assert [(p.code, p.allowed["max"]) for p in problems(outcome)] == [("too_many", 10)]


def test_a_change_may_not_take_more_than_is_left() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 2})
    outcome, _ = call("order", at, {"action": "change", "line": 1, "quantity": 6})
    assert problems(outcome)[0].allowed == {"left": 5}


def test_a_change_of_nothing_is_refused() -> None:
    at = ordered(opened(), {"dish": "reed"})
    assert codes(call("order", at, {"action": "change", "line": 1})[0]) == ["nothing_to_change"]


def test_a_removal_takes_the_line_or_so_many_of_it() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 3}, {"dish": "rice"})
    outcome, at = call("order", at, {"action": "remove", "line": 1, "quantity": 1})
    assert rows(at) == [(1, "ann", "reed", 2), (2, "ann", "rice", 1)]
    outcome, at = call("order", at, {"action": "remove", "line": 1})
    assert rows(at) == [(2, "ann", "rice", 1)]
    assert [(r["what"], r["item"]) for r in outcome.result["lines"]] == [("removed", "reed")]


def test_more_than_there_is_cannot_be_removed() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 2})
    outcome, at = call("order", at, {"action": "remove", "line": 1, "quantity": 3})
    assert [(p.code, p.allowed["max"]) for p in problems(outcome)] == [("too_many", 2)]
    assert rows(at) == [(1, "ann", "reed", 2)]


def test_as_many_as_there_are_can_be_removed() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 2})
    assert rows(ordered(at, {"action": "remove", "line": 1, "quantity": 2})) == []


@pytest.mark.parametrize("quantity", [0, -1])
def test_less_than_one_cannot_be_removed(quantity: int) -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 3})
    outcome, _ = call("order", at, {"action": "remove", "line": 1, "quantity": quantity})
    assert [(p.code, p.line, p.allowed) for p in problems(outcome)] == [
        ("bad_quantity", 0, {"min": 1, "max": 3})
    ]
    assert rows(ordered(at, {"action": "remove", "line": 1, "quantity": 1}))[0][3] == 2


def test_a_problem_of_a_change_is_about_its_one_line() -> None:
    at = ordered(opened(), SMALL_BARLEY)
    outcome, _ = call("order", at, {"action": "change", "line": 1, "modifiers": ["sand"]})
    assert [(p.code, p.line) for p in problems(outcome)] == [("unknown_modifier", 0)]


def test_a_vague_removal_is_asked() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 3})
    outcome, at = call("order", at, {"action": "remove", "line": 1, "quantity": None})
    ask = asked(outcome)
    assert ask.range == (1, 3)
    assert rows(ordered(at, fill(ask, 2))) == [(1, "ann", "reed", 1)]


def test_a_dish_that_is_on_the_tab_once_may_be_named() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"dish": "rice", "quantity": 2})
    at = ordered(at, {"action": "remove", "dish": "Plain rice", "quantity": 1})
    assert rows(at) == [(1, "ann", "reed", 1), (2, "ann", "rice", 1)]


def test_a_dish_that_is_on_the_tab_twice_may_not() -> None:
    at = ordered(opened(), SMALL_BARLEY, {"dish": "barley", "modifiers": ["big"]})
    outcome, _ = call("order", at, {"action": "remove", "dish": "barley"})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [("line_unclear", {"lines": [1, 2]})]


def test_a_dish_that_is_not_the_lines_is_a_mistake() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"dish": "rice"})
    assert codes(call("order", at, {"action": "remove", "line": 1, "dish": "rice"})[0]) == [
        "line_unclear"
    ]


@pytest.mark.parametrize("action", ["change", "remove", "replace"])
def test_a_line_that_is_not_there_or_not_ones_own_is_refused(action: str) -> None:
    at = ordered(ordered(opened(), {"dish": "reed"}), {"dish": "rice"}, who=BO)
    more = {"dish": "latte"} if action == "replace" else {"quantity": 1}
    missing, _ = call("order", at, {"action": action, "line": 9, **more})
    others, _ = call("order", at, {"action": action, "line": 2, **more})
    none, _ = call("order", at, {"action": action, **more})
    assert [codes(missing), codes(others), codes(none)] == [
        ["no_such_line"],
        ["not_yours"],
        ["line_unclear"],
    ]
    assert problems(others)[0].allowed == {"lines": [1]}


def test_a_replacement_is_as_many_as_it_replaces_and_keeps_the_number() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 2}, {"dish": "rice"})
    outcome, at = call("order", at, {"action": "replace", "line": 1, "dish": "latte"})
    assert rows(at) == [(1, "ann", "latte", 2), (2, "ann", "rice", 1)]
    assert [(r["what"], r["item"]) for r in outcome.result["lines"]] == [
        ("removed", "reed"),
        ("added", "latte"),
    ]


def test_a_part_of_a_line_may_be_replaced() -> None:
    at = ordered(
        opened(),
        {"dish": "barley", "quantity": 3, "modifiers": ["small"]},
        {
            "action": "replace",
            "line": 1,
            "quantity": 1,
            "lines": [{"dish": "barley", "modifiers": ["small", "fierce"]}],
        },
    )
    assert rows(at) == [(1, "ann", "barley", 2), (2, "ann", "barley", 1)]
    assert Chosen("heat", "fierce") in at.books.lines[1].modifiers


def test_the_last_ones_may_be_replaced_by_the_same_otherwise() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 5})
    at = ordered(at, {"action": "replace", "line": 1, "dish": "skewer", "note": "rare"})
    assert [(line.quantity, line.note) for line in at.books.lines] == [(5, "rare")]


def test_one_more_than_there_is_says_how_many_the_line_may_have() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 5})
    outcome, at = call("order", at, {"action": "change", "line": 1, "quantity": 6, "note": "rare"})
    assert problems(outcome)[0].allowed == {"left": 5}
    at = ordered(at, fill(asked(outcome), 4))
    assert [(line.quantity, line.note) for line in at.books.lines] == [(4, "rare")]


def test_a_line_may_be_replaced_by_several() -> None:
    new = [{"dish": "latte", "quantity": 1}, {"dish": "pear_tea", "quantity": 3}]
    at = ordered(
        opened(), {"dish": "reed", "quantity": 2}, {"action": "replace", "line": 1, "lines": new}
    )
    assert rows(at) == [(1, "ann", "latte", 1), (2, "ann", "pear_tea", 3)]


def test_a_replacement_that_cannot_be_leaves_the_line() -> None:
    at = ordered(opened(), {"dish": "reed"})
    outcome, after = call("order", at, {"action": "replace", "line": 1, "dish": "quail"})
    assert codes(outcome) == ["sold_out"]
    assert after.books == at.books


def test_a_replacement_that_is_asked_about_completes_to_a_replacement() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 3})
    params = {"action": "replace", "line": 1, "quantity": 2, "dish": "barley"}
    outcome, at = call("order", at, params)
    at = ordered(at, fill(asked(outcome), "small"))
    assert rows(at) == [(1, "ann", "reed", 1), (2, "ann", "barley", 2)]


def test_clearing_touches_ones_own_lines_alone() -> None:
    at = ordered(ordered(opened(), {"dish": "reed"}, {"dish": "rice"}), {"dish": "latte"}, who=BO)
    outcome, at = call("order", at, {"action": "clear"})
    assert rows(at) == [(3, "bo", "latte", 1)]
    assert [r["what"] for r in outcome.result["lines"]] == ["removed", "removed"]


def test_clearing_nothing_is_said() -> None:
    at = ordered(opened(), {"dish": "latte"}, who=BO)
    assert codes(call("order", at, {"action": "clear"}, ANN)[0]) == ["empty_tab"]


def test_a_cleared_tab_comes_back_once() -> None:
    at = ordered(opened(), {"dish": "reed", "quantity": 2}, {"dish": "rice"})
    before = at.books.lines
    cleared = ordered(at, {"action": "clear"})
    outcome, back = call("order", cleared, {"action": "undo"})
    assert back.books.lines == before
    assert [(r["what"], r["quantity"]) for r in outcome.result["lines"]] == [
        ("added", 2),
        ("added", 1),
    ]
    assert codes(call("order", back, {"action": "undo"})[0]) == ["nothing_to_undo"]


def test_an_undo_leaves_what_a_neighbour_did_since() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"action": "clear"})
    at = ordered(at, {"dish": "latte"}, who=BO)
    at = ordered(at, {"action": "undo"})
    assert rows(at) == [(1, "ann", "reed", 1), (2, "bo", "latte", 1)]


def test_what_was_sent_is_not_undone() -> None:
    at = ordered(opened(), {"dish": "reed"})
    _, at = call("submit", at, {})
    assert codes(call("order", at, {"action": "undo"})[0]) == ["nothing_to_undo"]


def test_a_head_count_is_no_act_that_an_undo_takes_back() -> None:
    at = ordered(opened(), {"dish": "reed"}, {"action": "clear"}, {"guests": 3})
    at = ordered(at, {"action": "undo"})
    assert rows(at) == [(1, "ann", "reed", 1)]
    assert at.books.head_count == 3
