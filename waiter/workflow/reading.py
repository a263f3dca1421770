"""A workflow's YAML as plain values whose every place has a line. Knows no steps.

A file may come from anywhere: anchors, aliases, tags, depth and size are refused before anything
is built of them. A key that stands twice is refused too, but for the outputs of a step: there each
repetition begins another output, with a warning that shows the clean form. Neighbour: `loader`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import yaml

from menu_data.faults import Place, shown

MOST_BYTES = 64_000  # a workflow is read by people; twenty screens of it are far too many
MOST_NODES = 4_000
DEEPEST = 12
OUTPUTS = ("output", "outputs")
OUTPUT_KEYS = frozenset({"name", "type", "description"})
_SCALARS = {f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null")}


class FileFault(Exception):
    """Something wrong in a file; `line` counts from 1, `problem` is one line for a person."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that is read, but should be written otherwise."""

    line: int
    text: str


@dataclass(slots=True)
class Placed:
    """A document's value (Any: whatever stands there) and the line of every place in it."""

    value: Any = None
    lines: dict[Place, int] = field(default_factory=dict)
    warnings: list[Warned] = field(default_factory=list)

    def line(self, place: Place) -> int:
        """The line of a place; of what isn't there, the line of what should hold it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read(raw: bytes) -> Placed:
    """The one document of a file. `FileFault` where it can't be read, or isn't harmless."""
    if len(raw) > MOST_BYTES:
        raise FileFault(1, f"is larger than {MOST_BYTES} bytes; allowed: at most that")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileFault(1, "is not UTF-8; allowed: YAML in UTF-8") from error
    try:
        _check_harmless(text)
        return _placed(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join((error.problem or "is no YAML").split())
        raise FileFault(mark.line + 1 if mark else 1, problem) from error
    except yaml.YAMLError as error:
        raise FileFault(1, " ".join(str(error).split())) from error


def _check_harmless(text: str) -> None:
    """Events come one by one, so nothing grows here whatever the file says."""
    depth = count = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise FileFault(line, "anchors and aliases (&a, *a) are refused; write it out")
        if (tag := getattr(event, "tag", None)) is not None:
            raise FileFault(line, f"the tag {shown(tag)} is refused; allowed: plain values")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        count += isinstance(event, yaml.NodeEvent)
        if depth > DEEPEST:
            raise FileFault(line, f"is nested too deep; allowed: {DEEPEST} levels")
        if count > MOST_NODES:
            raise FileFault(line, f"has too many values; allowed: {MOST_NODES}")


def _placed(text: str) -> Placed:
    loader = yaml.SafeLoader(text)
    placed = Placed()
    try:
        root = loader.get_single_node()
        if root is not None:
            placed.value = _value(loader, root, (), placed)
    finally:
        loader.dispose()
    return placed


def _value(loader: yaml.SafeLoader, node: yaml.Node, place: Place, placed: Placed) -> Any:
    placed.lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(loader, node, place, placed)
    if isinstance(node, yaml.SequenceNode):
        parts = enumerate(node.value)
        return [_value(loader, part, (*place, index), placed) for index, part in parts]
    return _scalar(loader, node)


def _scalar(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    """Text stays text, dates too: YAML's other ideas of a value have no place in a workflow."""
    if node.tag not in _SCALARS:
        return node.value
    line = node.start_mark.line + 1
    try:
        value = loader.construct_object(node)
    except ValueError as error:  # an integer of thousands of digits
        raise FileFault(line, f"{shown(node.value)} is no number") from error
    if isinstance(value, float) and not math.isfinite(value):
        raise FileFault(line, f"{node.value!r} is no number; allowed: a finite one")
    return value


Pair = tuple[str, yaml.Node, int]


def _mapping(
    loader: yaml.SafeLoader, node: yaml.MappingNode, place: Place, placed: Placed
) -> dict[str, Any] | list[dict[str, Any]]:
    pairs = [_pair(key, value) for key, value in node.value]
    groups = _groups(pairs)
    if len(groups) > 1:
        _check_outputs(groups, place)
        placed.warnings.append(_warning(groups, place))
        return [
            _values(loader, group, (*place, index), placed) for index, group in enumerate(groups)
        ]
    return _values(loader, pairs, place, placed)


def _values(
    loader: yaml.SafeLoader, pairs: list[Pair], place: Place, placed: Placed
) -> dict[str, Any]:
    for key, _, line in pairs:
        placed.lines[(*place, key)] = line
    if pairs:
        placed.lines.setdefault(place, pairs[0][2])
    return {key: _value(loader, value, (*place, key), placed) for key, value, _ in pairs}


def _pair(key: yaml.Node, value: yaml.Node) -> Pair:
    line = key.start_mark.line + 1
    if not isinstance(key, yaml.ScalarNode):
        raise FileFault(line, "a key that is no text; allowed: plain words")
    return str(key.value), value, line


def _groups(pairs: list[Pair]) -> list[list[Pair]]:
    """Cut before every key that its group has already."""
    groups: list[list[Pair]] = [[]]
    for pair in pairs:
        if any(pair[0] == key for key, _, _ in groups[-1]):
            groups.append([])
        groups[-1].append(pair)
    return groups


def _check_outputs(groups: list[list[Pair]], place: Place) -> None:
    """Only a step's outputs may repeat keys, and each output must name itself first."""
    inside = bool(place) and place[-1] in OUTPUTS
    for group in groups:
        keys = {key for key, _, _ in group}
        if not inside or not keys <= OUTPUT_KEYS or group[0][0] != "name":
            key, _, line = groups[1][0]
            raise FileFault(line, f"the key {shown(key)} stands here twice; allowed: once")


def _warning(groups: list[list[Pair]], place: Place) -> Warned:
    rows = [", ".join(f"{key}: {_written(node)}" for key, node, _ in group) for group in groups]
    clean = ", ".join("{" + row + "}" for row in rows)
    line = groups[1][0][2]
    text = f"{place[-1]!r} repeats 'name': read as {len(groups)} outputs; write outputs: [{clean}]"
    return Warned(line, text)


def _written(node: yaml.Node) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else "..."
