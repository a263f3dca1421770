"""A visit's receipt: the bill as it was last issued, with all that was placed; as JSON and for
people.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from apps import rows
from apps.ledger.books import Books
from menu_data.menu import Menu
from waiter import telling
from waiter.phrases import named

Row = dict[str, Any]  # JSON


def receipt(visit: str, table: str | None, books: Books, menu: Menu) -> Row | None:
    """The receipt as JSON; None where no bill was issued."""
    if books.bill is None:
        return None
    placed = [rows.placed_row(menu, line) for ticket in books.tickets for line in ticket.lines]
    house = menu.restaurant
    return {
        "restaurant": dict(house.name.parts),
        "address": None if house.address is None else dict(house.address.parts),
        "phone": house.phone,
        "tax_id": house.tax_id,
        "visit": visit,
        "table": table,
        "issued_at": books.bill.issued_at.isoformat(timespec="seconds"),
        "lines": placed,
        "bill": rows.bill_row(menu, books.bill),
    }


def text(row: Row, menu: Menu, language: str) -> str:
    """The receipt for people, in one language."""
    owed = [line for line in row["lines"] if line["void"] is None]
    head = [named(row["restaurant"], language)]
    head += [named(row["address"], language)] if row["address"] else []
    head += [said for said in (row["phone"], row["tax_id"]) if said]
    zone = ZoneInfo(menu.restaurant.time_zone)
    issued = datetime.fromisoformat(row["issued_at"]).astimezone(zone)
    about = f"{issued:%Y-%m-%d %H:%M}  {row['table'] or row['visit']}  #{row['bill']['bill']}"
    lines = telling.lines(owed, menu, language)
    return "\n".join([*head, about, lines, telling.bill(row["bill"], menu, language)])
