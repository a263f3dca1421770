"""A turn as one JSON object, for endpoints that can hold a model to a schema; and back. Pure.

    {"turn": {"to_user": "好的"}}                            ↔  to_user: 好的
    {"turn": {"app": "order", "lines": [...], ...null...}}  ↔  to_sys: {"app": "order", ...}

The schema is written in the subset that endpoints share: every key required, `null` for what is
not said, no maps, no bounds, closed objects. It is made from the apps' own params, so a new app is
in it. What doesn't fit is given on as it came: the grammar refuses it and says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from apps.contract import App
from apps.table import APP_NAMES, APPS, find_app
from waiter.strict_json import Unreadable, read_value
from waiter.turn import ToSys, ToUser, Turn, parse, render
from waiter.wording import grammar_words

Json = dict[str, Any]  # Any: JSON

NAME = "turn"
# A quantity the guest left vague: an absent one means one, so here it needs a word of its own.
UNKNOWN = "unknown"

# Spellings that mean the same as others, and a line given flat where `lines` says it: one way to
# write a thing is enough for a model held to a schema.
_LEFT_OUT: Mapping[str, frozenset[str]] = {
    "OrderParams": frozenset(
        {"dish", "caiming", "quantity", "cainum", "modifiers", "choices", "note", "usernum"}
    ),
    "LineParams": frozenset({"caiming", "cainum"}),
}
# Where null and absent differ.
_VAGUE = {"LineParams": "quantity"}
_TO_USER = render(ToUser("x")).removesuffix("x")


@cache
def turn_schema() -> Json:
    """The JSON Schema of a reply: words for the guest, or a call of one app. Shared; read only."""
    to_user = _closed({"to_user": {"type": "string"}})
    return _closed({NAME: {"anyOf": [to_user, *(_call_schema(app.name) for app in APPS)]}})


def to_turn(reply: str) -> str:
    """The reply as turn text; the reply itself where it is no turn of the schema's."""
    body = reply.strip()
    try:
        value, end = read_value(body)
    except Unreadable:
        return reply
    turn = value.get(NAME) if isinstance(value, dict) and len(value) == 1 else None
    if end != len(body) or not isinstance(turn, dict):
        return reply
    return _turn_text(turn) or reply


def from_turn(raw: str) -> str:
    """Turn text as the schema has it; as it stands where it is no turn."""
    match parse(raw, APP_NAMES, wording=grammar_words()):
        case ToUser(text):
            return _dumped({"to_user": text})
        case ToSys(name, params):
            call = {"app": _app(name).name, **_shown(dict(params))}
            return _dumped(_filled(call, _call_schema(name)))
        case _:
            return raw


def _turn_text(turn: Json) -> str | None:
    said: Turn
    try:
        if turn.keys() == {"to_user"} and isinstance(turn["to_user"], str):
            said = ToUser(turn["to_user"].strip())
        elif isinstance(turn.get("app"), str):
            said = ToSys(turn["app"], _said({k: v for k, v in turn.items() if k != "app"}))
        else:
            return None
    except ValueError:  # no reply or no call: what is wrong is the grammar's to say
        return _as_said(turn)
    return render(said)


def _as_said(turn: Json) -> str | None:
    """Words that are no turn, behind their marker, so that the grammar names what is wrong."""
    text = turn.get("to_user")
    return _TO_USER + text if isinstance(text, str) else None


def _said(value: Any) -> Any:
    """What is said in a value: nulls left out, the vague quantity as null."""
    match value:
        case dict():
            return {
                key: None if key == "quantity" and one == UNKNOWN else _said(one)
                for key, one in value.items()
                if one is not None
            }
        case list():
            return [_said(one) for one in value]
        case _:
            return value


def _shown(value: Any) -> Any:
    """A param as the schema writes it: null is the vague quantity."""
    match value:
        case dict():
            return {
                key: UNKNOWN if key == "quantity" and one is None else _shown(one)
                for key, one in value.items()
            }
        case list():
            return [_shown(one) for one in value]
        case _:
            return value


def _filled(value: Any, schema: Json) -> Any:
    """A value with every key its schema has, null where nothing was said."""
    kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else None
    options = schema.get("anyOf", [schema])
    shape = next((one for one in options if kind and one.get("type") == kind), None)
    if shape is None:
        return value
    if isinstance(value, list):
        return [_filled(one, shape["items"]) for one in value]
    known = {key: _filled(value.get(key), one) for key, one in shape["properties"].items()}
    return {**known, **{key: one for key, one in value.items() if key not in known}}


def _dumped(turn: Json) -> str:
    return json.dumps({NAME: turn}, ensure_ascii=False, allow_nan=False)


# --- the schema


def _app(name: str) -> App:
    app = find_app(name)
    if app is None:
        raise LookupError(f"the grammar let an unknown app pass: {name!r}")
    return app


@cache
def _call_schema(called: str) -> Json:
    """The schema of a call, by the app's name or alias."""
    app = _app(called)
    full = app.Params.model_json_schema()
    params = _object_schema(full, full.get("$defs", {}))
    name = {"type": "string", "enum": [app.name]}
    return _closed({"app": name, **params["properties"]})


def _object_schema(found: Json, defs: Json) -> Json:
    title = str(found.get("title", ""))
    left_out = _LEFT_OUT.get(title, frozenset())
    required = set(found.get("required", ()))
    properties: Json = {}
    for key, schema in found.get("properties", {}).items():
        if key not in left_out:
            options = _options(schema, defs)
            if _VAGUE.get(title) == key:
                options.append({"type": "string", "enum": [UNKNOWN]})
            properties[key] = _any_of(options if key in required else [*options, {"type": "null"}])
    return _closed(properties)


def _options(schema: Json, defs: Json) -> list[Json]:
    """The shapes a value may have, null aside, each in the portable subset."""
    if "$ref" in schema:
        return _options(defs[str(schema["$ref"]).rsplit("/", 1)[-1]], defs)
    if "anyOf" in schema:
        return [option for one in schema["anyOf"] for option in _options(one, defs)]
    match schema.get("type"):
        case "null":
            return []
        case "object":
            return [_object_schema(schema, defs)]
        case "array":
            return [{"type": "array", "items": _any_of(_options(schema["items"], defs))}]
        case str(kind):
            values = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
            return [{"type": kind, **({"enum": values} if values else {})}]
        case _:
            raise ValueError(f"{schema!r} has no counterpart in the portable subset")


def _any_of(options: list[Json]) -> Json:
    unique = list({json.dumps(one, sort_keys=True): one for one in options}.values())
    return unique[0] if len(unique) == 1 else {"anyOf": unique}


def _closed(properties: Json) -> Json:
    keys: Iterable[str] = properties
    return {
        "type": "object",
        "properties": properties,
        "required": list(keys),
        "additionalProperties": False,
    }
