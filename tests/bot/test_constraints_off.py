"""Manners of replies may be switched off; what keeps money, health and permission may not."""

from __future__ import annotations

import pytest

from tests.bot.conftest import NOON, Waiter
from tests.waiter.table import Table
from waiter.constraints import NAMES, OPTIONAL, switched_off

RUDE = "to_user: Hurry up and order now!"


@pytest.mark.parametrize("name", sorted(set(NAMES) - OPTIONAL))
def test_the_house_does_not_open_without_what_must_hold(
    name: str, waiter: Waiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAITER_CONSTRAINTS_OFF", f"tone, {name}")
    done = waiter("chat", "--clock", NOON)
    assert done.code == 2
    assert f"{name!r} can't be switched off; allowed: answers, form, tone" in done.err


def test_an_unknown_constraint_is_named(waiter: Waiter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAITER_CONSTRAINTS_OFF", "manners")
    done = waiter("chat", "--clock", NOON)
    assert (done.code, "'manners' is no constraint" in done.err) == (2, True)


@pytest.mark.parametrize(("without", "said"), [((), False), (switched_off(["tone"]), True)])
def test_what_is_switched_off_does_not_refuse(without: tuple[str, ...], said: bool) -> None:
    table = Table(without=without)
    table.join("a")
    table.say("hello")
    table.speak(RUDE)
    assert bool(table.sent) == said


def test_amounts_hold_whatever_is_switched_off() -> None:
    table = Table(without=switched_off(OPTIONAL))
    table.join("a")
    table.say("how much is the rice?")
    table.speak("to_user: The rice is ¥1.00.")
    assert table.sent == []


def test_the_order_of_the_tables_is_the_policys() -> None:
    """Cheap before dear, safety before manners: nothing configures the order."""
    assert NAMES[0] == "schema"
    assert set(NAMES) >= {"permission", "grounded", "amounts", "limits", "allergies", "scope"}
    assert not OPTIONAL & {"permission", "grounded", "amounts", "limits", "allergies", "scope"}
