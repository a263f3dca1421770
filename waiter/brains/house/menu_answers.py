"""What the menu itself answers: a dish in words, what it contains, when the house is open.

Never more than the menu says. Neighbour: `speaking.py`, which says what calls brought.
"""

from __future__ import annotations

from collections.abc import Iterator

from apps.ledger.allergens import conflicts
from apps.ledger.books import Line
from menu_data.menu import Dish
from menu_data.words.allergens import allergens_in
from waiter import telling
from waiter.aloud import aloud
from waiter.brains.house.properties import told
from waiter.brains.house.reading import Understanding
from waiter.claims import mentions_any
from waiter.contacts import foreign
from waiter.habits import Habit
from waiter.phrases import named, price, say
from waiter.view import View


def known(view: View, read: Understanding) -> tuple[str, ...]:
    """The dishes asked about that the menu has, as ids."""
    return tuple(item for item in read.asks_about if item in view.menu.dishes)


def answers(view: View, read: Understanding) -> Iterator[str]:
    """What was asked of each dish; the dish as a whole where it was no more than that."""
    for item in known(view, read):
        dish = view.menu.dishes[item]
        asked = () if "price" in read.intents else told(view, dish, known(view, read), read)
        yield from asked or (about(view, dish),)


def about(view: View, dish: Dish) -> str:
    """A dish with its price, unit and description, or that it is sold out."""
    language = view.language
    name = named(dish.name.parts, language)
    if dish.id in view.availability.sold_out:
        return say("dish.sold_out", language, dish=name)
    about = described(dish, view)
    unit = named(dish.unit.parts, language) if dish.unit.parts else ""
    key = "dish.about" if unit else "dish.about.plain"
    text = say(key, language, dish=name, price=costs(view, dish), unit=unit, about=about).strip()
    return "\n".join(filter(None, (text, _met(view, Line(0, view.guest, dish.id, 1)))))


def costs(view: View, dish: Dish) -> str:
    """A dish's price as it is told, by staff's quote where there is one."""
    cost = view.availability.quotes.get(dish.id, dish.price)
    if cost is None:
        return say("price.market", view.language)
    return price(cost, view.menu.restaurant.currency, view.language)


def described(dish: Dish, view: View) -> str:
    """What the menu tells of a dish, as far as a waiter may read it out.

    That something isn't in it is for the records to say.
    """
    if not dish.description.parts:
        return ""
    text = aloud(named(dish.description.parts, view.language))
    promises = mentions_any(text, "safe") or (allergens_in(text) and mentions_any(text, "free"))
    return "" if promises or foreign(text, view.menu) else text


def allergens(view: View, read: Understanding) -> Iterator[str]:
    """Contained, free by our records, or not recorded: never more than the menu says."""
    items = known(view, read)
    if not items and not read.asks_unknown:
        yield say("allergen.which", view.language)
    for item in items:
        dish = view.menu.dishes[item]
        foods = () if read.allergens_asked else told(view, dish, known(view, read), read)
        yield from foods or _allergens_of(view, dish, read.allergens_asked)


def _allergens_of(view: View, dish: Dish, asked: tuple[str, ...]) -> Iterator[str]:
    by_presence: dict[str, list[str]] = {}
    for key in asked or tuple(k for k, v in dish.allergens.items() if v == "contains"):
        by_presence.setdefault(dish.allergens.get(key, "not_recorded"), []).append(key)
    for presence, keys in by_presence.items():
        names = telling.joined((telling.allergen(k, view.language) for k in keys), view.language)
        name = named(dish.name.parts, view.language)
        yield say(f"allergen.answer.{presence}", view.language, dish=name, allergens=names)


def allergy(view: View) -> str:
    """What is noted of the guest's own allergies, and what of their tab meets them; empty where
    nothing is.
    """
    keys = sorted(view.allergies.get(view.guest, frozenset()))
    if not keys:
        return ""
    names = telling.joined((telling.allergen(k, view.language) for k in keys), view.language)
    noted = say("allergy.noted", view.language, allergens=names)
    there = {line.line for line in view.tab_before if line.guest == view.guest}
    met = [_met(view, line) for line in view.books.lines if line.line in there]
    return "\n".join(dict.fromkeys((noted, *filter(None, met))))


def _met(view: View, line: Line) -> str:
    """Which of the guest's allergens a line contains, in words; "" where none is."""
    stated = view.allergies.get(view.guest, frozenset())
    found = [k for k, how in conflicts(view.menu, line, stated) if how == "contains"]
    if not found:
        return ""
    names = telling.joined((telling.allergen(k, view.language) for k in found), view.language)
    dish = named(view.menu.dishes[line.item].name.parts, view.language)
    return say("warning.contains", view.language, dish=dish, allergens=names)


def habit(view: View, stated: Habit) -> str:
    """What was noted of how the guest has everything; of words the menu has no key for, that they
    are the kitchen's and staff's.
    """
    language, said = view.language, []
    for one in stated.without:
        group = next((g for d in view.menu.dishes.values() if (g := d.group(one.group))), None)
        modifier = group.modifier(one.modifier) if group is not None else None
        if modifier is not None:
            name = named(modifier.name.parts, language)
            said.append(say(f"amount.{one.amount}", language, name=name))
    told = []
    if said:
        what = telling.joined(dict.fromkeys(said), language)
        told.append(say("habit.noted", language, what=what))
    if stated.notes:
        told.append(say("habit.words", language, words="; ".join(stated.notes)))
    if stated.allergic:
        told.append(say("habit.allergic", language, words="; ".join(stated.allergic)))
    return "\n".join(told)


def hours(view: View) -> str:
    """Opening hours from the menu; all else about the house is staff's to say."""
    hours = view.menu.restaurant.hours
    if hours is None:
        return say("house.always", view.language)
    spans = (f"{span.open:%H:%M}–{span.close:%H:%M}" for span in hours)
    return say("house.hours", view.language, hours=telling.joined(spans, view.language))
