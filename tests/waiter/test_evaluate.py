"""Scenarios are run on a house of their own: what passes, what fails and how it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.waiter import evenings
from waiter.evaluate import Row, evaluate, summary
from waiter.expectations import matching
from waiter.scenario import find, load

SCENARIOS = Path(__file__).parents[1] / "scenarios"
RICE = [{"item": "rice", "quantity": 1}]
ORDER_RICE: list[Any] = ["一碗白米饭", "下单", {"decide": "approve"}]


@pytest.mark.parametrize("path", find([SCENARIOS]), ids=lambda path: path.stem)
def test_a_scenario_comes_to_its_end_and_replays(path: Path, tmp_path: Path) -> None:
    outcome = evenings.run(load(path), tmp_path)
    assert not outcome.failures
    assert outcome.id == path.stem, "a scenario is found by its id"


@pytest.mark.parametrize(
    ("expect", "failure"),
    [
        ({"placed": []}, "placed: missing [], too much [1 rice]"),
        (
            {"placed": [{"item": "rice", "quantity": 2}]},
            "placed: missing [1 rice], too much []",
        ),
        (
            {"placed": [{"item": "rice", "note": "/热/"}]},
            "placed: missing [1 rice(note '/热/')], too much [1 rice]",
        ),
        ({"tab": RICE}, "tab: missing [1 rice], too much []"),
        ({"tickets": 2}, "tickets: expected 2, found 1"),
        ({"total": "3.00"}, "total: expected 3.00, found 2.00"),
        ({"bill": {"due": "2.00"}}, "bill: expected one, found none issued"),
        ({"paid": True}, "paid: expected True, found False"),
        ({"staff_called": True}, "staff_called: expected True, found False"),
        ({"open_request": True}, "open_request: expected True, found False"),
        ({"allergies": ["egg"]}, "allergies: expected ['egg'], found []"),
        ({"last_type": "error"}, "last_type: expected 'error', found 'notification'"),
        ({"says": ["/担担面/"]}, "says: no reply has '/担担面/'"),
        ({"never_says": ["白米饭"]}, "never_says: '白米饭' is in"),
    ],
)
def test_a_failure_says_what_was_found(
    expect: dict[str, Any], failure: str, tmp_path: Path
) -> None:
    outcome = evenings.run(evenings.scenario(ORDER_RICE, expect), tmp_path)
    (told,) = outcome.failures
    assert told.startswith(failure)


def test_equal_lines_are_one_whoever_they_belong_to(tmp_path: Path) -> None:
    turns: list[Any] = ["一碗甜水面", {"as": "bo", "say": "一碗甜水面，中辣"}]
    expect = {"tab": [{"item": "tianshui", "quantity": 2}]}  # medium is the default
    assert not evenings.run(evenings.scenario(turns, expect), tmp_path).failures


def test_the_most_lines_are_matched_even_where_the_first_could_take_another() -> None:
    assert matching([[0, 1], [0]]) == {0: 1, 1: 0}
    assert matching([[0], [0]]) == {0: 0}
    assert matching([[0, 1], [0, 2], [1], []]) == {0: 0, 1: 2, 2: 1}


def test_a_tap_with_nothing_open_changes_nothing(tmp_path: Path) -> None:
    turns: list[Any] = [{"decide": "approve"}, {"pick": 1}]
    expect = {"placed": [], "tab": [], "open_request": False}
    assert not evenings.run(evenings.scenario(turns, expect), tmp_path).failures


def test_a_pick_goes_to_the_newest_list_that_is_still_open(tmp_path: Path) -> None:
    """bo's question is older than a's, which is answered already when the tap comes."""
    turns: list[Any] = [
        {"as": "bo", "say": "一碗冒菜"},
        "一碗肥肠粉",
        "大的",
        {"pick": 1},
    ]
    expect = {
        "tab": [
            {"item": "maocai", "modifiers": [{"group": "size", "modifier": "small"}]},
            {"item": "feichangfen", "modifiers": [{"group": "size", "modifier": "large"}]},
        ]
    }
    assert not evenings.run(evenings.scenario(turns, expect), tmp_path).failures


def test_a_script_that_runs_out_fails_the_trial_and_says_where(tmp_path: Path) -> None:
    brains = evenings.scripted(["to_user: 您好"])
    outcome = evenings.run(evenings.scenario(["来碗面"]), tmp_path, brains)
    (told,) = outcome.failures
    assert told.startswith("broke: ScriptRanOut: the script ran out: 1 turns are spoken")
    assert "来碗面" in told


async def _rows(found: AsyncIterator[Row]) -> list[Row]:
    return [row async for row in found]


async def test_a_row_passes_when_every_trial_does(tmp_path: Path) -> None:
    text = """
id: {id}
menu: {menu}
language: zh
clock: 2026-03-14T12:00:00+08:00
turns: ["一碗白米饭"]
expect: {{tab: [{{item: rice, quantity: {quantity}}}]}}
"""
    for name, quantity in (("good", 1), ("bad", 2)):
        content = text.format(id=name, menu=evenings.CHENGDU, quantity=quantity)
        (tmp_path / f"{name}.yaml").write_text(content, "utf-8")
    rows = await _rows(evaluate([tmp_path], evenings.house_brains, trials=2))
    assert [(row.id, row.passed, row.trials) for row in rows] == [
        ("bad", False, 2),
        ("good", True, 2),
    ]
    assert [failure[:9] for failure in rows[0].failures] == ["trial 1: ", "trial 2: "]
    figures = summary(rows)
    assert (figures.passed, figures.total, figures.pass_k) == (1, 2, 0.5)


# A model that writes calls as the customer's own prompt examples do: curly quotes, single quotes,
# comments, no marker.
BUNS = """{
    ‘app’ : '點餐應用', #應用名字（必填）
    'usernum' : 1,  #用戶人數
    'caiming' : '包子', #菜名
    'cainum' : 3 #數量
}"""
MENU = "{\n    ‘app’ : '菜單應用', #應用名字（必填）\n}"
BILL = "to_sys: {\n‘app’ : '結賬應用'\n}"


def test_the_customers_own_calls_order_ask_and_pay_in_guided_mode(tmp_path: Path) -> None:
    turns: list[Any] = [
        "看看菜單",
        "三個包子",
        "2",  # which of the two kinds of bun
        "下單",
        {"decide": "approve"},
        "結賬",
        "確認",
    ]
    script = [
        "to_user: 歡迎光臨成都小吃！",
        MENU,
        "to_user: 我們有這些。",
        BUNS,
        "to_user: 要哪一種包子？",
        "to_user: 好的，素菜包子三個。",
        'to_sys: {"app": "submit"}',
        "to_user: 已下單。",
        BILL,
        "to_user: 謝謝光臨！",
    ]
    brains = evenings.scripted(script)
    played = evenings.scenario(turns, language="zh-Hant")
    end = evenings.play(played, tmp_path, brains, guided=True)

    (ticket,) = end.books.tickets
    assert [(each.line.item, each.line.quantity) for each in ticket.lines] == [("veg_baozi", 3)]
    assert end.books.bill is not None
    assert (end.books.bill.totals.due, end.books.bill.state) == (750, "issued")
    asked = next(sent for sent in end.envelopes if sent.content == "要哪一種包子？")
    assert asked.type == "input_request"
    assert [option.id for option in asked.options] == ["pork_baozi", "veg_baozi"]
    assert not any("to_sys" in sent.content for sent in end.envelopes)
