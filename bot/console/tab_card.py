"""What was sent, what is on the tab and what is owed, as cards: the app `tab`'s answer drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from rich.console import Group, RenderableType
from rich.table import Table

from bot.console.card import Card, Words, cell, columns
from bot.console.seen import Seen
from bot.console.words import word
from waiter import telling
from waiter.phrases import named, say

Row = Mapping[str, Any]  # JSON, as the apps make it


def tab(seen: Seen) -> RenderableType | None:
    """Tickets, the open tab, and the bill where there is one; None where there is nothing."""
    found = seen.ask("tab").result
    cards = [_ticket(seen, row) for row in found["tickets"]]
    if found["tab"]["lines"]:
        cards.append(_open(seen, found["tab"], found["warnings"]))
    if found["bill"] is not None:
        cards.append(_bill(seen, found["bill"], found["tickets"]))
    return Group(*cards) if cards else None


def bill(seen: Seen) -> RenderableType | None:
    """The bill as it was issued; None before that."""
    found = seen.ask("tab").result
    return None if found["bill"] is None else _bill(seen, found["bill"], found["tickets"])


def _ticket(seen: Seen, row: Row) -> Card:
    language = seen.language
    zone = ZoneInfo(seen.menu.restaurant.time_zone)
    time = datetime.fromisoformat(row["placed_at"]).astimezone(zone).strftime("%H:%M")
    state = word("void" if row["void"] else row["state"], language)
    title = word("ticket", language, number=row["ticket"])
    table = _table()
    for line in row["lines"]:
        _add_line(table, line, seen, void=line["void"] is not None or bool(row["void"]))
    amount = telling.money(row["total"], seen.menu, language)
    allergies = telling.joined((telling.allergen(key, language) for key in row["allergies"]),
                               language)  # fmt: skip
    foot = word("allergies", language, allergens=allergies) if allergies else ""
    return Card((title, state, time, amount), table, foot, "green")


def _open(seen: Seen, row: Row, warnings: list[Row]) -> Card:
    language = seen.language
    table = _table()
    for line in row["lines"]:
        _add_line(table, line, seen)
    _add_sums(table, row, seen)
    names = {line["line"]: line["name"] for line in row["lines"]}
    warned = telling.warned(({**one, "name": names[one["line"]]} for one in warnings), language)
    parts: list[RenderableType] = [table, *([Words(warned, "yellow")] if warned else [])]
    title = (word("tab", language), telling.total(row, seen.menu, language))
    return Card(title, Group(*parts), word("tab_foot", language))


def _bill(seen: Seen, row: Row, tickets: list[Row]) -> Card:
    language = seen.language
    table = _table()
    for ticket in tickets:
        for line in ticket["lines"]:
            if line["void"] is None and not ticket["void"]:
                _add_line(table, line, seen)
    _add_sums(table, row, seen)
    for label, amount in _paying(row, seen):
        table.add_row(cell(label), cell(""), cell(amount))
    number = word("bill", language, number=row["bill"])
    owed = telling.money(row["to_pay"], seen.menu, language)
    style = "green" if row["state"] == "paid" else "magenta"
    return Card((number, word(row["state"], language), owed), table, style=style)


def _paying(row: Row, seen: Seen) -> Iterator[tuple[str, str]]:
    """Tip, what was paid before, what is still to come, and each one's share."""
    language = seen.language
    told = [(word(key, language), row[key]) for key in ("tip", "settled") if float(row[key])]
    told += [(word("to_pay", language), row["to_pay"])] if told else []
    for number, share in enumerate(row["shares"], 1):
        whose = share["guest"] or word("share", language, number=number)
        told.append((whose, share["amount"]))
    for label, amount in told:
        yield label, telling.money(amount, seen.menu, language)


def _table() -> Table:
    return columns("text", "amount", "amount")


def _add_line(table: Table, row: Row, seen: Seen, *, void: bool = False) -> None:
    """A line: name and how it is made, how many, what it comes to."""
    language = seen.language
    name = named(row["name"], language) + telling.made(row, language)
    if row.get("blocked"):
        name += say("line.blocked", language, why=say(f"blocked.{row['blocked']}", language))
    style = "strike dim" if void else "red" if row.get("blocked") else ""
    amount = telling.money(row["total"], seen.menu, language)
    table.add_row(cell(name, style), cell(f"×{row['quantity']}", style), cell(amount, style))


def _add_sums(table: Table, row: Row, seen: Seen) -> None:
    """Subtotal, fees, tax and what staff took off, where there are any; then the total."""
    language = seen.language
    charges = [*row["fees"], *([row["tax"]] if row["tax"] else []), *row["adjustments"]]
    sums = [(word("subtotal", language), row["subtotal"])] if charges else []
    for charge in charges:
        name = named(charge["name"], language)
        label = word("included", language, name=name) if charge["included"] else name
        sums.append((label, charge["amount"]))
    for label, amount in sums:
        money = telling.money(amount, seen.menu, language)
        table.add_row(cell(label, "dim"), cell(""), cell(money, "dim"))
    total = telling.money(row["total"], seen.menu, language)
    table.add_row(cell(word("total", language), "bold"), cell(""), cell(total, "bold"))
