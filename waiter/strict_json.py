"""JSON as RFC 8259 has it and nothing wider: no duplicate keys, NaN, huge integers.

The standard library's decoder is the reader; what it lets pass is refused in its hooks or
afterwards. What is read obeys `value_fault`, which the turn's constructor asks too. `turn.py` calls
it, `violation.py` has the faults.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from waiter.violation import Fault

# Beyond ±(2^53 - 1) implementations don't agree on a number's value (RFC 8259 section 6).
LARGEST_INTEGER = 2**53 - 1

# The deepest call is order → lines → line → modifiers → modifier; twice that is generous.
DEEPEST = 12

# Line ends and tabs may stand in a note; no other control character has business in a call.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
SURROGATE = re.compile(r"[\ud800-\udfff]")


class Unreadable(ValueError):
    """The text isn't strict JSON; `fault` says why, its `at` counts from the text's start."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.kind} ({fault.reason}): {fault.found!r}")
        self.fault = fault


def read_value(text: str) -> tuple[Any, int]:
    """The JSON value at the start of `text` and the index after it; raises Unreadable.

    Any: a JSON value has whatever shape was written; its reader narrows it.
    """
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        raise Unreadable(Fault("bad_json", "syntax", error.pos, error.msg)) from error
    except RecursionError as error:
        raise Unreadable(Fault("bad_json", "depth", allowed=str(DEEPEST))) from error
    if fault := value_fault(value):
        raise Unreadable(fault)
    return value, end


def value_fault(value: object, depth: int = 1) -> Fault | None:
    """Why a Python value is no strict JSON value, or None."""
    match value:
        case None | bool():
            return None
        case int():
            return _integer_fault(value)
        case float():
            return (
                None if math.isfinite(value) else Fault("bad_json", "constant", found=repr(value))
            )
        case str():
            return _text_fault(value)
        case list() | dict():
            return _container_fault(value, depth)
        case _:
            return Fault("bad_json", "syntax", found=f"{type(value).__name__} is no JSON value")


def _container_fault(value: list[Any] | dict[Any, Any], depth: int) -> Fault | None:
    if depth > DEEPEST:
        return Fault("bad_json", "depth", allowed=str(DEEPEST))
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                return Fault("bad_json", "syntax", found=f"{key!r} is no text, a key must be")
            if fault := _text_fault(key):
                return fault
    members = value.values() if isinstance(value, dict) else value
    return next((fault for one in members if (fault := value_fault(one, depth + 1))), None)


def _text_fault(text: str) -> Fault | None:
    if hit := SURROGATE.search(text):
        return Fault("bad_json", "surrogate", found=f"\\u{ord(hit[0]):04x}")
    if hit := CONTROL.search(text):
        return Fault("bad_json", "control", found=f"\\u{ord(hit[0]):04x}")
    return None


def _integer_fault(number: int) -> Fault | None:
    if abs(number) <= LARGEST_INTEGER:
        return None
    # A number of thousands of digits can't even be printed; its size is enough.
    return Fault("bad_json", "number", found=f"{number.bit_length()} bits")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise Unreadable(Fault("duplicate_key", "key", found=key))
        members[key] = value
    return members


def _integer(digits: str) -> int:
    if len(digits) > len(str(-LARGEST_INTEGER)):
        raise Unreadable(Fault("bad_json", "number", found=digits))
    return int(digits)


def _constant(name: str) -> float:
    raise Unreadable(Fault("bad_json", "constant", found=name))


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Unreadable(Fault("bad_json", "number", found=digits))
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
