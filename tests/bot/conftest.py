"""The command `waiter` within the test's process: arguments and stdin in, code and text out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot import cli

NOON = "2026-05-04T12:00:00+08:00"  # the shipped menu's house is open


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What it printed, as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Waiter = Callable[..., Ran]


@contextmanager
def typed(folder: Path, text: str | bytes, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """stdin holds these bytes."""
    file = folder / "stdin"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with file.open(encoding="utf-8") as stdin, patch.context() as here:
        here.setattr(sys, "stdin", stdin)
        yield


@pytest.fixture
def waiter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Waiter:
    """Run `waiter ARGUMENTS` on a data folder of the test's own."""

    def run(*arguments: str, stdin: str | bytes = "") -> Ran:
        with typed(tmp_path, stdin, monkeypatch):
            code = cli.run([*arguments, "--data", str(tmp_path / "data")])
        seen = capsys.readouterr()
        return Ran(code, seen.out, seen.err)

    monkeypatch.chdir(tmp_path)
    for name in ("WAITER_DATA", "WAITER_MENU", "WAITER_BRAIN"):
        monkeypatch.delenv(name, raising=False)
    return run


@pytest.fixture
def ordered(waiter: Waiter) -> str:
    """A visit with one ticket of two lines and a bill; its id."""
    lines = "来两碗担担面和一瓶可乐\n下单\n确认\n买单\n确认\n"
    done = waiter("chat", "--json", "--session", "t1", "--clock", NOON, stdin=lines)
    assert done.code == 0, done.err
    return "t1"
