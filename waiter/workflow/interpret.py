"""`step`: what follows from an event of a run. Pure; time, chance and results come in as values.

    run started, resumed   every step whose names are there begins; what has no result is called
    call returned, failed  a step with all its results is done, and others may begin
    step bound             what a guarded step would do: ask for a yes, or go on if it does nothing
    decided                the yes is worth something only while what it was bound to holds

Independent steps run side by side: all that may begin does. Equal calls have one answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from waiter import permission
from waiter.workflow import event as e
from waiter.workflow.plan import Plan, Planned
from waiter.workflow.state import Impossible, State, apply
from waiter.workflow.template import TemplateFault, filled, looked_up, references
from waiter.workflow.value import Citation, Json, digest, fits, type_of

MOST_ENTRIES = 10_000  # of a list that a step goes over: more guests than a restaurant writes to


@dataclass(frozen=True, slots=True)
class Step:
    """The derived events in order, the effects, and the state after all of them."""

    events: tuple[e.Event, ...]
    effects: tuple[e.Effect, ...]
    state: State


def step(plan: Plan, state: State, event: e.Event) -> Step:
    """What follows from an event that came from outside; `state` is as before it."""
    s = _Stepping(plan, apply(state, event), event)
    match event.body:
        case e.RunStarted():
            pass
        case e.RunResumed():
            s.effects += pending(plan, s.state)
        case e.StepBound() as bound:
            s.bound(bound)
        case e.Decided() as decided:
            s.decided(decided)
        case e.CallReturned() | e.CallFailed() | e.BindFailed():
            pass
        case _:
            raise Impossible(f"{type(event.body).__name__} doesn't come from outside")
    s.advance()
    return Step(tuple(s.events), tuple(s.effects), s.state)


def pending(plan: Plan, state: State) -> list[e.Effect]:
    """What began and has no result: taken up again after a crash, a failure or a wait."""
    effects: list[e.Effect] = []
    called: set[str] = set()
    for planned in plan.steps:
        if planned.id not in state.begun or planned.id in state.done:
            continue
        if planned.guarded and planned.id not in state.granted:
            request = state.requests.get(planned.id)
            effects.append(e.BindStep(planned.id) if request is None else e.AskPerson(request))
        else:
            effects += _calls(state, planned, called)
    return effects


def _calls(state: State, planned: Planned, called: set[str]) -> Iterator[e.CallFunction]:
    """The calls of a step that nobody has an answer to; each key once."""
    for call in state.begun[planned.id]:
        if call.key not in state.results and call.key not in called:
            called.add(call.key)
            yield e.CallFunction(planned.id, planned.guarded, call)


@dataclass(slots=True)
class _Stepping:
    """A step being made: every decision is applied at once, so what follows sees it."""

    plan: Plan
    state: State
    event: e.Event
    events: list[e.Event] = field(default_factory=list)
    effects: list[e.Effect] = field(default_factory=list)

    def emit(self, body: e.Derived) -> None:
        event = e.Event(self.state.run, self.state.seq + 1, self.event.at, body)
        self.state = apply(self.state, event)
        self.events.append(event)

    # --- permission

    def bound(self, bound: e.StepBound) -> None:
        planned = self.plan.step(bound.step)
        if bound.content is None:
            self.granted(planned, e.GrantSpent(planned.id))
        else:
            self.ask(planned, bound.content)

    def ask(self, planned: Planned, content: Mapping[str, Json]) -> None:
        """Open a request. Its own id is part of what the yes is bound to: a yes is spent once."""
        request = self.event.nonce
        shown = {**content, "request": request, "run": self.state.run, "step": planned.id}
        opened = e.RequestOpened(
            request,
            planned.id,
            planned.function,
            shown,
            permission.digest(shown),
            self.event.at + permission.REQUEST_LIFE,
        )
        self.emit(opened)
        self.effects.append(e.AskPerson(opened))

    def decided(self, decided: e.Decided) -> None:
        """Judge a yes by the world as it is now. One for no open request changes nothing."""
        open_now = self.state.requests.values()
        request = next((one for one in open_now if one.request == decided.request), None)
        if request is None or request.digest != decided.digest:
            return
        planned = self.plan.step(request.step)
        if not decided.approve:
            self.emit(e.RequestVoided(request.request, planned.id, "denied"))
            self.emit(e.RunEnded("denied", {}))
        elif self.event.at >= request.expires_at:
            self.again(planned, request, "expired", decided.content)
        elif decided.content is None or not _holds(request, decided.content):
            self.again(planned, request, "changed", decided.content)
        else:
            spent = e.GrantSpent(planned.id, request.request, decided.by, request.digest)
            self.granted(planned, spent)

    def again(
        self,
        planned: Planned,
        request: e.RequestOpened,
        why: e.Voided,
        content: Mapping[str, Json] | None,
    ) -> None:
        """The yes is void; the person sees what it would be now."""
        self.emit(e.RequestVoided(request.request, planned.id, why))
        self.bound(e.StepBound(planned.id, content))

    def granted(self, planned: Planned, spent: e.GrantSpent) -> None:
        self.emit(spent)
        self.effects += _calls(self.state, planned, set())

    # --- steps

    def advance(self) -> None:
        """Finish what has all its results, begin what has all its names, until neither is left."""
        while self.state.ended is None and (self._finish() or self._begin()):
            pass
        everything = {planned.id for planned in self.plan.steps}
        if self.state.ended is None and everything == self.state.done:
            self.emit(e.RunEnded("done", *self._outputs()))

    def _outputs(self) -> tuple[dict[str, Json], tuple[Citation, ...]]:
        outputs: dict[str, Json] = {}
        citations: list[Citation] = []
        for planned in self.plan.steps:
            if planned.kind == "output":
                call = self.state.begun[planned.id][0]
                outputs |= call.arguments
                citations += [one for one in call.citations if one not in citations]
        return outputs, tuple(citations)

    def _finish(self) -> bool:
        """Close the first step that has all its results."""
        for planned in self.plan.steps:
            calls = self.state.begun.get(planned.id)
            if calls is None or planned.id in self.state.done | self.state.failed.keys():
                continue
            if planned.kind in ("input", "output"):
                self.emit(e.StepDone(planned.id, self._given(planned)))
                return True
            waits = planned.guarded and planned.id not in self.state.granted
            if not waits and all(call.key in self.state.results for call in calls):
                self._close(planned, [self.state.results[call.key] for call in calls])
                return True
        return False

    def _given(self, planned: Planned) -> dict[str, Json]:
        if planned.kind == "output" or self.state.started is None:
            return {}
        return {out.name: self.state.started.inputs[out.name] for out in planned.outputs}

    def _close(self, planned: Planned, results: list[e.CallReturned]) -> None:
        values: dict[str, Json] = {}
        notes = tuple(dict.fromkeys(note for result in results for note in result.notes))
        for output in planned.outputs:
            rows = [result.forms.get(output.form) for result in results]
            values[output.name] = rows if planned.each else rows[0]
            if not fits(values[output.name], output.type):
                found = type_of(values[output.name])
                reason = f"{output.name!r} is declared {output.type}; found {found}"
                reason = "; ".join((reason, *notes))
                self.emit(e.StepFailed(planned.id, reason))
                return
        citations = _joined(one for result in results for one in result.citations)
        self.emit(e.StepDone(planned.id, values, citations, notes))

    def _begin(self) -> bool:
        """Begin the first step that may; nothing new begins once one has failed."""
        for planned in self.plan.steps:
            if planned.id in self.state.begun or self.state.failed:
                continue
            if set(planned.needs) <= self.state.done:
                self._start(planned)
                return True
        return False

    def _start(self, planned: Planned) -> None:
        under_way = {call.key for calls in self.state.begun.values() for call in calls}
        try:
            calls = () if planned.kind == "input" else tuple(self._made(planned))
        except TemplateFault as fault:
            self.emit(e.StepFailed(planned.id, str(fault)))
            return
        self.emit(e.StepBegan(planned.id, calls))
        if planned.guarded and calls:
            self.effects.append(e.BindStep(planned.id))
        elif planned.guarded:
            self.emit(e.GrantSpent(planned.id))
        elif planned.kind != "output":
            self.effects += _calls(self.state, planned, under_way)

    def _made(self, planned: Planned) -> Iterator[e.Call]:
        """The calls of a step: one, or one for each entry of the lists it goes over."""
        values = {name: value.json for name, value in self.state.values.items()}
        citations = self._rests_on(planned)
        forms = tuple(dict.fromkeys(output.form for output in planned.outputs))
        for index, entry in enumerate(_entries(planned, values)):
            arguments = {
                key: filled(part, {**values, **entry}) for key, part in planned.inputs.items()
            }
            what = [
                planned.function,
                planned.version,
                self.state.menus,
                arguments,
                citations,
                forms,
            ]
            where = [planned.id, index] if planned.guarded else []
            key = digest([*what, *where])
            yield e.Call(key, planned.function, arguments, forms, citations)

    def _rests_on(self, planned: Planned) -> tuple[Citation, ...]:
        names = [ref.name for part in planned.inputs.values() for ref in references(part)]
        names += [ref.name for ref in planned.each.values()]
        values = [self.state.values[name] for name in names if name in self.state.values]
        return _joined(one for value in values for one in value.citations)


def _entries(planned: Planned, values: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """What each call of a step sees besides the names: entries of its lists, side by side."""
    if not planned.each:
        yield {}
        return
    lists = {name: looked_up(ref, values) for name, ref in planned.each.items()}
    for name, found in lists.items():
        if not isinstance(found, list):
            raise TemplateFault(f"{planned.each[name]} is a {type_of(found)}; allowed: a list")
    if len({len(found) for found in lists.values()}) > 1:
        raise TemplateFault(f"the lists of {planned.id!r} differ in length")
    if any(len(found) > MOST_ENTRIES for found in lists.values()):
        raise TemplateFault(f"a list of {planned.id!r} has more than {MOST_ENTRIES} entries")
    for row in zip(*lists.values(), strict=True):
        yield dict(zip(lists, row, strict=True))


def _holds(request: e.RequestOpened, content: Mapping[str, Json]) -> bool:
    """Whether what the yes was bound to is what would be done now."""
    added = {key: request.content[key] for key in ("request", "run", "step")}
    return permission.digest({**content, **added}) == request.digest


def _joined(citations: Iterator[Citation]) -> tuple[Citation, ...]:
    found: list[Citation] = []
    for one in citations:
        if one not in found:
            found.append(one)
    return tuple(found)
