"""A call's params fit its app: known keys, right types, nothing else.

What is missing is the app's to ask for.
"""

from __future__ import annotations

from pydantic import ValidationError

from apps.table import find_app
from waiter.constraints.verdict import Refuse, TypedCall
from waiter.turn import ToSys
from waiter.violation import Fault
from waiter.wording import grammar_words


def typed(turn: ToSys) -> TypedCall | Refuse:
    """The call with its params as the app reads them, or why they don't fit."""
    app = find_app(turn.app)
    if app is None:
        raise LookupError(f"the grammar let an unknown app pass: {turn.app!r}")
    try:
        params = app.Params.model_validate(dict(turn.params))
    except ValidationError as error:
        return _refuse(error, tuple(app.Params.model_fields))
    return TypedCall(app.name, params.model_dump(mode="json", exclude_unset=True), params)


def _refuse(error: ValidationError, known: tuple[str, ...]) -> Refuse:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    unknown = first["type"] == "extra_forbidden"
    fault = Fault(
        "bad_params",
        "unknown_key" if unknown else "wrong_type",
        found=place if unknown else f"{place} = {first['input']!r}",
        allowed=", ".join(known) if unknown else first["msg"],
    )
    violation = grammar_words().violation(fault)
    return Refuse(violation.kind, "schema", violation.sentence)
