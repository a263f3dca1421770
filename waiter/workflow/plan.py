"""A plan: the steps of a workflow with everything they refer to resolved. Values only.

`planning` makes it of a file; `interpret` steps through it; `drawing` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from waiter.workflow.template import Part, Ref
from waiter.workflow.value import Json, TypeName

Kind = Literal["input", "plugin", "custom", "output"]


@dataclass(frozen=True, slots=True)
class Named:
    """An output: its name, the form of the result it takes, the type it must have."""

    name: str
    form: TypeName
    type: TypeName


@dataclass(frozen=True, slots=True)
class Planned:
    """A step. `each`: name of an entry → the list it is of; `needs`: ids of the steps it uses."""

    id: str
    kind: Kind
    description: str
    line: int
    function: str = ""
    version: str = ""
    guarded: bool = False
    inputs: Mapping[str, Part] = field(default_factory=dict)
    each: Mapping[str, Ref] = field(default_factory=dict)
    outputs: tuple[Named, ...] = ()
    needs: tuple[str, ...] = ()
    example: Json = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A workflow ready to run. `hash`: SHA-256 of the file's bytes, as hex."""

    name: str
    version: str
    description: str
    hash: str
    steps: tuple[Planned, ...]

    def step(self, step_id: str) -> Planned:
        return next(step for step in self.steps if step.id == step_id)

    def inputs(self) -> Iterator[tuple[Named, Planned]]:
        """What a run must be given, and the step that asks for it."""
        for step in self.steps:
            if step.kind == "input":
                for output in step.outputs:
                    yield output, step

    def after(self, step_id: str) -> tuple[Planned, ...]:
        """Every step that uses this one, or one that does."""
        found = {step_id}
        for step in self.steps:
            if found & set(step.needs):
                found.add(step.id)
        return tuple(step for step in self.steps if step.id in found and step.id != step_id)
