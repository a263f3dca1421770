"""What a reply says, in pieces a constraint can check: clauses, claims, amounts, dishes, allergens.

clauses("已下单。担担面 ¥16.00")     →  "已下单", "担担面 ¥16.00"
claims(clause, "placed")             →  whether it says so, and neither denies nor asks it
amounts("两碗共 ¥32.00")             →  (Decimal("32.00"),)
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from menu_data.menu import Menu
from menu_data.words.normal import normalise, simplified
from waiter.claims import claim_words

# How far before and after a claim a word can turn it into something else ("hasn't been placed").
BEFORE, AFTER = 14, 8

_END = re.compile(r"[。！!？?；;\n·•]|(?<=[a-z])\.(?=\s|$)|,\s|，")
_SENTENCE = re.compile(r"(?<=[。！!？?；;\n])|(?<=[a-z]\.)(?=\s)")
_SYMBOL = r"(?:[¥￥$€£฿₩]|rm|cn¥|us\$|hk\$|nt\$|myr|cny|rmb|usd|eur|gbp|sgd|hkd|twd|jpy)"
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?"
_AMOUNT = re.compile(
    rf"{_SYMBOL}\s*({_NUMBER})|({_NUMBER})\s*(?:元|块|圆|令吉|yuan|ringgit|dollars?|euros?|pounds?)"
    r"|(?<![\d.:])(\d+\.\d{2})(?![\d%])"
)


def clauses(text: str, menu: Menu) -> tuple[str, ...]:
    """The text's clauses, in lower case and simplified characters; a question keeps its mark.

    A comma in a dish's name doesn't part it.
    """
    flat = _flat(text)
    for name, whole in _with_marks(menu):
        flat = flat.replace(name, whole)
    pieces: list[str] = []
    start = 0
    for found in _END.finditer(flat):
        mark = found[0] if found[0] in "？?" else ""
        pieces.append(flat[start : found.start()] + mark)
        start = found.end()
    pieces.append(flat[start:])
    return tuple(piece.strip() for piece in pieces if piece.strip())


def _flat(text: str) -> str:
    return simplified(text).lower().replace("’", "'")


def sentences(text: str) -> tuple[str, ...]:
    """The text's sentences, in lower case and simplified characters."""
    return tuple(part.strip() for part in _SENTENCE.split(_flat(text)) if part.strip())


def stated(text: str, menu: Menu) -> tuple[str, ...]:
    """The clauses that state something: those of a sentence with a condition in it don't."""
    plain = [part for part in sentences(text) if not mentions_any(part, "condition")]
    return tuple(clause for part in plain for clause in clauses(part, menu))


def claims(clause: str, kind: str) -> bool:
    """Whether a clause claims this: one of its words stands there, undenied and unasked."""
    words = claim_words()
    for word in words[kind]:
        at = clause.find(word)
        while at >= 0:
            end = at + len(word)
            before, after = _whole_words(clause, at), clause[end : end + AFTER]
            denied = any(_stands(w, before) for w in words["not_before"])
            if not denied and not any(w in after for w in words["not_after"]):
                return True
            at = clause.find(word, end)
    return False


def _whole_words(clause: str, at: int) -> str:
    """What stands before a place, some characters back, without half a Latin word."""
    start = max(0, at - BEFORE)
    while 0 < start < at and clause[start - 1].isascii() and clause[start - 1].isalpha():
        start += 1
    return clause[start:at]


def mentions_any(text: str, kind: str) -> bool:
    """Whether a text has any of a kind's words, Latin ones as whole words."""
    return any(_stands(word, text) for word in claim_words()[kind])


def _stands(word: str, text: str) -> bool:
    """Whether a word stands in a text; a Latin one as a whole word."""
    if word[:1].isascii() and word[:1].isalpha():
        return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text) is not None
    return word in text


def amounts(text: str) -> tuple[Decimal, ...]:
    """Every amount of money in a text, by a currency beside it or two decimals."""
    flat = normalise(text).text
    found = (next(group for group in match.groups() if group) for match in _AMOUNT.finditer(flat))
    return tuple(Decimal(number.replace(",", "")) for number in found)


def dishes(clause: str, menu: Menu) -> tuple[str, ...]:
    """The dishes a clause names, by whole names and aliases, the longest first at each place."""
    return _split(clause, menu)[0]


def beside_dishes(clause: str, menu: Menu) -> str:
    """What a clause says besides the dishes it names whole."""
    return _split(clause, menu)[1]


def _split(clause: str, menu: Menu) -> tuple[tuple[str, ...], str]:
    named: list[str] = []
    for name, ids in _names(menu):
        if name in clause:
            clause = clause.replace(name, " ")
            named += [item for item in ids if item not in named]
    return tuple(named), clause


def plain_name(name: str) -> str:
    """A dish's name as clauses have it."""
    return _END.sub(" ", _flat(name)).strip()


@lru_cache(maxsize=8)
def _with_marks(menu: Menu) -> tuple[tuple[str, str], ...]:
    """Names with a mark in them that would part a clause, and the same without it."""
    every = (name for d in menu.dishes.values() for name in (*d.name.every(), *d.aliases))
    flat = (_flat(name) for name in every)
    return tuple((name, plain_name(name)) for name in flat if _END.search(name))


@lru_cache(maxsize=8)
def _names(menu: Menu) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names of two characters or more, longest first, with the dishes they mean."""
    by_name: dict[str, list[str]] = {}
    for dish in menu.dishes.values():
        for name in (*dish.name.every(), *dish.aliases):
            flat = plain_name(name)
            if len(flat) > 1:
                by_name.setdefault(flat, []).append(dish.id)
    ordered = sorted(by_name.items(), key=lambda entry: -len(entry[0]))
    return tuple((name, tuple(ids)) for name, ids in ordered)
