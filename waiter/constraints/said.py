"""What a reply says, in pieces a constraint can check: clauses, claims, runs of words.

clauses("已下单。担担面 ¥16.00")     →  "已下单", "担担面 ¥16.00"
claims(clause, "placed", menu)       →  whether it says so, and neither denies nor asks it

Neighbours: `named` finds the dishes in it, `money` the amounts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from menu_data.menu import Menu
from waiter.aloud import aloud
from waiter.claims import claim_words, kinds_in, mentions_any, phrases
from waiter.constraints.named import END, beside_dishes, masked, plain, with_marks
from waiter.constraints.verdict import Case
from waiter.contacts import foreign
from waiter.phrases import in_script

# How far before and after a claim a word can turn it into something else ("hasn't been placed").
BEFORE, AFTER = 14, 8
# In so many first characters of a clause a question or a condition says that it is one.
OPENING = 14

# Kinds of words that stand around a claim, and claim nothing themselves.
AROUND = frozenset(
    {"not_before", "not_after", "condition", "declined", "more", "unknown", "meal", "sum"}
    | {"suggests", "took", "others", "not_inside", "opens", "staff", "kitchen", "order", "done"}
    | {"offers", "denies", "rather", "goes_on", "supposes", "referred"}
)
# Kinds that only a denial makes something else: what may be had later is offered too.
FIRM = frozenset({"discount", "gratis", "offers", "safe", "promise", "methods", "delivers"})
# Words in a row that nobody repeats by accident.
RUN = 7
_WORD = re.compile(r"[a-z0-9']+|[\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"(?<=[。！!？?；;\n])|(?<=[a-z]\.)(?=\s)")


@lru_cache(maxsize=512)
def clauses(text: str, menu: Menu) -> tuple[str, ...]:
    """The text's clauses, in lower case and simplified characters; a question keeps its mark.

    A comma in a dish's name doesn't part it.
    """
    flat = plain(text)
    for name, whole in with_marks(menu):
        flat = flat.replace(name, whole)
    pieces: list[str] = []
    start = 0
    for found in END.finditer(flat):
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


def beside_notes(text: str, case: Case) -> str:
    """The text without what guests noted on their lines, which is read back as they wrote it."""
    books = case.view.books
    placed = (one.line for ticket in books.tickets for one in ticket.lines)
    notes = {line.note for line in (*books.lines, *placed) if line.note}
    for note in sorted(notes, key=len, reverse=True):
        for told in (note, in_script(note, case.view.language)):
            text = text.replace(told, " ")
    return text


@lru_cache(maxsize=8)
def _claiming(menu: Menu) -> tuple[str, ...]:
    """Descriptions as they may be told, in both scripts, that say what else would need a record."""
    told = {aloud(text) for dish in menu.dishes.values() for text in dish.description.every()}
    told |= {in_script(text, "zh-Hant") for text in told}
    return tuple(
        text for text in sorted(told, key=len, reverse=True)
        if not foreign(text, menu) and (_DIGIT.search(text) or _claims_any(plain(text)))
    )  # fmt: skip


def _claims_any(text: str) -> bool:
    return any(mentions_any(text, kind) for kind in claim_words() if kind not in AROUND)


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[str, ...]:
    """The text's sentences, in lower case and simplified characters."""
    return tuple(part.strip() for part in _SENTENCE.split(plain(text)) if part.strip())


def stated(text: str, menu: Menu) -> tuple[str, ...]:
    """The clauses that state something.

    A question states nothing, nor does a condition or what follows one ("once you say yes, it is
    sent"). What goes on with a clause ("two teas, noted", ", along with a rice") is of it.
    """
    found: list[str] = []
    for sentence in sentences(text):
        asks, conditional = sentence.endswith(("?", "？")), False
        for clause in clauses(sentence, menu):
            if mentions_any(clause, "condition"):
                conditional = mentions_any(clause[:OPENING], "condition")
                continue
            if not conditional and not (asks and _opens_a_question(clause)):
                goes_on = found and mentions_any(masked(clause, menu), "goes_on")
                found.append(f"{found.pop()} {clause}" if goes_on else clause)
            conditional = False
    return tuple(found)


def _opens_a_question(clause: str) -> bool:
    first = next(phrases("opens").found(clause[:OPENING]), None)
    return first is not None and first.start() == 0


def claims(clause: str, kind: str, menu: Menu) -> bool:
    """Whether a clause claims this: one of its phrases stands there, undenied and unasked."""
    seen = masked(clause, menu)
    if kind not in kinds_in(seen):
        return False
    is_so = _is_undenied if kind in FIRM else _is_claimed
    return any(is_so(found, seen) for found in phrases(kind).found(seen))


def _is_undenied(found: re.Match[str], clause: str) -> bool:
    around = " ".join((clause[: found.start()], *(gap for gap in found.groups() if gap)))
    return not (mentions_any(around, "denies") or mentions_any(clause[found.end() :], "referred"))


def _is_claimed(found: re.Match[str], clause: str) -> bool:
    """Whether nothing before, after or inside a phrase makes it something else."""
    before, after = _whole_words(clause, found.start()), clause[found.end() : found.end() + AFTER]
    inside = " ".join(gap for gap in found.groups() if gap)
    denied = mentions_any(before, "not_before") or mentions_any(inside, "not_inside")
    return not denied and not mentions_any(after, "not_after")


def _whole_words(clause: str, at: int) -> str:
    """What stands before a place, some characters back, without half a Latin word."""
    start = max(0, at - BEFORE)
    while 0 < start < at and clause[start - 1].isascii() and clause[start - 1].isalpha():
        start += 1
    return clause[start:at]


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
