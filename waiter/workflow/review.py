"""Texts of workflows under the grammar and the constraints that hold for replies: amounts and
allergens as the menu has them, the house's own contacts, no discount nobody gave, no talk of a
system. The constraints themselves are `waiter.constraints`' matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from apps.contract import Desk, Snapshot
from apps.ledger.books import Availability, Books
from apps.table import APP_NAMES
from menu_data.menu import Menu
from waiter.constraints import REPLIES, deeds, tone
from waiter.constraints.verdict import Case, ReplyVerdict
from waiter.turn import ToUser, parse, render
from waiter.view import View
from waiter.violation import Violation
from waiter.wording import grammar_words
from waiter.workflow.place import House

READER = "nobody"  # no guest sits at this desk
Constraints = Sequence[Callable[[ToUser, Case], ReplyVerdict]]
# How long something takes is the house's own to say, and a workflow is the house.
OF_ANSWERS: Constraints = tuple(one for one in REPLIES if one is not tone.no_waiting_time)
# A letter may say "we have added a dish": it speaks of no guest's order.
OF_LETTERS: Constraints = tuple(one for one in OF_ANSWERS if one is not deeds.done)


def refusal_of(text: str, house: House, language: str) -> str:
    """Why a text may not go out; "" where nobody is against it."""
    return refused(text, house.menu, house.availability, house.place.now, language)


def refused(
    text: str,
    menu: Menu,
    availability: Availability,
    now: datetime,
    language: str,
    constraints: Constraints = OF_LETTERS,
) -> str:
    """The same, for a text that isn't for anyone yet."""
    try:
        turn = ToUser(text.strip())
    except ValueError as fault:  # nothing to see in it, too long, or with marks of the protocol
        return str(fault)
    read = parse(render(turn), APP_NAMES, wording=grammar_words())
    if isinstance(read, Violation):
        return read.sentence
    case = Case(
        _view(menu, availability, now, language),
        Snapshot(now, menu, availability, Books()),
        Desk(READER, READER, (READER,)),
    )
    verdicts = (constraint(turn, case) for constraint in constraints)
    return next((verdict.sentence for verdict in verdicts if verdict is not None), "")


def _view(menu: Menu, availability: Availability, now: datetime, language: str) -> View:
    """An exchange in which nothing was said: constraints may look at it, and find nothing."""
    return View(
        guest=READER,
        guests=(READER,),
        language=language,
        now=now,
        menu=menu,
        availability=availability,
        books=Books(),
        heard="",
        said="",
        picked=(),
        opening=False,
        granted=False,
        ending=False,
        history=(),
        tab_before=(),
        question=None,
        question_before=None,
        asked_now=False,
        candidates=(),
        range=None,
        more=None,
        waits=(),
        grants=(),
        facts=(),
        allergies={},
    )
