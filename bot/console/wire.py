"""JSON on stdout: envelopes as programs read them, and any other row. One object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from bot.console.safety import in_json
from waiter.answer import Answer
from waiter.envelope import Envelope

_ANSWER = TypeAdapter(Answer)
Row = dict[str, Any]  # JSON


def envelope_row(envelope: Envelope) -> Row:
    """The envelope in the form that `waiter chat --json` prints (version 1)."""
    request = envelope.request
    return {
        "version": envelope.version,
        "message_id": envelope.message_id,
        "number": envelope.number,
        "visit": envelope.visit,
        "session": envelope.session,
        "exchange": envelope.exchange,
        "type": envelope.type,
        "timestamp": envelope.timestamp.isoformat(),
        "allow_interrupt": envelope.allow_interrupt,
        "app": envelope.app,
        "status": envelope.status,
        "content": envelope.content,
        "options": [
            {"number": option.number, "id": option.id, "label": option.label}
            for option in envelope.options
        ],
        "range": None if envelope.range is None else list(envelope.range),
        "request": None
        if request is None
        else {
            "id": request.id,
            "app": request.app,
            "expires_at": request.expires_at.isoformat(),
        },
        "answer": None
        if envelope.answer is None
        else _ANSWER.dump_python(envelope.answer, mode="json"),
    }


def written(row: Mapping[str, Any]) -> str:
    """A row as one line of JSON that no terminal obeys."""
    return in_json(json.dumps(row, ensure_ascii=False))


def emit(row: Mapping[str, Any]) -> None:
    """Print a row on stdout at once, so that a program reading along has it."""
    sys.stdout.write(written(row) + "\n")
    sys.stdout.flush()
