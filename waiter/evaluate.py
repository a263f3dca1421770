"""Evaluation: scenarios are run, each trial on a fresh house, and its transcript is replayed.

    async for row in evaluate(paths, make_brains, trials=3): ...
    summary(rows)

A trial fails by an end that is not as expected, by a replay that diverges, or by a bug of ours on
the way. `trial` plays, `expectations` compares, `replay` plays again.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from waiter.expectations import failures
from waiter.replay import replay
from waiter.scenario import Scenario, find, load
from waiter.transcript import read
from waiter.trial import Brains, Trial

# Brains of one trial: a scripted one starts anew each time.
MakeBrains = Callable[[], Brains]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trial of a scenario. No failures: passed. `transcript`: its lines, () where it broke."""

    id: str
    failures: tuple[str, ...]
    transcript: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario over all its trials; passed when every one of them did."""

    id: str
    passed: bool
    trials: int
    failures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """How many scenarios passed in all of their trials; `pass_k` is their share, 0 to 1."""

    passed: int
    total: int
    pass_k: float


async def run_scenario(
    scenario: Scenario, make_brains: MakeBrains, folder: Path, *, guided: bool = False
) -> Outcome:
    """Run a scenario once, on a house in an empty or new folder."""
    trial = Trial(scenario, make_brains(), folder, guided)
    (end,) = await asyncio.gather(trial.play(), return_exceptions=True)
    if isinstance(end, Exception):
        return Outcome(scenario.id, (f"broke: {type(end).__name__}: {_one_line(end)}",), ())
    if isinstance(end, BaseException):
        raise end
    found = [*failures(scenario.document.expect, end), *_replayed(scenario.id, end.transcript)]
    return Outcome(scenario.id, tuple(found), end.transcript)


def _replayed(name: str, lines: Sequence[str]) -> list[str]:
    divergence = replay(read(lines, name))
    return [] if divergence is None else [f"replay: {divergence}"]


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


async def evaluate(
    paths: Iterable[Path], make_brains: MakeBrains, trials: int = 1, *, guided: bool = False
) -> AsyncIterator[Row]:
    """Run the scenarios of files and folders, a row each as it is done.

    `ScenarioError` before the first one runs, where a file can't be used.
    """
    for scenario in [load(path) for path in find(paths)]:
        found: list[str] = []
        for number in range(1, trials + 1):
            outcome = await _fresh(scenario, make_brains, guided)
            prefix = f"trial {number}: " if trials > 1 else ""
            found += [f"{prefix}{failure}" for failure in outcome.failures]
        yield Row(scenario.id, not found, trials, tuple(found))


async def _fresh(scenario: Scenario, make_brains: MakeBrains, guided: bool) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="waiter-eval-") as folder:
        return await run_scenario(scenario, make_brains, Path(folder) / "house", guided=guided)


def summary(rows: Sequence[Row]) -> Summary:
    """The rows in three numbers."""
    passed = sum(row.passed for row in rows)
    return Summary(passed, len(rows), passed / len(rows) if rows else 1.0)
