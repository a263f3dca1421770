"""An open question's draft, completed with what a message says to it: a dish or several, a number,
modifiers, choices. Neighbour: `planning.py`, which puts these calls before all others.
"""

from __future__ import annotations

from typing import Any

from apps.asking import fill
from apps.contract import Ask
from apps.ledger.books import Choice, Chosen
from menu_data.menu import Menu
from waiter.brains.house.calls import Call, choice_params, dish_asked, line_params, modifier_params
from waiter.brains.house.reading import ReadLine, Understanding


def answer_calls(read: Understanding, question: Ask | None, menu: Menu) -> list[Call]:
    """The call that answers the open question; none where the message doesn't."""
    answer = read.answer
    if answer is None or question is None or question.hole[0] != "lines":
        return []
    if question.kind == "dish" and answer.item is None:
        return []  # how many of what isn't known yet is no answer
    if answer.item is not None and _is_slot(question):
        return [Call("order", _with_further(fill(question, answer.item), question, read, menu))]
    params = dict(question.draft)
    draft = dict(params["lines"][0])
    named = answered_lines(read, question, menu)
    if named:
        lines = [_named(draft, line, len(named), menu) for line in named]
        return [Call("order", {**params, "lines": lines})]
    line = dict(draft)
    if answer.item is not None:
        line["dish"] = answer.item
    if answer.quantity is not None:
        line["quantity"] = answer.quantity
    if answer.modifiers:
        line["modifiers"] = _with_modifiers(line, answer.modifiers, menu)
    if answer.choices:
        said = [choice_params(choice) for choice in answer.choices]
        line["choices"] = [*(line.get("choices") or ()), *said]
    made = {**params, "lines": [line]}
    return [
        Call("order", _with_further(made, question, read, menu) if _is_slot(question) else made)
    ]


def answered_lines(
    read: Understanding, question: Ask | None, menu: Menu
) -> tuple[ReadLine, ...]:  # fmt: skip
    """The lines of a message that name what the open question offers ("one of each", "the first,
    with raisins").
    """
    if question is None:
        return ()
    if question.kind != "dish" and question.slot is None:
        return tuple(line for line in read.lines if line.item == dish_asked(question))
    if not (question.kind == "dish" or _is_slot(question)):
        return ()
    offered = {candidate.id for candidate in question.candidates}
    found = tuple(line for line in read.lines if not offered or line.item in offered)
    if not _is_slot(question):
        return found
    return (*found[:1], *(line for line, _ in _further(question, read, menu)))


def _further(
    question: Ask, read: Understanding, menu: Menu
) -> list[tuple[ReadLine, str]]:  # fmt: skip
    """Lines of the message that fill slots of the same combo that are still open, with the slot."""
    draft = question.draft["lines"][0]
    combo = menu.dishes.get(str(draft.get("dish")))
    filled = {str(one.get("slot")) for one in draft.get("choices") or () if one.get("item")}
    out: list[tuple[ReadLine, str]] = []
    for slot in combo.slots if combo is not None else ():
        if slot.id in filled or slot.id == question.slot:
            continue
        fits = [line for line in read.lines if line.item in slot.choose and line.quantity == 1]
        if len(fits) == 1:
            out.append((fits[0], slot.id))
    return out


def _with_further(
    params: dict[str, Any], question: Ask, read: Understanding, menu: Menu
) -> dict[str, Any]:
    """The call with what fills other slots of the combo as well."""
    line = dict(params["lines"][0])
    more = {
        slot: choice_params(Choice(slot, said.item, said.modifiers))
        for said, slot in _further(question, read, menu)
    }
    kept = [one for one in line.get("choices") or () if one.get("slot") not in more]
    line["choices"] = [*kept, *more.values()]
    return {**params, "lines": [line, *params["lines"][1:]]}


def _is_slot(question: Ask) -> bool:
    """Whether it asks what goes into a combo."""
    return question.slot is not None and question.group is None


def _named(draft: dict[str, Any], line: ReadLine, count: int, menu: Menu) -> dict[str, Any]:
    """A line of the answer with what the question's draft had said of it. One alone is as many as
    were wanted, of several each is one where no number is said.
    """
    made = {**draft, **line_params(line)}
    if not line.quantity_said and count == 1:
        made["quantity"] = draft.get("quantity") or 1
    kept = {**draft, "dish": line.item}
    modifiers = _with_modifiers(kept, line.modifiers, menu)
    if modifiers:
        made["modifiers"] = modifiers
    return made


def _with_modifiers(
    line: dict[str, Any], said: tuple[Chosen, ...], menu: Menu
) -> list[dict[str, Any]]:
    """The draft's modifiers with what the answer says again or otherwise put in their place."""
    dish = menu.dishes.get(str(line.get("dish")))
    single = {group.id for group in dish.groups if group.max == 1} if dish is not None else set()
    groups = {chosen.group for chosen in said} & single
    pairs = {(chosen.group, chosen.modifier) for chosen in said}
    kept = [
        made
        for made in line.get("modifiers") or ()
        if made.get("group") not in groups
        and (made.get("group"), made.get("modifier")) not in pairs
    ]
    return [*kept, *(modifier_params(chosen) for chosen in said)]
