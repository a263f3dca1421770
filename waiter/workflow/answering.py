"""Workflows that answer in a conversation, in a search's place. Only such as need no yes.

    guest's words ─▶ inputs ─▶ the pure interpreter, step by step ─▶ dishes of the menu in force,
    in the workflow's order, or a text of its own that may be said

`FlowSearcher` is what the house searches with: it has the workflow run that `dialogue.flows` chose,
and finds as before besides, for where it has no answer. It stores nothing: what came of a run is
part of the call's result, and so of the visit's journal. `house` reads which workflows there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.contract import Answered, Found, Run, Searcher, Wish
from apps.searching import KeywordSearcher
from menu_data.menu import Menu
from menu_data.words.language import language_of
from menu_data.words.normal import normalise
from waiter.neutral import neutral
from waiter.workflow import event as e
from waiter.workflow.calling import looked_up
from waiter.workflow.filters import Found as Recognised
from waiter.workflow.filters import recognised
from waiter.workflow.function import FunctionFailed, Tools
from waiter.workflow.interpret import step
from waiter.workflow.knowledge import IN_FORCE
from waiter.workflow.plan import Plan
from waiter.workflow.planning import Table
from waiter.workflow.review import OF_ANSWERS, refused
from waiter.workflow.state import State
from waiter.workflow.template import Part, TemplateFault, filled
from waiter.workflow.value import Json

MOST_DISHES = 50
WHO = "guest"


@dataclass(frozen=True, slots=True)
class Ready:
    """A workflow that may answer. `give`: its inputs, of what a guest said; `menus`: knowledge
    bases of the file → those asked instead.
    """

    plan: Plan
    give: Mapping[str, Part]
    menus: Mapping[str, str]


class FlowSearcher:
    """A searcher with the house's workflows. `menus`: knowledge bases by name, `FunctionFailed`
    for a name that is none.
    """

    def __init__(
        self,
        searcher: Searcher,
        workflows: Mapping[str, Ready],
        functions: Table,
        menus: Callable[[str], Menu],
    ) -> None:
        self.searcher = searcher
        self._workflows, self._functions, self._menus = workflows, functions, menus

    def find(self, wish: Wish) -> Found:
        found = self.searcher.find(wish)
        return found if wish.run is None else replace(found, answered=self._answer(wish, wish.run))

    def close(self) -> None:
        self.searcher.close()

    def _answer(self, wish: Wish, run: Run) -> Answered:
        """What the workflow says, or why it says nothing."""
        ready = self._workflows.get(run.workflow)
        if ready is None:
            gone = {"intent": run.intent, "name": run.workflow}
            return Answered(gone, failed="the house has no such workflow now")
        shelf = _Shelf(wish, self.searcher, self._menus, ready.menus)
        tools = Tools(shelf, wish.menu, run.availability, run.now, allowed=wish.allowed)
        flow = _flow(run, ready.plan)
        try:
            inputs = {name: filled(part, _said(wish)) for name, part in ready.give.items()}
            notes, ended = played(ready.plan, self._functions, inputs, tools)
        except (FunctionFailed, TemplateFault) as failure:
            return Answered(flow, failed=str(failure))
        return _told({**flow, "notes": list(notes)}, ended, tools)


def _said(wish: Wish) -> dict[str, Json]:
    """What inputs may be made of."""
    asked = wish.asked or wish.text
    first = next(iter(wish.menu.restaurant.languages), "zh")
    return {"said": asked, "language": language_of(asked, first)}


def _told(flow: Mapping[str, Any], ended: e.RunEnded, tools: Tools) -> Answered:
    """A run's end as an answer: dishes, else a text that may be said."""
    tools = replace(tools, citations=ended.citations)
    dishes = tuple(_dishes(ended.outputs, tools))
    text = "" if dishes else _text(ended.outputs, tools)
    if not text:
        return Answered(flow, dishes)
    why = refused(
        text, tools.menu, tools.availability, tools.now, language_of(text, ""), OF_ANSWERS
    )
    return Answered(flow, failed=f"it may not be said: {why}") if why else Answered(flow, (), text)


def _flow(run: Run, plan: Plan) -> dict[str, Any]:
    """Which workflow it is, as the fact has it."""
    steps = [
        {"step": one.id, "function": one.function, "version": one.version}
        for one in plan.steps
        if one.function
    ]
    return {
        "intent": run.intent,
        "name": run.workflow,
        "title": plan.name,
        "version": plan.version,
        "hash": plan.hash,
        "steps": steps,
    }


def played(
    plan: Plan, functions: Table, inputs: Mapping[str, Json], tools: Tools
) -> tuple[tuple[str, ...], e.RunEnded]:
    """A run from beginning to end, its notes and its end; `FunctionFailed` where a step fails."""
    state = State("")
    started = e.RunStarted(plan.name, plan.version, plan.hash, inputs, "", WHO, tools.menu.version)
    due: deque[e.Outside] = deque([started])
    while due:
        made = step(plan, state, e.Event("", state.seq + 1, tools.now, due.popleft()))
        state = made.state
        for effect in made.effects:
            if not isinstance(effect, e.CallFunction) or effect.guarded:
                raise FunctionFailed(f"step {effect!r} needs a yes")
            due.append(looked_up(functions, tools, effect.call))
    if state.ended is None:
        raise FunctionFailed(
            "; ".join(f"step {name!r}: {why}" for name, why in state.failed.items())
        )
    return state.notes, state.ended


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Knowledge bases as the guest's visit has them: of the menu in force only what may be offered
    to them, and others by their words.
    """

    wish: Wish
    searcher: Searcher
    menus: Callable[[str], Menu]
    instead: Mapping[str, str]

    def menu(self, name: str) -> Menu:
        name = self.instead.get(name, name)
        return self.wish.menu if name == IN_FORCE else self.menus(name)

    def nearest(self, name: str, text: str, top_k: int) -> Found:
        menu = self.menu(name)
        if menu.version != self.wish.menu.version:
            return KeywordSearcher().find(Wish(menu, text, top_k))
        return self.searcher.find(Wish(menu, text, top_k, self.wish.allowed))


# --- from outputs to an answer


def _dishes(outputs: Mapping[str, Json], tools: Tools) -> Iterator[str]:
    """The dishes that outputs name, as ids of the menu in force; others are left out."""
    for value in outputs.values():
        rows = value.get("results") if isinstance(value, dict) else value
        if isinstance(rows, str | list):
            found = (_in_force(one, tools.menu) for one in recognised(rows, tools))
            yield from [item for item in found if item is not None][:MOST_DISHES]


def _in_force(found: Recognised, menu: Menu) -> str | None:
    if found.menu.version == menu.version:
        return found.dish.id
    names = {normalise(name).text for name in found.dish.name.every()}
    return next(
        (d.id for d in menu.dishes.values() if names & {normalise(n).text for n in d.name.every()}),
        None,
    )


def _text(outputs: Mapping[str, Json], tools: Tools) -> str:
    """What outputs say in words; a list of dishes that can't be had here is none."""
    said = [value for value in outputs.values() if isinstance(value, str)]
    listed = {f"[{one['n']}] {one['title']}" for one in tools.citations}
    lines = [line for text in said for line in neutral(text).splitlines() if line not in listed]
    return "\n".join(lines).strip()
