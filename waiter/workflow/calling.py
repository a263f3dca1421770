"""One call of a function that only looks things up or works things out: arguments checked, the
answer as an event. Holds nothing and stores nothing, so it may be made from any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import BaseModel, ValidationError

from menu_data.faults import first_fault
from waiter.workflow import event as e
from waiter.workflow.function import Function, FunctionFailed, Result, Tools
from waiter.workflow.planning import AnyFunction, Table
from waiter.workflow.value import Json


def looked_up(functions: Table, tools: Tools, call: e.Call) -> e.CallReturned | e.CallFailed:
    """What came of a call. TypeError for a function that needs a yes: a bug of ours."""
    function = functions[call.function]
    if not isinstance(function, Function):
        raise TypeError(f"{call.function} is guarded")
    try:
        asked = arguments(function, call.arguments)
        return returned(call, function.run(asked, replace(tools, citations=call.citations)))
    except FunctionFailed as failure:
        return e.CallFailed(call.key, str(failure))


def returned(call: e.Call, found: Result) -> e.CallReturned:
    """What was found, in the forms that are wanted."""
    forms = {form: found.forms[form] for form in call.forms if form in found.forms}
    return e.CallReturned(call.key, forms, found.citations, found.notes)


def arguments(function: AnyFunction, given: Mapping[str, Json]) -> BaseModel:
    """A call's arguments as the function takes them; `FunctionFailed` where they don't fit."""
    try:
        return function.arguments.model_validate(dict(given))
    except ValidationError as error:
        fault = first_fault(error)
        at = ".".join(map(str, fault.place))
        raise FunctionFailed(f"{function.name}: {at}: {fault.problem}") from error
