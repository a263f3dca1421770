"""What a call says besides dishes was said too: the tip, the split, how it is paid, whose lines,
here or to go.

Evidence is what this guest wrote lately; who alone has lines at the table means their own by "all".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from apps.asking import fulfilment_candidates
from menu_data.words.mentions import mentions
from menu_data.words.normal import normalise
from menu_data.words.numbers import numbers_in
from waiter.claims import refusal_of
from waiter.constraints.grounded import LATELY
from waiter.constraints.verdict import Case, Refuse, TypedCall
from waiter.constraints.wanted import read_alone
from waiter.view import View

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SPLITTING = ("split_equal", "split_half")


def said(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse terms that the guest hasn't named."""
    view, params = case.view, call.params
    texts = tuple(_texts(view))
    for name, value in params.items():
        if value is not None and not _is_said(name, value, texts, view):
            return Refuse("grounded", "terms", refusal_of("terms", found=f"{name}: {value}"))
    return None


def _texts(view: View) -> Iterator[str]:
    yield view.heard
    yield from [one.text for one in view.history if one.who == "guest"][-LATELY:]


def _is_said(name: str, value: Any, texts: tuple[str, ...], view: View) -> bool:
    match name:
        case "tip":
            return _tipped(str(value), texts, view)
        case "split":
            return _is_split(value, texts, view)
        case "whose":
            owners = {line.guest for line in view.books.lines}
            alone = value == "mine" or owners <= {view.guest}
            return alone or any(_means_all(text, view) for text in texts)
        case "fulfilment":
            return _served(str(value), texts, view)
        case _:
            return True


def _tipped(tip: str, texts: tuple[str, ...], view: View) -> bool:
    """Whether the tip's number was written; none needs no words."""
    found = _NUMBER.search(tip)
    try:
        amount = Decimal(found[0]) if found else None
    except InvalidOperation:
        return False
    if amount is None or not amount:
        return True
    written = {Decimal(n) for text in texts for n in _NUMBER.findall(normalise(text).text)}
    written |= {Decimal(n) for text in texts for n in numbers_in(text)}
    read = [read_alone(text, view.menu).tip or "" for text in texts]
    return amount in written or tip in read


def _is_split(split: Any, texts: tuple[str, ...], view: View) -> bool:
    if isinstance(split, str):
        how = f"split_{split}"
        read = [read_alone(text, view.menu).split for text in texts]
        return split in read or any(mentions(text, how) for text in texts)
    parts = split["equal"]
    known = {len(view.guests), view.books.head_count, 1}
    known |= {n for text in texts for n in numbers_in(text)}
    halves = any(mentions(text, kind) for text in texts for kind in _SPLITTING)
    return parts in known or (parts == 2 and halves)


def _means_all(text: str, view: View) -> bool:
    everyone = read_alone(text, view.menu).whose == "all"
    return everyone or mentions(text, "everyone") or mentions(text, "all")


def _served(way: str, texts: tuple[str, ...], view: View) -> bool:
    """Whether one of the words for a way to be served stands in a text; or it is the only one."""
    ways = view.menu.restaurant.fulfilment
    asked = [ask for ask in (view.question, view.question_before) if ask is not None]
    if len(ways) < 2 or any(ask.hole == ("fulfilment",) for ask in asked):
        return True
    words = [word for c in fulfilment_candidates(ways) if c.id == way for word in c.words]
    flat = [normalise(text).text for text in texts]
    return any(normalise(word).text in text for word in words for text in flat)
