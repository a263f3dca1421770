"""A line of the tab taken off by its place there: "take the second one off", 第二个不要了. Such a
number counts the guest's own lines, whatever list was shown last. Pure.

Neighbour: `numbering.py`, for all other numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.asking import dish_candidate
from apps.contract import Candidate, Snapshot
from apps.ledger.books import Line
from menu_data.words.meaning import nothing_else
from menu_data.words.mentions import mentions
from menu_data.words.references import picks
from waiter import numbering
from waiter.numbering import OutOfRange, ReadNumbers


def off_the_tab(
    text: str, lines: Sequence[Line], shown: Sequence[Candidate], at: Snapshot, language: str
) -> ReadNumbers | OutOfRange | None:
    """The message with the dishes of the lines meant in the place of their numbers; None where
    nothing is to come off, or what was `shown` are those lines' own dishes.
    """
    if not lines or not mentions(text, "struck_off"):
        return None
    menu = at.menu
    if {one.id for one in shown} & {line.item for line in lines}:
        return None
    found = picks(text, 1, len(lines))
    if not found or not nothing_else(text, found.spans, "struck_off"):
        return None
    own = [dish_candidate(menu, at.availability, menu.dishes[line.item])
           for line in lines if line.item in menu.dishes]  # fmt: skip
    read = numbering.read(text, tuple(own), language)
    return read if isinstance(read, OutOfRange) or read.picked else None
