"""A visit is of one table, and each guest's lines are their own.

Nothing of another guest's is changed by a call; nothing is told of another table, its guests or
what they ordered. (Which visit and which guest a call is for isn't in its params at all.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from waiter.claims import mentions_any, refusal_of
from waiter.constraints.money import amounts
from waiter.constraints.named import dishes
from waiter.constraints.said import sentences
from waiter.constraints.verdict import Case, Decline, Refuse, TypedCall
from waiter.turn import ToUser

_TABLE = re.compile(
    r"\btable ?(?:no\.?|number|#)? ?([a-z]?\d{1,3})\b"
    r"|(\d{1,3}) ?号?桌|([一二三四五六七八九十]+)号桌"
)


def own_lines(call: TypedCall, _: Case) -> Decline | None:
    """Decline a change of what another guest of the table ordered."""
    refusal = call.refusal
    if refusal is None or all(problem.code != "not_yours" for problem in refusal.problems):
        return None
    return Decline(call.app, call.params, refusal)


def no_other_guests(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a sentence that tells what others at other tables have, owe or are called."""
    for sentence in sentences(turn.text):
        if not _of_others(sentence, case) or mentions_any(sentence, "declined"):
            continue
        told = mentions_any(sentence, "took") or amounts(sentence)
        if told or dishes(sentence, case.snapshot.menu):
            return Refuse("guests", "scope", refusal_of("scope.guests", clause=sentence))
    return None


def _of_others(sentence: str, case: Case) -> bool:
    other_table = any(table != case.view.table for table in _tables(sentence))
    return other_table or mentions_any(sentence, "others")


def _tables(sentence: str) -> Iterator[str]:
    for found in _TABLE.finditer(sentence):
        yield next(group for group in found.groups() if group)
