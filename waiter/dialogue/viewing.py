"""`view_of`: what a brain is given for a guest's running exchange, from the state and what the
house looks like now.
"""

from __future__ import annotations

from apps.contract import Candidate, Snapshot
from waiter import numbering, permission
from waiter.exchange import Impossible
from waiter.habits import NO_HABIT
from waiter.listing import current, next_page, numbers_in_force
from waiter.state import State, session_of
from waiter.view import View


def view_of(state: State, guest: str, snapshot: Snapshot) -> View:
    """The view of the guest's running exchange.

    Whatever changes within it is in `facts`, `books` and `question`.
    """
    session = session_of(state, guest)
    exchange = session.exchange
    if exchange is None:
        raise Impossible(f"{guest!r} has no exchange to view")
    question = session.questions[0] if session.questions else None
    shown: tuple[Candidate, ...] = current(session)
    return View(
        guest=guest,
        guests=state.guests,
        language=session.language,
        now=snapshot.now,
        menu=snapshot.menu,
        availability=snapshot.availability,
        books=snapshot.books,
        heard=exchange.heard,
        said=exchange.said,
        picked=exchange.picked,
        opening=exchange.opening,
        granted=exchange.granted,
        ending=exchange.commit is not None,
        history=session.history,
        tab_before=exchange.tab,
        question=question.ask if question else None,
        question_before=exchange.question,
        asked_now=question is not None and numbering.is_due(question, exchange),
        candidates=shown,
        range=numbers_in_force(shown),
        more=next_page(session),
        waits=tuple(r.app for r in permission.open_to(state, guest)),
        grants=tuple(g.app for g in state.grants.values() if g.guest == guest),
        facts=exchange.facts,
        allergies=state.allergies,
        before=session.before,
        touched=session.touched,
        table=state.table,
        habit=state.habits.get(session.guest, NO_HABIT),
    )
