"""One call of the built-in brain's plan, and how read lines and modifiers are written in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.contract import Ask
from apps.ledger.books import Choice, Chosen, Line
from waiter.brains.house.reading import ReadLine

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the plan."""

    app: str
    params: Params = field(default_factory=dict)


def line_params(line: ReadLine) -> dict[str, Any]:
    """A line as `order` takes it; only what was said is written."""
    params: dict[str, Any] = {"dish": line.item, "quantity": line.quantity}
    if line.modifiers:
        params["modifiers"] = [modifier_params(chosen) for chosen in line.modifiers]
    if line.choices:
        params["choices"] = [choice_params(choice) for choice in line.choices]
    if line.note:
        params["note"] = line.note
    return params


def modifier_params(chosen: Chosen) -> dict[str, Any]:
    """A modifier as `order` takes it."""
    params: dict[str, Any] = {"group": chosen.group, "modifier": chosen.modifier}
    if chosen.amount != "regular":
        params["amount"] = chosen.amount
    if chosen.quantity != 1:
        params["quantity"] = chosen.quantity
    return params


def choice_params(choice: Choice) -> dict[str, Any]:
    params: dict[str, Any] = {"slot": choice.slot, "item": choice.item}
    if choice.modifiers:
        params["modifiers"] = [modifier_params(chosen) for chosen in choice.modifiers]
    return params


def dish_asked(question: Ask) -> str | None:
    """The dish that a question's draft is of; None where it has none yet."""
    lines: Sequence[Mapping[str, Any]] = question.draft.get("lines") or ()
    return next((str(line["dish"]) for line in lines[:1] if line.get("dish")), None)


def same_line(line: Line, quantity: int) -> dict[str, Any]:
    """A line of a tab, so many times more, as `order` takes it."""
    read = ReadLine(line.item, quantity, True, line.modifiers, line.choices, line.note)
    return line_params(read)
