"""What is wrong with a menu, told in one line: file, place, what was found, what is allowed.

`format`, `references` and `flat` raise a fault where they see one; `loader` turns it into a
`MenuError`. Nothing here knows the format itself; the sentences are `told`'s, in several languages.
"""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from menu_data.told import told, told_or

SHOWN_NAMES = 20  # more names than this are no help in one line
SHOWN_LENGTH = 60  # characters of a value that are quoted
HUGE_BITS = 200  # an integer above this is not printed: over 4,300 digits Python refuses to

Place = tuple[str | int, ...]

_PLAIN_KEY = re.compile(r"[\w-]{1,64}")


class MenuError(Exception):
    """A menu that can't be used. The message is one line for a person."""


class Fault(Exception):
    """Something wrong at a place in the document; `loader` adds the file's name."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(problem)
        self.place = place
        self.problem = problem


def shown(value: object) -> str:
    """A value as quoted in a message: repr, shortened, always one line."""
    if isinstance(value, dict | list | tuple):
        return told("a_list") if isinstance(value, list | tuple) else told("an_object")
    if isinstance(value, int) and value.bit_length() > HUGE_BITS:
        return told("a_huge_number")
    short = reprlib.Repr()
    short.maxstring = short.maxother = SHOWN_LENGTH
    return short.repr(value)


def listed(names: Iterable[str]) -> str:
    """Names in one line, cut where there are many."""
    every = list(names)
    first, more = ", ".join(every[:SHOWN_NAMES]), len(every) - SHOWN_NAMES
    return told("names_more", names=first, more=more) if more > 0 else told("names", names=first)


def unknown(what: str, found: object, allowed: Sequence[str]) -> str:
    """A problem line for a name that is none of the allowed ones, with the nearest of them."""
    near = difflib.get_close_matches(str(found).lower(), allowed, n=1) if _is_short(found) else []
    kind = told_or(f"what.{what.replace(' ', '_')}", what)
    names = listed(allowed) if allowed else told("none")
    if not near:
        return told("unknown", what=kind, found=shown(found), allowed=names)
    return told("unknown_near", what=kind, found=shown(found), near=repr(near[0]), allowed=names)


def _is_short(found: object) -> bool:
    return isinstance(found, str) and len(found) <= SHOWN_LENGTH


def problem(text: str, *, key: str | None = None) -> PydanticCustomError:
    """A validator's error whose text is already the whole problem; `key` extends the place."""
    return PydanticCustomError("menu", "{text}", {"text": text, "key": key})


def written(place: Place) -> str:
    """A place as a path: `items[3].price`."""
    path = ""
    for step in place:
        if isinstance(step, int):
            path += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            path += f".{step}" if path else step
        else:
            path += f"[{shown(step)}]"
    return path


def first_fault(error: ValidationError) -> Fault:
    """The first error that pydantic found, as a fault."""
    return _fault(error.errors(include_url=False)[0])


def every_fault(error: ValidationError) -> tuple[Fault, ...]:
    """Every error that pydantic found, as faults."""
    return tuple(_fault(details) for details in error.errors(include_url=False))


def faults_of(error: MenuError) -> tuple[Fault, ...]:
    """All faults a menu's error stands for, with their places; none where it has no place."""
    match error.__cause__:
        case Fault() as fault:
            return (fault,)
        case ValidationError() as errors:
            return every_fault(errors)
        case _:
            return ()


def _fault(details: ErrorDetails) -> Fault:
    context = details.get("ctx", {})
    place = tuple(step for step in details["loc"] if step != "[key]")
    if details["type"] == "menu" and context["key"] is not None:
        place = (*place, context["key"])
    return Fault(place, _told(details["type"], context, details))


def _told(kind: str, context: dict[str, Any], details: ErrorDetails) -> str:
    found = shown(details["input"])
    match kind:
        case "menu":
            text: str = context["text"]
            return text
        case "too_long":
            return told("too_many_entries", most=context["max_length"])
        case "too_short":
            return told("too_few_entries", least=context["min_length"])
        case "literal_error":
            return told("found", found=found, allowed=context["expected"])
        case "greater_than_equal":
            return told("at_least", found=found, least=context["ge"])
        case "less_than_equal":
            return told("at_most", found=found, most=context["le"])
        case _:
            allowed = told_or(f"allowed.{kind}", details["msg"])
            return told("found", found=found, allowed=allowed)
