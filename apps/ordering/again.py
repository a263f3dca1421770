"""A line once more, as `order` takes it: made the same way, so many of it."""

from __future__ import annotations

from typing import Any

from apps.ledger.books import Line
from apps.ledger.normal import line_to_json


def again(line: Line, quantity: int) -> dict[str, Any]:
    """The line of a call of `order`. Any: JSON."""
    row = line_to_json(line)
    made = {key: row[key] for key in ("modifiers", "choices", "note") if row[key]}
    return {"dish": line.item, "quantity": quantity, **made}
