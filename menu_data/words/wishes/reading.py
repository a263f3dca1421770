"""A guest's wish read from their words: what must hold, what is wanted, what is only compared with.

The text is cut into marks, then read from left to right. A negation takes what follows it in its
clause until it has had its fill:

    no pork or beef, something hot     exclude pork, beef; want spicy
    不要花生的面                         exclude peanut; want noodle

What someone just had, is allergic to or compares with is not what they want. Limits are made of
what was noted in `limits`, wants in `wanting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from menu_data.words.phrases import Phrases
from menu_data.words.units import is_han
from menu_data.words.wishes.amounts import highest_price
from menu_data.words.wishes.lexicon import Meaning, asked, foods
from menu_data.words.wishes.limits import limits
from menu_data.words.wishes.marks import Mark, marks
from menu_data.words.wishes.notes import Notes
from menu_data.words.wishes.wanting import called, compared, likened, named, wants
from menu_data.words.wishes.wish import GuestWish

FAR = 3  # words that mean nothing, between a negation and what it is about
LONGEST_NAME = 8  # words behind "like" that may be a dish's name
COMPARING = ("milder", "hotter", "cheaper")
LEFT_OUT = {  # what a word leaves out by itself
    "no_caffeine": ("caffeine",),
    "no_alcohol": ("alcohol",),
    "no_meat": ("meat",),
    "expecting": ("raw", "alcohol"),
}
MEATLESS = ("vegetarian", "vegan")
SPICE = {"not_spicy": 0, "little_spicy": 1, "some_spicy": 2}


@dataclass(slots=True)
class _Scope:
    """A negation in force. `free`: meant as an allergy is; `full`: it has what it is about."""

    free: bool
    full: bool = False
    too: bool = False
    far: int = 0


@lru_cache(maxsize=256)
def read_wish(text: str, names: Phrases[Meaning] | None = None) -> GuestWish:
    """The wish in a text. `names`: the menu's names of dishes (`marks.names_of`). Never fails."""
    marked = marks(text, asked(), names, respell=True)
    row = marked.marks
    notes = _noted(row)
    price, used = highest_price(row, marked.words)
    notes.numbers |= used
    than = compared(row, notes)
    like = likened(row, notes)
    wanted = wants(row, notes)
    if any("animal" in foods().above.get(key, ()) for want in wanted for key in want.keys):
        notes.diet = [diet for diet in notes.diet if diet not in MEATLESS]  # 两个素菜一个荤菜
    return GuestWish(
        text,
        limits(text, notes, price),
        wanted,
        tuple(dict.fromkeys(notes.avoid)),
        named(row, notes),
        like,
        than,
        _rest(row, notes),
        called(row, notes),
        _core(row),
        _compared(row),
        _meaning(row, notes),
        any(mark.is_cue("advice") for mark in row),
        any(mark.is_cue("off_topic") for mark in row),
    )


def _noted(row: Sequence[Mark]) -> Notes:
    notes = Notes()
    scope: _Scope | None = None
    had = feared = False
    for at, mark in enumerate(row):
        feared = _is_feared(row, at, feared)
        if mark.is_stop:
            scope = scope if scope is not None and _goes_on(row, at, scope) else None
            had = False
        elif mark.is_cue(*SPICE):
            notes.limit_spice(min(SPICE[m.key] for m in mark.meanings if m.key in SPICE), at, mark)
            scope = None
        elif mark.is_concept:
            if feared or _is_allergy(row, at):
                notes.fear(at, mark)
            elif had or mark.is_cue("had"):
                notes.drop(at)
            elif scope is not None or _is_denied(row, at):
                free = scope.free if scope is not None else _is_free(row, at)
                notes.leave_out(at, mark, free=free, too=scope is not None and scope.too)
                if scope is not None:
                    scope.full = True
                    scope = None if scope.too or mark.said.endswith("的") else scope
            elif at and row[at - 1].is_cue("less") and mark.of("trait"):
                notes.leave_out(at, mark, free=False, too=True)
            else:
                notes.wants.append(at)
        elif mark.is_cue("negation", "except", "free_of"):
            after_one = mark.is_cue("negation_after") and bool(notes.wants)
            denies = after_one and notes.wants[-1] == at - 1 and _ends(row, at + 1)
            scope = None if denies else _Scope(mark.is_cue("free_of"))
        else:
            scope = _after_small_word(mark, scope, notes, row, at)
            had = mark.is_cue("had") or (had and not mark.is_cue("turn"))
    return notes


def _after_small_word(
    mark: Mark, scope: _Scope | None, notes: Notes, row: Sequence[Mark], at: int
) -> _Scope | None:
    """The negation in force after a mark that is no concept."""
    notes.exclude += [key for cue, keys in LEFT_OUT.items() if mark.is_cue(cue) for key in keys]
    if mark.is_cue("not_sweet"):
        notes.avoid.append("sweet")
    if mark.is_cue("had_after") and notes.wants and notes.wants[-1] == at - 1:
        if row[at - 1].of("trait"):
            notes.drop(notes.wants.pop())
        return None
    if scope is None:
        return None
    if mark.is_cue("degree"):
        scope.too = True
    if mark.is_cue("turn") and scope.full:
        return None
    if scope.full and not mark.is_cue("join"):
        return None if mark.meanings and not mark.is_cue("degree") else scope
    if not mark.meanings:
        scope.far += 1
        if not scope.full:
            notes.leave_out_word(at, mark)
    return scope if scope.far <= FAR else None


def _goes_on(row: Sequence[Mark], at: int, scope: _Scope) -> bool:
    """Whether the comma at a place parts a list that is left out ("no pork, beef or lamb")."""
    if not scope.full or row[at].said not in (",", "，"):
        return False
    for index, mark in enumerate(row[at + 1 :]):
        if index % 2 == 0 and not mark.is_concept:
            return False
        if index % 2 == 1:
            return mark.is_cue("join")
    return False


def _is_allergy(row: Sequence[Mark], at: int) -> bool:
    """Whether it is what somebody is allergic to ("peanut and soy allergy", 花生和虾过敏)."""
    for mark in row[at + 1 :]:
        if mark.is_cue("allergy_after"):
            return True
        if not (mark.is_cue("join") or mark.of("food") or mark.said in "、,，"):
            return False
    return False


def _is_feared(row: Sequence[Mark], at: int, before: bool) -> bool:
    """Whether a place is within a list behind "allergies:" ("allergies: nuts, shellfish")."""
    mark = row[at]
    if at > 1 and row[at - 1].said in ":：" and row[at - 2].is_cue("allergy_after"):
        return True
    listed = mark.of("food") or mark.is_cue("join") or mark.said in "、,，"
    return before and bool(listed)


def _is_free(row: Sequence[Mark], at: int) -> bool:
    return at + 1 < len(row) and row[at + 1].is_cue("free_after")


def _is_denied(row: Sequence[Mark], at: int) -> bool:
    """Whether what follows a concept leaves it out ("dairy-free", 香菜不要, 鸡肉以外)."""
    after = row[at + 1] if at + 1 < len(row) else None
    if after is None:
        return False
    if after.is_cue("negation_after"):
        return _ends(row, at + 2)
    return after.is_cue("free_after", "except_after")


def _ends(row: Sequence[Mark], at: int) -> bool:
    """Whether a clause ends at a place, politeness aside."""
    return at >= len(row) or row[at].is_stop or row[at].said in ("了", "吧", "哦", "啊", "的")


def _rest(row: Sequence[Mark], notes: Notes) -> tuple[str, ...]:
    """Words that mean nothing here: Latin ones each, Chinese ones as they stand together."""
    out: list[str] = []
    joins = False
    for at, mark in enumerate(row):
        bare = not mark.meanings and not mark.is_stop and at not in notes.dropped
        if not bare or not mark.said[:1].isalpha() or mark.start in notes.numbers:
            joins = False
            continue
        han = is_han(mark.said)
        if joins and han:
            out[-1] += mark.said
        else:
            out.append(mark.said)
        joins = han
    return tuple(word for word in out if len(word) > 1)


def _compared(row: Sequence[Mark]) -> str:
    """The words behind "like" or "than", where no name stands there."""
    for at, mark in enumerate(row):
        if mark.is_cue("like", "than"):
            behind: list[Mark] = []
            for one in row[at + 1 :]:
                ends = one.is_stop or one.is_cue("turn", "like_after", "negation", *COMPARING)
                if one.of("name") or (behind and ends):
                    break
                behind += [] if one.is_cue("filler") and not one.is_concept else [one]
            if any(one.said.isdigit() for one in behind):
                return ""
            return " ".join(one.said for one in behind[:LONGEST_NAME])
    return ""


def _core(row: Sequence[Mark]) -> str:
    """The words from the first to the last that mean something or are not known."""
    places = [at for at, mark in enumerate(row) if mark.is_concept or not mark.meanings]
    said = [at for at in places if row[at].said[:1].isalnum()]
    if not said:
        return ""
    words = [mark.said for mark in row[said[0] : said[-1] + 1]]
    return " ".join(words)


def _meaning(row: Sequence[Mark], notes: Notes) -> str:
    """The text without what is not wanted."""
    kept = [
        mark.said
        for at, mark in enumerate(row)
        if at not in notes.dropped
        and not mark.is_cue("negation", "free_of", "except", "allergy_after", *SPICE)
    ]
    text = ""
    for said in kept:
        parted = text[-1:].isascii() and said[:1].isascii() and said[:1].isalnum()
        text += f" {said}" if text and parted else said
    return text.strip(" ,.;，。；")
