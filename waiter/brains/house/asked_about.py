"""What a question is about: the dishes it names or means, what else it names, and the allergens it
asks for. Neighbour: `questions.py`, which tells that something is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.allergens import Stated, allergens_in
from menu_data.words.names import key_of
from menu_data.words.units import singular
from waiter.brains.house.atoms import Atom
from waiter.brains.house.clauses import Clauses
from waiter.brains.house.focus import spoken_of
from waiter.brains.house.intents import Around
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.lines import Finished, Say
from waiter.brains.house.reading import Context, Intent


def dishes_asked(parts: Clauses, lexicon: Lexicon, context: Context) -> tuple[str, ...]:
    """The dishes asked about: those named in full, else all that the words may mean; what is put to
    one by a word of its name ("is the tofu spicy") is about the one on the tab, or shown last.
    """
    atoms = parts.subject or parts.asked
    exact = any(a.exact and a.kind == "dish" for a in atoms)
    found = lexicon.in_order(d for a in atoms if a.exact or not exact for d in _headed(a, lexicon))
    near = {*context.shown, *(line.item for line in context.lines)}
    if parts.subject and not exact and near.intersection(found):
        return tuple(dish for dish in found if dish in near)
    return found


def _headed(atom: Atom, lexicon: Lexicon) -> tuple[str, ...]:
    """The dishes a word asks about: those whose names end in it, where any do ("water" is a mineral
    water before it is a sweet-water noodle).
    """
    if len(atom.dishes) < 2 or len(atom.words) > 1 or atom.han:
        return atom.dishes
    word = singular(atom.words[0])
    heads = [
        d
        for d in atom.dishes
        if any(key_of(name)[-1:] == (word,) for name in lexicon.dish(d).name.every())
    ]
    return tuple(heads) or atom.dishes


def about(
    parts: Clauses,
    lexicon: Lexicon,
    rest: Around,
    intents: Sequence[Intent],
    done: Finished,
    context: Context,
) -> tuple[str, ...]:
    """The dishes a question is about. A question about a whole category is about no dish of it,
    but what is in them is asked of each; one that names none is about what was spoken of.
    """
    named = any(a.exact and a.kind == "dish" for a in parts.asked)
    if rest.category is not None and not named and "allergen" not in intents:
        return ()
    found = dishes_asked(parts, lexicon, context)
    if found or not parts.of_it:
        near = () if named else tuple(d for d in found if d in spoken_of(context))
        return near or found
    if "price" in intents:  # of all that was ordered, unless one dish was just shown
        return context.shown if len(context.shown) == 1 and not done.lines else ()
    return (done.lines[-1].item,) if done.lines else spoken_of(context)


def strange(parts: Clauses, say: Say) -> tuple[str, ...]:
    """The names asked about that are built of the menu's words, but are none of it."""
    return tuple(dict.fromkeys(say((a.start, a.end)) for a in parts.asked if a.stranger))


def minded(intents: Sequence[Intent], stated: Stated) -> tuple[str, ...]:
    """Who says what they are allergic to and asks what there is, asks for that allergen."""
    return tuple(sorted(stated.added)) if "menu" in intents else ()


def allergens_asked(intents: Sequence[Intent], parts: Clauses, say: Say) -> tuple[str, ...]:
    """The allergens a question is about; those in a dish's name are not."""
    without = "menu" in intents and any(a.has("neg") for a in parts.asked)
    if "allergen" not in intents and not without:
        return ()
    words = " ".join(
        say((a.start, a.end))
        for a in parts.asked
        if not (a.exact and a.kind == "dish") and a not in parts.subject
    )
    return tuple(sorted(allergens_in(words)))
