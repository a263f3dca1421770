"""What is told of the house itself, as JSON: hours, address, fees and tax, ways to be served."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from apps.contract import Snapshot
from apps.dish_rows import span_row
from apps.rows import money
from menu_data.hours import is_open, next_open, open_until
from menu_data.menu import Fee, Menu

Row = dict[str, Any]  # JSON


def house_row(snapshot: Snapshot) -> Row:
    """The house as a guest may ask about it; times are local. What isn't known is null."""
    house = snapshot.menu.restaurant
    hours, now, zone = house.hours, snapshot.now, house.time_zone
    opened = is_open(hours, now, zone)
    return {
        "name": dict(house.name.parts),
        "open": opened,
        "closes": _local(open_until(hours, now, zone), zone) if opened else None,
        "opens": None if opened else _local(next_open(hours, now, zone), zone),
        "hours": None if hours is None else [span_row(span) for span in hours],
        "address": None if house.address is None else dict(house.address.parts),
        "phone": house.phone,
        "currency": house.currency,
        "fees": [_fee(snapshot.menu, fee) for fee in house.fees],
        "tax": None
        if house.tax is None
        else {
            "name": dict(house.tax.name.parts),
            "percent": str(house.tax.percent),
            "included": house.tax.included,
        },
        "fulfilment": list(house.fulfilment),
        "party_limit": house.party_limit,
    }


def _fee(menu: Menu, fee: Fee) -> Row:
    return {
        "id": fee.id,
        "name": dict(fee.name.parts),
        "percent": None if fee.percent is None else str(fee.percent),
        "amount": None if fee.amount is None else money(menu, fee.amount),
        "per": fee.per,
    }


def _local(at: datetime | None, zone: str) -> str | None:
    return None if at is None else at.astimezone(ZoneInfo(zone)).isoformat()
