"""What the built-in brain says: facts of the exchange put into the guest's words.

Nothing is said that no fact holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from apps.contract import Snapshot
from apps.rows import line_row
from menu_data.words.answers import is_yes
from menu_data.words.mentions import mentions
from waiter import reasons, telling
from waiter.brains.house import advising
from waiter.brains.house.choosing import shown_again, told_among
from waiter.brains.house.menu_answers import allergens, allergy, answers, habit, hours
from waiter.brains.house.planning import asks_sum
from waiter.brains.house.reading import Understanding, Unresolved
from waiter.brains.house.wishing import haggles
from waiter.phrases import named, say
from waiter.view import Fact, View

# Reasons a guest must hear although a question comes of them: how many there may be, or none.
REASONS_BESIDE_A_QUESTION = frozenset({"out_of_stock", "too_many", "sold_out"})


def greeting(view: View) -> str:
    """The waiter opens the conversation."""
    return say("greeting", view.language, restaurant=_restaurant(view))


def outcome(view: View) -> str:
    """What came of a yes."""
    return "\n".join(_told(view, fact) for fact in view.facts) or say("unsure", view.language)


def reply(view: View, read: Understanding | None) -> str:
    """The answer to a message: what its calls brought, then what it asked, then what is still
    open.
    """
    parts = [part for part in _parts(view, read) if part]
    return "\n".join(dict.fromkeys(parts)) or say("unsure", view.language)


def _parts(view: View, read: Understanding | None) -> Iterator[str]:
    language = view.language
    touched = [fact for fact in view.facts if fact.ok and fact.source == "order"]
    if read is not None and (read.allergens_stated or read.allergens_withdrawn):
        yield allergy(view)
    if read is not None and read.habit:
        yield habit(view, read.habit)
    summed = read is not None and (asks_sum(read) or mentions(view.heard, "ask_tab"))
    for fact in view.facts:
        yield _sums(view, fact) if summed and fact.source == "tab" else _told(view, fact)
    if read is not None:
        yield from _unknown_words(view, read)
        if not any(fact.source == "search" for fact in view.facts):
            yield from _answers(view, read)
    refused = any(not fact.ok for fact in view.facts)
    if view.question is not None and (view.asked_now or refused):
        yield reasons.question(view.question, view.menu, language)
    elif touched and not view.ending and view.books.lines:
        yield _so_far(view, touched[-1])
    elif view.waits and not _says_it_waits(view, read):
        yield say(f"waits.{view.waits[-1]}", language)


# --- what calls brought


def _told(view: View, fact: Fact) -> str:
    if not fact.ok:
        return _refused(view, fact)
    match fact.source:
        case "order":
            return _ordered(view, fact)
        case "submit":
            return _placed(view, fact)
        case "checkout":
            shown = telling.bill(fact.value, view.menu, view.language)
            return say("bill.issued", view.language, bill=shown)
        case "menu":
            return _listed(view, fact)
        case "search":
            return advising.found(view, fact)
        case "tab":
            return _status(view, fact)
        case "staff":
            return _staff(view, fact)
        case _:
            return ""


def _refused(view: View, fact: Fact) -> str:
    """The restaurant's reasons; what only is a question is asked below, in its own words, unless
    another one comes first.
    """
    problems = fact.value.get("problems", ())
    if fact.source == "submit" and any(problem["line"] is not None for problem in problems):
        return reasons.blocked("submit", problems, view.menu, view.language, view.now)
    told = []
    for problem in problems:
        if problem["code"] == "nothing_to_pay" and view.books.lines:
            lines = telling.brief(tab_rows(view), view.language)
            told.append(say("problem.nothing_to_pay.tab", view.language, lines=lines))
        elif not (problem.get("asked") and view.asked_now) or (
            problem["code"] in REASONS_BESIDE_A_QUESTION
        ):
            told.append(reasons.problem(problem, view.menu, view.language, view.now))
    return "\n".join(dict.fromkeys(told))


def tab_rows(view: View) -> list[dict[str, Any]]:
    """The guest's own lines of the tab as rows."""
    snapshot = Snapshot(view.now, view.menu, view.availability, view.books)
    return [line_row(snapshot, line) for line in view.books.lines if line.guest == view.guest]


def _ordered(view: View, fact: Fact) -> str:
    language, value = view.language, fact.value
    rows = value.get("lines", ())
    action = value.get("action")
    if action == "undo":
        return _undone(view, value)
    if action == "clear":
        return say("cleared" if rows else "cleared.nothing", language)
    if action == "replace":
        new = [row for row in rows if row["what"] == "added" or row["before"] < row["quantity"]]
        rows = [] if new else rows
        swapped = [say("replaced", language, lines=telling.brief(new, language))] if new else []
    else:
        swapped = []
    told = swapped + [
        say(key, language, lines=telling.brief(shown, language))
        for key, what in (("added", "added"), ("changed", "changed"), ("removed", "removed"))
        if (shown := [row for row in rows if row["what"] == what])
    ]
    if not rows and "guests" in fact.params:
        told.append(say("head_count", language, count=fact.params["guests"]))
    warned = telling.warned(value.get("warnings", ()), language)
    return "\n".join([*told, warned] if warned else told)


def _undone(view: View, value: Mapping[str, Any]) -> str:
    """What an undo took off, brought back or set back, and what there is now."""
    language = view.language
    own = [row for row in value["tab"]["lines"] if row["guest"] == view.guest]
    told = [say("undone.now" if own else "undone", language, lines=telling.brief(own, language))]
    ways = (("undone.off", "removed"), ("undone.back", "added"), ("undone.changed", "changed"))
    for key, what in ways:
        rows = [row for row in value.get("lines", ()) if row["what"] == what]
        told += [say(key, language, lines=telling.brief(rows, language))] if rows else []
    return "\n".join(told)


def _so_far(view: View, fact: Fact) -> str:
    tab = fact.value.get("tab")
    if tab is None:
        return ""
    return say("tab.after", view.language, total=telling.total(tab, view.menu, view.language))


def _placed(view: View, fact: Fact) -> str:
    ticket = fact.value["ticket"]
    shown = telling.brief(ticket["lines"], view.language)
    return say("placed", view.language, ticket=ticket["ticket"], lines=shown)


def _listed(view: View, fact: Fact) -> str:
    language = view.language
    if fact.value.get("list") == "dish":
        return ""  # told with what was asked
    if not view.candidates:
        return say("menu.none", language)
    if view.candidates[0].kind == "category":
        return say("menu.categories", language)
    category = view.menu.category(str(fact.value.get("category") or ""))
    shown = say("menu.all", language)
    if category is not None:
        shown = say("menu.dishes", language, category=named(category.name.parts, language))
    return shown + say("menu.more", language) if view.more is not None else shown


def _status(view: View, fact: Fact) -> str:
    language = view.language
    tickets = [ticket for ticket in fact.value.get("tickets", ()) if ticket["void"] is None]
    if not tickets:
        lines = fact.value["tab"]["lines"]
        if not lines:
            return say("status.none", language)
        key = "status.tab.waits" if "submit" in view.waits else "status.tab"
        return say(key, language, lines=telling.brief(lines, language))
    state = tickets[-1]["state"]
    numbers = telling.joined((str(t["ticket"]) for t in tickets if t["state"] == state), language)
    return say(f"status.{state}", language, tickets=numbers)


def _sums(view: View, fact: Fact) -> str:
    """What is on the tab and what was sent, each with what it comes to."""
    menu, language = view.menu, view.language
    told = []
    if fact.value["tickets"]:
        total = telling.total(fact.value["owed"], menu, language)
        rows = [row for t in fact.value["tickets"] for row in t["lines"] if row["void"] is None]
        sent = telling.brief(rows, language)
        told.append(say("tab.sent", language, lines=sent, total=total))
    if fact.value["tab"]["lines"]:
        told.append(say("tab.now", language, tab=telling.tab(fact.value["tab"], menu, language)))
    return "\n".join(told) or say("tab.empty", language)


def _staff(view: View, fact: Fact) -> str:
    key = {
        "service": "staff.called.service",
        "payment": "staff.called.paid",
        "complaint": "staff.called.complaint",
        "question": "house.ask_staff",
        "change after sending": "staff.called.placed",
    }.get(str(fact.value.get("reason")), "staff.called")
    if fact.value.get("reason") == "allergen":
        return ""  # the answer itself says that the kitchen is asked
    return say(key, view.language)


# --- what was asked


def _answers(view: View, read: Understanding) -> Iterator[str]:
    """Questions that the menu itself answers, and what needs no call."""
    language, intents = view.language, set(read.intents)
    if told := told_among(view):
        yield from told
        return
    if shown_again(read, view) is not None:
        yield say("shown.which", language)
        return
    if intents & {"price", "menu"} and "allergen" not in intents:
        yield from answers(view, read)
    stated = read.allergens_stated or read.habit.allergic
    if "allergen" in intents and (read.asks_about or not stated):
        yield from allergens(view, read)
    if "house" in intents and mentions(view.heard, "ask_hours"):
        yield hours(view)
    if view.facts:
        return
    if haggles(view):
        yield say("discount.staff", language)
    elif "wait" in intents or ("deny" in intents and view.waits):
        yield say("wait.request" if view.waits else "wait.nothing", language)
    elif "thanks" in intents:
        yield say("thanks.tab" if view.books.lines and not view.waits else "thanks", language)
    elif "greeting" in intents and intents <= {"greeting", "chat"}:
        yield say("greeting.back", language)
    elif "confirm" in intents and not is_yes(view.heard):
        yield say("problem.empty_tab", language)
    elif is_yes(view.heard):
        yield _to_a_yes(view)
    elif intents & {"deny", "cancel"}:
        yield say("deny.nothing", language)
    elif read.edits and view.books.lines:
        lines = telling.brief(tab_rows(view), language)
        yield say("status.tab", language, lines=lines)
    elif "chat" in intents and not read.unresolved and not view.waits:
        yield say("chat", language)


def _says_it_waits(view: View, read: Understanding | None) -> bool:
    """Whether the answer itself says that something waits for the guest's yes."""
    return read is not None and not view.facts and bool({"wait", "deny"} & set(read.intents))


def _to_a_yes(view: View) -> str:
    """A yes to nothing: said so where it was meant as a decision."""
    if mentions(view.heard, "decisive"):
        return say("confirm.nothing", view.language)
    return say("ok.tab" if view.books.lines else "ok", view.language)


def _unknown_words(view: View, read: Understanding) -> Iterator[str]:
    """Ways of making a dish that it doesn't have: named, while the dish itself is taken."""
    for open_ in read.unresolved:
        if open_.ask == "modifier" and not open_.candidates:
            yield _not_an_option(view, open_)


def _not_an_option(view: View, open_: Unresolved) -> str:
    dish = view.menu.dishes.get(open_.item or "")
    if dish is not None:
        name = named(dish.name.parts, view.language)
        return say("not_an_option", view.language, said=open_.text, dish=name)
    row: Mapping[str, Any] = {"code": "unknown_modifier", "subject": open_.text}
    return reasons.problem(row, view.menu, view.language, view.now)


def _restaurant(view: View) -> str:
    return named(view.menu.restaurant.name.parts, view.language)
