"""The values that travel between steps: plain JSON, of a type that the file declares.

Nothing here has attributes that a template could reach. Pure.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

TypeName = Literal["str", "int", "float", "bool", "list", "dict"]
TYPES: tuple[TypeName, ...] = get_args(TypeName)
Json = Any  # a JSON value: its shape is the file's matter, and checked against the declared type
Citation = Mapping[str, Any]  # JSON: n, id, source, version, title, content
DEEPEST = 20
_CLASSES: Mapping[TypeName, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (float, int),
    "bool": (bool,),
    "list": (list, tuple),
    "dict": (dict,),
}


@dataclass(frozen=True, slots=True)
class Value:
    """A value with what it rests on."""

    json: Json
    citations: tuple[Citation, ...] = ()


def fits(value: Json, kind: TypeName) -> bool:
    """Whether a value is of a declared type. A truth value is no number."""
    return isinstance(value, _CLASSES[kind]) and (kind == "bool" or not isinstance(value, bool))


def type_of(value: Json) -> str:
    """The type as messages call it."""
    return next((kind for kind in TYPES if fits(value, kind)), "nothing")


def read_input(text: str, kind: TypeName) -> Json:
    """What a person typed, as a value of a type. ValueError where it is none."""
    if kind == "str":
        return text
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError(f"{text[:40]!r} is nested too deep") from error
    except ValueError as error:
        raise ValueError(f"{text[:40]!r} is no {kind}") from error
    if not fits(value, kind) or _depth(value) > DEEPEST:
        raise ValueError(f"{text[:40]!r} is no {kind}")
    return value


def _no_number(text: str) -> None:
    raise ValueError(text)


def _depth(value: Json) -> int:
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        parts = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting += [(part, depth + 1) for part in parts]
    return deepest


def canonical(value: Json) -> str:
    """One text per value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: Json) -> str:
    """SHA-256 of a value's canonical text, as hex."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
