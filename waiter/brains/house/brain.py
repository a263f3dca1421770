"""The built-in brain: understands a message by the menu, plans its calls, and says what came of
them. Pure.

It speaks the same turns as a model and passes through the same parser and constraints; it has no
privileges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from menu_data.menu import Menu
from menu_data.words.answers import is_send, is_yes
from waiter.brains.house.calls import Call
from waiter.brains.house.entities import reading_of
from waiter.brains.house.focus import just_changed, shown
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.planning import next_call, plan
from waiter.brains.house.reading import Context, Understanding
from waiter.brains.house.speaking import greeting, outcome, reply
from waiter.brains.house.understand import understand
from waiter.leaks import leak_in
from waiter.phrases import say
from waiter.turn import REPLY_LIMIT, ToSys, ToUser, render
from waiter.view import Fact, Reading, Refused, Spoken, View
from waiter.wording import words_for

# An order read with less confidence than this is hardly ever right: it is a guess at a text about
# something else, and a guess is asked about, not put on the tab.
GUESS = 0.5


def speak(view: View, refused: tuple[Refused, ...] = ()) -> Spoken:
    """The next turn of the exchange, as raw text, with how sure the understanding is."""
    if view.opening:
        return _said(greeting(view), 1.0)
    if view.granted:
        return _said(outcome(view), 1.0)
    if not view.heard:  # a tap whose call has returned
        return _said(reply(view, None), 1.0)
    read = _read(view.heard, view.menu, context_of(view))
    first = reading_of(read) if not view.facts and not refused else None
    if read.confidence < GUESS and (read.lines or read.edits):
        return _said(say("unsure", view.language), read.confidence, first)
    due = None if refused or view.ending else next_call(_calls(read, view), view.facts)
    if due is not None:
        turn = ToSys(due.app, dict(due.params))
        return Spoken(render(turn), read.confidence, reading=first)
    return _said(_sayable(reply(view, read), view), read.confidence, first)


def first_call(view: View) -> Call | None:
    """The call this brain would begin a message's exchange with; None where it would speak."""
    if view.opening or view.granted or not view.heard:
        return None
    read = _read(view.heard, view.menu, context_of(view))
    unsure = read.confidence < GUESS and (read.lines or read.edits)
    return None if unsure else next_call(_calls(read, view), ())


def _sayable(text: str, view: View) -> str:
    """The text; a guest's own words that no waiter says aren't repeated to them."""
    leaks = words_for(view.menu).leaks
    return say("unsure", view.language) if leak_in(text, leaks) is not None else text


def _read(text: str, menu: Menu, context: Context) -> Understanding:
    """The text understood; kept for the further turns of the exchange where nothing is open."""
    if context.question is not None:
        return understand(text, lexicon_for(menu), context)
    return _kept(text, menu, context)


@lru_cache(maxsize=256)  # for as many guests who speak at the same time
def _kept(text: str, menu: Menu, context: Context) -> Understanding:
    return understand(text, lexicon_for(menu), context)


def _calls(read: Understanding, view: View) -> tuple[Call, ...]:
    if is_yes(view.heard) and not is_send(view.heard):
        return ()  # a yes to nothing: what was open has been decided before a brain hears it
    return plan(read, view)


def context_of(view: View) -> Context:
    """What the built-in understanding may look at besides the text."""
    own = tuple(line for line in view.tab_before if line.guest == view.guest)
    others = tuple(line for line in view.tab_before if line.guest != view.guest)
    touched = tuple(line.line for line in own if line.line in view.touched)
    last = touched[-1] if touched else own[-1].line if own else None
    return Context(
        own, others, last, view.question_before, bool(view.books.tickets), touched,
        frozenset(_codes(view.before)), "checkout" in view.waits, shown(view),
        view.books.head_count, just_changed(view),
    )  # fmt: skip


def _codes(facts: tuple[Fact, ...]) -> Iterator[str]:
    """Why something was refused in the exchange before."""
    for fact in facts:
        if not fact.ok:
            yield from (str(problem["code"]) for problem in fact.value.get("problems", ()))


def _said(text: str, confidence: float, reading: Reading | None = None) -> Spoken:
    return Spoken(render(ToUser(text[:REPLY_LIMIT].strip())), confidence, reading=reading)
