"""The call for the bill: its particulars as the checkout takes them; and what waited for the number
of guests. What a text says of a bill is read in `bills.py`.
"""

from __future__ import annotations

from typing import Any

from waiter.brains.house.calls import Call
from waiter.brains.house.reading import Understanding
from waiter.phrases import say
from waiter.view import View


def checkout_params(read: Understanding, language: str) -> dict[str, Any]:
    """What was said of how the bill is paid and divided; only what was said is written."""
    params: dict[str, Any] = {}
    if read.method is not None:
        params["method"] = say(f"pay.{read.method}", language)
    if read.tip is not None:
        params["tip"] = read.tip
    if isinstance(read.split, str):
        params["split"] = read.split
    elif read.split is not None:
        params["split"] = {"equal": read.split[1]}
    return params


def waited_for(read: Understanding, view: View) -> Call | None:
    """What the guest wanted done before they were asked how many they are, with what they say of
    it besides.
    """
    asked = view.question_before
    if asked is None or asked.then is None or read.head_count is None or asked.hole != ("guests",):
        return None
    then = asked.then
    said = checkout_params(read, view.language) if then.app == "checkout" else {}
    return Call(then.app, {**said, **then.params})
