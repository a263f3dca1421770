"""YAML whose every value knows the line it stands on, so that a mistake can be pointed at.

Safe YAML only; a key that stands twice in a mapping is refused. Neighbour: `scenario` checks what
is read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from menu_data.faults import Place, shown


class BadYaml(Exception):
    """No YAML, or a key twice; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class PlacedYaml:
    """A document's value (plain Python values; Any: it is whatever stands there) and its nodes."""

    value: Any
    root: yaml.Node | None

    def line(self, place: Place) -> int:
        """The line of a place, from 1; what isn't there has the line of what should hold it."""
        node = self.root
        if node is None:
            return 1
        for step in place:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
        return int(node.start_mark.line) + 1


def read_yaml(text: str) -> PlacedYaml:
    """The one document of a text. `BadYaml` where it can't be read."""
    loader = yaml.SafeLoader(text)
    try:
        root = loader.get_single_node()
        if root is not None:
            _refuse_repeated(root)
        value = loader.construct_document(root) if root is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYaml(mark.line + 1 if mark else 1, error.problem or "is no YAML") from error
    except yaml.YAMLError as error:
        raise BadYaml(1, " ".join(str(error).split())) from error
    except ValueError as error:  # a date such as 2026-13-01
        raise BadYaml(1, str(error)) from error
    except RecursionError as error:
        raise BadYaml(1, "is nested too deep") from error
    finally:
        loader.dispose()
    return PlacedYaml(value, root)


def _child(node: yaml.Node, step: str | int) -> yaml.Node | None:
    """The node a step leads to: a mapping's value by key, a sequence's entry by index."""
    if isinstance(node, yaml.MappingNode):
        pairs: list[tuple[yaml.Node, yaml.Node]] = node.value
        return next((value for key, value in pairs if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        entry: yaml.Node = node.value[step]
        return entry
    return None


def _refuse_repeated(root: yaml.Node) -> None:
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value in seen:
                    problem = f"the key {shown(key.value)} stands here twice; allowed: once"
                    raise BadYaml(key.start_mark.line + 1, problem)
                seen.add(str(key.value))
                nodes.append(value)
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
