"""The runner of workflows: the one place where their effects are performed.

Each result is an event, stepped and journalled in a transaction of its own; what a guarded call
changes is in that same transaction, so a killed run has done exactly what its journal says. What
only looks things up runs side by side in threads. One process at a time has a run: a lease.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from waiter.storage import Storage, take_lease
from waiter.workflow import event as e
from waiter.workflow.answers import Answers, lasting
from waiter.workflow.calling import arguments, looked_up, returned
from waiter.workflow.function import FunctionFailed, Guarded, Tools
from waiter.workflow.interpret import step
from waiter.workflow.journal import RunJournal
from waiter.workflow.place import Gateway, House, Place
from waiter.workflow.plan import Plan
from waiter.workflow.planning import AnyFunction
from waiter.workflow.state import State, apply
from waiter.workflow.value import Citation, Json, digest

THREADS = 4  # what looks things up waits more than it works

Standing = Literal["done", "denied", "failed", "waiting"]
# A person's decision on a request: yes, no, or None to leave it open.
Decide = Callable[[e.RequestOpened], bool | None]
# Told of a step: its id, how many of how many calls have an answer.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a run stands when nothing more can be done."""

    run: str
    standing: Standing
    outputs: Mapping[str, Json]
    citations: tuple[Citation, ...]
    notes: tuple[str, ...]
    failed: Mapping[str, str]
    requests: tuple[e.RequestOpened, ...]
    resumed: bool


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the house lends to a run. `gateway`: who delivers messages."""

    functions: Mapping[str, AnyFunction]
    tools: Tools
    gateway: Gateway
    clock: Callable[[], datetime]
    nonce: Callable[[], str]
    menus: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """What a person gives a run."""

    inputs: Mapping[str, Json]
    by: str
    decide: Decide
    progress: Progress = lambda step, done, total: None  # noqa: ARG005 - nobody looks
    fresh: bool = False


def run_workflow(storage: Storage, plan: Plan, around: Surroundings, given: Given) -> Outcome:
    """Run a workflow as far as it goes, or take up the run of this file and inputs that is open.

    `LeaseTaken` while another process has it.
    """
    identity = digest([plan.hash, dict(given.inputs)])
    lease = take_lease(storage.folder, f"workflow:{identity}")
    try:
        with ThreadPoolExecutor(THREADS, "workflow") as threads:
            running = _Running(storage, plan, around, given, identity, threads)
            return running.to_the_end()
    finally:
        lease.release()


class _Running:
    """One run under way, in this process."""

    def __init__(
        self,
        storage: Storage,
        plan: Plan,
        around: Surroundings,
        given: Given,
        identity: str,
        threads: ThreadPoolExecutor,
    ) -> None:
        self._storage, self._plan, self._around, self._given = storage, plan, around, given
        self._identity, self._threads = identity, threads
        self._journal = RunJournal(storage.connection)
        self._todo: deque[e.Effect] = deque()
        self._answers = Answers(storage.connection)
        # What looks something up, and what its answer is kept by, if it lasts.
        self._looking: dict[Future[e.CallReturned | e.CallFailed], str | None] = {}
        found = None if given.fresh else self._journal.open_run(identity)
        self._resumed = found is not None
        self._state = State(found or around.nonce())
        for event in self._journal.read(found) if found else ():
            self._state = apply(self._state, event)

    def to_the_end(self) -> Outcome:
        self._take(self._first())
        while True:
            if self._todo:
                self._perform(self._todo.popleft())
            elif self._looking:
                self._hear_threads()
            else:
                return self._outcome()

    def _first(self) -> e.RunStarted | e.RunResumed:
        plan, given = self._plan, self._given
        if self._resumed:
            return e.RunResumed(given.by, self._around.menus)
        campaign = digest([plan.name, dict(given.inputs)])
        return e.RunStarted(
            plan.name, plan.version, plan.hash, given.inputs, campaign, given.by, self._around.menus
        )

    # --- events

    def _take(self, body: e.Outside, key: str | None = None) -> None:
        """Journal what came from outside with all that follows from it; `key`: to be kept by."""
        with self._storage.unit():
            state, effects = self._stepped(body)
            if key is not None and isinstance(body, e.CallReturned):
                self._answers.put(key, body)
        self._state = state
        self._todo += effects
        self._tell(body)

    def _stepped(self, body: e.Outside) -> tuple[State, tuple[e.Effect, ...]]:
        """Within a transaction; the state is the caller's to keep once it has committed."""
        state, around = self._state, self._around
        event = e.Event(state.run, state.seq + 1, around.clock(), body, around.nonce())
        made = step(self._plan, state, event)
        self._journal.append(self._identity, [event, *made.events])
        return made.state, made.effects

    def _tell(self, body: e.Outside) -> None:
        if not isinstance(body, e.CallReturned):
            return
        for step_id, calls in self._state.begun.items():
            if any(call.key == body.key for call in calls):
                known = sum(call.key in self._state.results for call in calls)
                self._given.progress(step_id, known, len(calls))

    # --- effects

    def _perform(self, effect: e.Effect) -> None:
        match effect:
            case e.CallFunction(guarded=False, call=call):
                self._look_up(call)
            case e.CallFunction(call=call) if self._state.ended is None:
                self._act(effect.step, call)
            case e.BindStep(step=step_id):
                self._bind(step_id)
            case e.AskPerson(opened=opened):
                self._ask(opened)
            case e.CallFunction():
                pass  # denied meanwhile

    def _look_up(self, call: e.Call) -> None:
        """From an earlier run where that may be, else in a thread: no storage there."""
        functions, tools = self._around.functions, self._around.tools
        key = lasting(functions, replace(tools, citations=call.citations), call)
        kept = None if key is None or self._given.fresh else self._answers.get(key)
        if kept is not None:
            self._take(kept)
        else:
            self._looking[self._threads.submit(looked_up, functions, tools, call)] = key

    def _hear_threads(self) -> None:
        ready, _ = wait(self._looking, return_when=FIRST_COMPLETED)
        for future in ready:
            key, body = self._looking.pop(future), future.result()
            if self._state.ended is None:
                self._take(body, key)

    def _act(self, step_id: str, call: e.Call) -> None:
        """A guarded call and its event, in one transaction."""
        function = self._guarded(call.function)
        body: e.CallReturned | e.CallFailed
        with self._storage.unit():
            try:
                asked = arguments(function, call.arguments)
                body = returned(call, function.run(asked, self._house(step_id)))
            except FunctionFailed as failure:
                body = e.CallFailed(call.key, str(failure))
            state, effects = self._stepped(body)
        self._state = state
        self._todo += effects
        self._tell(body)

    def _bind(self, step_id: str) -> None:
        try:
            self._take(e.StepBound(step_id, self._content(step_id)))
        except FunctionFailed as failure:
            self._take(e.BindFailed(step_id, str(failure)))

    def _content(self, step_id: str) -> Mapping[str, Json] | None:
        """What a yes to a step would be bound to now."""
        calls = self._state.begun[step_id]
        function = self._guarded(self._plan.step(step_id).function)
        asked = [arguments(function, call.arguments) for call in calls]
        return function.bind(asked, self._house(step_id)).content

    def _ask(self, opened: e.RequestOpened) -> None:
        """Have a person decide; what nobody decides stays open in the journal."""
        approve = self._given.decide(opened)
        if approve is None:
            return
        content = self._content(opened.step) if approve else None
        by = self._given.by
        self._take(e.Decided(opened.request, opened.digest, approve, by, content))

    def _guarded(self, name: str) -> Guarded[House]:
        function = self._around.functions[name]
        if not isinstance(function, Guarded):
            raise TypeError(f"{name} is not guarded")
        return function

    def _house(self, step_id: str) -> House:
        """What a guarded call of a step may touch, as it is now."""
        started, around = self._state.started, self._around
        campaign = "" if started is None else started.campaign
        planned = self._plan.step(step_id)
        then = [s.function for s in self._plan.after(step_id) if s.function]
        place = Place(
            self._state.run,
            self._plan.name,
            campaign,
            around.clock(),
            tuple(dict.fromkeys(then)),
            tuple(output.form for output in planned.outputs),
        )
        tools = around.tools
        connection = self._storage.connection
        return House(place, connection, tools.menu, tools.availability, around.gateway)

    def _outcome(self) -> Outcome:
        state = self._state
        standing: Standing = "failed" if state.failed else "waiting"
        ended = state.ended
        return Outcome(
            state.run,
            standing if ended is None else ended.ending,
            {} if ended is None else ended.outputs,
            () if ended is None else ended.citations,
            state.notes,
            state.failed,
            tuple(state.requests.values()),
            self._resumed,
        )
