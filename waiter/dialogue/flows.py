"""Whether a workflow of the house answers a message, before any brain is asked. Pure.

What is meant is read by the built-in understanding, whichever brain speaks: where it would search,
the first line of the house's table that fits names a workflow to answer in the search's place.
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.finding.naming import names
from apps.search import QUERY_LENGTH
from menu_data.words.topics import topics_in
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish
from waiter.brains.house.brain import first_call
from waiter.flow import Flow
from waiter.view import View

ANY_DISH = "food"  # wished for, it says nothing of what the dish should be


def answering(view: View, flows: Sequence[Flow]) -> Flow | None:
    """The line of the table that a message falls under; None where it is a brain's alone."""
    if not flows or len(view.heard) > QUERY_LENGTH:
        return None
    call = first_call(view)
    if call is None or call.app != "search":
        return None
    wish, topics = read_wish(view.heard, names(view.menu)), topics_in(view.heard)
    intent = "house" if topics and not wish.wants else "menu"
    fitting = (flow for flow in flows if flow.intent == intent)
    return next((flow for flow in fitting if _fits(flow, wish, topics)), None)


def _fits(flow: Flow, wish: GuestWish, topics: Sequence[str]) -> bool:
    if flow.topics and not set(flow.topics) & set(topics):
        return False
    return not flow.wish or _wanted(wish) == set(flow.wish)


def _wanted(wish: GuestWish) -> set[str]:
    """All that is wished for; limits aside, which hold for whatever is found. A wish for what a
    table can't name is no wish of one.
    """
    several = any(len(want.keys) > 1 for want in wish.wants)
    if several or wish.like or wish.than or wish.avoid or wish.named:
        return set()
    return {want.keys[0] for want in wish.wants} - {ANY_DISH}
