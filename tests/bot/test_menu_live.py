"""Menus and staff's acts between real processes: live in a running console, and never half done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from menu_data.loader import from_document
from tests.bot.conftest import NOON
from tests.bot.menu_crash_child import ACTS, NEW, standing
from tests.menu_data.documents import changed, small
from tests.readme_tree import ROOT

pytestmark = pytest.mark.long

CODE = "from bot.cli import main; main()"
KILLS = 24  # at as many moments of a command's life


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


class Console:
    """A guest at a pipe: a line in, the envelopes that answer it out."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def says(self, text: str) -> str:
        """What the waiter answers last to a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()
        return self.hears()

    def hears(self) -> str:
        assert self._process.stdout is not None
        content: str = json.loads(self._process.stdout.readline())["content"]
        return content


@contextmanager
def console(data: Path) -> Iterator[Console]:
    arguments = ("chat", "--json", "--session", "t1", "--clock", NOON, "--language", "en")
    with subprocess.Popen(
        [sys.executable, "-c", CODE, *arguments, "--data", str(data)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield Console(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(30)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house whose menu is the small one."""
    menu = written(tmp_path, small())
    assert command("menu", "publish", menu, "--data", str(tmp_path / "data")).returncode == 0
    return tmp_path / "data"


def written(folder: Path, document: dict[str, Any]) -> str:
    path = folder / "menu.json"
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def test_the_next_message_sees_what_a_second_process_published(data: Path, tmp_path: Path) -> None:
    with console(data) as guest:
        guest.hears()  # the greeting
        assert "8.00" in guest.says("two colas")
        menu = written(tmp_path, changed("items.1.price", "7.00"))
        published = command("menu", "publish", menu, "--data", str(data))
        assert "t1: Cola costs 7.00 instead of 4.00" in published.stdout
        assert "21.00" in guest.says("one more cola")


def test_the_next_message_sees_what_a_second_process_sold_out(data: Path) -> None:
    with console(data) as guest:
        guest.hears()
        assert "8.00" in guest.says("two colas")
        assert command("menu", "sold-out", "cola", "--data", str(data)).returncode == 0
        assert "sold out" in guest.says("one more cola").lower()
        assert command("menu", "restock", "cola", "--data", str(data)).returncode == 0
        assert "12.00" in guest.says("one more cola")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.timeout(300)
def test_killed_after_any_commit_the_house_is_as_before_or_as_after(
    tmp_path: Path, act: str
) -> None:
    run = [sys.executable, "-m", "tests.bot.menu_crash_child", str(tmp_path), act]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    whole, *kills = (json.loads(line) for line in done.stdout.splitlines())
    before, after = had(whole["before"]), had(whole["awake"])
    assert before != after
    assert len(kills) >= 3
    for kill in kills:
        assert kill["ended"] == signal.SIGKILL
        assert had(kill["killed"]) in (before, after)
    assert had(kills[-1]["awake"]) == after  # it was in the inbox by then
    acted = [kill for kill in kills if had(kill["awake"]) == after]
    assert [kill["awake"]["publications"] for kill in acted] == [
        whole["awake"]["publications"] for _ in acted
    ]


def had(row: dict[str, Any]) -> tuple[Any, ...]:
    """The menu and what there is of it."""
    return row["version"], row["sold_out"], row["stock"]


@pytest.mark.timeout(300)
def test_killed_at_any_moment_a_publish_leaves_the_old_or_the_new_menu(
    data: Path, tmp_path: Path
) -> None:
    """From the outside: the command is killed at many moments of its life."""
    old, new = small(), NEW
    versions = [from_document(one).version for one in (old, new)]
    whole = [(versions[0], [], {}), (versions[1], ["trout"], {"cola": 7})]
    for moment in range(KILLS):
        target = old if had(standing(data))[0] == versions[1] else new
        arguments = ("menu", "publish", written(tmp_path, target), "--data", str(data))
        process = subprocess.Popen(
            [sys.executable, "-c", CODE, *arguments],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.wait(0.05 * moment)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait(10)
        assert had(standing(data)) in whole
    assert command("menu", "publish", written(tmp_path, old), "--data", str(data)).returncode == 0
    assert had(standing(data)) == whole[0]
