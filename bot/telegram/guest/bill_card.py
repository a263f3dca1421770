"""The bill as a guest's card: what it comes to, divided and with a tip as they choose by tap, until
they ask for it; then how it stands. Every sum is the app's own.

A view is written "SPLIT.TIP": SPLIT is 0 (together), a number of equal parts, or p (each their
own); TIP is percent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from apps.contract import Refusal
from apps.ledger.splitting import party_limit
from apps.table import commit_app
from bot.console.seen import Seen
from bot.telegram import cards
from bot.telegram.drawing import Button, Post, bold, escape, fitting, rows
from bot.telegram.words import word
from waiter import telling

TIPS = (0, 5, 10)  # percent; those that the menu allows
PARTS = (2, 8)  # equal parts offered: at least up to 4, up to as many as sit there
LEAST_OFFERED = 4
UNITS = 3_800
_VIEW = re.compile(r"(0|p|[1-9]\d?)\.(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the guest wants the bill."""

    split: str = "0"
    tip: int = 0

    def __str__(self) -> str:
        return f"{self.split}.{self.tip}"

    @property
    def params(self) -> dict[str, Any]:
        """As `checkout` takes it. Any: JSON."""
        params: dict[str, Any] = {}
        if self.split == "p":
            params["split"] = "person"
        elif self.split != "0":
            params["split"] = {"equal": int(self.split)}
        if self.tip:
            params["tip"] = f"{self.tip}%"
        return params


def read(text: str) -> Wanted:
    """The view as written; together and without a tip where it is none."""
    found = _VIEW.fullmatch(text)
    return Wanted(found[1], int(found[2])) if found else Wanted()


def draw(seen: Seen, seat: int, wanted: Wanted) -> Post:
    """The card."""
    language = seen.language
    row = seen.ask("tab").result
    bill = row["bill"]
    lines = [bold(word("bill.title", language))]
    if bill is not None and bill["state"] != "reopened":
        lines += cards.owed(row, seen.menu, language)
    if bill is not None and bill["state"] == "paid":
        receipt = Button(word("tap.receipt", language), f"gr:{seat}:")
        return Post(fitting(lines, UNITS), ((receipt,),), silent=True)
    lines += [*([""] if len(lines) > 1 else []), *_preview(seen, wanted, row)]
    ask = Button(word("tap.ask_bill", language), f"gp:{seat}:go:{wanted}")
    keyboard = (*_splits(seen, seat, wanted), *_tips(seen, seat, wanted), (ask,))
    return Post(fitting(lines, UNITS), keyboard, silent=True)


def _preview(seen: Seen, wanted: Wanted, row: cards.Row) -> list[str]:
    """The bill as it would be; what is owed where that can't be known yet."""
    checkout = commit_app("checkout")
    params = checkout.Params.model_validate(wanted.params)
    refusal: Refusal | None = checkout.check(params, seen.snapshot, seen.desk)
    if refusal is not None:
        return [escape(telling.total(row["owed"], seen.menu, seen.language))]
    content = checkout.bind(params, seen.snapshot, seen.desk).content
    return escape(telling.bill(content, seen.menu, seen.language)).split("\n")


def _splits(seen: Seen, seat: int, wanted: Wanted) -> Iterator[tuple[Button, ...]]:
    """Together, in equal parts, and each their own where several have ordered."""
    books = seen.snapshot.books
    most = max(LEAST_OFFERED, len(seen.desk.guests), books.head_count or 0)
    most = min(most, PARTS[1], party_limit(seen.menu))
    ways = [("0", word("tap.together", seen.language))]
    ways += [(str(n), word("tap.parts", seen.language, count=n)) for n in range(PARTS[0], most + 1)]
    owners = {placed.line.guest for ticket in books.tickets for placed in ticket.lines}
    if len(owners) > 1:
        ways.append(("p", word("tap.each_own", seen.language)))
    buttons = [_way(seat, Wanted(way, wanted.tip), text, wanted) for way, text in ways]
    yield from rows(buttons, 4)


def _tips(seen: Seen, seat: int, wanted: Wanted) -> Iterator[tuple[Button, ...]]:
    allowed = [tip for tip in TIPS if tip <= seen.menu.restaurant.limits.tip_percent]
    if len(allowed) > 1:
        language = seen.language
        named = [word("tap.tip" if tip else "tap.no_tip", language, percent=tip) for tip in allowed]
        yield tuple(
            _way(seat, Wanted(wanted.split, tip), text, wanted)
            for tip, text in zip(allowed, named, strict=True)
        )


def _way(seat: int, to: Wanted, text: str, wanted: Wanted) -> Button:
    return Button(f"✓ {text}" if to == wanted else text, f"gp:{seat}:see:{to}")
