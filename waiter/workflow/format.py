"""The shape of a workflow file: its steps, typed. Unknown keys are refused, nothing is coerced.

What the steps refer to is `plan`'s matter. A step type is a class here and a line in `STEPS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from menu_data.faults import Place, first_fault, problem, shown, unknown, written
from waiter.workflow.reading import FileFault, Placed
from waiter.workflow.template import NAME
from waiter.workflow.value import TYPES, TypeName

MOST_STEPS = 100
MOST_DESCRIPTION = 2_000


class Part(BaseModel):
    """A mapping of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)
    also: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        allowed = [*cls.model_fields, *cls.also]
        for key in value if isinstance(value, dict) else ():
            if key not in allowed:
                raise problem(unknown("key", key, allowed), key=str(key))
        return value


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise problem(f"{shown(text)} is no name; allowed: letters, digits and _ after a letter")
    return text


def _type(found: Any) -> Any:
    if found not in TYPES:
        raise problem(unknown("type", found, TYPES))
    return found


def _listed(found: Any) -> Any:
    return [found] if isinstance(found, dict) else found


def _plain(found: Any) -> Any:
    return str(found) if isinstance(found, int | float) and not isinstance(found, bool) else found


Name = Annotated[str, AfterValidator(_name)]
Words = Annotated[str, Field(max_length=MOST_DESCRIPTION)]


class Output(Part):
    """A name that a step gives its result, and the type it must have."""

    name: Name
    type: Annotated[TypeName, BeforeValidator(_type)] | None = None
    description: Words = ""


Outputs = Annotated[list[Output], BeforeValidator(_listed), Field(min_length=1)]


class About(Part):
    """What a person reads of an input or output."""

    description: Words = ""
    example: Any = None


class Step(Part):
    """What every step has."""

    id: Name
    type: str
    description: Words = ""


class _Giving(Step):
    """A step with outputs, written as one mapping or a list, under either key."""

    also: ClassVar[tuple[str, ...]] = ("output",)
    outputs: Outputs

    @model_validator(mode="before")
    @classmethod
    def _one_key(cls, value: Any) -> Any:
        if not isinstance(value, dict) or "output" not in value:
            return value
        if "outputs" in value:
            raise problem("'output' and 'outputs' both stand here; allowed: one", key="output")
        return {("outputs" if key == "output" else key): part for key, part in value.items()}


class InputStep(_Giving):
    type: Literal["input"]
    input: About = About()


class _Calling(_Giving):
    """A step that calls something: once, or once for each entry of lists walked side by side."""

    inputs: dict[Name, Any] = Field(default_factory=dict)
    for_each: dict[Name, str] = Field(default_factory=dict)


class PluginStep(_Calling):
    type: Literal["plugin"]
    plugin: str


class CustomStep(_Calling):
    type: Literal["custom"]
    function: str


class OutputStep(Step):
    type: Literal["output"]
    inputs: dict[Name, Any] = Field(min_length=1)
    output: About = About()


AnyStep = InputStep | PluginStep | CustomStep | OutputStep
STEPS: Mapping[str, type[AnyStep]] = {
    "input": InputStep,
    "plugin": PluginStep,
    "custom": CustomStep,
    "output": OutputStep,
}


class Document(Part):
    """A file, its steps unread."""

    version: Annotated[str, BeforeValidator(_plain)]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    description: Words = ""
    steps: Annotated[list[Any], Field(min_length=1, max_length=MOST_STEPS)]


P = TypeVar("P", bound=Part)


def document(placed: Placed) -> tuple[Document, tuple[AnyStep, ...]]:
    """The file's parts, checked one by one. `FileFault` names the first that isn't right."""
    if not isinstance(placed.value, dict):
        found = shown(placed.value)
        raise FileFault(1, f"found {found}; allowed: version, name, description, steps")
    whole = _checked(Document, placed.value, (), placed)
    steps = []
    for index, raw in enumerate(whole.steps):
        place: Place = ("steps", index)
        kind = raw.get("type") if isinstance(raw, dict) else None
        if not isinstance(kind, str) or kind not in STEPS:
            at = placed.line((*place, "type"))
            raise FileFault(at, f"steps[{index}]: {unknown('step type', kind, list(STEPS))}")
        steps.append(_checked(STEPS[kind], raw, place, placed))
    return whole, tuple(steps)


def _checked(kind: type[P], value: Any, place: Place, placed: Placed) -> P:
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        fault = first_fault(error)
        at = (*place, *fault.place)
        raise FileFault(line_of(placed, at), f"{written(at)}: {fault.problem}") from error


def line_of(placed: Placed, place: Place) -> int:
    """The line of a place in the checked form, however the file writes its outputs."""
    forms = [place]
    if "outputs" in place:
        at = place.index("outputs")
        rest = place[at + 2 :]
        starts = [(*place[:at], key) for key in ("outputs", "output")]
        forms = [form for start in starts for form in ((*start, *place[at + 1 :]), (*start, *rest))]
    return next((placed.lines[form] for form in forms if form in placed.lines), placed.line(place))
