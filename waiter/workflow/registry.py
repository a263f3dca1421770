"""The two tables of what a workflow may call. A new one is a file, a line here and a test.

Names are looked up here and nowhere else: a file can't name a module, a path or a command.
"""

from __future__ import annotations

from waiter.workflow import articles, filters, guests, knowledge, sms
from waiter.workflow.planning import AnyFunction

PLUGINS: dict[str, AnyFunction] = {
    one.name: one for one in (knowledge.QUERY, guests.BY_TAG, articles.ARTICLE, sms.SEND)
}

CUSTOMS: dict[str, AnyFunction] = {
    one.name: one
    for one in (
        filters.SPICY_DISHES,
        filters.SPICE,
        filters.DIET,
        filters.ALLERGEN,
        filters.PRICE,
        filters.CATEGORY,
    )
}
