"""A visit's journal as a file: JSON lines, a header and then the events as the journal holds them.

    {"transcript": 1, "visit": "v1", "code": "0.1.0", "clock": ..., "settings": ..., "menus": ...}
    {"seq": 1, "kind": "HouseSeen", ...}

The header has what an exact replay needs besides the events: the whole of every menu that was in
force, availability at the start, the settings. One text per transcript: keys are sorted. `replay`
plays it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import metadata
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from apps.ledger.books import Availability
from apps.ledger.normal import availability_to_json
from menu_data.faults import MenuError, first_fault, shown, written
from menu_data.loader import from_document
from menu_data.menu import Menu
from waiter import codec
from waiter import event as e
from waiter.storage import Record, Unit

FORMAT = 1
EVENT_VERSION = 1
CODE_VERSION = metadata.version("tableside-waiter")


class TranscriptError(ValueError):
    """A transcript that can't be read. The message names file and line."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A visit as recorded. `clock`: when it began; `code`: the release that wrote it."""

    visit: str
    code: str
    clock: datetime
    guided: bool
    menus: Mapping[str, Menu]
    availability: Availability
    records: tuple[Record, ...]


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    guided: bool


class _Header(BaseModel):
    model_config = ConfigDict(extra="forbid")

    transcript: int
    visit: str
    code: str
    clock: datetime
    settings: _Settings
    menus: dict[str, dict[str, Any]]  # Any: the loader checks it
    availability: Availability


class _EventLine(BaseModel):
    model_config = ConfigDict(extra="forbid")

    v: int
    visit: str
    seq: int
    at: datetime
    kind: str
    session: str | None
    data: dict[str, Any]  # Any: the codec checks it
    nonce: str = ""
    snapshot: str = ""


# --- writing


def export(unit: Unit, visit: str) -> Iterator[str]:
    """A visit's transcript, line by line, without line ends. LookupError for an unknown visit."""
    records = unit.journal.read(visit)
    if not records:
        raise LookupError(f"no visit {visit!r}")
    seen = [body for record in records if isinstance(body := record.event.body, e.HouseSeen)]
    opened = next(
        body for record in records if isinstance(body := record.event.body, e.VisitOpened)
    )
    header = {
        "transcript": FORMAT,
        "visit": visit,
        "code": CODE_VERSION,
        "clock": records[0].event.at.isoformat(),
        "settings": {"guided": opened.guided},
        "menus": {body.menu: unit.ledger.menu_document(body.menu) for body in seen},
        "availability": availability_to_json(seen[0].availability),
    }
    yield codec.canonical(header)
    for record in records:
        yield codec.canonical(to_json(record))


def to_json(record: Record) -> dict[str, Any]:
    """A record as plain JSON values; nonce and snapshot only where it has them."""
    event = record.event
    line: dict[str, Any] = {
        "v": EVENT_VERSION,
        "visit": event.visit,
        "seq": event.seq,
        "at": event.at.isoformat(),
        "kind": codec.kind_of(event.body),
        "session": event.session,
        "data": codec.dump(event.body),
    }
    if event.nonce:
        line["nonce"] = event.nonce
    if record.snapshot_ref:
        line["snapshot"] = record.snapshot_ref
    return line


# --- reading


def read(lines: Iterable[str], name: str = "transcript") -> Transcript:
    """The transcript of its lines; `name` is what messages call the file.

    `TranscriptError` names the line: no JSON, a key or kind it doesn't know, a gap between events.
    """
    transcript: Transcript | None = None
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        at = f"{name}:{number}"
        if transcript is None:
            transcript = _header(line, at)
        else:
            records.append(_record(line, at, transcript.visit, len(records) + 1))
    if transcript is None:
        raise TranscriptError(f"{name}: is empty; allowed: a header line, then events")
    return replace(transcript, records=tuple(records))


def _header(line: str, at: str) -> Transcript:
    document = _json(line, at)
    found = document.get("transcript")
    if found != FORMAT:
        what = "has no 'transcript'" if found is None else f"has format {shown(found)}"
        raise TranscriptError(f"{at}: the header {what}; this release reads {FORMAT}")
    try:
        header = _Header.model_validate(document)
        menus = {version: _menu(version, menu) for version, menu in header.menus.items()}
    except ValidationError as error:
        raise _told(error, at) from error
    except MenuError as error:
        raise TranscriptError(f"{at}: {error}") from error
    return Transcript(
        header.visit,
        header.code,
        header.clock,
        header.settings.guided,
        menus,
        header.availability,
        (),
    )


def _menu(version: str, document: Mapping[str, Any]) -> Menu:
    menu = from_document(document, f"menus[{version!r}]")
    if menu.version != version:
        raise MenuError(f"menus[{version!r}]: its content is version {menu.version!r}")
    return menu


def _record(line: str, at: str, visit: str, seq: int) -> Record:
    document = _json(line, at)
    try:
        parts = _EventLine.model_validate(document)
        body = codec.load(parts.kind, parts.data)
    except ValidationError as error:
        raise _told(error, at) from error
    except codec.UnreadableEvent as error:
        raise TranscriptError(f"{at}: {error}") from error
    if parts.v != EVENT_VERSION:
        raise TranscriptError(f"{at}: v is {parts.v}; this release reads {EVENT_VERSION}")
    if (parts.visit, parts.seq) != (visit, seq):
        found = f"visit {parts.visit!r} event {parts.seq}"
        raise TranscriptError(f"{at}: is {found}, where visit {visit!r} event {seq} should be")
    unread = set(parts.data) - set(codec.dump(body))
    if unread:
        raise TranscriptError(f"{at}: {parts.kind} has no use for {shown(min(unread))}")
    event = e.Event(visit, seq, parts.at, parts.session, body, parts.nonce)
    return Record(event, parts.snapshot)


def _json(line: str, at: str) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"{at}: is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise TranscriptError(f"{at}: found {shown(document)}; allowed: an object {{...}}")
    return document


def _told(error: ValidationError, at: str) -> TranscriptError:
    fault = first_fault(error)
    place = f"{written(fault.place)}: " if fault.place else ""
    return TranscriptError(f"{at}: {place}{fault.problem}")
