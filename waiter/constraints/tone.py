"""How a waiter speaks: not rude, no blame, no pressure, no promise that nobody can keep.

The words are data by language (`waiter/tone.yaml`); a dish's own name may have any of them. A
waiting time is a promise too, unless a fact of this exchange or a note gives it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from waiter.claims import claim_words, phrases, refusal_of
from waiter.constraints.named import beside_dishes, plain
from waiter.constraints.said import claims, clauses, unquoted
from waiter.constraints.verdict import Case, Refuse
from waiter.turn import ToUser

# Said of a guest, it is rude however it is said; the others may be denied ("I can't promise").
KINDS = ("rude", "blame", "pressure", "promise")
# A house that is always open says so.
ALL_DAY = "24"


def kind(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a reply that isn't said as a waiter would."""
    if not any(phrases(name).stands(plain(turn.text)) for name in KINDS):
        return None  # as nearly always: then what is a dish's name need not be told apart
    text = _own_words(turn, case)
    for name in KINDS:
        found = next(phrases(name).found(text), None)
        if found is not None and (name == "rude" or _is_claimed(text, name, case)):
            return Refuse(name, "tone", refusal_of(f"tone.{name}", found=found[0]))
    return None


def no_waiting_time(turn: ToUser, case: Case) -> Refuse | None:
    """Refuse a waiting time that no fact of this exchange gives."""
    if _wait().search(plain(turn.text)) is None:
        return None
    found = _wait().search(_own_words(turn, case))
    if found is not None and found[1] != ALL_DAY and not _is_known(found[1], case):
        return Refuse("promise", "tone", refusal_of("tone.wait", found=found[0]))
    return None


def _own_words(turn: ToUser, case: Case) -> str:
    return beside_dishes(plain(unquoted(turn.text, case)), case.snapshot.menu)


def _is_claimed(text: str, name: str, case: Case) -> bool:
    menu = case.snapshot.menu
    return any(claims(clause, name, menu) for clause in clauses(text, menu))


def _is_known(number: str, case: Case) -> bool:
    """Whether so many minutes or hours stand in a fact of this exchange."""
    told = (plain(str(fact.value)) for fact in case.view.facts)
    return any(found[1] == number for text in told for found in _wait().finditer(text))


@lru_cache(maxsize=1)
def _wait() -> re.Pattern[str]:
    """A number with a unit of time; not part of a time of day."""
    units = "|".join(_whole(word) for word in claim_words()["minutes"])
    counts = "|".join(_whole(word) for word in claim_words()["counts"])
    number = rf"[0-9]+|[一二两三四五六七八九十半]+|{counts}"
    return re.compile(rf"(?<![\d:.])({number})\s*(?:个|-)?(?:{units})")


def _whole(word: str) -> str:
    latin = word[:1].isascii() and word[:1].isalpha()
    return rf"(?<![a-z]){re.escape(word)}(?![a-z])" if latin else re.escape(word)
