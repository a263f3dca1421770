"""What a message asks beside its order ("a coke, and where's the toilet?"): the calls that answer
it, made after those of the order. Pure. Neighbours: `planning.py`, which plans the order, and
`wishing.py`, for messages that only wish.
"""

from __future__ import annotations

from apps.finding.naming import names
from menu_data.words.mentions import mentions
from menu_data.words.topics import topics_in
from menu_data.words.wishes.reading import read_wish
from waiter.brains.house.calls import Call
from waiter.brains.house.reading import Understanding
from waiter.brains.house.wishing import ask_staff, describes, look_for
from waiter.view import View


def asked_besides(read: Understanding, view: View) -> list[Call]:
    """The calls that answer what is asked beside an order. While the order itself must be asked
    about, no list is shown in its question's place.
    """
    look = look_for(read.asking)
    if "house" in read.intents and not mentions(read.asking, "ask_hours"):
        return [look, ask_staff(view)]
    if topics_in(read.asking):
        return [look]
    if read.unresolved or read.asks_about or "menu" not in read.intents:
        return []
    if read.category is not None and not _describes(read, view):
        return [Call("menu", {"category": read.category})]
    return [look] if _describes(read, view) else []


def _describes(read: Understanding, view: View) -> bool:
    wish = read_wish(read.asking, names(view.menu))
    advice = mentions(read.asking, "ask_advice") or wish.open
    return bool(describes(wish) or (advice and (wish.wants or not wish.rest)))
