"""What is wrong with a menu, told in one line: file, place, what was found, what is allowed.

`format`, `references` and `flat` raise a fault where they see one; `loader` turns it into a
`MenuError`. Nothing here knows the format itself.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

SHOWN_NAMES = 20  # more names than this are no help in one line
SHOWN_LENGTH = 60  # characters of a value that are quoted
HUGE_BITS = 200  # an integer above this is not printed: over 4,300 digits Python refuses to

Place = tuple[str | int, ...]

# What is allowed instead, by the kind of pydantic's error (https://docs.pydantic.dev/errors).
_ALLOWED = {
    "string_type": "a text in quotes",
    "string_unicode": "a text of whole Unicode characters",
    "int_type": "a whole number without quotes",
    "bool_type": "true or false",
    "tuple_type": "a list [...]",
    "dict_type": "an object {...}",
    "model_type": "an object {...}",
    "model_attributes_type": "an object {...}",
}


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
        return "a list" if isinstance(value, list | tuple) else "an object"
    if isinstance(value, int) and value.bit_length() > HUGE_BITS:
        return "a huge number"
    short = reprlib.Repr()
    short.maxstring = short.maxother = SHOWN_LENGTH
    return short.repr(value)


def listed(names: Iterable[str]) -> str:
    """Names in one line, cut where there are many."""
    every = list(names)
    more = len(every) - SHOWN_NAMES
    return ", ".join(every[:SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")


def unknown(what: str, found: str, allowed: Sequence[str]) -> str:
    """A problem line for a name that is none of the allowed ones, with the nearest of them."""
    near = difflib.get_close_matches(found.lower(), allowed, n=1, cutoff=0.6)
    guess = f"did you mean {near[0]!r}? " if near else ""
    return f"unknown {what} {shown(found)}; {guess}allowed: {listed(allowed) or 'none'}"


def problem(text: str, *, key: str | None = None) -> PydanticCustomError:
    """A validator's error whose text is already the whole problem; `key` extends the place."""
    return PydanticCustomError("menu", "{text}", {"text": text, "key": key})


def written(place: Place) -> str:
    """A place as a path: `items[3].price`."""
    path = ""
    for step in place:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step.isidentifier() or not path:
            path += f".{step}" if path else step
        else:
            path += f"[{shown(step)}]"
    return path


def first_fault(error: ValidationError) -> Fault:
    """The first error that pydantic found, as a fault."""
    details = error.errors(include_url=False)[0]
    context = details.get("ctx", {})
    place = tuple(step for step in details["loc"] if step != "[key]")
    if details["type"] == "menu":
        key = context.get("key")
        return Fault(place if key is None else (*place, key), context["text"])
    return Fault(place, f"found {shown(details['input'])}; allowed: {_allowed(details)}")


def _allowed(details: ErrorDetails) -> str:
    context = details.get("ctx", {})
    match details["type"]:
        case "literal_error":
            return str(context["expected"])
        case "greater_than_equal":
            return f"{context['ge']} or more"
        case "less_than_equal":
            return f"{context['le']} or less"
        case "too_long" | "string_too_long":
            return f"at most {context['max_length']} entries"
        case "too_short" | "string_too_short":
            return f"at least {context['min_length']} entries"
        case kind:
            return _ALLOWED.get(kind, str(details["msg"]))
