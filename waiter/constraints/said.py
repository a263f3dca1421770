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
from waiter.aloud import aloud
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.scan import strangers
from waiter.claims import claim_words, mentions_any, stands
from waiter.constraints.verdict import Case
from waiter.contacts import foreign
from waiter.phrases import in_script

# How far before and after a claim a word can turn it into something else ("hasn't been placed").
BEFORE, AFTER = 14, 8

# Kinds of words that stand around a claim, and claim nothing themselves.
AROUND = frozenset(
    {"not_before", "not_after", "condition", "declined", "more", "unknown", "meal", "sum"}
    | {"suggests", "took", "others"}
)
# Words in a row that nobody repeats by accident.
RUN = 7
_WORD = re.compile(r"[a-z0-9']+|[\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")
_END = re.compile(r"[。！!？?；;\n·•]|(?<=[a-z])\.(?=\s|$)|,\s|，")
_SENTENCE = re.compile(r"(?<=[。！!？?；;\n])|(?<=[a-z]\.)(?=\s)")
_SYMBOL = r"(?:[¥￥$€£฿₩]|rm|cn¥|us\$|hk\$|nt\$|myr|cny|rmb|usd|eur|gbp|sgd|hkd|twd|jpy)"
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?"
_AMOUNT = re.compile(
    rf"{_SYMBOL}\s*({_NUMBER})|({_NUMBER})\s*(?:元|块|圆|令吉|yuan|ringgit|dollars?|euros?|pounds?)"
    r"|(?<![\d.:])(\d+\.\d{2})(?![\d%])"
)


@lru_cache(maxsize=512)
def clauses(text: str, menu: Menu) -> tuple[str, ...]:
    """The text's clauses, in lower case and simplified characters; a question keeps its mark.

    A comma in a dish's name doesn't part it.
    """
    flat = plain(text)
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


def unquoted(text: str, case: Case) -> str:
    """The text without what it quotes word for word of the house's own notes and descriptions."""
    for fact in case.view.facts:
        for note in fact.value.get("notes", ()) if fact.source == "search" else ():
            text = text.replace(in_script(str(note["text"]), case.view.language), " ")
    for description in _claiming(case.snapshot.menu):
        if description in text:
            text = text.replace(description, " ")
    return text


@lru_cache(maxsize=8)
def _claiming(menu: Menu) -> tuple[str, ...]:
    """Descriptions as they may be told, in both scripts, that say what else would need a record."""
    told = {aloud(text) for dish in menu.dishes.values() for text in dish.description.every()}
    told |= {in_script(text, "zh-Hant") for text in told}
    words = [w for kind, some in claim_words().items() if kind not in AROUND for w in some]
    return tuple(
        text for text in sorted(told, key=len, reverse=True)
        if not foreign(text, menu) and (_DIGIT.search(text) or any(w in plain(text) for w in words))
    )  # fmt: skip


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """The text in lower case and simplified characters."""
    return simplified(text).lower().replace("’", "'")


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[str, ...]:
    """The text's sentences, in lower case and simplified characters."""
    return tuple(part.strip() for part in _SENTENCE.split(plain(text)) if part.strip())


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
            denied = any(stands(w, before) for w in words["not_before"])
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


@lru_cache(maxsize=1024)  # several constraints ask it of a clause, and many replies share some
def _split(clause: str, menu: Menu) -> tuple[tuple[str, ...], str]:
    named: list[str] = []
    strange = _strange(clause, menu)
    for words in strange:
        clause = clause.replace(words, " ")
    for name, ids in _names(menu):
        if name in clause:
            clause = clause.replace(name, " ")
            named += [item for item in ids if item not in named]
    return tuple(named), " ".join((clause, *strange))


@lru_cache(maxsize=256)
def _strange(clause: str, menu: Menu) -> tuple[str, ...]:
    """The names in a clause that the menu doesn't have, though a part of them is one ("kung pao
    shrimp").
    """
    if not any(name in clause for name, _ in _names(menu)):
        return ()
    return strangers(clause, lexicon_for(menu))


@lru_cache(maxsize=2048)  # a guest's words are compared with every reply to them
def words_of(text: str, menu: Menu) -> tuple[str, ...]:
    """The words of a text besides the dishes it names, Chinese ones by character."""
    return tuple(_WORD.findall(beside_dishes(plain(text), menu)))


def repeated(said: tuple[str, ...], source: tuple[str, ...]) -> int:
    """How many of the words said stand in runs of the source."""
    runs = {source[at : at + RUN] for at in range(len(source) - RUN + 1)}
    covered: set[int] = set()
    for at in range(len(said) - RUN + 1):
        if said[at : at + RUN] in runs:
            covered.update(range(at, at + RUN))
    return len(covered)


def plain_name(name: str) -> str:
    """A dish's name as clauses have it."""
    return _END.sub(" ", plain(name)).strip()


@lru_cache(maxsize=8)
def _with_marks(menu: Menu) -> tuple[tuple[str, str], ...]:
    """Names with a mark in them that would part a clause, and the same without it."""
    every = (name for d in menu.dishes.values() for name in (*d.name.every(), *d.aliases))
    flat = (plain(name) for name in every)
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
