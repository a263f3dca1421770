"""`order`, adding: what goes on the tab, what is asked, what is refused and with what allowed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pydantic import ValidationError

from apps.asking import fill
from apps.ledger.books import Chosen
from apps.ordering.params import OrderParams
from tests.apps.house import (
    ANN,
    BO,
    NOON,
    asked,
    call,
    codes,
    desk,
    menu,
    opened,
    ordered,
    problems,
    rows,
)


def test_a_dish_without_a_number_is_one() -> None:
    outcome, at = call("order", opened(), {"dish": "Reed shoot soup"})
    assert rows(at) == [(1, "ann", "reed", 1)]
    (line,) = outcome.result["lines"]
    assert (line["what"], line["unit_price"], line["total"]) == ("added", "9.00", "9.00")
    assert outcome.result["tab"]["total"] == "9.00"


@pytest.mark.parametrize("words", ["rice", "白米饭", "Plain rice", "plain RICE"])
def test_a_dish_goes_by_its_id_and_every_name(words: str) -> None:
    assert rows(ordered(opened(), {"dish": words})) == [(1, "ann", "rice", 1)]


def test_the_customers_own_call_orders() -> None:
    _, at = call("點餐應用", opened(), {"usernum": 1, "caiming": "白米饭", "cainum": 5})
    assert rows(at) == [(1, "ann", "rice", 5)]
    assert at.books.head_count == 1


def test_the_customers_form_without_a_number_is_asked() -> None:
    outcome, _ = call("点餐应用", opened(), {"usernum": 2, "caiming": "白米饭"})
    assert codes(outcome) == ["quantity_missing"]
    assert fill(asked(outcome), 3) == {"action": "add", "lines": [{"dish": "rice", "quantity": 3}]}


def test_the_customers_form_without_a_dish_is_asked() -> None:
    outcome, at = call("點餐應用", opened(), {"usernum": 1, "caiming": "", "cainum": 2})
    assert codes(outcome) == ["dish_missing"]
    assert rows(ordered(at, fill(asked(outcome), "reed"))) == [(1, "ann", "reed", 2)]


def test_a_head_count_may_come_alone() -> None:
    outcome, at = call("order", opened(), {"guests": 4})
    assert outcome.ok
    assert at.books.head_count == 4
    assert at.books.lines == ()


def test_an_unknown_dish_is_named_and_nothing_is_asked() -> None:
    outcome, at = call("order", opened(), {"dish": "moon cheese"})
    (problem,) = problems(outcome)
    assert (problem.code, problem.subject, problem.ask) == ("unknown_dish", "moon cheese", None)
    assert at.books == opened().books


def test_a_name_that_fits_several_is_asked_in_menu_order() -> None:
    outcome, at = call("order", opened(), {"dish": "雪梨", "quantity": 2, "note": "cold"})
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.kind, ask.hole) == (
        "dish_unclear", "dish", ("lines", 0, "dish"),
    )  # fmt: skip
    assert [(c.id, c.price) for c in ask.candidates] == [("pear_tea", 500), ("pear_juice", 700)]
    assert "Pear tea" in ask.candidates[0].words
    at = ordered(at, fill(ask, "pear_juice"))
    assert [(line.item, line.quantity, line.note) for line in at.books.lines] == [
        ("pear_juice", 2, "cold")
    ]


def test_a_vague_number_is_asked_within_what_is_left() -> None:
    outcome, _ = call("order", opened(), {"dish": "skewer", "quantity": None})
    ask = asked(outcome)
    assert (ask.kind, ask.range, ask.hole) == ("quantity", (1, 5), ("lines", 0, "quantity"))


def test_a_required_choice_is_asked_and_the_rest_is_kept() -> None:
    outcome, at = call(
        "order", opened(), {"dish": "barley", "quantity": 2, "modifiers": ["fierce", "egg"]}
    )
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.kind, ask.group) == ("choice_missing", "choice", "size")
    assert [(c.id, c.price, c.kind) for c in ask.candidates] == [
        ("small", 0, "modifier"), ("big", 400, "modifier"),
    ]  # fmt: skip
    at = ordered(at, fill(ask, "big"))
    (line,) = at.books.lines
    assert {(c.group, c.modifier) for c in line.modifiers} == {
        ("heat", "fierce"), ("extras", "egg"), ("size", "big"),
    }  # fmt: skip


def test_a_modifier_that_fits_several_is_asked() -> None:
    document = {"dish": "barley", "modifiers": ["small", {"modifier": "辣", "quantity": 1}]}
    outcome, at = call("order", opened(), document)
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.kind, ask.group) == (
        "modifier_unclear", "modifier", "heat",
    )  # fmt: skip
    assert [c.id for c in ask.candidates] == ["flat", "mild", "fierce"]
    at = ordered(at, fill(ask, "fierce"))
    assert Chosen("heat", "fierce") in at.books.lines[0].modifiers


def test_several_problems_are_all_told_and_nothing_is_taken() -> None:
    lines = [{"dish": "reed"}, {"dish": "dust"}, {"dish": "雪梨"}, {"dish": "quail"}]
    outcome, at = call("order", opened(), {"lines": lines})
    assert [(p.code, p.line) for p in problems(outcome)] == [
        ("unknown_dish", 1), ("dish_unclear", 2), ("sold_out", 3),
    ]  # fmt: skip
    assert at.books == opened().books


def test_a_draft_is_of_its_own_line_alone() -> None:
    lines = [{"dish": "reed"}, {"dish": "雪梨", "quantity": 2}]
    outcome, _ = call("order", opened(), {"lines": lines})
    assert asked(outcome).draft == {"action": "add", "lines": [{"dish": None, "quantity": 2}]}


def test_sold_out_comes_before_any_question_about_the_dish() -> None:
    at = opened()
    gone = at.availability.sold_out | {"barley"}
    sold_out = type(at.availability)(gone, at.availability.stock, at.availability.quotes)
    at = type(at)(at.now, at.menu, sold_out, at.books)
    outcome, _ = call("order", at, {"dish": "barley"})
    assert codes(outcome) == ["sold_out"]


@pytest.mark.parametrize(
    ("modifier", "code"),
    [
        ("marzipan", "unknown_modifier"),
        ({"modifier": "mild", "amount": "none"}, "not_removable"),
        ({"modifier": "egg", "amount": "extra"}, "no_amounts"),
        ({"modifier": "egg", "quantity": 11}, "too_many"),
        ({"modifier": "egg", "quantity": 0}, "bad_quantity"),
        ({"modifier": "egg", "quantity": 5}, "too_many_modifiers"),
        ({"modifier": "leek", "group": "extras"}, "unknown_modifier"),
    ],
)
def test_a_modifier_the_dish_cannot_have_is_refused(modifier: object, code: str) -> None:
    outcome, _ = call("order", opened(), {"dish": "barley", "modifiers": ["small", modifier]})
    assert codes(outcome) == [code]


def test_an_unknown_modifier_tells_what_there_is() -> None:
    outcome, _ = call("order", opened(), {"dish": "latte", "modifiers": ["foam"]})
    offered = problems(outcome)[0].allowed["modifiers"]
    assert [(row["group"], row["modifier"]) for row in offered] == [
        ("milk", "cow"),
        ("milk", "oat"),
    ]


def test_two_of_a_group_that_takes_one_are_refused() -> None:
    outcome, _ = call(
        "order", opened(), {"dish": "barley", "modifiers": ["small", "mild", "fierce"]}
    )
    (problem,) = problems(outcome)
    assert (problem.code, problem.subject, problem.allowed) == (
        "too_many_modifiers", "heat", {"max": 1},
    )  # fmt: skip


def test_the_same_modifier_twice_is_two_portions() -> None:
    at = ordered(opened(), {"dish": "barley", "modifiers": ["small", "egg", "soy egg"]})
    assert Chosen("extras", "egg", "regular", 2) in at.books.lines[0].modifiers


def test_no_number_is_too_big_for_a_polite_refusal() -> None:
    outcome, _ = call("order", opened(), {"dish": "rice", "quantity": 18_000})
    (problem,) = problems(outcome)
    assert (problem.code, problem.allowed) == ("too_many", {"max": 50, "limit": "line_quantity"})


@pytest.mark.parametrize("quantity", [0, -3])
def test_nothing_and_less_than_nothing_are_refused(quantity: int) -> None:
    outcome, _ = call("order", opened(), {"dish": "rice", "quantity": quantity})
    assert codes(outcome) == ["bad_quantity"]


def test_equal_lines_count_together_against_the_limit_of_a_line() -> None:
    at = ordered(opened(), {"dish": "rice", "quantity": 40})
    outcome, _ = call("order", at, {"dish": "rice", "quantity": 11})
    assert problems(outcome)[0].allowed == {"max": 10, "limit": "line_quantity"}


def test_the_whole_tab_has_a_limit() -> None:
    at = ordered(
        opened(), {"lines": [{"dish": "rice", "quantity": 50}, {"dish": "reed", "quantity": 45}]}
    )
    outcome, _ = call("order", at, {"dish": "latte", "quantity": 6}, BO)
    assert problems(outcome)[0].allowed == {"max": 5, "limit": "tab_quantity"}


def test_the_tabs_amount_has_a_limit_where_the_house_sets_one() -> None:
    at = opened(menu(limits={"tab_amount": "20.00"}))
    outcome, _ = call("order", at, {"dish": "reed", "quantity": 3})
    (problem,) = problems(outcome)
    assert (problem.code, problem.allowed["max"], problem.allowed["max_amount"]) == (
        "too_many", 2, "20.00",
    )  # fmt: skip


def test_a_dish_dearer_than_the_tab_may_be_is_refused_without_a_question() -> None:
    outcome, _ = call("order", opened(menu(limits={"tab_amount": "8.00"})), {"dish": "reed"})
    (problem,) = problems(outcome)
    assert (problem.allowed["max"], problem.ask) == (0, None)


def test_more_than_is_left_is_refused_with_what_is() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 2}, who=BO)
    outcome, _ = call("order", at, {"dish": "skewer", "quantity": 4})
    (problem,) = problems(outcome)
    assert (problem.code, problem.allowed) == ("out_of_stock", {"left": 3})


def test_what_others_took_to_the_last_is_refused_before_anything_is_asked() -> None:
    at = ordered(opened(), {"dish": "skewer", "quantity": 5}, who=BO)
    outcome, _ = call("order", at, {"dish": "skewer", "quantity": None})
    (problem,) = problems(outcome)
    assert (problem.code, problem.allowed["left"], problem.ask) == ("out_of_stock", 0, None)


def test_too_many_asks_how_many_then() -> None:
    params = {"dish": "barley", "quantity": 18_000, "modifiers": ["fierce"]}
    outcome, at = call("order", opened(), params)
    ask = asked(outcome)
    assert (problems(outcome)[0].code, ask.kind, ask.range) == ("too_many", "quantity", (1, 50))
    outcome, at = call("order", at, fill(ask, 2))
    at = ordered(at, fill(asked(outcome), "small"))
    (line,) = at.books.lines
    assert (line.quantity, set(line.modifiers)) == (
        2, {Chosen("heat", "fierce"), Chosen("size", "small")},
    )  # fmt: skip


def test_the_tightest_bound_is_what_is_asked_within() -> None:
    at = ordered(
        opened(), {"lines": [{"dish": "rice", "quantity": 49}, {"dish": "latte", "quantity": 48}]}
    )
    outcome, at = call("order", at, {"dish": "skewer", "quantity": 5})
    assert asked(outcome).range == (1, 3)
    outcome, at = call("order", at, {"dish": "rice", "quantity": 4})
    assert rows(ordered(at, fill(asked(outcome), 1)))[0] == (1, "ann", "rice", 50)


def test_lines_of_one_call_share_what_is_left() -> None:
    lines = [{"dish": "skewer", "quantity": 3}, {"dish": "skewer", "quantity": 3, "note": "rare"}]
    outcome, _ = call("order", opened(), {"lines": lines})
    assert [(p.code, p.line, p.allowed) for p in problems(outcome)] == [
        ("out_of_stock", 1, {"left": 2})
    ]


def test_a_closed_house_takes_nothing_and_says_when_it_opens() -> None:
    at = opened(now=NOON + timedelta(hours=12))
    outcome, after = call("order", at, {"lines": [{"dish": "reed"}, {"dish": "rice"}]})
    (problem,) = problems(outcome)
    assert (problem.code, problem.allowed) == ("closed", {"opens": "2031-03-06T09:00:00+08:00"})
    assert after.books.lines == ()


def test_a_dish_outside_its_hours_says_when_it_is_served() -> None:
    friday = opened(now=NOON + timedelta(days=2))
    outcome, _ = call("order", friday, {"dish": "dawn"})
    (problem,) = problems(outcome)
    assert problem.code == "outside_hours"
    assert problem.allowed["opens"] == "2031-03-10T09:00:00+08:00"


def test_a_market_price_is_on_the_tab_without_a_price_and_says_so() -> None:
    outcome, _ = call("order", opened(), {"dish": "carp"})
    assert outcome.result["lines"][0]["unit_price"] is None
    assert [w["kind"] for w in outcome.result["warnings"]] == ["no_quote"]


def test_a_note_has_a_length_and_is_one_plain_line() -> None:
    outcome, _ = call("order", opened(), {"dish": "reed", "note": "x" * 201})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [("note_too_long", {"max": 200})]
    at = ordered(opened(), {"dish": "reed", "note": " in two\n\x07 bowls \u202eplease "})
    assert at.books.lines[0].note == "in two bowls please"


def test_a_party_above_the_limit_is_refused() -> None:
    outcome, _ = call("order", opened(menu(party_limit=8)), {"guests": 9, "dish": "reed"})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [("party_too_large", {"max": 8})]


def test_a_party_of_nobody_is_refused() -> None:
    assert codes(call("order", opened(), {"guests": 0})[0]) == ["bad_head_count"]


def test_a_way_to_be_served_that_the_house_lacks_is_refused() -> None:
    assert codes(call("order", opened(), {"fulfilment": "takeaway"})[0]) == ["bad_fulfilment"]


def test_an_allergy_of_anyone_at_the_visit_warns_at_once() -> None:
    allergic = desk("ann", allergies={"bo": frozenset({"gluten", "sesame", "milk"})})
    outcome, _ = call("order", opened(), {"dish": "barley", "modifiers": ["small"]}, allergic)
    assert [(w["guest"], w["allergen"], w["presence"]) for w in outcome.result["warnings"]] == [
        ("bo", "gluten", "contains"), ("bo", "sesame", "not_recorded"),
    ]  # fmt: skip


def test_equal_lines_merge_whether_a_default_was_said_or_not() -> None:
    at = ordered(
        opened(),
        {"dish": "barley", "modifiers": ["small"]},
        {"dish": "barley", "modifiers": ["mild", "small"], "quantity": 2},
    )
    assert rows(at) == [(1, "ann", "barley", 3)]


def test_a_default_that_was_said_stays_as_said() -> None:
    at = ordered(opened(), {"dish": "barley", "modifiers": ["mild", "small"]})
    assert Chosen("heat", "mild") in at.books.lines[0].modifiers


def test_equal_lines_of_two_guests_stay_two() -> None:
    at = ordered(ordered(opened(), {"dish": "reed"}), {"dish": "reed"}, who=BO)
    assert rows(at) == [(1, "ann", "reed", 1), (2, "bo", "reed", 1)]


def test_line_numbers_are_never_used_again() -> None:
    at = ordered(
        opened(),
        {"dish": "reed"},
        {"dish": "rice"},
        {"action": "remove", "line": 2},
        {"dish": "rice"},
    )
    assert rows(at) == [(1, "ann", "reed", 1), (3, "ann", "rice", 1)]


@pytest.mark.parametrize(
    "params",
    [
        {"dish": "reed", "price": "1.00"},
        {"dish": "reed", "table": 4},
        {"dish": "reed", "quantity": "2"},
        {"dish": "reed", "quantity": 1.5},
        {"dish": "reed", "quantity": True},
        {"dish": "reed", "caiming": "reed"},
        {"dish": "reed", "lines": [{"dish": "rice"}]},
        {"lines": []},
        {"guests": 2, "usernum": 2},
        {"action": "remove", "line": 1, "modifiers": ["leek"]},
        {"action": "clear", "line": 1},
        {"action": "undo", "dish": "reed"},
        {"line": 1, "dish": "reed"},
        {"action": "change", "line": 1, "lines": [{"quantity": 1}, {"quantity": 2}]},
        {"action": "steal"},
        {"lines": [{"dish": "reed", "discount": "5"}]},
        {"dish": "barley", "modifiers": [{"modifier": "leek", "amount": "heaps"}]},
    ],
)
def test_params_that_do_not_fit_are_refused(params: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        OrderParams.model_validate(params)


def test_a_closed_visit_takes_nothing() -> None:
    at = opened()
    closed = type(at.books)(closed=True)
    outcome, _ = call(
        "order", type(at)(at.now, at.menu, at.availability, closed), {"dish": "reed"}, ANN
    )
    assert codes(outcome) == ["visit_closed"]
