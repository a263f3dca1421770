"""Between an app's outcome and the brain: results become facts.

Until tools with raw output come, a typed result is one.
"""

from __future__ import annotations

from typing import Any

from apps.contract import Refusal

__all__ = ["refusal_json"]


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
