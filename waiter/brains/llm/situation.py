"""The end of the prompt: all that changes from turn to turn, in a few lines. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from apps import rows
from apps.contract import Ask, Snapshot
from menu_data.money import Money
from waiter import telling
from waiter.brains.llm.texts import Situation
from waiter.listing import numbered
from waiter.phrases import named
from waiter.view import View

# Dishes named in one line; a house with more of them is found out by asking the apps.
MOST = 40


def situation(view: View, words: Situation) -> str:
    """The situation now, a line each: time, language, table, order, numbers, what is open."""
    return "\n".join((words.head, *_of_the_house(view, words), *_of_the_talk(view, words)))


def _of_the_house(view: View, words: Situation) -> Iterator[str]:
    menu, availability = view.menu, view.availability
    local = view.now.astimezone(ZoneInfo(menu.restaurant.time_zone))
    yield words.time.format(time=local.strftime("%A %Y-%m-%d %H:%M"))
    known = {dish for dish in availability.sold_out if dish in menu.dishes}
    if known:
        yield words.sold_out.format(dishes=_some(sorted(known)))
    left = {dish: count for dish, count in sorted(availability.stock.items()) if dish not in known}
    if left:
        yield words.left.format(dishes=_some(f"{dish} {count}" for dish, count in left.items()))
    if availability.quotes:
        prices = (
            f"{dish} {Money(quote, menu.restaurant.currency).plain()}"
            for dish, quote in sorted(availability.quotes.items())
        )
        yield words.quotes.format(dishes=_some(prices))
    yield from _books(view, words)


def _books(view: View, words: Situation) -> Iterator[str]:
    snapshot = Snapshot(view.now, view.menu, view.availability, view.books)
    tab = rows.tab(snapshot)
    if tab["lines"]:
        yield words.tab.format(tab="; ".join((*_lines(view, tab), f"total {tab['total']}")))
    else:
        yield words.no_tab
    tickets = [rows.ticket_row(view.menu, ticket) for ticket in view.books.tickets]
    if tickets:
        told = (
            f"{row['ticket']} ({row['state']}) {telling.brief(row['lines'], view.language)}"
            for row in tickets
        )
        yield words.tickets.format(tickets="; ".join(told))
    if view.books.bill is not None:
        yield words.bill.format(number=view.books.bill.number, state=view.books.bill.state)


def _lines(view: View, tab: rows.Row) -> Iterator[str]:
    several = len(view.guests) > 1
    for row in tab["lines"]:
        whose = f" [{row['guest']}]" if several else ""
        blocked = f" (can't be had now: {row['blocked']})" if row["blocked"] else ""
        shown = telling.brief([row], view.language)
        yield f"line {row['line']}{whose}: {shown} {row['total'] or '?'}{blocked}"


def _of_the_talk(view: View, words: Situation) -> Iterator[str]:
    if len(view.guests) > 1:
        yield words.guests.format(guests=", ".join(view.guests), guest=view.guest)
    stated = [
        f"{guest}: {', '.join(sorted(keys))}"
        for guest, keys in sorted(view.allergies.items())
        if keys
    ]
    if stated:
        yield words.allergies.format(allergies="; ".join(stated))
    if view.habit:
        left_out = (f"{one.group}: {one.modifier} ({one.amount})" for one in view.habit.without)
        yield words.habits.format(habits="; ".join((*left_out, *view.habit.words)))
    if view.question is not None:
        yield words.question.format(about=_about(view.question), kind=view.question.kind)
    if view.range is not None:
        low, high = view.range
        yield words.numbers.format(low=low, high=high, options=_options(view))
    else:
        yield words.no_numbers
    if view.more is not None:
        yield words.more.format(params=json.dumps(dict(view.more), ensure_ascii=False))
    if view.waits:
        yield words.waits.format(apps=", ".join(view.waits))
    if view.grants:
        yield words.grants.format(apps=", ".join(view.grants))
    if view.ending:
        yield words.ending
    language = words.languages.get(view.language, view.language)
    yield words.language.format(language=language)


def _about(question: Ask) -> str:
    text = " ".join(question.text.split())
    return text or question.slot or question.group or str(question.hole[-1])


def _options(view: View) -> str:
    shown = ((number, one) for number, one in numbered(view.candidates) if number is not None)
    return _some(f"{number} = {named(one.name, view.language)}" for number, one in shown)


def _some(parts: Iterable[str]) -> str:
    every = list(parts)
    more = f" and {len(every) - MOST} more" if len(every) > MOST else ""
    return ", ".join(every[:MOST]) + more
