"""Runs of workflows told to people: requests, outcomes, and bars that move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from waiter.workflow.event import RequestOpened
from waiter.workflow.runner import Outcome
from waiter.workflow.value import Json, canonical

HIDDEN = frozenset({"request", "run", "recipients"})  # of a request; programs get them by --json


class Bars:
    """A bar on stderr for each step of many calls, where somebody can see it."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        hidden = not sys.stderr.isatty()
        self._bars = Progress(*columns, console=console, transient=True, disable=hidden)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Bars:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def told(self, step: str, done: int, total: int) -> None:
        if total > 1:
            if step not in self._tasks:
                self._tasks[step] = self._bars.add_task(step, total=total)
            self._bars.update(self._tasks[step], completed=done)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing moves while a person is asked."""
        self._bars.stop()
        try:
            yield
        finally:
            self._bars.start()


def request_text(request: RequestOpened) -> str:
    """A request for people: what it is about, key by key."""
    lines = [f"{request.step}: {request.function} needs a yes"]
    for key, value in request.content.items():
        if key not in HIDDEN and value not in ({}, []):
            lines.append(f"  {key}: {written(value)}")
    return "\n".join(lines)


def outcome_text(outcome: Outcome) -> str:
    """What came of a run, what it rests on, and what it waits for."""
    lines = [f"{name}: {written(value)}" for name, value in outcome.outputs.items()]
    lines += [f"[{c['n']}] {c['id']}  {c['content']}" for c in outcome.citations]
    lines += [f"({note})" for note in outcome.notes]
    for request in outcome.requests:
        lines += [request_text(request), f"waits for: --approve {request.digest}"]
    if outcome.standing in ("denied", "failed"):
        lines.append(outcome.standing)
    return "\n".join(lines)


def written(value: Json) -> str:
    """A value in words; lists of what has several lines, or is no text, entry by entry."""
    if isinstance(value, str):
        return value.replace("\n", "\n      ")
    if isinstance(value, list) and all(isinstance(one, str) and "\n" not in one for one in value):
        return ", ".join(value)
    if isinstance(value, list):
        return "".join(f"\n    - {written(one)}" for one in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {written(one)}" for key, one in value.items())
    return canonical(value)
