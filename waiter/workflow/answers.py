"""Answers of pure functions, kept from run to run, by what they rest on. A cache, never the truth.

What a run made of one is in its own journal. Transactions are the caller's.
"""

from __future__ import annotations

import json
import sqlite3

from pydantic import TypeAdapter, ValidationError

from waiter.workflow import event as e
from waiter.workflow.calling import arguments
from waiter.workflow.function import Function, FunctionFailed, Tools
from waiter.workflow.planning import Table
from waiter.workflow.value import canonical, digest

MOST = 10_000  # answers; the oldest go first
_ADAPTER = TypeAdapter(e.CallReturned)


def lasting(functions: Table, tools: Tools, call: e.Call) -> str | None:
    """What an answer to a call is kept by; None where it is for this run alone.

    `tools` with the citations of the call.
    """
    function = functions[call.function]
    if not isinstance(function, Function) or function.rests_on is None:
        return None
    try:
        versions = function.rests_on(arguments(function, call.arguments), tools)
    except FunctionFailed:
        return None  # the call itself will say so
    return None if versions is None else digest([call.key, versions])


class Answers:
    """The answers kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, key: str) -> e.CallReturned | None:
        row = self._connection.execute(
            "SELECT answer FROM workflow_answers WHERE key = ?", (key,)
        ).fetchone()
        try:
            return None if row is None else _ADAPTER.validate_python(json.loads(row[0]))
        except ValidationError:
            return None  # of another release

    def put(self, key: str, answer: e.CallReturned) -> None:
        text = canonical(_ADAPTER.dump_python(answer, mode="json"))
        self._connection.execute(
            "INSERT OR REPLACE INTO workflow_answers (key, answer) VALUES (?,?)", (key, text)
        )
        self._connection.execute(
            "DELETE FROM workflow_answers WHERE id <= (SELECT MAX(id) FROM workflow_answers) - ?",
            (MOST,),
        )
