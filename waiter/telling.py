"""Facts put into a guest's words: lines, tabs, read-backs, reasons. Pure; the sentences are
`waiter/phrases`' data.

Rows are the apps' JSON (`apps/rows.py`): names by language, money as strings. The dialogue tells
with these what must not be left to a brain, and the built-in brain tells the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.contract import Candidate
from menu_data.menu import Menu
from menu_data.money import minor
from waiter.phrases import named, price, say

Row = Mapping[str, Any]  # JSON, as the apps make it

EXCERPT = 40


def excerpt(text: str) -> str:
    """The beginning of a guest's text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else line[:EXCERPT] + "…"


def money(text: str | None, menu: Menu, language: str) -> str:
    """An amount of a row ("18.00") as the guest reads it;

    a market price without a quote in words.
    """
    if text is None:
        return say("price.market", language)
    currency = menu.restaurant.currency
    return price(minor(text, currency), currency, language)


def label(candidate: Candidate, menu: Menu, language: str) -> str:
    """An option: its name, and what it costs."""
    name = named(candidate.name, language)
    if candidate.kind in ("category", "fulfilment", "choice"):
        return name
    if candidate.kind == "modifier":
        extra = candidate.price or 0
        return f"{name} +{price(extra, menu.restaurant.currency, language)}" if extra else name
    if candidate.price is None:
        cost = say("price.market", language)
    else:
        cost = price(candidate.price, menu.restaurant.currency, language)
    return f"{name} {cost}" if candidate.available else say("option.sold_out", language, name=name)


def joined(parts: Iterable[str], language: str) -> str:
    """A list within a sentence."""
    return say("list.comma", language).join(parts)


def subject(text: str, menu: Menu, language: str) -> str:
    """What a problem is about: a dish by its name in this language, else the words as said."""
    dish = menu.dishes.get(text) or next(
        (one for one in menu.dishes.values() if text in one.name.every()), None
    )
    return named(dish.name.parts, language) if dish is not None else text


# --- lines


def made(row: Row, language: str) -> str:
    """How a line is made: its choices, modifiers and note, in brackets.

    "" when it is made as usual.
    """
    parts = [_choice(choice, language) for choice in row.get("choices", ())]
    parts += [_modifier(chosen, language) for chosen in row.get("modifiers", ())]
    if row.get("note"):
        parts.append(say("line.note", language, note=row["note"]))
    return say("line.made", language, how=joined(parts, language)) if parts else ""


def _choice(choice: Row, language: str) -> str:
    inner = [_modifier(chosen, language) for chosen in choice.get("modifiers", ())]
    name = named(choice["name"], language)
    return f"{name}({joined(inner, language)})" if inner else name


def _modifier(chosen: Row, language: str) -> str:
    name = named(chosen["name"], language)
    text = say(f"amount.{chosen['amount']}", language, name=name)
    count = int(chosen.get("quantity", 1))
    return f"{text} ×{count}" if count > 1 else text


def line(row: Row, language: str) -> str:
    """A line without its price: "担担面(不辣) ×2"."""
    return f"{named(row['name'], language)}{made(row, language)} ×{row['quantity']}"


def priced_line(row: Row, menu: Menu, language: str) -> str:
    """A line with its price, and why it can't be placed, if it can't."""
    text = f"{line(row, language)}  {money(row['total'], menu, language)}"
    if row.get("blocked"):
        text += say("line.blocked", language, why=say(f"blocked.{row['blocked']}", language))
    return text


def lines(rows: Iterable[Row], menu: Menu, language: str) -> str:
    """Lines with prices, one a row."""
    return "\n".join(f"· {priced_line(row, menu, language)}" for row in rows)


def brief(rows: Iterable[Row], language: str) -> str:
    """Lines without prices, in one sentence."""
    return joined((line(row, language) for row in rows), language)


def charges(row: Row, menu: Menu, language: str) -> list[str]:
    """Fees, tax and what staff took off, each with its amount."""
    shown = [*row.get("fees", ()), *([row["tax"]] if row.get("tax") else [])]
    shown += list(row.get("adjustments", ()))
    return [
        say(
            "charge.included" if charge.get("included") else "charge", language,
            name=named(charge["name"], language), amount=money(charge["amount"], menu, language),
        )
        for charge in shown
    ]  # fmt: skip


def total(row: Row, menu: Menu, language: str) -> str:
    """What lines come to, and that a market price isn't in it yet where that is so."""
    quoted = [line.get("total") is not None for line in row.get("lines", ())]
    if quoted and not any(quoted):
        return say("total.open", language)
    text = _sum(row, menu, language)
    return text if all(quoted) else say("total.partly", language, total=text)


def _sum(row: Row, menu: Menu, language: str) -> str:
    """Subtotal and charges where there are any, and the total."""
    amount = money(row["total"], menu, language)
    extra = charges(row, menu, language)
    if not extra:
        return say("total", language, total=amount)
    subtotal = money(row["subtotal"], menu, language)
    return say(
        "total.with", language, subtotal=subtotal, charges=joined(extra, language), total=amount
    )


def tab(row: Row, menu: Menu, language: str) -> str:
    """The tab: lines with prices, then what they come to."""
    return f"{lines(row['lines'], menu, language)}\n{total(row, menu, language)}"


# --- permission


def read_back(app: str, content: Row, menu: Menu, language: str) -> str:
    """What a yes would do, in full."""
    if app == "submit":
        return _read_back_order(content, menu, language)
    if app == "standing":
        key = "request.standing" if content["limit"] is None else "request.standing.limit"
        return say(key, language, limit=money(content["limit"], menu, language))
    return say("request.checkout", language, bill=bill(content, menu, language))


def _read_back_order(content: Row, menu: Menu, language: str) -> str:
    text = say(
        "request.submit", language, lines=lines(content["lines"], menu, language),
        total=total(content, menu, language),
    )  # fmt: skip
    warned = warnings(content["lines"], language)
    return f"{warned}\n{text}" if warned else text


def bill(row: Row, menu: Menu, language: str) -> str:
    """A bill: lines where the row has them, charges, what is due, the tip, the shares."""
    parts = [lines(row["lines"], menu, language)] if row.get("lines") else []
    parts.append(total(row, menu, language))
    tip = row.get("tip")
    if tip and minor(tip, menu.restaurant.currency):
        parts.append(
            say(
                "bill.tip", language, tip=money(tip, menu, language),
                sum=money(row["to_pay"], menu, language),
            )
        )  # fmt: skip
    if row.get("shares"):
        shares = [
            say("bill.share", language, guest=share["guest"], amount=money(share["amount"], menu,
            language)) if share.get("guest") else money(share["amount"], menu, language) for share
            in row["shares"]
        ]  # fmt: skip
        parts.append(say("bill.shares", language, shares=joined(shares, language)))
    if row.get("method"):
        parts.append(say("bill.method", language, method=row["method"]))
    return "\n".join(parts)


def warnings(rows: Iterable[Row], language: str) -> str:
    """Where lines of a read-back meet stated allergies. One sentence a line and kind."""
    flat = [{**c, "kind": "allergy", "name": row["name"]} for row in rows for c in row["conflicts"]]
    return warned(flat, language)


def warned(rows: Iterable[Row], language: str) -> str:
    """What a guest must hear at once: an allergen contained or not recorded, a price not yet
    quoted.
    """
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in rows:
        kind = row["presence"] if row["kind"] == "allergy" else row["kind"]
        allergens = found.setdefault((named(row["name"], language), kind), {})
        if "allergen" in row:
            allergens[allergen(row["allergen"], language)] = None
    return "\n".join(
        say(f"warning.{kind}", language, dish=dish, allergens=joined(allergens, language))
        for (dish, kind), allergens in found.items()
    )


def allergen(key: str, language: str) -> str:
    return say(f"allergen.{key}", language)


def changes(before: Row, after: Row, menu: Menu, language: str) -> str:
    """What moved between what was read back and now: prices by line, else that something did."""
    old = {row["line"]: row for row in before.get("lines", ()) if "line" in row}
    moved = [
        say(
            "change.price", language, dish=named(row["name"], language),
            before=money(old[row["line"]]["unit_price"], menu, language),
            now=money(row["unit_price"], menu, language),
        )
        for row in after.get("lines", ())
        if row.get("line") in old and old[row["line"]]["unit_price"] != row["unit_price"]
    ]  # fmt: skip
    what = joined(moved, language) if moved else say("change.something", language)
    return say("request.changed", language, what=what)


def interrupted(done: Sequence[Any], language: str) -> str:
    """What was and wasn't done when the guest said stop."""
    if not done:
        return say("wait.stopped", language)
    return say("wait.stopped_after", language, done=joined((f.source for f in done), language))
