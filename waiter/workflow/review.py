"""Marketing texts under the constraints that hold for replies: the house's own contacts, and no
discount nobody gave. The constraints themselves are `waiter.constraints`' matter.
"""

from __future__ import annotations

from datetime import datetime

from apps.contract import Desk, Snapshot
from apps.ledger.books import Availability, Books
from menu_data.menu import Menu
from waiter.constraints import contacts
from waiter.constraints.verdict import Case
from waiter.turn import ToUser
from waiter.view import View
from waiter.workflow.place import House

READER = "marketing"  # nobody sits at this desk
CONSTRAINTS = (contacts.own, contacts.no_discount)


def refusal_of(text: str, house: House, language: str) -> str:
    """Why a text may not go out; "" where nobody is against it."""
    return refused(text, house.menu, house.availability, house.place.now, language)


def refused(text: str, menu: Menu, availability: Availability, now: datetime, language: str) -> str:
    """The same, for a text that isn't for anyone yet."""
    try:
        turn = ToUser(text.strip())
    except ValueError as fault:  # nothing to see in it, too long, or with marks of the protocol
        return str(fault)
    case = Case(
        _view(menu, availability, now, language),
        Snapshot(now, menu, availability, Books()),
        Desk(READER, READER, (READER,)),
    )
    verdicts = (constraint(turn, case) for constraint in CONSTRAINTS)
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
