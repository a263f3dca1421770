"""A write answers this message: nothing is put down, changed or taken off that it doesn't ask for.

That a dish was named a while ago is no order of it now: "where is the toilet?" orders nothing, and
neither does "how much is the stew?". An answer to a question, a pick and a tap ask for what they
answer.
"""

from __future__ import annotations

from functools import lru_cache

from menu_data.menu import Menu
from menu_data.words.answers import is_yes
from menu_data.words.mentions import mentions
from menu_data.words.numbers import numbers_in
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.reading import Understanding
from waiter.brains.house.understand import understand
from waiter.claims import refusal_of
from waiter.constraints.verdict import Case, Refuse, TypedCall
from waiter.view import View

# What a message may be about without any wish for the tab.
ELSEWHERE = frozenset(
    {"menu", "price", "allergen", "house", "status", "bill", "staff", "greeting", "thanks"}
)
# Kinds of the vocabulary's words that order, or point back at what is to be ordered.
ORDERING = ("want", "add", "another", "same", "same_as", "pointing", "vague", "make_it", "confirm")
# Those that change what is there.
CHANGING = (
    *("neg", "neg_after", "remove", "replace", "make_it", "become", "cancel", "cancel_all"),
    *("undo", "correct", "clear_verb", "only", "too_many", "enough", "add", "another", "deny"),
    *("extra", "light", "amount_after", "take_back"),
)


def now(call: TypedCall, case: Case) -> Refuse | None:
    """Refuse a write to the tab that this message gives no reason for."""
    view = case.view
    if call.app != "order" or not view.heard or view.picked or view.question_before is not None:
        return None
    read = read_alone(view.heard, view.menu)
    adds = call.params.get("action", "add") == "add"
    asked = _orders(read, view) if adds else _changes(read, view)
    return None if asked else Refuse("unasked", "wanted", refusal_of("wanted", found=view.heard))


@lru_cache(maxsize=256)
def read_alone(text: str, menu: Menu) -> Understanding:
    """One message as the built-in understanding reads it by itself."""
    return understand(text, lexicon_for(menu))


def orders(view: View) -> bool:
    """Whether the message wishes for something on the tab."""
    return _orders(read_alone(view.heard, view.menu), view)


def asks_status(view: View) -> bool:
    """Whether the message asks how far what was sent is, and wishes for nothing."""
    read = read_alone(view.heard, view.menu)
    return set(read.intents) == {"status"} and not read.lines


def _orders(read: Understanding, view: View) -> bool:
    if read.lines or read.unresolved or "order" in read.intents or read.head_count is not None:
        return True
    asks = bool(set(read.intents) & ELSEWHERE)
    # "What do you have?" has a word of wanting in it, and wants to know.
    kinds = [kind for kind in ORDERING if not (asks and kind == "want")]
    if any(mentions(view.heard, kind) for kind in kinds) or is_yes(view.heard):
        return True
    return not asks and bool(numbers_in(view.heard) or read.asks_about or _answers(view))


def _changes(read: Understanding, view: View) -> bool:
    if read.edits or read.note or set(read.intents) & {"edit", "cancel", "undo", "deny", "wait"}:
        return True
    asks = bool(set(read.intents) & ELSEWHERE)
    if not asks and any(mentions(view.heard, kind) for kind in CHANGING):
        return True
    return _orders(read, view)


def _answers(view: View) -> bool:
    """Whether the waiter's last words were a question, so that anything may answer it."""
    last = next((one.text for one in reversed(view.history) if one.who == "waiter"), "")
    return last.rstrip().endswith(("?", "？"))
