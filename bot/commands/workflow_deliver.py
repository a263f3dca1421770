"""`waiter workflow deliver`, and what a run does of it when it ends: messages leave the house."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any

import typer

from bot import given, settings, sms
from bot.commands.acting import tell
from bot.commands.workflow_telling import Bars
from bot.complaint import Complaint
from bot.composition import open_storage
from bot.settings import Settings
from waiter.storage import LeaseTaken, Storage
from waiter.workflow.delivery import Delivered, deliver

Row = dict[str, Any]  # JSON


def taken_out(
    chosen: Settings, storage: Storage, now: Callable[[], datetime], bars: Bars
) -> Delivered | None:
    """Take out what is due; None where no gateway is set. `Complaint` while another does."""
    transport = sms.transport(chosen)
    if transport is None:
        return None

    def told(done: int, total: int) -> None:
        bars.told("deliver", done, total)

    try:
        return deliver(storage, transport, now, time.sleep, told)
    except LeaseTaken as error:
        raise Complaint("messages are being delivered by another process") from error


def delivery_row(done: Delivered) -> Row:
    return asdict(done)


def delivery_text(done: Delivered) -> str:
    """What was delivered, in a line."""
    counts = asdict(done)
    why = counts.pop("why")
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return (told or "nothing to deliver") + (f" ({why})" if why else "")


def deliver_now(
    ctx: typer.Context,
    data: given.Data = None,
    clock: given.Clock = None,
    json: given.Json = False,
) -> None:
    """Take out the messages that are due, over the gateway that is set; exit 1 if one is left."""
    options = given.given(ctx).or_else(data=data, clock=clock, json=json)
    chosen = settings.read(options.flags())
    storage = open_storage(chosen.data)
    try:
        with Bars() as bars:
            done = taken_out(chosen, storage, given.clock_of(options.clock), bars)
    finally:
        storage.close()
    if done is None:
        raise Complaint("no gateway is set: messages stay in the outbox; set WAITER_SMS_URL")
    tell(options, delivery_row(done), delivery_text(done))
    if done.left or done.failed:
        raise typer.Exit(1)
