"""`plugin_sms_send`: one text to one guest, behind a yes, at most once a campaign.

Only to guests who have agreed, by their number in the guests' table; in quiet hours it is due when
they end; its text passes the constraints that hold for replies. All of it is looked at twice: when
the yes is asked, to show what it would do, and in the transaction that does it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, ConfigDict, Field

from menu_data.money import Money
from menu_data.words.normal import normalise
from waiter.neutral import neutral
from waiter.workflow.function import Arguments, Bound, Guarded, Result
from waiter.workflow.guests import Guest, Guests
from waiter.workflow.outbox import Outbox
from waiter.workflow.place import House, Message
from waiter.workflow.review import refusal_of
from waiter.workflow.value import Json, digest

FILE = Path(__file__).with_name("sms.yaml")
MOST_BODY = 1_000  # 15 parts of Chinese: beyond it nobody reads
SAMPLES = 3
# 3GPP TS 23.038: a message has 160 characters of its own alphabet, 153 where it is split; else 70
# and 67.
_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_GSM_TWICE = frozenset("^{}\\[~]|€")

Status = Literal["sent", "already_sent", "no_consent", "unknown_guest", "refused", "twice"]


class _Quiet(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    start: time = Field(alias="from")
    until: time


class Rules(BaseModel):
    """`sms.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    quiet: _Quiet
    footer: dict[str, str]
    unsubscribe: dict[str, tuple[str, ...]]


class Sms(Arguments):
    """A text message."""

    mobile: str = Field(min_length=1, max_length=40)
    subject: str = Field(default="", max_length=100)
    body: str = Field(min_length=1, max_length=MOST_BODY)
    campaign: str = Field(default="", max_length=100)


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a message. `message` where it goes out; `why` where it is refused."""

    status: Status
    guest: str = ""
    message: Message | None = None
    why: str = ""


@lru_cache(maxsize=1)
def rules() -> Rules:
    return Rules.model_validate(yaml.safe_load(FILE.read_text("utf-8")))


def fate(asked: Sms, house: House) -> Fate:
    """What becomes of a message now."""
    guest = Guests(house.connection).with_mobile(asked.mobile)
    if guest is None:
        return Fate("unknown_guest")
    campaign = digest(asked.campaign) if asked.campaign else house.place.campaign
    if Outbox(house.connection).has(campaign, guest.id):
        return Fate("already_sent", guest.id)
    if not guest.agrees:
        return Fate("no_consent", guest.id)
    if why := refusal_of(f"{asked.subject}\n{asked.body}", house, guest.language):
        return Fate("refused", guest.id, why=why)
    text = text_of(asked, guest)
    now = house.place.now
    message = Message(
        campaign,
        guest.id,
        guest.mobile,
        asked.subject,
        text,
        parts_of(text),
        house.place.run,
        now,
        due(now, house.menu.restaurant.time_zone),
    )
    return Fate("sent", guest.id, message)


def text_of(asked: Sms, guest: Guest) -> str:
    """The whole text: subject, body, and how to hear no more, in the guest's language."""
    footers = rules().footer
    footer = footers.get(guest.language) or footers.get(guest.language.split("-")[0])
    lines = (asked.subject, asked.body, footer or footers["en"])
    return neutral("\n".join(line.strip() for line in lines if line.strip()))


def parts_of(text: str) -> int:
    """How many messages a text is paid as."""
    if all(c in _GSM or c in _GSM_TWICE for c in text):
        size, whole, split = len(text) + sum(c in _GSM_TWICE for c in text), 160, 153
    else:
        size, whole, split = len(text.encode("utf-16-le")) // 2, 70, 67
    return 1 if size <= whole else -(-size // split)


def due(now: datetime, zone: str) -> datetime:
    """Now, or the end of the quiet hours that now is in (UTC)."""
    quiet, here = rules().quiet, now.astimezone(ZoneInfo(zone))
    at = here.time().replace(tzinfo=None)
    over_midnight = quiet.start > quiet.until
    inside = (
        at >= quiet.start or at < quiet.until if over_midnight else quiet.start <= at < quiet.until
    )
    if not inside:
        return now
    tomorrow = over_midnight and at >= quiet.start
    day = here.date() + timedelta(days=1 if tomorrow else 0)
    return datetime.combine(day, quiet.until, ZoneInfo(zone)).astimezone(UTC)


def bind(asked: Sequence[Sms], house: House) -> Bound:
    """What the one yes is bound to: who gets which text, samples, parts, cost, when."""
    fates: list[Fate] = []
    heard: set[tuple[str, str]] = set()
    for one in asked:
        found = fate(one, house)
        if found.message is not None and (found.message.campaign, found.guest) in heard:
            found = Fate("twice", found.guest)
        elif found.message is not None:
            heard.add((found.message.campaign, found.guest))
        fates.append(found)
    going = [found.message for found in fates if found.message is not None]
    if not going:
        return Bound(None)
    parts = sum(message.parts for message in going)
    cost = Money(parts * house.gateway.part_price, house.menu.restaurant.currency)
    later = {message.due for message in going if message.due > message.put_at}
    content: dict[str, Json] = {
        "sends": "text messages; what is sent can't be taken back",
        "workflow": house.place.workflow,
        "campaign": going[0].campaign[:12],
        "gateway": house.gateway.name,
        "guests": len(going),
        "parts": parts,
        "cost": f"{cost.plain()} {cost.currency}",
        "when": min(later).isoformat() if later else "now",
        "not sent": dict(Counter(found.status for found in fates if found.message is None)),
        "samples": [message.body for message in going[:SAMPLES]],
        "recipients": digest([[message.guest, message.mobile, message.body] for message in going]),
    }
    return Bound(content)


def send(asked: Sms, house: House) -> Result:
    """Send it, if everything still holds. True where the guest has it, now or from before."""
    found = fate(asked, house)
    if found.message is not None:
        house.gateway.take(found.message, house.connection)
    has_it = found.status in ("sent", "already_sent")
    row: dict[str, Json] = {"guest": found.guest, "status": found.status}
    if found.message is not None:
        row |= {"parts": found.message.parts, "due": found.message.due.isoformat()}
    if found.why:
        row["why"] = found.why
    notes = () if found.status == "sent" else (found.why or found.status.replace("_", " "),)
    return Result({"bool": has_it, "dict": row, "str": found.status}, notes=notes)


def unsubscribed(text: str, mobile: str, guests: Guests, outbox: Outbox, now: datetime) -> bool:
    """A reply that takes consent back, and does; what isn't due yet goes to nobody."""
    words = {normalise(word).text for words in rules().unsubscribe.values() for word in words}
    guest = guests.with_mobile(mobile)
    if guest is None or normalise(text).text.strip(" .!") not in words:
        return False
    guests.withdraw(guest, now)
    outbox.cancel(guest.id, now)
    return True


SEND: Guarded[House] = Guarded(
    "plugin_sms_send", "1", Sms, ("bool", "dict", "str"), "dict", bind, send
)
