"""`checkout`: the bill as issued, tips, splits; and what can't be paid."""

from __future__ import annotations

from typing import Any

import pytest

from apps.checkout import Checkout, CheckoutParams
from apps.contract import Snapshot
from tests.apps.house import ANN, BO, act, asked, call, codes, desk, menu, opened, placed, problems

TAXED: dict[str, Any] = {
    "fees": [{"id": "service", "name": "Service", "percent": "10"}],
    "tax": {"name": "VAT", "percent": "6"},
}


def eaten(**house: Any) -> Snapshot:
    """Ann had soup and rice (11.00), Bo two teas (10.00)."""
    at = placed(opened(menu(**house)), {"dish": "reed"}, {"dish": "rice"})
    return placed(at, {"dish": "pear_tea", "quantity": 2}, who=BO)


def amounts(result: Any) -> list[str]:
    return [share["amount"] for share in result["shares"]]


def test_the_bill_is_issued_and_not_paid() -> None:
    outcome, at = call("結賬應用", eaten(**TAXED), {})
    result = outcome.result
    assert (result["bill"], result["state"], result["subtotal"]) == (1, "issued", "21.00")
    assert [fee["amount"] for fee in result["fees"]] == ["2.10"]
    assert (result["tax"]["amount"], result["due"], result["tip"]) == ("1.39", "24.49", "0.00")
    assert at.books.bill is not None
    assert at.books.bill.state == "issued"


@pytest.mark.parametrize(
    ("tip", "amount"), [("2.00", "2.00"), ("10%", "2.10"), ("0", "0.00"), ("12.5 %", "2.63")]
)
def test_a_tip_is_an_amount_or_a_share_of_the_subtotal(tip: str, amount: str) -> None:
    outcome, _ = call("checkout", eaten(**TAXED), {"tip": tip})
    assert outcome.result["tip"] == amount
    assert outcome.result["due"] == "24.49"


@pytest.mark.parametrize("tip", ["-10", "-1%", "51%", "10.51", "lots", "1e3", "0.001", ""])
def test_a_tip_outside_the_bounds_is_refused_with_them(tip: str) -> None:
    outcome, at = call("checkout", eaten(), {"tip": tip})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [
        ("bad_tip", {"min": "0.00", "max": "10.50", "percent": 50})
    ]
    assert at.books.bill is None


def test_equal_parts_add_up_the_larger_first() -> None:
    outcome, _ = call("checkout", eaten(**TAXED), {"split": {"equal": 3}, "tip": "1.00"})
    assert amounts(outcome.result) == ["8.50", "8.50", "8.49"]


def test_each_person_pays_in_proportion() -> None:
    outcome, _ = call("checkout", eaten(**TAXED), {"split": "person"})
    assert [(s["guest"], s["amount"], s["lines"]) for s in outcome.result["shares"]] == [
        ("ann", "12.83", ["1/1", "1/2"]), ("bo", "11.66", ["2/3"]),
    ]  # fmt: skip


def test_by_item_every_line_is_a_share() -> None:
    outcome, _ = call("checkout", eaten(), {"split": "item"})
    assert amounts(outcome.result) == ["10.00", "9.00", "2.00"]


def test_two_lines_of_equal_price_are_two_shares() -> None:
    at = placed(opened(), {"dish": "reed"}, {"dish": "reed", "note": "no bowl"})
    outcome, _ = call("checkout", at, {"split": "item"})
    assert amounts(outcome.result) == ["9.00", "9.00"]


@pytest.mark.parametrize("parts", [0, -2, 13])
def test_a_split_that_cannot_be_is_refused(parts: int) -> None:
    outcome, _ = call("checkout", eaten(party_limit=12), {"split": {"equal": parts}})
    assert [(p.code, p.allowed) for p in problems(outcome)] == [
        ("bad_split", {"min": 1, "max": 12})
    ]


def test_nothing_placed_is_nothing_to_pay() -> None:
    assert codes(call("checkout", opened(), {})[0]) == ["nothing_to_pay"]


def test_what_is_void_is_nothing_to_pay() -> None:
    at = placed(opened(), {"dish": "reed"})
    _, at = act("void", at, {"ticket": 1, "why": "spilled"})
    assert codes(call("checkout", at, {})[0]) == ["nothing_to_pay"]


def test_a_paid_bill_is_not_issued_again() -> None:
    _, at = call("checkout", eaten(), {})
    _, at = act("paid", at, {})
    assert codes(call("checkout", at, {})[0]) == ["bill_paid"]


def test_an_unpaid_bill_may_be_issued_anew_with_the_next_number() -> None:
    _, at = call("checkout", eaten(), {})
    outcome, _ = call("checkout", at, {"tip": "1.00"})
    assert (outcome.result["bill"], outcome.result["tip"]) == (2, "1.00")


def test_after_a_paid_bill_only_what_came_later_is_to_be_paid() -> None:
    _, at = call("checkout", eaten(), {"tip": "2.00"})
    _, at = act("paid", at, {})
    at = placed(at, {"dish": "latte"})
    outcome, at = call("checkout", at, {"split": {"equal": 2}})
    result = outcome.result
    assert (result["due"], result["settled"], result["to_pay"]) == ("27.00", "21.00", "6.00")
    assert amounts(result) == ["3.00", "3.00"]
    _, at = act("payment", at, {"bill": 2, "amount": 600, "currency": "CNY"})
    assert at.books.bill is not None
    assert at.books.bill.state == "paid"


def test_the_head_count_is_asked_where_a_fee_needs_it() -> None:
    at = eaten()
    cover = [{"id": "cover", "name": "Cover", "amount": "3.00", "per": "guest"}]
    outcome, _ = call("checkout", type(at)(at.now, menu(fees=cover), at.availability, at.books), {})
    assert asked(outcome).hole == ("guests",)


def test_the_speaker_or_the_host_decides() -> None:
    checkout, at = Checkout(), eaten()
    assert checkout.bind(CheckoutParams(), at, BO).entitled == ("bo", "ann")
    assert checkout.bind(CheckoutParams(), at, ANN).entitled == ("ann",)


def test_what_is_read_back_says_what_is_issued() -> None:
    at, params = eaten(**TAXED), {"tip": "10%", "split": "person", "method": "card"}
    content = Checkout().bind(CheckoutParams.model_validate(params), at, ANN).content
    outcome, _ = call("checkout", at, params)
    for key in ("subtotal", "fees", "tax", "due", "tip", "to_pay", "shares", "method"):
        assert content[key] == outcome.result[key], key


def test_cash_is_rounded_where_the_house_rounds_it() -> None:
    house: dict[str, Any] = {**TAXED, "cash_rounding": "0.05"}
    outcome, _ = call("checkout", eaten(**house), {"method": "现金"})
    assert (outcome.result["due"], outcome.result["adjustments"][0]["amount"]) == ("24.50", "0.01")
    outcome, _ = call("checkout", eaten(**house), {"method": "card"})
    assert outcome.result["due"] == "24.49"


def test_what_was_never_sent_is_told_with_the_bill() -> None:
    _, at = call("order", eaten(), {"dish": "latte"})
    outcome, _ = call("checkout", at, {})
    assert outcome.result["unplaced"] == 1


def test_equal_parts_without_a_number_are_as_many_as_they_are() -> None:
    outcome, _ = call("checkout", eaten(), {"split": "equal"})
    assert amounts(outcome.result) == ["10.50", "10.50"]  # the two who sit there
    _, at = call("order", eaten(), {"guests": 3})
    outcome, _ = call("checkout", at, {"split": "equal"})
    assert amounts(outcome.result) == ["7.00"] * 3


def test_who_sits_alone_is_asked_among_how_many() -> None:
    alone = desk(guests=("ann",))
    at = placed(opened(), {"dish": "reed"}, who=alone)
    outcome, _ = call("checkout", at, {"split": "equal"}, alone)
    assert (codes(outcome), asked(outcome).hole) == (["head_count_missing"], ("guests",))
