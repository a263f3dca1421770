"""A house that is killed at any commit goes on as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme_tree import ROOT
from tests.waiter.crash_child import SAID

pytestmark = pytest.mark.long


@pytest.mark.timeout(300)
def test_killed_after_any_commit_nothing_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    """For every n: killed after the n-th commit, started again, the end is the same."""
    command = [sys.executable, "-m", "tests.waiter.crash_child", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    whole, *kills = (json.loads(line) for line in done.stdout.splitlines())
    assert len(whole["books"]["tickets"]) == 2
    assert whole["books"]["bill"]["state"] == "issued"
    for again in kills:
        assert again["ended"] == signal.SIGKILL
        assert again["books"] == whole["books"], f"killed after commit {again['kill']}"
        assert again["seen"] == whole["seen"], f"killed after commit {again['kill']}"
    assert len(kills) >= 2 * len(
        SAID
    )  # every input is committed as it comes in, and as it is taken
