"""From a file to a workflow: a plan, and warnings. Everything wrong is one line with file and line.

Neighbours: `reading` (YAML), `format` (shape), `planning` (names and calls), `registry` (tables).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from waiter.workflow import format as shape
from waiter.workflow.plan import Plan
from waiter.workflow.planning import Planner, Table
from waiter.workflow.reading import MOST_BYTES, FileFault, read


class WorkflowError(Exception):
    """A workflow that can't be used. The message is one line: file, line, what is wrong."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """A file that may run. `warnings`: lines for a person, with file and line."""

    plan: Plan
    warnings: tuple[str, ...]


def load(path: Path, plugins: Table, customs: Table) -> Workflow:
    """The workflow of a file. `WorkflowError` where it is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise WorkflowError(f"{path}: can't be read: {reason}") from error
    return parse(raw, str(path), plugins, customs)


def parse(raw: bytes, name: str, plugins: Table, customs: Table) -> Workflow:
    """The workflow of a file's bytes; `name` is what messages call it."""
    try:
        placed = read(raw)
        document, steps = shape.document(placed)
        file_hash = hashlib.sha256(raw).hexdigest()
        plan = Planner(placed, steps, plugins, customs).plan(document, file_hash)
    except FileFault as fault:
        raise WorkflowError(f"{name}:{fault.line}: {fault.problem}") from fault
    return Workflow(plan, tuple(f"{name}:{one.line}: {one.text}" for one in placed.warnings))
