"""The house as a whole: what today came to, and which chat is the kitchen's."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from bot.telegram.drawing import Post
from bot.telegram.staff.room import Asked, Staffroom
from waiter.phrases import price


async def today(room: Staffroom, asked: Asked) -> Post:  # noqa: ARG001 - a command's shape
    """Tickets and their sum since midnight here, open tables, the day's code."""
    menu = room.floor.menu
    count, total = room.floor.store.connection.execute(
        "SELECT COUNT(*), COALESCE(SUM(total), 0) FROM tickets"
        " WHERE placed_at >= ? AND void IS NULL",
        (_midnight(room).isoformat(),),
    ).fetchone()
    amount = price(total, menu.restaurant.currency, room.language)
    tables, code = len(room.floor.open_tables()), room.entrance.code()
    return room.say("staff.today", tickets=count, amount=amount, open=tables, code=code)


async def kitchen(room: Staffroom, asked: Asked) -> Post:
    """This chat is where tickets come."""
    room.floor.store.keep("kitchen", str(asked.chat))
    return room.say("staff.kitchen")


def _midnight(room: Staffroom) -> datetime:
    """When today began here."""
    now = room.now().astimezone(ZoneInfo(room.floor.menu.restaurant.time_zone))
    return datetime.combine(now.date(), time(), now.tzinfo).astimezone(UTC)
