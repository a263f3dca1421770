"""The table of apps, and what every app keeps to."""

from __future__ import annotations

import pytest

from apps.contract import App, CommitApp, Snapshot
from apps.table import APP_NAMES, APPS, commit_app, find_app
from tests.apps.house import act, call, opened, placed

ALIASES = {
    "菜單應用": "menu", "菜单应用": "menu", "點餐應用": "order", "点餐应用": "order",
    "結賬應用": "checkout", "結帳應用": "checkout", "结账应用": "checkout",
}  # fmt: skip
EFFECTS = {
    "menu": "read", "search": "read", "order": "draft", "tab": "read", "submit": "commit",
    "checkout": "commit", "staff": "draft",
}  # fmt: skip


def test_the_table_is_the_designs() -> None:
    assert {app.name: app.effect for app in APPS} == EFFECTS
    assert {alias: app.name for app in APPS for alias in app.aliases} == ALIASES


def test_no_two_apps_share_a_name() -> None:
    assert len(set(APP_NAMES)) == len(APP_NAMES)


@pytest.mark.parametrize("name", APP_NAMES)
def test_an_app_is_found_by_every_name(name: str) -> None:
    app = find_app(name)
    assert app is not None
    assert name in (app.name, *app.aliases)


@pytest.mark.parametrize("name", ["", "Order", "pay", "点餐", "order "])
def test_nothing_else_is_an_app(name: str) -> None:
    assert find_app(name) is None


def test_only_what_commits_is_a_commit_app() -> None:
    for app in APPS:
        assert isinstance(app, CommitApp) == (app.effect == "commit")
    assert commit_app("結賬應用").name == "checkout"
    with pytest.raises(LookupError):
        commit_app("order")


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_a_model_is_shown_what_every_parameter_is(app: App) -> None:
    shown = app.__doc__ or ""
    spelt_otherwise = {"caiming", "cainum", "usernum"}  # the customer's spelling of others
    for field in set(app.Params.model_fields) - spelt_otherwise:
        assert field in shown, f"{app.name} doesn't say what {field!r} is"


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_no_app_takes_a_table_guest_or_price(app: App) -> None:
    fields = set(app.Params.model_fields)
    assert not fields & {"table", "visit", "guest", "price", "discount", "amount"}


def test_reading_changes_no_books() -> None:
    at = placed(opened(), {"dish": "reed"})
    for name, params in (("menu", {}), ("search", {"query": "reed"}), ("tab", {})):
        outcome, _ = call(name, at, params)
        assert outcome.ok
        assert outcome.books == at.books


def test_staff_are_called_with_what_they_need_to_know() -> None:
    outcome, at = call("staff", opened(), {"reason": "water", "summary": "two\n glasses"})
    assert outcome.staff == "water: two glasses"
    assert at.books == opened().books


def test_the_tab_tells_of_lines_tickets_what_is_owed_and_the_bill() -> None:
    at = placed(opened(), {"dish": "reed"})
    _, at = call("order", at, {"dish": "rice"})
    _, at = call("checkout", at, {})
    _, at = act("ready", at, {"ticket": 1})
    result = call("tab", at, {})[0].result
    assert [row["item"] for row in result["tab"]["lines"]] == ["rice"]
    assert [ticket["state"] for ticket in result["tickets"]] == ["ready"]
    assert (result["owed"]["total"], result["bill"]["due"]) == ("9.00", "9.00")


def test_the_tab_tells_what_was_paid_of_it_and_what_is_left() -> None:
    def owed(at: Snapshot) -> tuple[str, str, str]:
        row = call("tab", at, {})[0].result["owed"]
        return row["total"], row["settled"], row["left"]

    at = placed(opened(), {"dish": "reed"})
    assert owed(at) == ("9.00", "0.00", "9.00")
    _, at = act("paid", at, {})
    assert owed(at) == ("9.00", "9.00", "0.00")
    at = placed(at, {"dish": "reed"})
    assert owed(at) == ("18.00", "9.00", "9.00")
    _, at = act("void", at, {"ticket": 1, "why": "late"})
    _, at = act("void", at, {"ticket": 2, "why": "late"})
    assert owed(at) == ("0.00", "9.00", "0.00")
