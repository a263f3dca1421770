"""A guest is heard: what their words mean before any brain hears them.

In order: a held message is released; "wait" and "go on"; a yes or no to the one open request; an
answer to the open question; a number from the list shown. What is left becomes an exchange, its
numbers put into names. `arriving` comes before, `answers` reads taps.
"""

from __future__ import annotations

from dataclasses import replace

from apps.contract import Candidate
from menu_data.words.allergens import allergens_stated
from menu_data.words.answers import (
    is_agreed,
    is_hold_back,
    is_no,
    is_resume,
    is_send,
    is_still,
    is_wait,
)
from menu_data.words.language import language_of
from menu_data.words.standing import standing
from menu_data.words.together import is_no_to_all, is_yes_to_all
from waiter import event as e
from waiter import listing, numbering, permission
from waiter.brains.house.learning import habit_of, taken_back
from waiter.dialogue import batch, decide, exchanges, likewise, questions, send
from waiter.dialogue.stepping import Stepping
from waiter.habits import NO_HABIT
from waiter.session import touched_by
from waiter.struck import off_the_tab


def hear(s: Stepping, body: e.GuestSaid) -> None:
    """A message that is to be understood now, with no exchange running."""
    guest, text = body.guest, body.text
    note(s, guest, text)
    session = s.session(guest)
    if session.held is not None:
        s.emit(e.HeldReleased(guest, kept=is_still(text)))
        if is_still(text):
            return hear(s, replace(body, text=session.held))
        if is_no(text):
            return send.tell(s, guest, "held.dropped")
    if session.paused is not None and is_resume(text):
        s.emit(e.Resumed(guest))
        return hear(s, replace(body, text=session.paused))
    if is_wait(text):
        return wait(s, guest)
    wish = standing(text)
    if wish is not None and wish.revoked:
        return decide.revoke(s, guest)
    if wish is not None:
        return decide.open_standing(s, guest, wish.limit)
    if _decided(s, guest, text):
        return None
    if not s.session(guest).questions and likewise.taken(s, body):
        return None
    if numbering.counts_last(text, s.session(guest), _just_added(s, guest)):
        return exchanges.open_for(s, guest, heard=text, said=text)
    if questions.answered(s, body):
        return None
    return _numbered(s, body)


def note(s: Stepping, guest: str, text: str) -> None:
    """What is learnt from any message, whoever speaks the turns: the guest's language, and an
    allergy.
    """
    session = s.session(guest)
    language = language_of(text, session.language)
    # A note is for the kitchen, and may be in its language.
    follows = not session.language_chosen and questions.note_awaited(s, guest) is None
    if language != session.language and follows:
        s.emit(e.LanguageHeard(guest, language))
    stated = allergens_stated(text)
    known = s.state.allergies.get(guest, frozenset())
    added = tuple(sorted(stated.added - known))
    withdrawn = tuple(sorted(stated.withdrawn & known))
    if added or withdrawn:
        s.emit(e.AllergyStated(guest, added, withdrawn))
    _learn_habit(s, guest, text)


def _learn_habit(s: Stepping, guest: str, text: str) -> None:
    """What a guest never has is kept; a plain "no coriander" only where nothing is there that it
    could be said of.
    """
    menu, known = s.snapshot.menu, s.state.habits.get(guest, NO_HABIT)
    stated = habit_of(text, menu)
    if stated.bare and not _has_nothing(s, guest):
        return
    gone = taken_back(text, menu, known) if not stated and _has_nothing(s, guest) else ()
    if known.joined(stated) != known or gone:
        s.emit(e.HabitStated(guest, replace(stated, bare=False), gone))


def _has_nothing(s: Stepping, guest: str) -> bool:
    """Whether no line of theirs, no ticket and no question is there."""
    books = s.snapshot.books
    own = any(line.guest == guest for line in books.lines)
    return not (own or books.tickets or s.session(guest).questions)


def wait(s: Stepping, guest: str) -> None:
    """The guest wants a moment, and nothing runs."""
    waiting = bool(permission.open_to(s.state, guest))
    send.tell(s, guest, "wait.request" if waiting else "wait.nothing")


def _decided(s: Stepping, guest: str, text: str) -> bool:
    """A text that is exactly a yes or a no, while requests are open to this guest.

    What was read back to them comes before what others were asked. "Send it" is a yes to the one
    request that is about sending, "don't send it" a no; "yes to all" is one to each that was read
    back to them.
    """
    mine = permission.shown_to(s.state, guest)
    requests = mine or permission.open_to(s.state, guest)
    if not requests:
        return False
    every = is_yes_to_all(text)
    if mine and (every or is_no_to_all(text)):
        batch.decided(s, guest, mine, approve=every)
        return True
    sending = len(requests) == 1 and requests[0].app == "submit"
    yes = is_agreed(text) or (sending and is_send(text))
    if not yes and not is_no(text) and not (sending and is_hold_back(text)):
        return False
    if len(requests) > 1:
        send.refuse(s, guest, "request.which")
    else:
        decide.decided(s, guest, requests[0], approve=yes)
    return True


def _numbered(s: Stepping, body: e.GuestSaid) -> None:
    """Numbers from the list shown become names; then a brain hears it."""
    session = s.session(body.guest)
    shown = listing.shown_when(session, body.sent_at)
    counted = shown == listing.current(session)
    lines = [line for line in s.snapshot.books.lines if line.guest == body.guest]
    struck = off_the_tab(body.text, lines, shown, s.snapshot, session.language)
    read: numbering.ReadNumbers | numbering.OutOfRange
    read = struck or (
        (numbering.so_many(body.text, session) if counted else None)
        or numbering.accepted(body.text, session)
        or numbering.read(body.text, shown, session.language)
    )
    options = numbering.unclear(body.text, session)
    if options and isinstance(read, numbering.ReadNumbers) and not read.picked:
        send.which(s, body.guest, options, "number.unclear")
        return
    if isinstance(read, numbering.ReadNumbers) and not read.picked:
        read = numbering.just_shown(read.text, session)
    if isinstance(read, numbering.ReadNumbers) and not read.picked and session.questions:
        read = numbering.completed(read.text, session.questions[0].ask, session.language)
    if isinstance(read, numbering.OutOfRange):
        send.out_of_range(s, body.guest, read)
    elif struck is None and read.picked and shown != listing.current(session):
        send.which(s, body.guest, read.picked)
    elif len(read.picked) == 1 and read.whole:
        open_picked(s, body.guest, read.picked[0], body.text)
    else:
        picked = () if struck else tuple(c.id for c in read.picked)
        exchanges.open_for(s, body.guest, heard=read.text, said=body.text, picked=picked)


def _just_added(s: Stepping, guest: str) -> tuple[str, ...]:
    """The dishes that the exchange before put on the tab or changed there."""
    lines = touched_by(s.session(guest).before, guest)
    return tuple(line.item for line in s.snapshot.books.lines if line.line in lines)


def open_picked(s: Stepping, guest: str, picked: Candidate, said: str) -> None:
    """One option, and nothing else said: a category opens, anything else is for the brain."""
    if picked.kind == "category":
        exchange = exchanges.opened(s, guest, said=said, tab=s.snapshot.books.lines)
        return exchanges.call(s, guest, exchange, "menu", {"category": picked.id})
    name = numbering.name_of(picked, s.session(guest).language)
    return exchanges.open_for(s, guest, heard=name, said=said, picked=(picked.id,))
