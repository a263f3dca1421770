"""The open question answered without a brain: by a number, a pick, or one of its words.

Its draft is completed and the call is made; what the same words answer besides ("both large")
goes along.
"""

from __future__ import annotations

import re
from datetime import timedelta

from apps.asking import fill, note_ask
from apps.ledger.books import Line
from menu_data.menu import Menu
from menu_data.words.answers import is_no
from menu_data.words.meaning import without_name
from menu_data.words.mentions import mentions
from waiter import event as e
from waiter import listing, numbering
from waiter.dialogue import exchanges, send
from waiter.dialogue.stepping import Stepping
from waiter.session import Question

# What parts the answers to several questions.
_PARTS = re.compile(r"[,，、;；。\n]+")

# A note is typed at once; what comes later is hardly meant as one.
NOTE_LIFE = timedelta(minutes=5)

# Two taps within this are one that was made twice.
DOUBLE = timedelta(seconds=2)

Answered = tuple[Question, str | int]


def answered(s: Stepping, body: e.GuestSaid) -> bool:
    """Whether the message was the answer to what is open to this guest; it is settled then."""
    note = note_awaited(s, body.guest)
    if note is not None:
        _noted(s, body, note)
        return True
    session = s.session(body.guest)
    if not session.questions:
        return False
    if is_no(body.text):
        drop(s, body.guest, session.questions)
        return True
    each = _each_its_own(session.questions, body.text, s.snapshot.menu)
    if each:
        settle(s, body.guest, each, body.text)
        return True
    question = session.questions[0]
    in_force = listing.asks_by_number(session) or not question.ask.candidates
    answer = numbering.answer(body.text, question.ask, by_number=in_force)
    if isinstance(answer, numbering.OutOfRange):
        send.out_of_range(s, body.guest, answer)
        return True
    if answer is None:
        return False
    same = _same_answer(session.questions[1:], body.text) if mentions(body.text, "all") else ()
    settle(s, body.guest, ((question, answer), *same), body.text)
    return True


def ask_note(s: Stepping, guest: str, line: Line) -> None:
    """Ask what the kitchen is to know of a line; one such question is open at a time. Two taps in
    a moment are one.
    """
    before = note_awaited(s, guest)
    if before is not None and before.ask == note_ask(line) and s.event.at - before.at < DOUBLE:
        return
    drop_note(s, guest, "superseded")
    question = f"q{s.state.seq + 1}"
    s.emit(e.QuestionOpened(guest, question, note_ask(line), s.event.at))
    send.ask_note(s, guest, note_ask(line))


def drop_note(s: Stepping, guest: str, how: e.QuestionEnd = "dropped") -> bool:
    """Whether a note was awaited; it isn't any more."""
    awaited = [q for q in s.session(guest).questions if q.ask.kind == "note"]
    for question in awaited:
        s.emit(e.QuestionClosed(guest, question.id, how))
    return bool(awaited)


def note_awaited(s: Stepping, guest: str) -> Question | None:
    """The question for a note, while it is fresh: later words are about something else."""
    found = next((q for q in s.session(guest).questions if q.ask.kind == "note"), None)
    if found is not None and s.event.at - found.at > NOTE_LIFE:
        drop_note(s, guest)
        return None
    return found


def _noted(s: Stepping, body: e.GuestSaid, question: Question) -> None:
    """The words are the note. The question is closed once the tab has it (`results`)."""
    if is_no(body.text):
        return drop(s, body.guest, (question,))
    tab = s.snapshot.books.lines
    exchange = exchanges.opened(s, body.guest, said=body.text, tab=tab, quiet=True)
    return exchanges.call(s, body.guest, exchange, "order", fill(question.ask, body.text))


def _each_its_own(open_ones: tuple[Question, ...], text: str, menu: Menu) -> tuple[Answered, ...]:
    """Several questions answered in one message, each with its dish ("the fish small, the beef
    large"). All of the message must be such answers.
    """
    parts = [part for part in _PARTS.split(text) if part.strip()]
    if len(open_ones) < 2 or not 2 <= len(parts) <= len(open_ones):
        return ()
    found: dict[str, Answered] = {}
    for part in parts:
        fits = []
        for question in open_ones:
            rest = without_name(part, _names(question, menu))
            answer = None if rest is None else numbering.answer(rest, question.ask)
            if isinstance(answer, str | int):
                fits.append((question, answer))
        if len(fits) != 1:
            return ()
        found[fits[0][0].id] = fits[0]
    return tuple(found.values()) if len(found) == len(parts) else ()


def _names(question: Question, menu: Menu) -> tuple[str, ...]:
    """The names of the dish that a question is about."""
    line = (question.ask.draft.get("lines") or [{}])[0]
    dish = menu.dishes.get(str(line.get("dish")))
    return (*dish.name.every(), *dish.aliases) if dish is not None else ()


def settle(s: Stepping, guest: str, answers: tuple[Answered, ...], said: str) -> None:
    """Drafts are complete with these answers: the call is made."""
    tab = s.snapshot.books.lines
    for question, _ in answers:
        s.emit(e.QuestionClosed(guest, question.id, "answered"))
    calls = [fill(question.ask, answer) for question, answer in answers]
    params = calls[0]
    if len(calls) > 1 and all("lines" in call for call in calls):
        params = {**params, "lines": [line for call in calls for line in call["lines"]]}
    then = next((question.ask.then for question, _ in answers if question.ask.then), None)
    exchange = exchanges.opened(s, guest, heard=said, said=said, tab=tab, settling=True, then=then)
    exchanges.call(s, guest, exchange, "order", params)


def _same_answer(others: tuple[Question, ...], text: str) -> tuple[Answered, ...]:
    """Further questions that the same words answer."""
    found = ((question, numbering.answer(text, question.ask)) for question in others)
    return tuple((q, a) for q, a in found if isinstance(a, str | int))


def drop(s: Stepping, guest: str, open_ones: tuple[Question, ...]) -> None:
    """The guest doesn't want what was asked about."""
    for question in open_ones:
        s.emit(e.QuestionClosed(guest, question.id, "dropped"))
    notes = all(question.ask.kind == "note" for question in open_ones)
    send.tell(s, guest, "question.dropped.note" if notes else "question.dropped")
