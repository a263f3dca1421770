"""`waiter telegram qr`: a link for every table, to be printed as its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from bot.complaint import Complaint
from bot.telegram.delivery.client import bot_for
from bot.telegram.guest import tables
from bot.telegram.service import known
from bot.telegram.store import Store
from waiter.storage import Storage

# A bot's user name (core.telegram.org/bots/features: 5-32 letters, digits and underscores).
BOT = re.compile(r"@?([A-Za-z0-9_]{5,32})")
RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")
MOST_TABLES = 1_000


def named(text: str) -> list[str]:
    """The tables of "1-20,25,A3". `Complaint`: none of that form."""
    found = list(dict.fromkeys(_each(text)))
    wrong = [table for table in found if tables.TABLE.fullmatch(table) is None]
    if wrong or not 0 < len(found) <= MOST_TABLES:
        allowed = "numbers, ranges and names of letters and digits, such as 1-20,25,A3"
        raise Complaint(f"--tables {text!r}: {allowed}; at most {MOST_TABLES}")
    return found


def _each(text: str) -> Iterator[str]:
    for part in text.split(","):
        if (span := RANGE.fullmatch(part.strip())) is not None:
            yield from (str(number) for number in range(int(span[1]), int(span[2]) + 1))
        else:
            yield part.strip()


def bot_named(text: str) -> str:
    """The user name that a person writes, with or without its @. `Complaint`: it is none."""
    found = BOT.fullmatch(text)
    if found is None:
        raise Complaint(f"--bot {text!r}: allowed: a bot's user name, such as @harbour_bot")
    return found[1]


def links(
    storage: Storage, wanted: list[str], name: str, at: datetime, *, rotate: bool
) -> list[str]:  # fmt: skip
    """A link a table. `rotate`: those that were printed before are no longer good."""
    store = Store(storage)
    if rotate:
        tables.rotate(store, at)
    return [f"https://t.me/{name}?start={tables.payload(store, table, at)}" for table in wanted]


async def name_of(token: str, api: str | None) -> str:
    """The bot's user name, asked of Telegram. `Complaint`: it can't be."""
    bot = bot_for(token, api)
    try:
        return await known(bot)
    finally:
        await bot.session.close()
