"""How lines are made, as the house tells it behind their names: "(no peanuts, note: ...)". That is
the ledger's own text, and no claim of whoever reads it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from waiter import telling
from waiter.constraints.verdict import Case


def without_ways(text: str, case: Case) -> str:
    """The text with the lines of this exchange's results, and of the tab, named only."""
    language = case.view.language
    told = {telling.made(row, language) for fact in case.view.facts for row in _lines(fact.value)}
    for made in sorted(told - {""}, key=len, reverse=True):
        text = text.replace(made, "")
    return text


def _lines(value: Any) -> Iterator[Mapping[str, Any]]:
    """The rows of lines anywhere in a result. Any: it is JSON."""
    match value:
        case Mapping():
            if "item" in value and "quantity" in value and "name" in value:
                yield value
            for one in value.values():
                yield from _lines(one)
        case list() | tuple():
            for one in value:
                yield from _lines(one)
