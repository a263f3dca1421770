"""What a call says was said: dish, number, way of making, note and head count trace to a guest.

Evidence is what this guest wrote lately, read by the built-in understanding; what they picked by
number; what stands on the tab or in the open question. A name that fits several dishes, or none, is
no evidence for one of them: the app asks. What isn't grounded goes back to the brain, to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from apps.ledger.books import Chosen, Line
from menu_data.menu import Menu
from menu_data.words.mentions import mentions
from menu_data.words.names import find_modifiers, find_names, key_of
from menu_data.words.numbers import numbers_in
from menu_data.words.phrases import Phrases
from waiter.claims import refusal_of
from waiter.constraints.named import beside_dishes, dishes
from waiter.constraints.said import clauses
from waiter.constraints.verdict import Case, Refuse, TypedCall
from waiter.constraints.wanted import read_alone
from waiter.view import View

# Messages of the guest that may still be meant: "and two of those" refers a few turns back.
LATELY = 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the guest has named: dishes, numbers, modifiers; their own words, and those of them
    that are no part of a dish's whole name.
    """

    dishes: frozenset[str]
    numbers: frozenset[int]
    modifiers: frozenset[tuple[str, str]]
    words: frozenset[str]
    loose: frozenset[str]


def traced(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse an order that holds what nobody asked for."""
    if call.app != "order":
        return None
    # Hardly ever does it take what was said before: that is read only then.
    refused = _untraced(call, case.view, lately=0)
    return None if refused is None else _untraced(call, case.view, LATELY)


def _untraced(call: TypedCall, view: View, lately: int) -> Refuse | None:
    """What of a call nobody said, in the message that is answered or in so many before it."""
    evidence = _evidence(view, lately)
    if call.params.get("action") == "change":
        evidence = replace(evidence, numbers=evidence.numbers | _moved(view, evidence.numbers))
    for line in (call.params, *(call.params.get("lines") or ())):
        wrong = _line(line, evidence, view.menu)
        if wrong is not None:
            return wrong
    guests = call.params.get("guests", call.params.get("usernum"))
    if isinstance(guests, int) and guests not in evidence.numbers | {1}:
        return _refuse("guests", guests)
    return None


def _moved(view: View, by: Iterable[int]) -> frozenset[int]:
    """What lines of the tab come to with so many more or less ("one rice off", of three); a new
    count ("make it two") moves nothing.
    """
    if any(edit.op == "change" for edit in read_alone(view.heard, view.menu).edits):
        return frozenset()
    steps = (*by, 1)
    counts = {line.quantity for line in view.tab_before}
    return frozenset(count + step * way for count in counts for step in steps for way in (1, -1))


def _line(line: Mapping[str, Any], evidence: Evidence, menu: Menu) -> Refuse | None:
    name = line.get("dish", line.get("caiming"))
    ids = find_names(menu, name) if isinstance(name, str) else ()
    own_words = isinstance(name, str) and set(key_of(name)) <= evidence.loose
    if len(ids) == 1 and ids[0] not in evidence.dishes and not own_words:
        return _refuse("dish", name)
    count = line.get("quantity", line.get("cainum"))
    if isinstance(count, int) and count not in evidence.numbers | {0, 1}:
        return _refuse("quantity", f"{count} of {name}")
    return _made(line, ids, evidence, menu) or _noted(line, evidence)


def _made(
    line: Mapping[str, Any], ids: tuple[str, ...], evidence: Evidence, menu: Menu
) -> Refuse | None:
    """The first way of making the dish that nobody said."""
    if len(ids) != 1:
        return None
    dish = menu.dishes[ids[0]]
    for said in line.get("modifiers") or ():
        words = said if isinstance(said, str) else said["modifier"]
        group = None if isinstance(said, str) else said.get("group")
        meant = [pair for pair in find_modifiers(dish, words) if group in (None, pair[0])]
        if len(meant) == 1 and meant[0] not in evidence.modifiers:
            return _refuse("modifier", words)
    return None


def _noted(line: Mapping[str, Any], evidence: Evidence) -> Refuse | None:
    """A note is the guest's own words, or mostly."""
    note = line.get("note")
    words = key_of(note) if isinstance(note, str) else ()
    known = sum(word in evidence.words for word in words)
    return _refuse("note", note) if words and 2 * known < len(words) else None


def _refuse(kind: str, found: object) -> Refuse:
    return Refuse("grounded", "grounded", refusal_of(f"grounded.{kind}", found=found))


def _evidence(view: View, lately: int) -> Evidence:
    before = [said.text for said in view.history if said.who == "guest"]
    texts = before[len(before) - lately :] if lately < len(before) else before
    read = [_read(text, view.menu) for text in (*texts, view.heard)]
    standing = [*view.tab_before, *view.books.lines]
    standing += [placed.line for ticket in view.books.tickets for placed in ticket.lines]
    named = set(view.picked) | {item for line in standing for item in _items(line)}
    pairs = {(c.group, c.modifier) for line in standing for c in _chosen(line)}
    pairs |= {(c.group, c.modifier) for c in view.habit.without}
    numbers = {line.quantity for line in standing}
    asks = [ask for ask in (view.question, view.question_before) if ask is not None]
    drafts = [line for ask in asks for line in ask.draft.get("lines") or ()]
    for draft in drafts:
        named |= set(find_names(view.menu, str(draft.get("dish") or "")))
        pairs |= {(m["group"], m["modifier"]) for m in draft.get("modifiers") or () if "group" in m}
        numbers |= {draft["quantity"]} if isinstance(draft.get("quantity"), int) else set()
    said = frozenset(numbers).union(*(each.numbers for each in read))
    if any(mentions(text, "each_person") for text in (*texts, view.heard)):
        people = view.books.head_count or 1
        said |= {people * number for number in (1, *said)}
    if any(mentions(text, "half") for text in (*texts, view.heard)):
        said |= {line.quantity // 2 for line in standing}
    return Evidence(
        frozenset(named).union(*(each.dishes for each in read)),
        said,
        frozenset(pairs).union(*(each.modifiers for each in read)),
        frozenset(
            (
                *_words(line.note for line in standing),
                *_words(view.habit.words),
                *_words(draft.get("note") for draft in drafts),
            )
        ).union(*(each.words for each in read)),
        frozenset[str]().union(*(each.loose for each in read)),
    )


def _words(notes: Iterable[str | None]) -> Iterator[str]:
    """Words of notes that stand or wait: "the same again" has them too."""
    for note in notes:
        yield from key_of(note or "")


@lru_cache(maxsize=256)
def _read(text: str, menu: Menu) -> Evidence:
    """What one message names, by the built-in understanding and by whole names."""
    read = read_alone(text, menu)
    lines = [*read.lines, *(edit.to for edit in read.edits if edit.to is not None)]
    named = {line.item for line in lines} | {c.item for line in lines for c in line.choices}
    named |= {edit.target.item for edit in read.edits if edit.target.item is not None}
    named |= set(read.asks_about)
    named |= {item for clause in clauses(text, menu) for item in dishes(clause, menu)}
    chosen = [c for line in lines for c in (*line.modifiers, *_of_choices(line.choices))]
    chosen += [c for edit in read.edits for c in edit.modifiers]
    chosen += [c for open_ in read.unresolved for c in open_.modifiers]
    counts = {line.quantity for line in lines} | {e.quantity for e in read.edits if e.quantity}
    counts |= {u.quantity for u in read.unresolved if u.quantity}
    counts |= {read.head_count} if read.head_count else set()
    return Evidence(
        frozenset(named),
        frozenset(numbers_in(text)) | frozenset(counts),
        frozenset((c.group, c.modifier) for c in chosen) | _named_modifiers(text, menu),
        frozenset(key_of(text)),
        frozenset(key_of(" ".join(beside_dishes(clause, menu) for clause in clauses(text, menu)))),
    )


def _of_choices(choices: Iterable[Any]) -> Iterator[Chosen]:
    for choice in choices:
        yield from choice.modifiers


def _named_modifiers(text: str, menu: Menu) -> frozenset[tuple[str, str]]:
    """Modifiers whose name or alias stands in the text, word for word."""
    words, names = key_of(text), _modifier_names(menu)
    found = (values for start in range(len(words)) for _, values in names.at(words, start))
    return frozenset(pair for values in found for pair in values)


@lru_cache(maxsize=8)
def _modifier_names(menu: Menu) -> Phrases[tuple[str, str]]:
    groups = (group for dish in menu.dishes.values() for group in dish.groups)
    return Phrases(
        (key_of(name), (group.id, modifier.id))
        for group in groups
        for modifier in group.modifiers
        for name in (*modifier.name.every(), *modifier.aliases)
    )


def _items(line: Line) -> Iterator[str]:
    yield line.item
    yield from (choice.item for choice in line.choices)


def _chosen(line: Line) -> Iterator[Chosen]:
    yield from line.modifiers
    yield from _of_choices(line.choices)
