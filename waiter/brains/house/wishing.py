"""Whether a message is a wish to be advised on ("something mild for the kids") rather than an
order, a question about a dish, or a category to be listed. Pure.

The understanding reads orders; where it found none, or made one of words that name no dish, a wish
that says what a dish should be like is looked up by the app `search`.
"""

from __future__ import annotations

from apps.finding.naming import names
from menu_data.words.mentions import mentions
from menu_data.words.normal import normalise
from menu_data.words.topics import topics_in
from menu_data.words.units import units
from menu_data.words.vocabulary import words_in
from menu_data.words.wishes.reading import read_wish
from menu_data.words.wishes.wish import GuestWish, Limits
from waiter.brains.house.calls import Call
from waiter.brains.house.reading import Edit, Understanding
from waiter.view import View

BESIDE = frozenset({"menu", "price", "chat", "allergen", "greeting"})  # intents a wish may have


def wish_calls(read: Understanding, view: View) -> tuple[Call, ...]:
    """The calls that find what is wished for or asked about the house; none where something else
    is meant. Staff are asked only what no note answers.
    """
    if _is_about_more(read) or read.asks_unknown:
        return ()
    wish = read_wish(view.heard, names(view.menu))
    if wish.calls:
        return ()
    if (before := _wished_before(view)) is not None and _only_narrows(read, view, wish):
        return (look_for(f"{before}\n{view.heard}"),)
    look = look_for(view.heard)
    ordered = read.lines or (read.edits and view.tab_before)
    asked = _asks(view.heard) or read.intents == ("chat",)
    if topics_in(view.heard) and asked and not ordered:
        return (look, ask_staff(view))
    narrowed = wish.like or wish.than or (_narrows(wish) and not read.asks_of)
    apart = read.asks_about and not narrowed
    orders = _orders(read, view) and not _overrules(read, view, wish)
    return () if apart or orders or not _is_advice(read, view, wish) else (look,)


def _wished_before(view: View) -> str | None:
    """What the dishes shown last were looked up by."""
    last = next((fact for fact in reversed(view.before) if fact.ok), None)
    if last is None or last.source != "search" or not last.value.get("results"):
        return None
    return str(last.params.get("query") or "") or None


def _only_narrows(read: Understanding, view: View, wish: GuestWish) -> bool:
    """Whether a message after advice names one more condition and nothing else ("and dairy free
    too", 还要不辣的).
    """
    ordered = read.lines or read.answer is not None or (read.edits and view.tab_before)
    if ordered or wish.named or wish.like or wish.than:
        return False
    foods = any(want.kind == "food" for want in wish.wants)
    joined = mentions(wish.text, "and_also")
    return joined and wish.limits != Limits() and not (wish.rest or wish.open or foods)


def look_for(text: str) -> Call:
    """The search for a wish; the one dish of all that a superlative means ("the cheapest soup")."""
    one = mentions(text, "superlative") and not mentions(text, "several")
    return Call("search", {"query": text, "top_k": 1} if one else {"query": text})


def haggles(view: View) -> bool:
    """Whether a lower price is asked for, rather than a cheaper dish: cheap beside another wish,
    or after advice, is a wish.
    """
    if not mentions(view.heard, "ask_discount") or topics_in(view.heard):
        return False
    wish = read_wish(view.heard, names(view.menu))
    more = [want for want in wish.wants if want.keys != ("cheap",)]
    cheap = len(more) < len(wish.wants)
    advised = any(fact.ok and fact.source == "search" for fact in view.before)
    return not (cheap and (more or advised or wish.open or wish.limits != Limits()))


def ask_staff(view: View) -> Call:
    """Staff are asked what the guest asked."""
    return Call("staff", {"reason": "question", "summary": view.said or view.heard})


def _asks(text: str) -> bool:
    """Whether a text is put as a question."""
    row = units(normalise(text))
    if any(unit.text == "?" for unit in row):
        return True
    words = [unit.text for unit in row if unit.kind != "mark"]
    return bool(words) and words[-1] in words_in("question_end")


def _is_about_more(read: Understanding) -> bool:
    """Whether a person is needed, or the message answers or pays."""
    said = read.service or read.complaint or read.paid or read.person or read.done
    settles = read.split is not None or read.tip is not None or read.answer is not None
    return said or settles or bool(read.allergens_withdrawn)


def _orders(read: Understanding, view: View) -> bool:
    changes = read.edits and view.tab_before
    told = BESIDE | {"edit"} if read.habit and not read.edits else BESIDE
    return bool(read.lines or read.unresolved or changes or set(read.intents) - told)


def _is_advice(read: Understanding, view: View, wish: GuestWish) -> bool:
    """Whether more is said than what a list of the menu answers."""
    if wish.off_topic:
        return False
    if wish.like or wish.than or describes(wish):
        return True
    asks = mentions(view.heard, "ask_advice") or wish.open or "menu" in read.intents
    if (asks or read.unresolved) and wish.wants and read.category is None:
        return True
    small = words_in("polite") | words_in("filler") | words_in("attention")
    return mentions(view.heard, "ask_advice") and not set(wish.rest) - small


def describes(wish: GuestWish) -> bool:
    """Whether it says what a dish should be like or cost; an allergy alone is only told."""
    limits = wish.limits
    traits = [want for want in wish.wants if want.kind == "trait"]
    told = limits.diet or limits.max_price is not None or limits.max_spice is not None
    left_out = limits.exclude and (wish.open or wish.wants)
    free = limits.allergen_free and (wish.open or wish.wants)
    return bool(traits or told or left_out or free)


def _narrows(wish: GuestWish) -> bool:
    """Whether more is wished for than a property of what is being talked about."""
    limits = wish.limits
    told = limits.diet or limits.max_price is not None or limits.allergen_free
    return bool(wish.wants and (told or wish.open))


def _overrules(read: Understanding, view: View, wish: GuestWish) -> bool:
    """Whether a wish is meant although an order was read: it names no dish and no food of one."""
    only_order = set(read.intents) <= BESIDE | {"order", "edit"}
    foods = [want for want in wish.wants if want.kind == "food" and want.hard]
    limits = wish.limits
    told = limits.diet or limits.max_price is not None or limits.allergen_free
    traits = [want for want in wish.wants if want.kind == "trait"]
    if not only_order or len(read.lines) > 1 or read.pointed:
        return False
    if any(e.op == "same" for e in read.edits) and not wish.open:
        return False  # "the same for the kid"
    said = any(map(_says_how, read.edits))
    if view.tab_before and said and not wish.open:
        return False  # "make one of them hot": what is on the tab is meant
    asked = read.unresolved and not any(one.modifiers for one in read.unresolved)
    if asked and not (read.lines or read.edits):
        bounds = limits.exclude or limits.max_spice is not None
        if bounds or told:
            return True  # "a pizza but nothing spicy": not any of them
    if read.lines or read.edits:
        return bool(not foods and (traits or told) and (wish.open or not limits.exclude))
    return bool(told or (wish.wants and not foods))


def _says_how(edit: Edit) -> bool:
    """Whether an edit says how something is, or is to be, made; or which line is meant by it."""
    told = edit.modifiers or edit.note or edit.unclear or edit.target.modifiers
    return bool(told) or edit.target.kind == "line"
