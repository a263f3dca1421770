"""Between an app's outcome and the brain: results become facts.

Until tools with raw output come, a typed result is one. What others wrote in it is neutral, and
told as far as it may be (`waiter.aloud`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.contract import Refusal
from waiter import aloud
from waiter.view import Fact

__all__ = ["fact_of", "refusal_json"]


def fact_of(
    call: int, app: str, params: Mapping[str, Any], ok: bool, result: Mapping[str, Any]
) -> Fact:
    """What a call brought back, as brains get it."""
    told, withheld = aloud.result(result), aloud.withheld(result)
    return Fact(call, app, params, ok, told, withheld=withheld)


def refusal_json(refusal: Refusal) -> dict[str, Any]:
    """The restaurant's no as a fact's value: one entry a problem.

    Its question aside (the dialogue opens that).
    """
    return {
        "problems": [
            {
                "code": p.code,
                "subject": p.subject,
                "line": p.line,
                "allowed": dict(p.allowed),
                "asked": p.ask is not None,
            }
            for p in refusal.problems
        ]
    }
