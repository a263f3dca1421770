"""A reply answers: it isn't the guest's own words again, and it doesn't pass over a refusal.

What the restaurant refused in this exchange, and no later call made good, the guest must hear of:
by name, by a word of refusal ("sorry", "只剩"), or as the question that came of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from menu_data.menu import Menu
from waiter.claims import mentions_any, refusal_of
from waiter.constraints.named import plain, plain_name
from waiter.constraints.said import repeated, sentences, words_of
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser
from waiter.view import Fact, View

# Calls whose refusal leaves undone what a guest wanted; after a look-up that failed, others follow.
WRITES = frozenset({"order", "submit", "checkout"})
# A reply of which so much stands in the guest's text, in runs, is an echo.
MOSTLY = 0.5
# A reply as long as this that is all the guest's words says nothing.
WHOLE = 4
# A question is answered in its own words; so long as this it is said back.
WHOLE_OF_A_QUESTION = 12


def not_an_echo(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a guest's text said back to them; what was done may be read back."""
    if any(fact.ok and fact.source in WRITES for fact in case.view.facts):
        return None
    menu = case.snapshot.menu
    said = words_of(_without_notes(turn.text, case), menu)
    if len(said) < WHOLE:
        return None
    asks = turn.text.rstrip().endswith(("?", "？"))
    for text, heard in _heard(case.view, menu):
        least = WHOLE if not text.endswith(("?", "？")) else WHOLE_OF_A_QUESTION
        in_it = f" {' '.join(said)} " in f" {' '.join(heard)} "
        whole = in_it and not asks and len(said) >= least
        if whole or repeated(said, heard) > MOSTLY * len(said):
            return Refuse("echo", "answers", refusal_of("answers.echo"))
    return None


def _without_notes(text: str, case: Case) -> str:
    """The text without the notes on the guests' lines: those are their words."""
    books = case.snapshot.books
    lines = [*books.lines, *(placed.line for ticket in books.tickets for placed in ticket.lines)]
    for note in {line.note for line in lines if line.note}:
        text = text.replace(note, " ")
    return text


def _heard(view: View, menu: Menu) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the guest wrote, with its words: now, and as far back as the history goes."""
    texts = (view.said or view.heard, *(one.text for one in view.history if one.who == "guest"))
    yield from ((text.rstrip(), words_of(text, menu)) for text in texts)


def no_refusal_passed_over(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that says nothing of what couldn't be done."""
    open_ = list(_open_problems(case.view.facts))
    if not open_:
        return None
    text, menu = plain(turn.text), case.snapshot.menu
    if mentions_any(text, "declined") or _asks(turn.text):
        return None
    untold = [row for row in open_ if not _told(row, text, menu)]
    if not untold:
        return None
    subject = untold[0]["subject"] or untold[0]["code"]
    return Refuse("unanswered", "answers", refusal_of("answers.refusal", subject=subject))


def _open_problems(facts: tuple[Fact, ...]) -> Iterator[Mapping[str, Any]]:
    """Problems of calls that nothing later made good."""
    for place, fact in enumerate(facts):
        if fact.ok or fact.source not in WRITES:
            continue
        later = [one for one in facts[place + 1 :] if one.ok and one.source == fact.source]
        made = {str(row.get("item")) for one in later for row in one.value.get("lines", ())}
        for problem in fact.value.get("problems", ()):
            of_a_line = fact.source == "order" and problem["subject"]
            if not (problem["subject"] in made if of_a_line else later):
                yield problem


def _asks(text: str) -> bool:
    """Whether a reply asks the guest something besides whether they want anything else."""
    asked = [part for part in sentences(text) if part.endswith(("?", "？"))]
    return any(not mentions_any(part, "more") for part in asked)


def _told(problem: Mapping[str, Any], text: str, menu: Menu) -> bool:
    """Whether a problem's subject, by any of its names, or what is allowed stands in the text."""
    subject = str(problem["subject"])
    dish = menu.dishes.get(subject)
    names = (subject,) if dish is None else (*dish.name.every(), *dish.aliases)
    bounds = [one for one in (problem.get("allowed") or {}).values() if isinstance(one, str | int)]
    return any(plain_name(str(name)) in text for name in (*names, *bounds) if str(name))
