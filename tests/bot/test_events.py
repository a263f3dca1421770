"""`waiter events`: one stream of what happens, also while it happens."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO

import pytest

from tests.bot.conftest import NOON, Waiter

PATIENCE = 60.0  # seconds for another process to start and tell


def test_the_stream_is_what_the_visits_journals_hold_as_time_went(
    waiter: Waiter, ordered: str
) -> None:
    waiter("menu", "sold-out", "dandan", "--clock", "2026-05-04T12:30:00+08:00")
    rows = waiter("events", "--json").rows
    of_visit = [row for row in rows if row["visit"] == ordered]
    assert of_visit == waiter("audit", "show", ordered, "--json").rows
    assert {row["visit"] for row in rows} == {ordered, "house"}
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert waiter("events", "--visit", ordered, "--json").rows == of_visit


def test_only_the_last_and_only_of_some_kinds(waiter: Waiter, ordered: str) -> None:
    rows = waiter("events", "--json").rows
    assert waiter("events", "--last", "3", "--json").rows == rows[-3:]
    assert waiter("events", "--last", "0", "--json").rows == []
    said = waiter("events", "--kind", "GuestSaid", "--kind", "GrantSpent", "--json").rows
    assert [row["kind"] for row in said] == [
        row["kind"] for row in rows if row["kind"] in ("GuestSaid", "GrantSpent")
    ]
    last = waiter("events", "--kind", "GuestSaid", "--last", "1")
    assert len(last.out.splitlines()) == 1
    assert f"{ordered} " in last.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--kind", "Soup"), "unknown kind 'Soup'; allowed: AllergyStated, "),
        (("--visit", "t9"), "no visit 't9'"),
        (("--last", "-1"), "--last"),
        (("--follow",), "nothing to follow"),
    ],
)
def test_a_mistake_is_one_line(waiter: Waiter, arguments: tuple[str, ...], told: str) -> None:
    done = waiter("events", *arguments)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert told in done.err


def read(out: IO[str], lines: Queue[str]) -> None:
    for line in out:
        lines.put(line)


def test_who_follows_is_told_what_another_process_does(
    waiter: Waiter, ordered: str, tmp_path: Path
) -> None:
    command = [str(Path(sys.executable).parent / "waiter"), "--data", str(tmp_path / "data")]
    command += ["events", "--follow", "--json", "--last", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as following:
        assert following.stdout is not None
        lines: Queue[str] = Queue()
        Thread(target=read, args=(following.stdout, lines), daemon=True).start()
        before = waiter("events", "--json").rows
        assert json.loads(lines.get(timeout=PATIENCE)) == before[-1]
        waiter("chat", "--session", "t2", "--clock", NOON, stdin="你好\n")
        new = waiter("events", "--visit", "t2", "--json").rows
        assert [json.loads(lines.get(timeout=PATIENCE)) for _ in new] == new
        following.terminate()
    assert ordered
