"""The restaurant's no and its questions, put into a guest's words. Pure; the sentences are data.

A problem is one entry of a refusal as a fact has it (`waiter/observation`); what would be accepted,
and what may be had instead, is told with it. Neighbour: `telling` has lines, tabs and bills.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from apps.contract import Ask
from menu_data.menu import Menu
from waiter.phrases import named, say
from waiter.telling import Row, joined, money, subject

# A no to everything: no line may be taken off or swapped to have the rest.
OF_THE_HOUSE = ("closed", "kitchen_full")


def blocked(app: str, problems: Sequence[Row], menu: Menu, language: str, now: datetime) -> str:
    """Why a yes can't be carried out, and what may be done."""
    reasons = "\n".join(problem(p, menu, language, now) for p in problems)
    whole = all(p["code"] in OF_THE_HOUSE for p in problems)
    return say(f"request.blocked.{'house' if whole else app}", language, reasons=reasons)


def problem(row: Row, menu: Menu, language: str, now: datetime) -> str:
    """One reason for a no, with what would be accepted, and what may be had instead."""
    allowed = dict(row.get("allowed") or {})
    reason = _reason(row, allowed, menu, language, now)
    instead = [named(other["name"], language) for other in allowed.get("instead", ())]
    if not instead:
        return reason
    return reason + say("problem.instead", language, dishes=joined(instead, language))


def _reason(row: Row, allowed: dict[str, Any], menu: Menu, language: str, now: datetime) -> str:
    values: dict[str, object] = {k: v for k, v in allowed.items() if isinstance(v, str | int)}
    values["subject"] = subject(str(row.get("subject") or ""), menu, language)
    values["unit"] = unit(str(row.get("subject") or ""), menu, language)
    code = str(row["code"])
    if code == "too_many_modifiers":
        values["subject"] = _group_name(str(row.get("subject")), menu, language)
    if code in ("closed", "outside_hours", "kitchen_full"):
        opens = allowed.get("opens")
        code += "" if opens else ".unknown"
        values["opens"] = _clock(opens, now, language) if opens else ""
    if code == "too_many" and "max_amount" in allowed:
        code, values["max"] = "too_much", money(str(allowed["max_amount"]), menu, language)
    if code == "unknown_modifier":
        offered = [named(m["name"], language) for m in allowed.get("modifiers", ())]
        code += "" if offered else ".none"
        values["offered"] = joined(offered[:12], language)
    if code == "no_such_line" and str(row.get("subject")) in menu.dishes:
        code += ".dish"
    if code == "bad_tip":
        values |= {key: money(str(allowed[key]), menu, language) for key in ("min", "max")}
    return say(f"problem.{code}", language, **values)


def _group_name(group_id: str, menu: Menu, language: str) -> str:
    groups = (group for dish in menu.dishes.values() for group in dish.groups)
    found = next((group for group in groups if group.id == group_id), None)
    return named(found.name.parts, language) if found is not None else group_id


def _clock(opens: str, now: datetime, language: str) -> str:
    """A local ISO time as a guest says it: "10:30 today", "明天 10:30", "05-09 10:30"."""
    then = datetime.fromisoformat(opens)
    days = (then.date() - now.astimezone(then.tzinfo).date()).days
    key = {0: "clock.today", 1: "clock.tomorrow"}.get(days, "clock.day")
    return say(key, language, time=f"{then:%H:%M}", day=f"{then:%m-%d}")


def unit(dish_id: str, menu: Menu, language: str) -> str:
    """What a dish is counted in ("碗"); the common word where the menu has none."""
    dish = menu.dishes.get(dish_id)
    if dish is None or not dish.unit.parts:
        return say("unit", language)
    return named(dish.unit.parts, language)


def question(asked: Ask, menu: Menu, language: str) -> str:
    """An open question in words; its options go along numbered."""
    draft = (asked.draft.get("lines") or [{}])[0]
    dish = subject(str(draft.get("dish") or asked.text), menu, language)
    key = "question.guests" if asked.hole == ("guests",) else f"question.{asked.kind}"
    if asked.kind == "dish" and not asked.text:
        key = "question.dish_missing"
    if asked.kind == "modifier" and not draft.get("dish"):
        key = "question.modifier.plain"
    what = named(_asked_name(asked, menu), language)
    counted = unit(str(draft.get("dish") or asked.text), menu, language)
    return say(key, language, dish=dish, text=asked.text, what=what, unit=counted)


def _asked_name(asked: Ask, menu: Menu) -> tuple[tuple[str, str], ...]:
    """What is chosen, by name: the group or the slot."""
    draft = (asked.draft.get("lines") or [{}])[0]
    dish = menu.dishes.get(str(draft.get("dish")))
    if dish is None:
        every = (d.group(asked.group) for d in menu.dishes.values()) if asked.group else ()
        known = next((group for group in every if group is not None), None)
        return known.name.parts if known is not None else (("", asked.text),)
    group = dish.group(asked.group) if asked.group else None
    slot = next((s for s in dish.slots if s.id == asked.slot), None)
    return (group or slot).name.parts if group or slot else (("", asked.text),)  # type: ignore[union-attr]
