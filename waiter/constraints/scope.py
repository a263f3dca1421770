"""A visit is of one table: nothing is told of another table, its guests or what they ordered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from waiter.claims import mentions_any, refusal_of
from waiter.constraints.said import amounts, dishes, sentences
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

_TABLE = re.compile(
    r"\btable ?(?:no\.?|number|#)? ?([a-z]?\d{1,3})\b"
    r"|(\d{1,3}) ?号?桌|([一二三四五六七八九十]+)号桌"
)


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
