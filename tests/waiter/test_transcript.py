"""A transcript is the journal as a file: what goes in comes out, and what doesn't fit is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.waiter import evenings
from waiter.storage import Storage
from waiter.transcript import TranscriptError, export, read, to_json

Line = dict[str, Any]
TURNS: list[Any] = [
    "一碗冒菜",
    {"pick": 1},
    {"staff": {"price": {"maocai": "30.00"}, "stock": {"rice": 5}}},
    "再来一碗白米饭",
    "下单",
    {"decide": "approve"},
]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("evening")
    return list(evenings.run(evenings.scenario(TURNS), folder).transcript)


def test_the_header_has_all_that_a_replay_needs(lines: list[str]) -> None:
    header = json.loads(lines[0])
    assert (header["transcript"], header["visit"]) == (1, "visit")
    assert header["settings"] == {"guided": False}
    assert header["clock"] == "2026-03-14T04:00:00+00:00"
    assert len(header["menus"]) == 2, "the menu at the start and with the new price"
    assert header["availability"]["stock"] == {"duck_soup": 12, "steamed_catfish": 6}
    seen = [json.loads(line) for line in lines[1:]]
    versions = {event["data"]["menu"] for event in seen if event["kind"] == "HouseSeen"}
    assert versions == set(header["menus"])


def test_events_are_as_the_journal_holds_them(lines: list[str]) -> None:
    transcript = read(lines)
    events = [json.loads(line) for line in lines[1:]]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [to_json(record) for record in transcript.records] == events
    outside = [event for event in events if event["kind"] in ("GuestSaid", "BrainSpoke")]
    assert all(len(event["nonce"]) == 32 for event in outside)
    assert all(event["snapshot"] for event in outside)


def test_a_value_has_one_text(lines: list[str]) -> None:
    for line in lines:
        again = json.dumps(
            json.loads(line), sort_keys=True, ensure_ascii=False, separators=(",", ":")
        )
        assert line == again


def test_empty_lines_are_passed_over(lines: list[str]) -> None:
    spaced = [part for line in lines for part in (line + "\n", "\n")]
    assert read(spaced) == read(lines)


def test_an_unknown_visit_is_told() -> None:
    storage = Storage.in_memory()
    with pytest.raises(LookupError, match="no visit 'none'"):
        list(export(storage.reading(), "none"))
    storage.close()


def _edited(lines: list[str], number: int, edit: Callable[[Line], object]) -> list[str]:
    document = json.loads(lines[number - 1])
    edit(document)
    return [*lines[: number - 1], json.dumps(document), *lines[number:]]


def _rename_menu(header: Line) -> None:
    header["menus"]["0" * 12] = header["menus"].pop(next(iter(header["menus"])))


@pytest.mark.parametrize(
    ("number", "edit", "told"),
    [
        (1, lambda it: it.update(transcript=9), "f:1: the header has format 9"),
        (1, lambda it: it.pop("transcript"), "f:1: the header has no 'transcript'"),
        (1, lambda it: it.update(clock="noon"), "f:1: clock: found 'noon'"),
        (1, lambda it: it.update(more=1), "f:1: more: found 1"),
        (1, lambda it: it["settings"].clear(), "f:1: settings.guided: "),
        (1, _rename_menu, "f:1: menus['000000000000']: its content is version"),
        (1, lambda it: it.update(menus={"x": {}}), "f:1: menus['x']: format: is missing"),
        (3, lambda it: it.update(v=2), "f:3: v is 2; this release reads 1"),
        (3, lambda it: it.update(seq=7), "f:3: is visit 'visit' event 7, where visit 'visit' ev"),
        (3, lambda it: it.update(visit="b"), "f:3: is visit 'b' event 2, where"),
        (3, lambda it: it.update(kind="Rained"), "f:3: unknown event kind 'Rained'"),
        (3, lambda it: it["data"].update(wet=True), "f:3: VisitOpened has no use for 'wet'"),
        (3, lambda it: it["data"].update(opened_by=7), "f:3: VisitOpened.opened_by: "),
        (3, lambda it: it.pop("at"), "f:3: at: "),
    ],
)
def test_a_line_that_does_not_fit_is_told_with_its_number(
    lines: list[str], number: int, edit: Callable[[Line], object], told: str
) -> None:
    with pytest.raises(TranscriptError) as error:
        read(_edited(lines, number, edit), "f")
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ([], "f: is empty"),
        (["nonsense"], "f:1: is not JSON"),
        (["[1]"], "f:1: found a list"),
        (["[" * 100_000], "f:1: is not JSON"),
    ],
)
def test_what_is_no_transcript_is_told(text: list[str], told: str) -> None:
    with pytest.raises(TranscriptError) as error:
        read(text, "f")
    assert str(error.value).startswith(told)


def test_a_gap_between_events_is_told(lines: list[str], tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="f:6: is visit 'visit' event 6, where"):
        read([*lines[:5], *lines[6:]], "f")
