"""What staff see of a table: all of it, the kitchen's card of a ticket, the bill; and the parts
that guests' cards share. Drawn from the rows that apps tell; nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.console.seen import Seen
from bot.telegram.drawing import Button, Keyboard, Post, bold, escape, fitting
from bot.telegram.words import word, word_or
from menu_data.menu import Menu
from waiter import telling

Row = Mapping[str, Any]  # JSON, as the apps make it

# Units left for a card's lines; a table that ordered more sees how many more there are.
CARD_UNITS = 3_800
# What staff may press next, by a ticket's state.
NEXT = {"placed": "accept", "accepted": "ready", "ready": "served"}


def table(seen: Seen, place: str) -> Post | None:
    """All of a table for staff: tickets, the open tab, the bill. None where nothing was ordered."""
    found = seen.ask("tab").result
    language, menu = seen.language, seen.menu
    blocks = [[bold(word("card.title", language, table=place))]]
    for ticket in found["tickets"]:
        title = word(
            "card.ticket", language, number=ticket["ticket"], state=state(ticket, language)
        )
        blocks.append([bold(title), *lines(ticket["lines"], menu, language, numbered=True)])
    if found["tab"]["lines"]:
        names = {line["line"]: line["name"] for line in found["tab"]["lines"]}
        warned = ({**one, "name": names[one["line"]]} for one in found["warnings"])
        blocks.append(
            [
                bold(word("card.open", language)),
                *lines(found["tab"]["lines"], menu, language),
                escape(telling.total(found["tab"], menu, language)),
                *([escape(text)] if (text := telling.warned(warned, language)) else []),
            ]
        )
    if found["tickets"]:
        blocks.append(owed(found, menu, language))
    if len(blocks) == 1:
        return None
    return Post(joined(blocks))


def ticket(row: Row, card: int, place: str, note: str, menu: Menu) -> Post:
    """The kitchen's card: what to make, for whom, what they can't eat; who has taken it."""
    language = menu.restaurant.kitchen_language
    title = word("staff.ticket", language, table=place, number=row["ticket"])
    lines = [f"{bold(title)} · {escape(state(row, language))}", escape(row["guest"])]
    for line in row["lines"]:
        text = escape(telling.line(line, language))
        lines.append(
            f"<s>{text}</s>" if _is_void(line, row) else bold(telling.line(line, language))
        )
    if row["allergies"]:
        names = telling.joined((telling.allergen(k, language) for k in row["allergies"]), language)
        lines.append("⚠️ " + bold(word("staff.allergies", language, allergens=names)))
    if note:
        lines.append(escape(note))
    return Post(joined([lines]), _ticket_buttons(row, card, language))


def bill(row: Row, card: int, place: str, menu: Menu) -> Post:
    """For staff: a table wants to pay."""
    language = menu.restaurant.kitchen_language
    amount = telling.money(row["to_pay"], menu, language)
    text = word("staff.bill", language, table=place, number=row["bill"], amount=amount)
    if row["state"] != "issued":
        return Post(f"{bold(text)}\n{escape(word('state.' + row['state'], language))}")
    paid = Button(word("button.paid", language), f"k:paid:{card}")
    return Post(bold(text), ((paid,),))


def called(reason: str, language: str) -> str:
    """Why a guest calls: "code: their words", the code in words where it is one that we know."""
    code, colon, words = reason.partition(": ")
    told = word_or(f"call.{code.replace(' ', '_')}", language, code)
    if not colon or words == word("say.call", language):
        return told  # a tap on "call staff" has no words of its own
    return f"{told}: “{words}”"


def owed(found: Row, menu: Menu, language: str) -> list[str]:
    """What all that was sent comes to; of a bill that is out what it says, of one that is paid what
    was paid, and what is still to come where more was sent since.
    """
    row = found["bill"]
    if row is None:
        return [_amount("total", found["owed"]["total"], menu, language)]
    state = word(f"state.{row['state']}", language)
    title = bold(word("card.bill", language, number=row["bill"], state=state))
    if row["state"] == "reopened":
        return [title, *_reopened(found["owed"], menu, language)]
    paid = row["state"] == "paid"
    lines = [title, _amount("paid" if paid else "to_pay", row["to_pay"], menu, language)]
    for number, share in enumerate(row["shares"], 1):
        whose = share["guest"] or word("card.share", language, number=number)
        lines.append(escape(f"{whose}: {telling.money(share['amount'], menu, language)}"))
    return lines


def _reopened(owed: Row, menu: Menu, language: str) -> list[str]:
    total = _amount("total", owed["total"], menu, language)
    if owed["left"] == owed["total"]:
        return [total]
    paid = _amount("paid", owed["settled"], menu, language)
    return [total, paid, _amount("to_pay", owed["left"], menu, language)]


def _amount(what: str, amount: str, menu: Menu, language: str) -> str:
    return bold(word(f"card.{what}", language, amount=telling.money(amount, menu, language)))


def lines(
    rows: list[Row], menu: Menu, language: str, *, numbered: bool = False
) -> list[str]:  # fmt: skip
    """What each is and costs; `numbered`: with the number by which staff name it."""
    shown = []
    for row in rows:
        mark = f"{row['line']}) " if numbered else "· "
        text = escape(mark + telling.priced_line(row, menu, language))
        shown.append(f"<s>{text}</s>" if row.get("void") is not None else text)
    return shown


def state(row: Row, language: str) -> str:
    return word("state.void" if row["void"] is not None else f"state.{row['state']}", language)


def _is_void(line: Row, ticket_row: Row) -> bool:
    return line["void"] is not None or ticket_row["void"] is not None


def _ticket_buttons(row: Row, card: int, language: str) -> Keyboard:
    if row["void"] is not None or row["state"] not in NEXT:
        return ()
    names = (NEXT[row["state"]], "problem")
    return (tuple(Button(word(f"button.{n}", language), f"k:{n}:{card}") for n in names),)


def joined(blocks: list[list[str]]) -> str:
    """Blocks with a line between; lines beyond what a message holds are counted instead."""
    return fitting([line for block in blocks for line in (*block, "")][:-1], CARD_UNITS)
