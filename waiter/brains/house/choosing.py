"""Which of those just shown: "which one is cheaper", 哪个最辣. Answered among them by what the menu
records, and never from the rest of it. Pure.

Neighbours: `wishing.py`, for wishes over the whole menu; `focus.py`, for what "it" is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apps.finding.naming import names
from menu_data.menu import Dish
from menu_data.words.mentions import mentions
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish
from waiter.brains.house.calls import Call
from waiter.brains.house.focus import told
from waiter.brains.house.menu_answers import costs
from waiter.brains.house.reading import Understanding
from waiter.phrases import named, say
from waiter.view import View

MOST = 3  # dishes that are equally so; more are no answer


def among_shown(view: View) -> tuple[Call, ...]:
    """The look-up of what was asked for of the dishes shown last; none where it isn't that."""
    if not mentions(view.heard, "which_of"):
        return ()
    dishes = [view.menu.dishes[item] for item in _shown(view) if item in view.menu.dishes]
    wish = read_wish(view.heard, names(view.menu))
    named = wish.named or wish.like or any(want.kind == "food" for want in wish.wants)
    if len(dishes) < 2 or named:
        return ()
    best = _best(dishes, wish, view)
    return tuple(Call("menu", {"dish": dish.id}) for dish in best) if len(best) <= MOST else ()


def shown_again(read: Understanding, view: View) -> Call | None:
    """The list once more, where some of it are wanted and it isn't said which ("two of those")."""
    if read.lines or read.unresolved or view.picked or not mentions(view.heard, "some_of_shown"):
        return None
    listed = next((f for f in reversed(view.before) if f.ok), None)
    if listed is None or listed.source not in ("menu", "search") or len(told(listed)) < 2:
        return None
    return Call(listed.source, dict(listed.params))


def told_among(view: View) -> tuple[str, ...]:
    """The answer, a sentence a dish; none where it wasn't asked."""
    dishes = [view.menu.dishes[str(call.params["dish"])] for call in among_shown(view)]
    names_of = ((dish, named(dish.name.parts, view.language)) for dish in dishes)
    return tuple(
        say("search.one", view.language, dish=name, price=costs(view, dish))
        for dish, name in names_of
    )


def _shown(view: View) -> Sequence[str]:
    """The dishes of the list that the exchange before showed."""
    for fact in reversed(view.before):
        if fact.ok and fact.source in ("menu", "search"):
            return told(fact)
    return ()


def _best(dishes: Sequence[Dish], wish: GuestWish, view: View) -> list[Dish]:
    """Those that are most so; empty where the menu can't tell."""
    traits = {key for want in wish.wants if want.kind == "trait" for key in want.keys}
    quotes = view.availability.quotes

    def cost(dish: Dish) -> int | None:
        return quotes.get(dish.id, dish.price)

    if "cheap" in traits:
        return _least(dishes, cost)
    if "dear" in traits:
        return _least(dishes, lambda dish: None if (p := cost(dish)) is None else -p)
    if wish.limits.max_spice is not None:
        return _least(dishes, lambda dish: dish.spice)
    if "spicy" in traits or mentions(view.heard, "hotter"):
        return _least(dishes, lambda dish: None if dish.spice is None else -dish.spice)
    if wish.limits.diet:
        return [dish for dish in dishes if set(wish.limits.diet) <= set(dish.diet)]
    return []


def _least(dishes: Sequence[Dish], of: Callable[[Dish], int | None]) -> list[Dish]:
    """All that have the least; those that have none aren't among them."""
    known = [(value, dish) for dish in dishes if (value := of(dish)) is not None]
    least = min((value for value, _ in known), default=None)
    return [dish for value, dish in known if value == least]
