"""Small workflows as text, and functions to call from them that remember what they were asked."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from waiter.workflow.function import Arguments, Function, FunctionFailed, Result, Tools
from waiter.workflow.loader import Workflow, parse
from waiter.workflow.registry import CUSTOMS, PLUGINS
from waiter.workflow.value import Json

HEAD = "version: '1.0'\nname: test\nsteps:\n"
ASK = """  - id: ask
    type: input
    outputs: {name: word, type: str}
"""


class Text(Arguments):
    text: Json


@dataclass
class Said:
    """A custom function that gives back what it is given, in every type that fits."""

    asked: list[Json] = field(default_factory=list)
    fails: set[str] = field(default_factory=set)
    gate: threading.Barrier | None = None

    def run(self, asked: Text, tools: Tools) -> Result:
        if self.gate is not None:
            self.gate.wait(5)
        if isinstance(asked.text, str) and asked.text in self.fails:
            raise FunctionFailed(f"can't say {asked.text!r}")
        self.asked.append(asked.text)
        if isinstance(asked.text, str):
            return Result({"str": asked.text})
        return Result({"list": asked.text, "str": "a list"})

    def function(self) -> Function:
        return Function("say", "1", Text, ("str", "list"), "str", self.run)


def workflow(text: str, said: Said | None = None) -> Workflow:
    """A workflow of text; `say` is there besides what is shipped."""
    customs = {**CUSTOMS, "say": (said or Said()).function()}
    return parse(text.encode(), "test.yaml", PLUGINS, customs)


def step(name: str, text: str, more: str = "", kind: str = "str") -> str:
    """A step that says something."""
    return (
        f"  - id: {name}\n    type: custom\n    function: say\n{more}"
        f"    inputs: {{text: {text!r}}}\n    outputs: {{name: {name}_said, type: {kind}}}\n"
    )


def out(**inputs: str) -> str:
    """The last step."""
    lines = "".join(f"      {key}: {value!r}\n" for key, value in inputs.items())
    return f"  - id: out\n    type: output\n    inputs:\n{lines}"
