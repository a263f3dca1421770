"""From a checked file to a `Plan`: names resolved, the graph derived from them, calls looked up.

A name nobody gives, one that is given only further down, a cycle, a function that isn't in the
tables, an argument it doesn't take: each is a `FileFault` with its line, before anything runs.
Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from menu_data.faults import Place, first_fault, shown, unknown
from waiter.workflow.format import (
    AnyStep,
    CustomStep,
    Document,
    InputStep,
    OutputStep,
    PluginStep,
    line_of,
)
from waiter.workflow.function import Function, Guarded
from waiter.workflow.place import House
from waiter.workflow.plan import Named, Plan, Planned
from waiter.workflow.reading import FileFault, Placed
from waiter.workflow.template import Part, Ref, Template, TemplateFault, compiled, references
from waiter.workflow.value import Json, TypeName

AnyFunction = Function | Guarded[House]
Table = Mapping[str, AnyFunction]
KEYED = ("list", "dict")


class Planner:
    """Resolves one file. `plugins` and `customs` are the tables it may call from."""

    def __init__(
        self, placed: Placed, steps: Sequence[AnyStep], plugins: Table, customs: Table
    ) -> None:
        self._placed = placed
        self._steps = steps
        self._plugins, self._customs = plugins, customs
        self._produced: dict[str, int] = {}
        self._types: dict[str, TypeName] = {}
        self._fields: dict[str, tuple[str, ...]] = {}

    def plan(self, document: Document, file_hash: str) -> Plan:
        """The plan; `FileFault` for the first thing that can't work."""
        self._name_all()
        parts = [self._inputs(index) for index in range(len(self._steps))]
        lists = [self._lists(index) for index in range(len(self._steps))]
        needs = [self._needs(i, parts[i], lists[i]) for i in range(len(self._steps))]
        self._refuse_cycles(needs)
        self._refuse_later(needs)
        steps = tuple(
            self._planned(i, parts[i], lists[i], needs[i]) for i in range(len(self._steps))
        )
        if not any(step.kind == "output" for step in steps):
            raise self._fault(("steps",), "no step of type 'output'; allowed: at least one")
        return Plan(document.name, document.version, document.description, file_hash, steps)

    def _fault(self, place: Place, text: str) -> FileFault:
        return FileFault(line_of(self._placed, place), text)

    # --- names

    def _name_all(self) -> None:
        """Every name and the step that gives it; nothing twice."""
        ids: set[str] = set()
        put_out: set[str] = set()
        for index, step in enumerate(self._steps):
            if step.id in ids:
                raise self._fault(("steps", index, "id"), f"two steps are called {step.id!r}")
            ids.add(step.id)
            if isinstance(step, OutputStep):
                if twice := put_out & set(step.inputs):
                    place: Place = ("steps", index, "inputs", min(twice))
                    raise self._fault(place, f"{min(twice)!r} is put out twice")
                put_out |= set(step.inputs)
                continue
            for at, output in enumerate(step.outputs):
                if output.name in self._produced:
                    first = self._steps[self._produced[output.name]].id
                    place = ("steps", index, "outputs", at, "name")
                    raise self._fault(place, f"{output.name!r} is given by step {first!r} already")
                self._produced[output.name] = index

    def _inputs(self, index: int) -> dict[str, Part]:
        step = self._steps[index]
        if isinstance(step, InputStep):
            return {}
        place = ("steps", index, "inputs")
        return {key: self._part((*place, key), value) for key, value in step.inputs.items()}

    def _part(self, place: Place, value: Json) -> Part:
        try:
            return compiled(value)
        except TemplateFault as fault:
            raise self._fault(place, f"{place[-1]}: {fault}") from fault

    def _lists(self, index: int) -> dict[str, Ref]:
        """The lists that a step goes over, by the name of an entry."""
        step = self._steps[index]
        if not isinstance(step, PluginStep | CustomStep):
            return {}
        found: dict[str, Ref] = {}
        for name, text in step.for_each.items():
            place = ("steps", index, "for_each", name)
            part = self._part(place, text)
            pieces = part.pieces if isinstance(part, Template) else ()
            if len(pieces) != 1 or not isinstance(pieces[0], Ref):
                raise self._fault(place, f"{shown(text)} names no list; allowed: one {{name}}")
            if name in self._produced:
                raise self._fault(place, f"{name!r} is the name of an output already")
            found[name] = pieces[0]
        return found

    # --- the graph

    def _needs(
        self, index: int, parts: Mapping[str, Part], lists: Mapping[str, Ref]
    ) -> frozenset[int]:
        """The steps whose outputs this one uses."""
        needs: set[int] = set()
        for key, part in parts.items():
            for ref in references(part):
                if ref.name not in lists:
                    needs.add(self._giver(("steps", index, "inputs", key), ref))
        for name, ref in lists.items():
            needs.add(self._giver(("steps", index, "for_each", name), ref))
        return frozenset(needs)

    def _giver(self, place: Place, ref: Ref) -> int:
        if ref.name not in self._produced:
            raise self._fault(place, unknown("name", ref.name, list(self._produced)))
        return self._produced[ref.name]

    def _refuse_cycles(self, needs: Sequence[frozenset[int]]) -> None:
        left = set(range(len(needs)))
        while free := {index for index in left if not needs[index] & left}:
            left -= free
        if left:
            # Each of these needs one of them, so following that leads round.
            trail = [min(left)]
            while trail.count(trail[-1]) < 2:
                trail.append(min(needs[trail[-1]] & left))
            ring = trail[trail.index(trail[-1]) :]
            told = " needs ".join(repr(self._steps[index].id) for index in ring)
            raise self._fault(("steps", ring[0]), f"a cycle: step {told}")

    def _refuse_later(self, needs: Sequence[frozenset[int]]) -> None:
        """A file is read from top to bottom, by people too."""
        for index, used in enumerate(needs):
            if later := [other for other in used if other > index]:
                step, other = self._steps[index].id, self._steps[max(later)]
                line = line_of(self._placed, ("steps", max(later)))
                text = f"step {step!r} uses what {other.id!r} gives only in line {line}; move it up"
                raise self._fault(("steps", index), text)

    # --- steps

    def _planned(
        self,
        index: int,
        parts: Mapping[str, Part],
        lists: Mapping[str, Ref],
        needs: frozenset[int],
    ) -> Planned:
        step = self._steps[index]
        line = line_of(self._placed, ("steps", index))
        self._check_keys(index, parts, lists)
        before = tuple(self._steps[other].id for other in sorted(needs))
        if isinstance(step, InputStep):
            outputs = tuple(Named(o.name, o.type or "str", o.type or "str") for o in step.outputs)
            self._types |= {output.name: output.type for output in outputs}
            example = step.input.example
            return Planned(
                step.id, "input", step.description, line, outputs=outputs, example=example
            )
        if isinstance(step, OutputStep):
            return Planned(step.id, "output", step.description, line, inputs=parts, needs=before)
        function = self._function(index)
        self._check_arguments(index, function, parts)
        return Planned(
            step.id,
            "plugin" if isinstance(step, PluginStep) else "custom",
            step.description,
            line,
            function.name,
            function.version,
            isinstance(function, Guarded),
            parts,
            lists,
            self._outputs(index, function),
            before,
        )

    def _function(self, index: int) -> AnyFunction:
        """What a step calls, out of a table; a name is never looked up anywhere else."""
        step = self._steps[index]
        key = "plugin" if isinstance(step, PluginStep) else "function"
        table = self._plugins if isinstance(step, PluginStep) else self._customs
        name = step.plugin if isinstance(step, PluginStep) else ""
        name = step.function if isinstance(step, CustomStep) else name
        if name not in table:
            raise self._fault(("steps", index, key), unknown(key, name, list(table)))
        return table[name]

    def _outputs(self, index: int, function: AnyFunction) -> tuple[Named, ...]:
        """The forms of its result that a step's outputs take."""
        step = self._steps[index]
        given = () if isinstance(step, OutputStep) else tuple(step.outputs)
        over_list = isinstance(step, PluginStep | CustomStep) and bool(step.for_each)
        found = []
        for at, output in enumerate(given):
            allowed: tuple[TypeName, ...] = ("list",) if over_list else function.returns
            kind = output.type or allowed[0]
            if kind not in allowed:
                place = ("steps", index, "outputs", at, "type")
                gives = f"{function.name}{' for each entry' if over_list else ''} gives"
                raise self._fault(place, f"{gives} {' or '.join(allowed)}; found {kind!r}")
            found.append(Named(output.name, function.each if over_list else kind, kind))
            self._types[output.name] = kind
            self._fields[output.name] = function.fields
        return tuple(found)

    # --- arguments

    def _check_keys(self, index: int, parts: Mapping[str, Part], lists: Mapping[str, Ref]) -> None:
        """Lists that are none, and keys that a value can't have: any of a plain one, and others
        than its declared fields.
        """
        for name, ref in lists.items():
            kind = self._types[ref.name]
            if kind != "list" and (kind not in KEYED or not ref.path):
                place: Place = ("steps", index, "for_each", name)
                raise self._fault(place, f"{ref} is a {kind}; allowed: a list")
        for key, part in parts.items():
            for ref in (one for one in references(part) if one.path):
                source = lists.get(ref.name, ref)
                fields = self._fields.get(source.name, ())
                over = ref.name in lists
                kind = "dict" if over else self._types[source.name]
                place = ("steps", index, "inputs", key)
                if kind not in KEYED:
                    raise self._fault(place, f"{ref}: {ref.name!r} is a {kind}, which has no keys")
                if fields and kind == "dict" and ref.path[0] not in fields:
                    raise self._fault(place, f"{ref}: {unknown('field', ref.path[0], fields)}")

    def _check_arguments(
        self, index: int, function: AnyFunction, parts: Mapping[str, Part]
    ) -> None:
        allowed = function.arguments.model_fields
        for key, part in parts.items():
            place = ("steps", index, "inputs", key)
            if key not in allowed:
                raise self._fault(place, unknown(f"input of {function.name}", key, list(allowed)))
            if not any(True for _ in references(part)):
                self._check_literal(place, allowed[key], part)
        for key, info in allowed.items():
            if info.is_required() and key not in parts:
                raise self._fault(("steps", index, "inputs"), f"{function.name} needs {key!r}")

    def _check_literal(self, place: Place, info: FieldInfo, value: Json) -> None:
        kind: Any = info.annotation
        for constraint in info.metadata:
            kind = Annotated[kind, constraint]
        try:
            TypeAdapter(kind).validate_python(value, strict=True)
        except ValidationError as error:
            text = first_fault(error).problem
            raise self._fault(place, f"{place[-1]}: {text}") from error
