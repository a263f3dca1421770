"""`waiter schema`: JSON Schemas, generated from the types that read and write the formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from bot import given
from bot.complaint import Complaint
from bot.console.customer import CustomerEnvelope
from menu_data.format import Document
from waiter.answer import Answer
from waiter.envelope import Envelope

app = typer.Typer(rich_markup_mode=None)
Schema = dict[str, Any]  # JSON


def _whole(type_: Any) -> Schema:  # Any: a dataclass
    """Every key is always there: `waiter chat --json` leaves none out."""
    schema = TypeAdapter(type_).json_schema(mode="serialization")
    for shape in (schema, *schema.get("$defs", {}).values()):
        if "properties" in shape:
            shape["required"] = list(shape["properties"])
    return schema


FORMATS: dict[str, Callable[[], Schema]] = {
    "answer": lambda: _whole(Answer),
    "customer": lambda: CustomerEnvelope.model_json_schema(mode="serialization"),
    "envelope": lambda: _whole(Envelope),
    "menu": Document.model_json_schema,
}


@app.command("schema")
def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="answer|customer|envelope|menu", help="One of them.")
    ] = None,
    data: given.Data = None,  # noqa: ARG001 - formats are the same everywhere
) -> None:
    """The JSON Schema of a format; without a name all of them, by name."""
    if name is not None and name not in FORMATS:
        raise Complaint(f"unknown format {name!r}; allowed: {', '.join(FORMATS)}")
    found = FORMATS[name]() if name else {each: make() for each, make in FORMATS.items()}
    print(json.dumps(found, ensure_ascii=False, indent=2))
