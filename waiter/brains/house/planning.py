"""From what was understood to the calls it takes, in order. Pure; every call goes through the
same parser as a model's.

A plan is made from the exchange's beginning (its words, its tab, its question), so it is the same
at every turn of the exchange; what came of the calls made so far decides which comes next
(`next_call`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from menu_data.menu import Menu
from menu_data.words.answers import is_take_back
from menu_data.words.mentions import mentions
from menu_data.words.names import find_names
from menu_data.words.numbers import bare_number
from menu_data.words.topics import topics_in
from waiter.brains.house.answering import answer_calls, answered_lines
from waiter.brains.house.besides import asked_besides
from waiter.brains.house.calls import Call, line_params, modifier_params
from waiter.brains.house.choosing import among_shown, shown_again
from waiter.brains.house.editing import asking, edit_calls, refused_lines
from waiter.brains.house.focus import just_changed
from waiter.brains.house.habits import left_out, on_params
from waiter.brains.house.paying import checkout_params, waited_for
from waiter.brains.house.properties import unlisted
from waiter.brains.house.reading import ReadLine, Understanding, Unresolved
from waiter.brains.house.wishing import ask_staff, haggles, wish_calls
from waiter.view import Fact, View

# Dishes asked about in one message that are looked up; more are no choice but a list.
LOOKED_UP = 5


def plan(read: Understanding, view: View) -> tuple[Call, ...]:
    """The calls a message takes: an answer to the open question, edits, new lines, then what the
    guest wants done.
    """
    if is_take_back(view.heard) and just_changed(view):
        return (Call("order", {"action": "undo"}),)
    if (again := shown_again(read, view)) is not None:
        return (again,)
    wished = among_shown(view) or (() if haggles(view) else wish_calls(read, view))
    if wished:
        return (*wished, *_allergy_calls(read, view))
    answering = answer_calls(read, view.question_before, view.menu)
    calls = [*answering, *edit_calls(read, view)]
    calls += _habit_calls(read, view)
    done = answered_lines(read, view.question_before, view.menu) if answering else ()
    new = _new_lines(read, view, done)
    if new:
        calls.append(Call("order", {"lines": new}))
    if read.head_count is not None and read.split is None:
        calls.append(Call("order", {"guests": read.head_count}))
    made = tuple(_as_ever(call, view) for call in calls)
    return (*made, *_wishes(read, view, bool(calls)))


def _as_ever(call: Call, view: View) -> Call:
    """A call with the guest's habit in each of its lines."""
    lines = call.params.get("lines")
    if call.app != "order" or not lines or not view.habit:
        return call
    return Call("order", {**call.params, "lines": [_usual(line, view) for line in lines]})


def _usual(line: dict[str, Any], view: View) -> dict[str, Any]:
    return on_params(line, view.habit, view.menu)


def _habit_calls(read: Understanding, view: View) -> list[Call]:
    """What the guest says they never have is taken from the lines that are there."""
    out = []
    for line in view.tab_before:
        said = [(chosen.group, chosen.modifier) for chosen in line.modifiers]
        more = left_out(view.menu.dishes.get(line.item), read.habit, said)
        if more and line.guest == view.guest:
            made = [modifier_params(chosen) for chosen in more]
            params = {"action": "change", "line": line.line, "modifiers": made}
            out.append(Call("order", params))
    return out


def next_call(calls: tuple[Call, ...], facts: Sequence[Fact]) -> Call | None:
    """The call that is due after what came of those made; None when all are made.

    Lines that were refused are left out and the rest is called again: whole lines that can be are
    taken.
    """
    due = list(calls)
    for fact in facts:
        made = due.pop(0) if due else Call(fact.source, fact.params)
        rest = None if fact.ok else _without_refused(made, fact)
        if rest is not None:
            due.insert(0, rest)
        if not fact.ok and made.app == "order":
            kept = rest or (len(due) == 1 and made.params.get("action") != "remove")
            due = [call for call in due if call.app != "submit" or kept]
    if due and due[0].params.get("reason") == "question" and _is_answered(facts):
        due.pop(0)
    return due[0] if due else None


def _is_answered(facts: Sequence[Fact]) -> bool:
    """Whether a note of the house, or a workflow of it, answers what staff would be asked."""
    told = (fact.value for fact in facts if fact.source == "search")
    return any(value.get("notes") or value.get("flow") for value in told)


def _without_refused(made: Call, fact: Fact) -> Call | None:
    lines = made.params.get("lines")
    adds = made.params.get("action", "add") == "add"
    if made.app != "order" or not isinstance(lines, list) or not adds:
        return None
    refused = {problem.get("line") for problem in fact.value.get("problems", ())}
    kept = [line for index, line in enumerate(lines) if index not in refused]
    if not kept or len(kept) == len(lines) or None in refused:
        return None
    return Call("order", {**made.params, "lines": kept})


def _new_lines(read: Understanding, view: View, done: Sequence[ReadLine]) -> list[dict[str, Any]]:
    lines = [
        asking(_instead(line, read, view), _unclear_of(read, index))
        for index, line in enumerate(read.lines)
        if line not in done
    ]
    if read.note and lines:
        lines[-1]["note"] = "; ".join(n for n in (lines[-1].get("note"), read.note) if n)
    for open_ in read.unresolved:
        if open_.ask == "dish" and (open_.candidates or "order" in read.intents):
            named = {} if open_.nameless else {"dish": open_.text}
            lines.append(_unclear(open_, named, open_.quantity or 1))
        elif open_.ask == "quantity" and open_.candidates:
            meant = find_names(view.menu, open_.text) == open_.candidates
            name = open_.text if meant else open_.candidates[0]
            lines.append(_unclear(open_, {"dish": name}, None))
    return lines


def _unclear_of(read: Understanding, line: int) -> list[tuple[str, str]]:
    """Words for how a line should be that may mean several things."""
    found = (one for one in read.unresolved if one.ask == "modifier" and one.candidates)
    return [(one.text, one.group) for one in found if one.line == line and one.group is not None]


def _instead(line: ReadLine, read: Understanding, view: View) -> dict[str, Any]:
    """A line as `order` takes it; what was picked in the place of what can't be had comes in as
    many, and with what was said of how.
    """
    params, wanted = line_params(line), refused_lines(view)
    if view.picked != (line.item,) or len(wanted) != 1 or len(read.lines) != 1:
        return params
    gone = wanted[0]
    if not line.quantity_said or bare_number(view.said) == 1:  # "1" picks the only one shown
        params["quantity"] = gone.get("quantity") or 1
    dish = view.menu.dishes[line.item]
    pairs = {(group.id, modifier.id) for group in dish.groups for modifier in group.modifiers}
    fit = [m for m in gone.get("modifiers") or () if (m.get("group"), m.get("modifier")) in pairs]
    kept = {key: value for key, value in (("modifiers", fit), ("note", gone.get("note"))) if value}
    return {**kept, **params}


def _unclear(open_: Unresolved, dish: dict[str, Any], quantity: int | None) -> dict[str, Any]:
    params: dict[str, Any] = {**dish, "quantity": quantity}
    if open_.modifiers:
        params["modifiers"] = [modifier_params(chosen) for chosen in open_.modifiers]
    if open_.note:
        params["note"] = open_.note
    return params


def _wishes(read: Understanding, view: View, ordering: bool) -> list[Call]:
    """What the guest wants done besides the tab: send it, the bill, a person, the menu."""
    intents = set(read.intents)
    if read.habit.allergic:
        return _allergy_calls(read, view)
    if _needs_person(read, view):
        return [Call("staff", {"reason": _reason(read), "summary": view.said or view.heard})]
    if (then := waited_for(read, view)) is not None:
        return [then]
    if "bill" in intents and not read.paid:
        params = checkout_params(read, view.language)
        if "checkout" in view.waits and not params and topics_in(view.heard):
            return [Call("search", {"query": view.heard}), ask_staff(view)]
        return [Call("checkout", params)]
    if ("confirm" in intents and _may_send(view)) or _is_done(read, view, ordering):
        return [Call("submit", {"whose": "all"} if read.whose == "all" else {})]
    if ordering:
        return asked_besides(read, view) if read.asking else []
    if haggles(view) and not read.asks_about:
        return []  # answered without a call
    if "status" in intents:
        return [Call("tab")]
    if read.asks_unknown and not read.asks_about:
        return [Call("menu", {"dish": words}) for words in read.asks_unknown[:LOOKED_UP]]
    if intents & {"allergen", "menu"} and _is_for_kitchen(read, view.menu):
        return [*_named(read), Call("staff", {"reason": "allergen", "summary": view.said})]
    if "allergen" in intents and read.asks_about:
        return _named(read)
    if view.more is not None and mentions(view.heard, "next_page"):
        return [Call("menu", dict(view.more))]
    if mentions(view.heard, "ask_tab"):
        return [Call("tab")]
    if "house" in intents and not mentions(view.heard, "ask_hours"):
        return [Call("search", {"query": view.heard}), ask_staff(view)]
    if asks_sum(read) and (view.books.lines or view.books.tickets):
        return [Call("tab")]
    if intents & {"menu", "price"}:
        return _look(read)
    return []


def asks_sum(read: Understanding) -> bool:
    """Whether the price asked about is that of everything: no dish and no category was named."""
    named = read.asks_about or read.category is not None
    return "price" in read.intents and "menu" not in read.intents and not named


def _may_send(view: View) -> bool:
    """A yes with nothing open is no order to send, unless the guest has something on the tab."""
    return bool(view.books.lines or view.tab_before)


def _is_done(read: Understanding, view: View, ordering: bool) -> bool:
    """ "That's all" of a guest with something on the tab: they are asked whether to send it."""
    own = any(line.guest == view.guest for line in view.tab_before)
    nothing_else = set(read.intents) <= {"chat", "thanks", "greeting", "deny"}
    return read.done and own and nothing_else and not ordering and view.question_before is None


def _allergy_calls(read: Understanding, view: View) -> list[Call]:
    """What the menu has no key for is told to staff."""
    told = {"reason": "allergen", "summary": view.said or view.heard}
    return [Call("staff", told)] if read.habit.allergic else []


def _needs_person(read: Understanding, view: View) -> bool:
    if read.service or read.complaint or read.paid or read.person:
        return True
    changes = any(edit.op not in ("same", "undo") for edit in read.edits)
    placed_only = changes and not view.tab_before and bool(view.books.tickets)
    return placed_only and not read.lines


def _reason(read: Understanding) -> str:
    for reason, said in (
        ("payment", read.paid),
        ("complaint", read.complaint),
        ("service", read.service),
        ("person", read.person),
    ):
        if said:
            return reason
    return "change after sending"


def _look(read: Understanding) -> list[Call]:
    """What is asked about is looked up, so that it is numbered and can be pointed at."""
    if read.asks_about:
        return _named(read)
    if read.category is not None:
        return [Call("menu", {"category": read.category})]
    return [Call("menu")]


def _named(read: Understanding) -> list[Call]:
    several = len(read.asks_about) > LOOKED_UP
    return [] if several else [Call("menu", {"dish": item}) for item in read.asks_about]


def unrecorded(read: Understanding, menu: Menu) -> tuple[tuple[str, str], ...]:
    """(dish, allergen) pairs asked about that the menu doesn't record."""
    return tuple(
        (item, key)
        for item in read.asks_about
        for key in read.allergens_asked
        if item in menu.dishes and key not in menu.dishes[item].allergens
    )


def _is_for_kitchen(read: Understanding, menu: Menu) -> bool:
    """Whether only the kitchen knows what is asked of a dish: an allergen that isn't recorded, or
    a food that isn't listed.
    """
    if "allergen" in read.intents and read.allergens_asked:
        return bool(unrecorded(read, menu))
    asked = [item for item in read.asks_about if item in menu.dishes]
    return bool(asked and unlisted(menu, asked, read))
