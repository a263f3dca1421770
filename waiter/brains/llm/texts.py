"""Reads the prompt's words from `prompt/`: the waiter's rules, the wires, examples, the situation.

The one place of this brain that touches files. A file that lacks a sentence, or has one nobody
would be told, is an error at start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

FOLDER = Path(__file__).with_name("prompt")

# How a turn is written: as the grammar has it, or as one JSON object a schema holds the model to.
Wire = Literal["text", "json"]
Party = Literal["user", "sys", "waiter"]
# One conversation, line by line: who said what.
Example = tuple[tuple[Party, str], ...]

_EXAMPLES = TypeAdapter(list[list[dict[Party, str]]])


class Situation(BaseModel):
    """The sentences of the last message and of what happened without a guest's words."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    heard: str
    answered: str
    refused: str
    cut: str
    opening: str
    granted: str
    tapped: str
    unanswered: str
    head: str
    time: str
    language: str
    languages: dict[str, str]
    guests: str
    allergies: str
    habits: str
    sold_out: str
    left: str
    quotes: str
    tab: str
    no_tab: str
    tickets: str
    bill: str
    numbers: str
    more: str
    no_numbers: str
    question: str
    waits: str
    grants: str
    ending: str


@dataclass(frozen=True, slots=True)
class Texts:
    """All words of the prompt. `waiter` takes $restaurant, $wire, $apps, $menu and $examples."""

    waiter: Template
    wires: Mapping[Wire, str]
    examples: tuple[Example, ...]
    situation: Situation


@cache
def prompt_texts() -> Texts:
    """The shipped words, read once a process. ValueError where a file isn't as it must be."""
    return load_texts(FOLDER)


def load_texts(folder: Path) -> Texts:
    """The words of a folder laid out as `prompt/` is."""
    return Texts(
        Template(_text(folder / "waiter.md")),
        {"text": _text(folder / "wire_text.md"), "json": _text(folder / "wire_json.md")},
        _examples(folder / "examples.yaml"),
        Situation.model_validate(yaml.safe_load(_text(folder / "situation.yaml"))),
    )


def _examples(file: Path) -> tuple[Example, ...]:
    found = _EXAMPLES.validate_python(yaml.safe_load(_text(file)))
    if any(len(line) != 1 for lines in found for line in lines):
        raise ValueError(f"{file.name}: each line of an example is one party's")
    return tuple(tuple(pair for line in lines for pair in line.items()) for lines in found)


def _text(file: Path) -> str:
    return file.read_text("utf-8").strip()
