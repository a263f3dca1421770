"""Numbers instead of vague words: what a number means, and when it means nothing. Pure.

A message is read against the list that was shown when it was sent (`listing`). Numbers become
names before a brain hears them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apps.contract import Ask, Candidate
from menu_data.words.answers import is_yes
from menu_data.words.meaning import (
    counted,
    meant,
    nothing_else,
    pointed,
    pointed_by_name,
    told_apart,
)
from menu_data.words.mentions import mentions
from menu_data.words.numbers import bare_number
from menu_data.words.references import picks
from waiter.listing import asked_last, current, is_fresh, pickable, plain_lists
from waiter.phrases import named
from waiter.session import Exchange, Question, Session


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """A number that nothing has; `range` is what may be said instead."""

    number: int
    range: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReadNumbers:
    """A message with its numbers put into names, and what they picked, in order of mention.

    `whole`: the message is a number and nothing else.
    """

    text: str
    picked: tuple[Candidate, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tapped option: the list it stood in, and whether that was a question that is no longer
    open.
    """

    list_id: str
    candidate: Candidate
    closed: bool


def read(text: str, candidates: tuple[Candidate, ...], language: str) -> ReadNumbers | OutOfRange:
    """The message with every reference to a number replaced by that candidate's name."""
    options = pickable(candidates)
    if not options:
        return ReadNumbers(text)
    found = picks(text, 1, len(options))
    if found.beyond:
        return OutOfRange(found.beyond[0], (1, len(options)))
    picked: list[Candidate] = []
    parts: list[str] = []
    done = 0
    for numbers, (start, end) in zip(found.each, found.spans, strict=True):
        chosen = [options[number - 1] for number in numbers]
        picked += chosen
        parts += [text[done:start], _joined(chosen, text, start, end, language)]
        done = end
    whole = len(picked) == 1 and found.quantity is None and bare_number(text) is not None
    return ReadNumbers("".join([*parts, text[done:]]), tuple(picked), whole)


def _joined(chosen: list[Candidate], text: str, start: int, end: int, language: str) -> str:
    """Names in place of a number, kept apart from Latin words around them."""
    names = ", ".join(name_of(candidate, language) for candidate in chosen)
    before = " " if text[:start][-1:].isalnum() and names[:1].isascii() else ""
    after = " " if text[end:][:1].isalnum() and names[-1:].isascii() else ""
    return f"{before}{names}{after}"


def just_shown(text: str, session: Session) -> ReadNumbers:
    """ "That one" where the last message showed one thing, "the tomato one" where it showed
    several: its name in the place of the words.
    """
    if asked_last(session) or not is_fresh(session):
        return ReadNumbers(text)
    found = _pointed_out(text, pickable(plain_lists(session)[-1].candidates))
    if found is None:
        return ReadNumbers(text)
    chosen, span = found
    name = _joined([chosen], text, *span, session.language)
    return ReadNumbers(text[: span[0]] + name + text[span[1] :], (chosen,))


def so_many(text: str, session: Session) -> ReadNumbers | None:
    """ "好，来两份", "ok, two": only a number is wanted where the last message showed one dish. It
    counts that dish, whose name is put behind it; None where it is otherwise.
    """
    options = pickable(current(session))
    if session.questions or not is_fresh(session) or len(options) != 1 or options[0].kind != "dish":
        return None
    found = counted(text, "enough")
    if found is None:
        return None
    name = _joined([options[0]], text, found[1], found[1], session.language)
    return ReadNumbers(text[: found[1]] + name + text[found[1] :], (options[0],))


def accepted(text: str, session: Session) -> ReadNumbers | None:
    """A yes to the one dish that was offered in the place of what can't be had: so many of it as
    were wanted. None where nothing like that was said.
    """
    options, counts = _shown_now(session), _wanted(session)
    if len(options) != 1 or not counts or not is_yes(text):
        return None
    return ReadNumbers(f"{counts[-1]} {name_of(options[0], session.language)}", (options[0],))


def unclear(text: str, session: Session) -> tuple[Candidate, ...]:
    """What was just shown, where only a number of it is wanted ("give me one"), or a yes said to
    what is offered in the place of something else, and there are several; nothing otherwise.
    """
    options = _shown_now(session)
    if session.questions or len(options) < 2:
        return ()
    taken = counted(text, "enough") is not None or (bool(_wanted(session)) and is_yes(text))
    return options if taken else ()


def _shown_now(session: Session) -> tuple[Candidate, ...]:
    """The dishes that the last message showed."""
    options = pickable(plain_lists(session)[-1].candidates) if is_fresh(session) else ()
    return options if all(option.kind == "dish" for option in options) else ()


def _wanted(session: Session) -> list[int]:
    """How many were wanted of each thing that could not be had in the exchange before."""
    lines = [
        line for fact in session.before if not fact.ok for line in fact.params.get("lines", ())
    ]
    return [line.get("quantity") or 1 for line in lines if isinstance(line, Mapping)]


def counts_last(text: str, session: Session, added: tuple[str, ...]) -> bool:
    """Whether a number alone counts what was just put on the tab (`added`: those dishes) rather
    than picks from a list shown before that has nothing to do with it.
    """
    asked = [one.ask.kind for one in session.questions[:1]]
    if not added or bare_number(text) is None or any(kind != "dish" for kind in asked):
        return False
    if asked_last(session) or is_fresh(session):
        return False
    return not set(added) & {option.id for option in current(session)}


def _pointed_out(
    text: str, options: tuple[Candidate, ...]
) -> tuple[Candidate, tuple[int, int]] | None:
    """The one thing shown that is pointed at, or the one of several that a word of its name tells
    apart ("the tomato one"), and the span that says so.
    """
    if len(options) == 1:
        span = pointed(text)
        return None if span is None else (options[0], span)
    by_price = _by_price(text, options)
    if by_price is not None:
        return by_price
    named = pointed_by_name(text, {option.id: option.words for option in options})
    if named is None:
        return None
    return next((option, named[1]) for option in options if option.id == named[0])


def _by_price(
    text: str, options: tuple[Candidate, ...]
) -> tuple[Candidate, tuple[int, int]] | None:
    """The cheapest or dearest of what was shown, where just one is."""
    priced = [(option.price, option) for option in options if option.price is not None]
    if len(priced) != len(options) or not options or mentions(text, "whole_menu"):
        return None
    for kind, pick in (("cheapest", min), ("dearest", max)):
        span = pointed(text, kind)
        edge = pick(price for price, _ in priced)
        found = [option for price, option in priced if price == edge]
        if span is not None and len(found) == 1:
            return found[0], span
    return None


def completed(text: str, ask: Ask, language: str) -> ReadNumbers:
    """An answer that says of a dish question's candidates only what tells them apart ("一碗红油
    一碗清汤"), with their whole names in the place of it.
    """
    options = pickable(ask.candidates)
    if ask.kind != "dish" or len(options) < 2:
        return ReadNumbers(text)
    found = told_apart(text, {option.id: option.words for option in options})
    by_id = {option.id: option for option in options}
    parts: list[str] = []
    done = 0
    for key, (start, end) in found:
        parts += [text[done:start], _joined([by_id[key]], text, start, end, language)]
        done = end
    return ReadNumbers("".join([*parts, text[done:]]), tuple(by_id[key] for key, _ in found))


def is_due(question: Question, exchange: Exchange) -> bool:
    """Whether a reply must ask this: it came up in the exchange, or is next after an answer."""
    next_one = exchange.question is not None and exchange.question != question.ask
    return question.id in exchange.asked or exchange.settling or next_one


def answer(text: str, ask: Ask, *, by_number: bool = True) -> str | int | OutOfRange | None:
    """What a message answers to an open question: a candidate's id, a number, a note as it is, or
    None where it says something else. `by_number`: its candidates may be picked by their numbers.
    """
    if ask.kind == "note":
        return text
    if ask.kind == "quantity" or not ask.candidates:
        return _quantity(text, ask)
    options = pickable(ask.candidates)
    number = bare_number(text) if by_number else None
    if number is not None and options:
        if 1 <= number <= len(options):
            return options[number - 1].id
        return OutOfRange(number, (1, len(options)))
    found = picks(text, 1, len(options)) if options and by_number else None
    if found and found.quantity is None and nothing_else(text, found.spans):
        if found.beyond:
            return OutOfRange(found.beyond[0], (1, len(options)))
        if len(found.numbers) == 1:
            return options[found.numbers[0] - 1].id
    return meant(text, {candidate.id: candidate.words for candidate in options})


def _quantity(text: str, ask: Ask) -> int | OutOfRange | None:
    number = bare_number(text)
    if number is None:
        said = counted(text, "enough")
        number = said[0] if said is not None else None
    if number is None:
        return None
    if ask.range is not None and not ask.range[0] <= number <= ask.range[1]:
        return OutOfRange(number, ask.range)
    return number


def tapped(session: Session, envelope: int | None, value: str | None) -> Tapped | OutOfRange | None:
    """The option tapped on an envelope (None: the newest list).

    None where that envelope had no list.
    """
    lists = session.lists
    if envelope is not None:
        lists = tuple(shown for shown in lists if shown.envelope == envelope)
    if not lists or value is None or not value.isascii() or not value.isdigit():
        return None
    shown = lists[-1]
    options = pickable(shown.candidates)
    number = int(value[:9])
    if not 1 <= number <= len(options):
        return OutOfRange(number, (1, len(options)))
    open_ids = {question.id for question in session.questions}
    closed = shown.id.startswith("q") and shown.id not in open_ids
    return Tapped(shown.id, options[number - 1], closed)


def name_of(candidate: Candidate, language: str) -> str:
    return named(candidate.name, language)
