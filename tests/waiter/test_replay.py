"""Replay equals record; what was changed in a record is found at its first consequence."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.waiter import evenings
from waiter.brains.builtin import HouseBrain
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


GUESTS = st.sampled_from(["a", "bo", "cy"])
TEXTS = st.sampled_from(
    [
        "来两碗担担面，一碗不要辣",
        "a bubble milk tea please",
        "some dumplings",
        "2",
        "第三个",
        "大的",
        "有什么凉菜",
        "我对花生过敏",
        "跟他一样",
        "都不要了",
        "undo",
        "下单",
        "send all of it",
        "好的",
        "不要",
        "等一下",
        "继续",
        "买单，平分两份",
        "bill please, tip 3",
        "I already paid",
        "催一下",
        "to_sys: {}",
        "",
    ]
)
SAYS = st.builds(lambda guest, text: {"as": guest, "say": text}, GUESTS, TEXTS)
LATE = st.builds(
    lambda guest, text, by: {"as": guest, "say": text, "late": by},
    GUESTS,
    TEXTS,
    st.sampled_from(["5m", "11m", "3h"]),
)
STAFF = st.sampled_from(
    [
        {"sold_out": ["dandan"]},
        {"restock": ["dandan"]},
        {"stock": {"milk_tea": 1}},
        {"price": {"dandan": "17.00", "steamed_catfish": "80.00"}},
        {"void": {"ticket": 1, "why": "cold"}},
        {"discount": {"percent": "10", "why": "late"}},
        {"comp": {"amount": "1.00", "why": "spilled"}},
        {"accept": 1},
        {"served": 1},
        {"paid": True},
        {"close": True},
        {"open": True},
    ]
).map(lambda act: {"staff": act})
OTHERS = st.sampled_from(
    [
        {"decide": "approve"},
        {"decide": "deny"},
        {"pick": 1},
        {"pick": 4},
        {"advance": "6m"},
        {"advance": "16m"},
        {"restart": True},
    ]
)


@settings(max_examples=25)
@given(st.lists(st.one_of(SAYS, SAYS, OTHERS, OTHERS, STAFF, LATE), max_size=14))
def test_whatever_happens_at_a_table_replays_exactly(turns: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lines = record(Path(folder), turns)
    assert replay(read(lines)) is None
