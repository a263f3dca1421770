"""Replay equals record; what was changed in a record is found at its first consequence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.waiter import evenings
from waiter.brains.house.brain import HouseBrain
from waiter.brains.scripted import ScriptedBrain
from waiter.replay import Divergence, replay
from waiter.transcript import read
from waiter.trial import Brains

Line = dict[str, Any]
TURNS: list[Any] = [
    "你们有什么汤",
    "第一个来一碗，再来一份回锅肉",
    "下单",
    {"staff": {"stock": {"duck_soup": 3}}},
    {"decide": "approve"},
    {"as": "bo", "say": "one duck soup with pickled radish"},
    {"as": "bo", "say": "place the order"},
    {"decide": "approve"},
    {"staff": {"void": {"ticket": 1, "why": "cold"}}},
    {"restart": True},
    "买单，小费5%",
    {"decide": "approve"},
    {"staff": {"paid": True}},
]


def record(folder: Path, turns: list[Any], brains: Brains | None = None) -> list[str]:
    outcome = evenings.run(evenings.scenario(turns), folder, brains)
    assert not outcome.failures
    return list(outcome.transcript)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return record(tmp_path_factory.mktemp("evening"), TURNS)


def index(lines: list[str], kind: str, nth: int = 0) -> int:
    return [i for i, line in enumerate(lines) if json.loads(line).get("kind") == kind][nth]


def changed(lines: list[str], at: int, edit: Callable[[Line], object]) -> Divergence | None:
    """What the replay says once a line is edited."""
    document = json.loads(lines[at])
    edit(document)
    return replay(read([*lines[:at], json.dumps(document), *lines[at + 1 :]]))


def test_an_evening_replays_exactly(lines: list[str]) -> None:
    kinds = {json.loads(line).get("kind") for line in lines}
    assert {"HouseSeen", "GrantSpent", "StaffActReturned", "CandidatesNumbered"} <= kinds
    assert replay(read(lines)) is None


def test_a_refused_brain_and_a_house_that_stands_in_replay_exactly(tmp_path: Path) -> None:
    bad = ["no marker", 'to_sys: {"app": "fly"}', "to_user: hi\nto_sys: {}"]
    brains: Brains = {
        "chosen": ScriptedBrain(["to_user: 您好", *bad]),
        "house": HouseBrain(),
    }
    lines = record(tmp_path, ["一碗白米饭"], brains)
    kinds = [json.loads(line).get("kind") for line in lines]
    assert kinds.count("TurnRefused") == 2, "the third is never asked for"
    assert replay(read(lines)) is None


def test_another_envelope_is_a_divergence_with_a_diff(lines: list[str]) -> None:
    at = index(lines, "EnvelopeSent", 1)
    found = changed(lines, at, lambda it: it["data"]["envelope"].update(content="别的"))
    assert found is not None
    assert (found.seq, found.kind) == (at, "EnvelopeSent")
    assert '-      "content": "别的",' in found.diff
    assert found.diff.startswith("--- recorded\n+++ replayed\n")
    assert f"event {at} (EnvelopeSent)" in str(found)


@pytest.mark.parametrize(
    ("kind", "edit"),
    [
        ("AppReturned", lambda it: it["data"]["result"].update(action="clear")),
        ("StaffActReturned", lambda it: it["data"].update(ok=False)),
        ("GrantSpent", lambda it: it["data"].update(by="bo")),
        ("RequestOpened", lambda it: it["data"]["content"].update(total="1.00")),
        ("BrainAsked", lambda it: it.update(at="2026-03-14T04:00:01+00:00")),
        ("GuestSaid", lambda it: it.update(snapshot="0" * 16)),
        ("StaffActed", lambda it: it["data"]["params"].update(why="hot")),
        ("HouseSeen", lambda it: it["data"]["availability"]["stock"].update(duck_soup=1)),
    ],
)
def test_what_was_changed_in_the_record_is_found(
    lines: list[str], kind: str, edit: Callable[[Line], object]
) -> None:
    nth = 1 if kind in ("HouseSeen", "AppReturned") else 0
    at = index(lines, kind, nth)
    if kind == "AppReturned":
        assert json.loads(lines[at])["data"]["app"] == "order"
    found = changed(lines, at, edit)
    assert found is not None
    assert found.seq >= at, "nothing before the change is blamed"


def test_what_a_read_brought_back_is_taken_from_the_record(lines: list[str]) -> None:
    """Search may find other dishes another day; the replay doesn't ask it."""
    at = index(lines, "AppReturned")
    returned = json.loads(lines[at])
    assert returned["data"]["app"] == "menu"

    def rename(it: Line) -> None:
        it["data"]["result"]["category"] = "elsewhere"

    found = changed(lines, at, rename)
    assert found is None, "no decision rests on that field, so nothing else comes out differently"


def test_a_record_that_stops_in_the_middle_of_a_unit_diverges(lines: list[str]) -> None:
    at = index(lines, "EnvelopeSent", 1)
    found = replay(read(lines[: at + 1]))
    assert found is not None
    assert (found.seq, found.kind) == (at + 1, "ExchangeClosed")
    assert "\n-" not in found.diff.removeprefix("--- recorded"), "only the replay has more"


def test_an_event_that_cannot_be_is_a_divergence_and_no_crash(lines: list[str]) -> None:
    at = index(lines, "GuestSaid")
    found = changed(lines, at, lambda it: it["data"].update(guest="nobody"))
    assert found is not None
    assert "has not joined" in found.diff


def test_a_menu_that_is_missing_is_a_divergence(lines: list[str]) -> None:
    header = json.loads(lines[0])
    header["menus"] = {}
    found = replay(read([json.dumps(header), *lines[1:]]))
    assert found is not None
    assert "is not in the header" in found.diff
