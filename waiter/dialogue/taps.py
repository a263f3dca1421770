"""A guest's tap that says what is wanted: a call (a line of the tab once more, the order sent, the
bill in three), a note to be asked for, a language.

It is exact, so no brain is asked what it means. What the apps allow, and what
waits for a yes, is as for a brain's call; a commit is asked about first.
"""

from __future__ import annotations

from apps.table import APP_NAMES, find_app
from waiter import event as e
from waiter import permission
from waiter import turn as grammar
from waiter.constraints import Case, Refuse, Wait, judge_tap
from waiter.dialogue import exchanges, questions, send, turns
from waiter.dialogue.stepping import Stepping
from waiter.dialogue.viewing import view_of
from waiter.phrases import is_spoken
from waiter.wording import grammar_words


def called(s: Stepping, body: e.GuestAnswered) -> None:
    """Make the call that the value is, written as a brain would, or ask for the yes it needs."""
    guest = body.guest
    turn = grammar.parse(body.value or "", APP_NAMES, wording=grammar_words())
    if not isinstance(turn, grammar.ToSys):
        return send.tell(s, guest, "pick.closed")
    app = find_app(turn.app)
    if app is not None and app.effect == "commit":
        questions.drop_note(s, guest)  # who sends the order has no note to add
    exchange = exchanges.opened(s, guest, tab=s.snapshot.books.lines, quiet=True)
    view = view_of(s.state, guest, s.snapshot)
    verdict = judge_tap(turn, Case(view, s.snapshot, s.desk(guest)))
    if isinstance(verdict, Refuse):
        exchanges.close(s, guest, "failed")
        return send.tell(s, guest, "pick.closed")
    if isinstance(verdict, Wait) and _was_just_asked(s, guest, verdict):
        return exchanges.close(s, guest)
    s.emit(e.TurnAccepted(guest, exchange, grammar.render(turn)))
    return turns.carry_out(s, guest, verdict)


def _was_just_asked(s: Stepping, guest: str, call: Wait) -> bool:
    """Whether the same tap a moment ago has opened the request already."""
    return any(
        dict(request.params) == dict(call.params)
        and s.event.at - (request.expires_at - permission.REQUEST_LIFE) < questions.DOUBLE
        for request in permission.asked_of(s.state, guest, call.app)
    )


def note(s: Stepping, body: e.GuestAnswered) -> None:
    """Ask for the note of a line of the guest's own."""
    lines = s.snapshot.books.lines
    found = next((x for x in lines if str(x.line) == body.value and x.guest == body.guest), None)
    if found is None:
        return send.tell(s, body.guest, "pick.closed")
    return questions.ask_note(s, body.guest, found)


def language(s: Stepping, body: e.GuestAnswered) -> None:
    """Speak the language that was chosen; "": again the one they write in."""
    session = s.session(body.guest)
    chosen = body.value or ""
    if chosen and not is_spoken(chosen):
        return send.tell(s, body.guest, "pick.closed")
    spoken = chosen or session.language
    if (spoken, bool(chosen)) != (session.language, session.language_chosen):
        s.emit(e.LanguageHeard(body.guest, spoken, bool(chosen)))
    return None
