"""Answers that stand alone: is the whole text a yes, a no, a "wait", a "go on"? Politeness and
punctuation aside.

A decision on a request hangs on these, so a text with anything else in it is none of them.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from menu_data.words.mentions import mentions
from menu_data.words.normal import normalise
from menu_data.words.phrases import Phrases
from menu_data.words.units import units
from menu_data.words.vocabulary import vocabulary

# The longest plain answer with all its politeness; beyond it a text says more.
WORDS = 24


# What may stand beside an answer without changing it: "ok, we're ready", "没问题，下吧".
_BESIDE = {
    "thanks": ("yes", "done"),
    "resume": ("yes",),
    "wait": ("yes",),
    "confirm": ("yes", "done"),
    "still": ("yes",),
    "deny": ("no",),
}
# Kinds of phrases that are the answer too where nothing else is said ("order").
_ALONE = {"confirm": "confirm_alone"}


@lru_cache(maxsize=16)
def _phrases(kind: str, *beside: str) -> Phrases[str]:
    alone = (_ALONE[kind],) if kind in _ALONE else ()
    return vocabulary().phrases(kind, *alone, *_BESIDE.get(kind, ()), *beside, "polite")


def _is_all(text: str, kind: str, *beside: str) -> bool:
    return is_all(text, _phrases(kind, *beside), {kind, _ALONE.get(kind, kind)})


def is_all(text: str, table: Phrases[str], meant: Set[str]) -> bool:
    """Whether phrases of a table make up the whole text, one of a kind that is meant among them. A
    question is none.
    """
    found = units(normalise(text))
    if any(u.kind == "mark" and u.text in "?？" for u in found):
        return False
    words = [u.text for u in found if u.kind != "mark"]
    if not words or len(words) > WORDS:
        return False
    reached: dict[int, bool] = {
        0: False
    }  # how far the text is explained, and whether the answer itself was in it
    for start in range(len(words)):
        if start not in reached:
            continue
        for end, kinds in table.at(words, start):
            reached[end] = reached.get(end, False) or reached[start] or bool(meant & set(kinds))
    return reached.get(len(words), False)


def is_yes(text: str) -> bool:
    """The whole text is a yes ("确认", "sure, go ahead"); "ok but ..." is not."""
    return _is_all(text, "yes")


def is_agreed(text: str) -> bool:
    """The whole text agrees to what was read back: a yes, also with words beside it that only say
    that nothing is missing ("yep, that's it").
    """
    return _is_all(text, "yes", "nothing_missing")


def is_no(text: str) -> bool:
    """The whole text is a no ("不要了", "no thanks")."""
    return _is_all(text, "no") and not is_yes(text)


def is_take_back(text: str) -> bool:
    """The whole text takes back what was just asked for ("forget that", 那个不要了), or finds it
    too dear and says no.
    """
    why = ("too_dear", "no", "correct")
    dear = mentions(text, "too_dear") and mentions(text, "no")
    return _is_all(text, "take_back", *why) or (dear and _is_all(text, "too_dear", *why))


def is_attention(text: str) -> bool:
    """The whole text only calls for the waiter (服务员！, "excuse me")."""
    return _is_all(text, "attention")


def is_start(text: str) -> bool:
    """The whole text says that the guest wants to order (点菜, "can you take my order")."""
    return _is_all(text, "start_order", "attention", "greeting")


def is_send(text: str) -> bool:
    """The whole text says to send the order ("下单", "yup, send it"), for the speaker alone."""
    return _is_all(text, "confirm") and not mentions(text, "everyone")


def is_hold_back(text: str) -> bool:
    """The whole text says not to send it ("先别下单", "don't send it yet")."""
    return _is_all(text, "deny") or is_no(text)


def is_still(text: str) -> bool:
    """The whole text says that something still holds ("yes, still want them", "还要的")."""
    return _is_all(text, "still") or is_yes(text)


def is_closing(text: str) -> bool:
    """The whole text thanks or says goodbye ("thanks, that's all", "好的谢谢")."""
    return _is_all(text, "thanks")


def is_wait(text: str) -> bool:
    """The whole text asks to wait ("等一下", "give me a minute")."""
    return _is_all(text, "wait")


def is_resume(text: str) -> bool:
    """The whole text says to go on after a wait ("好了", "we're ready")."""
    return _is_all(text, "resume")
