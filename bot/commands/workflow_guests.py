"""The guests that workflows may write to, and what was written: for staff, at the command line.

`guests FILE` reads CSV or JSON lines, `outbox` shows the messages, `reply` takes down what a guest
answered: a word such as STOP or 退订 takes their consent back.
"""

from __future__ import annotations

import csv
import json as jsonlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot import given, settings
from bot.commands.acting import tell
from bot.complaint import Complaint
from bot.composition import open_storage
from bot.console.safety import one_line
from menu_data.faults import first_fault, written
from waiter.workflow.delivery import Deliveries
from waiter.workflow.function import FunctionFailed
from waiter.workflow.guests import Guest, Guests, checked
from waiter.workflow.outbox import Outbox
from waiter.workflow.sms import unsubscribed

MOST_BYTES = 20_000_000
_YES = {"yes": True, "true": True, "1": True, "是": True, "no": False, "false": False, "0": False}


def _listed(found: Any) -> Any:
    """A cell's words, parted by ";"."""
    if isinstance(found, str):
        return tuple(part.strip() for part in found.split(";") if part.strip())
    return tuple(found) if isinstance(found, list) else found


def _agreed(found: Any) -> Any:
    """Only a plain yes is one; an empty cell is none."""
    plain = found.strip().lower() if isinstance(found, str) else found
    return _YES.get(plain, plain or False) if isinstance(plain, str) else found


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Row(BaseModel):
    """One guest in a file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str = Field(min_length=1, max_length=64)
    mobile: str
    name: str = ""
    language: str = "zh"
    tags: Words = ()
    likes: Words = ()
    dislikes: Words = ()
    allergies: Words = ()
    consent: Annotated[bool, BeforeValidator(_agreed)] = False

    def guest(self) -> Guest:
        kept = {"likes": self.likes, "dislikes": self.dislikes, "allergies": self.allergies}
        preferences = {key: list(words) for key, words in kept.items()}
        return Guest(
            self.id, self.name, self.mobile, self.language, self.tags, preferences, self.consent
        )


def guests(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, or JSON lines.")],
    data: given.Data = None,
    json: given.Json = False,
) -> None:
    """Add or update guests: id, mobile, name, language, tags, likes, dislikes, allergies, consent.

    Consent that a guest has taken back stays so, whatever the file says.
    """
    options = given.given(ctx).or_else(data=data, json=json)
    rows = list(_rows(file))
    storage = open_storage(settings.read(options.flags()).data)
    try:
        with storage.unit():
            table = Guests(storage.connection)
            for number, guest in rows:
                holder = table.with_mobile(guest.mobile)
                if holder is not None and holder.id != guest.id:
                    text = f"{guest.mobile!r} is the number of guest {holder.id!r} already"
                    raise Complaint(f"{file}:{number}: {text}")
                table.put(guest)
            agree = sum(guest.agrees for guest in table.every())
            total = len(table.every())
    finally:
        storage.close()
    row = {"read": len(rows), "guests": total, "agree": agree}
    tell(options, row, f"{len(rows)} read; {total} guests, {agree} agree to messages")


def _rows(file: Path) -> Iterator[tuple[int, Guest]]:
    """The guests of a file with the lines they stand in."""
    try:
        text = file.read_bytes()[: MOST_BYTES + 1].decode("utf-8-sig")
    except OSError as error:
        raise Complaint(f"{file}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{file}: is not UTF-8") from error
    if len(text.encode()) > MOST_BYTES:
        raise Complaint(f"{file}: is larger than {MOST_BYTES} bytes")
    for number, raw in _raw(file, text):
        try:
            yield number, checked(Row.model_validate(raw).guest())
        except ValidationError as error:
            fault = first_fault(error)
            place = written(fault.place)
            raise Complaint(f"{file}:{number}: {place}: {fault.problem}") from error
        except FunctionFailed as error:
            raise Complaint(f"{file}:{number}: {error}") from error


def _raw(file: Path, text: str) -> Iterator[tuple[int, Any]]:
    lines = text.splitlines()
    if file.suffix.lower() == ".csv":
        reader = csv.DictReader(lines)
        for row in reader:
            yield reader.line_num, {key: value for key, value in row.items() if value is not None}
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, jsonlib.loads(line)
            except (ValueError, RecursionError) as error:
                raise Complaint(
                    f"{file}:{number}: is no JSON; allowed: an object a line"
                ) from error


def outbox(ctx: typer.Context, data: given.Data = None, json: given.Json = False) -> None:
    """Every message and what became of it, with --json one a line."""
    options = given.given(ctx).or_else(data=data, json=json)
    storage = open_storage(settings.read(options.flags()).data)
    try:
        states = Deliveries(storage.connection).states()
        for kept in Outbox(storage.connection).every():
            message = kept.message
            state, why = states.get((message.campaign, message.guest), (kept.state, ""))
            row = {
                "campaign": message.campaign,
                "guest": message.guest,
                "mobile": message.mobile,
                "body": message.body,
                "parts": message.parts,
                "run": message.run,
                "put_at": message.put_at.isoformat(),
                "due": message.due.isoformat(),
                "state": state,
                "why": why,
            }
            due = message.due.isoformat(timespec="minutes")
            told = f"{state} ({one_line(why)})" if why else state
            tell(options, row, f"{due}  {told}  {message.guest}: {one_line(message.body)}")
    finally:
        storage.close()


def reply(
    ctx: typer.Context,
    mobile: Annotated[str, typer.Argument(metavar="MOBILE", help="Who answered.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What they wrote, whole.")],
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
) -> None:
    """Take down a guest's answer to a message."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    now = given.clock_of(options.clock)()
    storage = open_storage(settings.read(options.flags()).data)
    try:
        with storage.unit():
            table, box = Guests(storage.connection), Outbox(storage.connection)
            if table.with_mobile(mobile) is None:
                raise Complaint(f"{mobile!r} is no guest's number")
            done = unsubscribed(text, mobile, table, box, now)
    finally:
        storage.close()
    told = "no more messages to this guest" if done else "no word that takes consent back"
    tell(options, {"unsubscribed": done}, told)
