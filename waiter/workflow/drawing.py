"""A plan drawn: as Mermaid for documents, as lines for a terminal. Pure.

Steps that stand in one row of the terminal's drawing may run side by side.
"""

from __future__ import annotations

from collections.abc import Iterator

from waiter.workflow.plan import Plan, Planned
from waiter.workflow.template import references

_SHAPES = {
    "input": ('(["', '"])'),
    "plugin": ('["', '"]'),
    "custom": ('[["', '"]]'),
    "output": ('(["', '"])'),
}
_ESCAPES = str.maketrans({"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "#": "&num;"})


def mermaid(plan: Plan) -> str:
    """A flowchart: steps as boxes, names on the arrows, a hexagon before what needs a yes."""
    numbers = {step.id: f"s{number}" for number, step in enumerate(plan.steps, 1)}
    lines = ["flowchart TD"]
    for step in plan.steps:
        left, right = _SHAPES[step.kind]
        told = [step.id, *filter(None, [step.function, step.description.strip()])]
        label = "<br>".join(" ".join(part.split()).translate(_ESCAPES) for part in told)
        lines.append(f"  {numbers[step.id]}{left}{label}{right}")
        if step.guarded:
            lines.append(f'  y{numbers[step.id]}{{{{"a yes"}}}} --> {numbers[step.id]}')
    for giver, taker, names in _arrows(plan):
        target = f"y{numbers[taker.id]}" if taker.guarded else numbers[taker.id]
        lines.append(f'  {numbers[giver.id]} -- "{", ".join(names)}" --> {target}')
    return "\n".join(lines)


def in_lines(plan: Plan) -> str:
    """The same for a terminal, row by row."""
    ranks = _ranks(plan)
    arrows = list(_arrows(plan))
    lines = [f"{plan.name} {plan.version}"]
    for rank in range(1, max(ranks.values()) + 1):
        row = [step for step in plan.steps if ranks[step.id] == rank]
        lines.append("  │" if rank > 1 else "")
        for step in row:
            mark = "├" if len(row) > 1 and step is not row[-1] else "└" if len(row) > 1 else "▼"
            lines.append(f"  {mark} {_title(step)}")
            for giver, taker, names in arrows:
                if taker is step:
                    lines.append(f"      ← {', '.join(names)}  ({giver.id})")
            if step.outputs:
                given = ", ".join(f"{output.name}: {output.type}" for output in step.outputs)
                lines.append(f"      → {given}")
    return "\n".join(line for line in lines if line)


def _title(step: Planned) -> str:
    parts = [step.id, f"[{step.function or step.kind}]"]
    if step.each:
        parts.append("for each " + ", ".join(step.each))
    if step.guarded:
        parts.append("needs a yes")
    return "  ".join(parts)


def _arrows(plan: Plan) -> Iterator[tuple[Planned, Planned, list[str]]]:
    """Who gives whom what."""
    givers = {output.name: step for step in plan.steps for output in step.outputs}
    for step in plan.steps:
        names = [ref.name for ref in step.each.values()]
        names += [ref.name for part in step.inputs.values() for ref in references(part)]
        for giver in plan.steps:
            used = [name for name in dict.fromkeys(names) if givers.get(name) is giver]
            if used:
                yield giver, step, used


def _ranks(plan: Plan) -> dict[str, int]:
    """How far down each step stands: one below the lowest that it needs."""
    ranks: dict[str, int] = {}
    for step in plan.steps:
        ranks[step.id] = 1 + max((ranks[other] for other in step.needs), default=0)
    return ranks
