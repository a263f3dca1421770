"""What "it" and "these" are: the dishes a guest was shown last, else those they ordered last.

Neighbours: `brain.py`, which puts them into the context; `understand.py`, which reads by them.
"""

from __future__ import annotations

from waiter.brains.house.reading import Context
from waiter.view import Fact, View

# More dishes than this are a list, not something that is spoken of.
SPOKEN_OF = 5


def shown(view: View) -> tuple[str, ...]:
    """The dishes that the exchange before told of; none where it did something else last."""
    found: list[str] = []
    for fact in view.before:
        if fact.ok and fact.source in ("menu", "search"):
            found += told(fact)
        elif fact.source == "order":
            found = []
    ids = tuple(dict.fromkeys(item for item in found if item in view.menu.dishes))
    return ids if len(ids) <= SPOKEN_OF else ()


def just_changed(view: View) -> bool:
    """Whether the exchange before put something on the tab or changed it there."""
    acts = [fact for fact in view.before if fact.ok and fact.source == "order"]
    plain = [fact for fact in acts if fact.value.get("action") not in ("undo", "clear", "remove")]
    return bool(plain and plain[-1].value.get("lines"))


def told(fact: Fact) -> list[str]:
    """The dishes that a look-up brought."""
    dish = fact.value.get("dish")
    rows = [dish] if dish is not None else fact.value.get("results") or fact.value.get("dishes")
    return [str(row["id"]) for row in rows or ()]


def spoken_of(context: Context) -> tuple[str, ...]:
    """What "it" is: what was shown, else what was last added or changed, else the newest line."""
    if context.shown:
        return context.shown
    touched = [line.item for line in context.lines if line.line in context.touched]
    newest = [line.item for line in context.lines if line.line == context.last_line]
    return tuple(dict.fromkeys(touched or newest))
