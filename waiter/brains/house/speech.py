"""Fourth stage: marks become atoms, the parts of speech of an order.

`tallies.py` reads the numbers; here every other mark becomes a dish, a modifier, a break, a
function word or a stranger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from menu_data.words.units import singular
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.atoms import Atom, Counted
from waiter.brains.house.cursor import Cursor
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Mark
from waiter.brains.house.senses import CLASS, SIZE, Sense
from waiter.brains.house.tallies import other_number, quantity

# How many words for how it should be may stand before a class of food ("a large hot soup").
MADE = 4
_STOPS = frozenset(".!?;\n")
_LISTING = frozenset(".)、:")
_COMMAS = frozenset(",:/|+()[]~")


def atoms(marks: Sequence[Mark], lexicon: Lexicon) -> Counted:
    """The atoms of a row of marks, and how many people the text counts."""
    c = Cursor(marks, lexicon)
    numbered = _list_numbers(marks)
    while (mark := c.mark(0)) is not None:
        if mark.gap and mark.han and c.out and c.out[-1].han and c.out[-1].kind != "break":
            c.out.append(Atom("break", mark.start, mark.start, (" ",), frozenset({"gap"})))
        if c.index in numbered:
            c.out.append(Atom("break", mark.start, mark.end, mark.words, frozenset({"stop"})))
            c.index += 1
            continue
        if not (other_number(c) or quantity(c, mark)):
            c.out.append(_absorbing(c, _plain(c, mark)))
            c.index += 1
    return Counted(tuple(c.out), c.head_count)


def _list_numbers(marks: Sequence[Mark]) -> frozenset[int]:
    """The numbers of a numbered list ("1. fries 2. cola"): they count up from one and no dish."""
    found = [
        place
        for place, mark in enumerate(marks[:-1])
        if mark.value is not None and marks[place + 1].words[0] in _LISTING and not mark.han
    ]
    values = [marks[place].value for place in found]
    return (
        frozenset(found)
        if len(found) > 1 and values == [*range(1, len(found) + 1)]
        else frozenset()
    )


@lru_cache(maxsize=1)
def _kin_nouns() -> frozenset[str]:
    return frozenset(vocabulary().lists["kin_nouns"])


def _plain(c: Cursor, mark: Mark) -> Atom:
    kind = _kind(c, mark)
    if kind in ("unknown", "word") and (dishes := _of_a_class(c, mark)):
        return Atom(
            "dish", mark.start, mark.end, mark.words, senses=dishes, gap=mark.gap, han=mark.han
        )
    if kind in ("unknown", "word") and (shared := _sharing_a_head(c, mark)):
        return Atom(
            "mod", mark.start, mark.end, mark.words, senses=shared, gap=mark.gap, quality=0.95
        )
    senses = _narrowed(c, mark)
    kinds = mark.kinds
    if kind == "break":
        kinds = frozenset(
            {"stop"}
            if mark.words[0] in _STOPS
            else {"list"}
            if mark.words[0] == "、"
            else {"comma"}
        )
    return Atom(
        kind,
        mark.start,
        mark.end,
        mark.words,
        kinds,
        senses,
        gap=mark.gap,
        han=mark.han,
        quality=mark.quality,
        stranger=mark.stranger,
        like=mark.like,
    )


def _narrowed(c: Cursor, mark: Mark) -> tuple[Sense, ...]:
    """What a mark may mean on the menu. A class word that is the last character of names too (汤)
    means those of its class.
    """
    named = ("dish", "modifier", "level", "category", "slot")
    senses = tuple(s for s in mark.senses if s.kind in named)
    if len(mark.words) > 1 or not mark.han or not any(s.ends for s in senses):
        return senses
    inside = set(c.lexicon.in_class(mark.words))
    fit = tuple(s for s in senses if s.kind != "dish" or s.id in inside)
    return fit if any(s.kind == "dish" for s in fit) else senses


def _of_a_class(c: Cursor, mark: Mark) -> tuple[Sense, ...]:
    """ "a dessert", 来个饮料, 来碗热汤: any dish of that class, to be asked which."""
    made = [a for a in c.out[-MADE:] if a.kind in ("mod", "level") or a.has("size_like")]
    before = next((a for a in reversed(c.out[-MADE:]) if a not in made), None)
    if before is None or (before.article and c.is_menu(1)):
        return ()
    if not (before.kind == "qty" or before.has("want", "add") or c.has(1, "with")):
        return ()
    dishes = c.lexicon.in_class([singular(w) for w in mark.words])
    return tuple(Sense("dish", d, quality=CLASS) for d in dishes)


def _sharing_a_head(c: Cursor, mark: Mark) -> tuple[Sense, ...]:
    """ "black and pinto beans": the first word shares the noun of what follows "and"."""
    after = c.mark(2)
    if mark.han or not c.has(1, "and") or after is None or not after.pairs or len(after.words) < 2:
        return ()
    words = (*(singular(w) for w in mark.words), singular(after.words[-1]))
    found = c.lexicon.phrases.exactly(words)
    return tuple(s for s in found if s.kind == "modifier")


def _absorbing(c: Cursor, atom: Atom) -> Atom:
    """ "ranch sauce" where the menu says "ranch": the noun that only says what sort of thing it is
    goes along.
    """
    after = c.mark(1)
    if after is not None and (narrowed := _in_its_class(c, atom, after)) is not None:
        return narrowed
    if (
        atom.kind != "mod"
        or after is None
        or len(after.words) > 1
        or after.words[0] not in _kin_nouns()
    ):
        return atom
    if any(s.quality >= 0.95 for s in after.senses):
        return atom
    c.index += 1
    return replace(atom, end=after.end)


def _in_its_class(c: Cursor, atom: Atom, after: Mark) -> Atom | None:
    """ "番茄汤": a part of several names, and the class of food that says which of them."""
    if atom.kind != "dish" or atom.exact or not after.han or after.gap or after.dishes:
        return None
    inside = set(c.lexicon.in_class(after.words)) & set(atom.dishes)
    if not inside or len(inside) == len(atom.dishes):
        return None
    c.index += 1
    senses = tuple(s for s in atom.senses if s.kind != "dish" or s.id in inside)
    words = (*atom.words, *after.words)
    return replace(atom, end=after.end, words=words, senses=senses)


def _kind(c: Cursor, mark: Mark) -> str:
    if not mark.known and not mark.words[0][:1].isalnum():
        return "break" if mark.words[0] in _STOPS | _COMMAS | {"、", "-"} else "word"
    if mark.dishes and mark.pairs:
        return "both"
    if mark.dishes and not _is_filler_here(c, mark):
        return "dish"
    if mark.pairs and all(s.quality == SIZE for s in mark.senses):
        return "mod" if _is_size_alone(c, mark) else "word" if mark.kinds else "unknown"
    if mark.pairs and not _is_filler_here(c, mark):
        return "mod"
    if mark.levels:
        return "level"
    if mark.known:
        return "word"
    return "unknown"


def _is_size_alone(c: Cursor, mark: Mark) -> bool:
    """一大一小: a size's first character alone, between numbers."""
    before, after = c.mark(-1), c.mark(1)
    counted = before is not None and (before.value is not None or before.has("measure"))
    if after is not None and any(c.lexicon.takes(d, p) for d in after.dishes for p in mark.pairs):
        return counted
    return counted and (
        after is None
        or not after.words[0].isalnum()
        or after.value is not None
        or after.has("all", "with", "neg")
    )


def _is_filler_here(c: Cursor, mark: Mark) -> bool:
    """A menu word that is also a common word counts as the latter after a pronoun or an order
    word.
    """
    if mark.has("each_person") and not mark.exact and c.is_number(1):
        return True  # 一人五串
    if (
        not mark.has("want", "filler")
        or mark.has("size_like")
        or (mark.exact and mark.end - mark.start > 1)
    ):
        return False
    if all(s.quality < 1.0 for s in mark.senses) and not c.is_menu(1):
        return not _is_size_alone(c, mark)
    return mark.has("want") and not mark.exact
