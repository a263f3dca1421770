"""The house's table of workflows that answer intents: read, checked whole, or refused in one line.

A workflow that needs a yes anywhere may not be named: nobody is asked in the middle of a talk.
Neighbours: `intents.yaml`, the shipped table; `answering`, which runs what is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import Field, ValidationError

from menu_data.faults import Place, first_fault, shown, unknown, written
from menu_data.words.topics import known_topics
from menu_data.words.wishes.lexicon import wishes
from waiter.flow import Flow, FlowIntent
from waiter.workflow.answering import Ready
from waiter.workflow.format import Name, Part
from waiter.workflow.loader import Workflow, WorkflowError
from waiter.workflow.plan import Plan
from waiter.workflow.reading import FileFault, Placed, read
from waiter.workflow.template import Part as Input
from waiter.workflow.template import Template, TemplateFault, compiled, references
from waiter.workflow.value import fits

SHIPPED = Path(__file__).with_name("intents.yaml")
GIVEN = ("said", "language")  # what inputs may be made of
MOST_LINES = 50

Load = Callable[[str], Workflow]  # by name; `WorkflowError` where there is none
P = TypeVar("P", bound=Part)
FileName = Annotated[str, Field(pattern=r"^[\w-]{1,64}$")]


class _Line(Part):
    intent: str
    run: FileName
    wish: list[str] = Field(default_factory=list)
    topics: list[str] = Field(default_factory=list)
    give: dict[Name, Any] = Field(default_factory=dict)
    menus: dict[str, FileName] = Field(default_factory=dict)


class _Table(Part):
    workflows: Annotated[list[Any], Field(max_length=MOST_LINES)]


@dataclass(frozen=True, slots=True)
class HouseFlows:
    """The table. `flows`: what is decided by it; `ready`: the workflows it names."""

    flows: tuple[Flow, ...] = ()
    ready: Mapping[str, Ready] = field(default_factory=dict)


def house_flows(raw: bytes, name: str, load: Load) -> HouseFlows:
    """The table in a file's bytes; `name` is what messages call it. `WorkflowError` for the first
    thing in it that can't be.
    """
    try:
        return _read(read(raw), load)
    except FileFault as fault:
        raise WorkflowError(f"{name}:{fault.line}: {fault.problem}") from fault


def _read(placed: Placed, load: Load) -> HouseFlows:
    table = _checked(_Table, placed.value, (), placed)
    flows: list[Flow] = []
    ready: dict[str, Ready] = {}
    for index, raw in enumerate(table.workflows):
        place: Place = ("workflows", index)
        line = _checked(_Line, raw, place, placed)
        flow, made = _flow(line, place, placed), _ready(line, place, placed, load)
        if ready.setdefault(line.run, made) != made:
            text = f"{line.run!r} is run with other inputs or menus above; write a file for each"
            raise FileFault(placed.line(place), text)
        flows.append(flow)
    return HouseFlows(tuple(flows), ready)


def _checked(kind: type[P], value: Any, place: Place, placed: Placed) -> P:  # Any: as in the file
    if not isinstance(value, dict):
        text = f"found {shown(value)}; allowed: {', '.join(kind.model_fields)}"
        raise FileFault(placed.line(place), f"{written(place)}: {text}" if place else text)
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        fault = first_fault(error)
        at = (*place, *fault.place)
        raise FileFault(placed.line(at), f"{written(at)}: {fault.problem}") from error


def _flow(line: _Line, place: Place, placed: Placed) -> Flow:
    intents: tuple[FlowIntent, ...] = get_args(FlowIntent)
    intent = next((one for one in intents if one == line.intent), None)
    if intent is None:
        raise FileFault(placed.line((*place, "intent")), unknown("intent", line.intent, intents))
    allowed = {"wish": wishes(), "topics": known_topics()}
    for key, found in (("wish", line.wish), ("topics", line.topics)):
        at = placed.line((*place, key))
        if found and (key == "wish") != (intent == "menu"):
            raise FileFault(at, f"{key!r} says nothing of the intent {intent!r}")
        _check_known(found, key.removesuffix("s"), allowed[key], at)
    return Flow(intent, line.run, tuple(line.wish), tuple(line.topics))


def _check_known(found: Iterable[str], what: str, allowed: Sequence[str], line: int) -> None:
    for one in found:
        if one not in allowed:
            raise FileFault(line, unknown(what, one, allowed))


def _ready(line: _Line, place: Place, placed: Placed, load: Load) -> Ready:
    at = placed.line((*place, "run"))
    try:
        plan = load(line.run).plan
    except WorkflowError as error:
        raise FileFault(at, str(error)) from error
    for step in plan.steps:
        if step.guarded:
            why = f"its step {step.id!r} ({step.function}) needs a yes"
            raise FileFault(at, f"{line.run!r} may not be named by an intent: {why}")
    return Ready(plan, _given(line, plan, (*place, "give"), placed), dict(line.menus))


def _given(line: _Line, plan: Plan, place: Place, placed: Placed) -> dict[str, Input]:
    """What each input of the workflow is made of; of one alone, by itself what was said."""
    types = {output.name: output.type for output, _ in plan.inputs()}
    give = line.give
    if not give and list(types.values()) == ["str"]:
        give = dict.fromkeys(types, "{said}")
    _check_known(give, f"input of {line.run}", tuple(types), placed.line(place))
    if missing := [name for name in types if name not in give]:
        text = f"{line.run!r} needs {', '.join(missing)}; write give: {{{missing[0]}: '{{said}}'}}"
        raise FileFault(placed.line(place), text)
    made: dict[str, Input] = {}
    for name, value in give.items():
        at = placed.line((*place, name))
        try:
            made[name] = compiled(value)
        except TemplateFault as fault:
            raise FileFault(at, f"{name}: {fault}") from fault
        _check_known((ref.name for ref in references(made[name])), "name", GIVEN, at)
        example = "" if isinstance(made[name], Template) else value
        if not fits(example, types[name]):
            raise FileFault(at, f"{name}: found {shown(value)}; allowed: a {types[name]}")
    return made
