"""Names of dishes the menu doesn't have, built of its words: 宫保虾球 where there is 宫保鸡丁,
"mapo burger" where there is mapo tofu. After the third stage (`scan.py`): such a run of marks
becomes one unknown mark, which remembers the dishes it is like; it is asked about.

A name is complete by its head, its last word: 牛肉面 of 红烧牛肉面 is one, 红烧 and 宫保 are none,
and are the dish only where nothing else completes them. Neighbour: `heads.py`, what completes what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from menu_data.words.vocabulary import words_in
from waiter.brains.house import heads
from waiter.brains.house.foods import is_food, is_told
from waiter.brains.house.inner import strange_places, touch
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Mark

# Of more dishes than this a name is like none in particular.
ALIKE = 4
# How many words back a dish may have been named that parts of names then tell apart.
NEAR = 8
# Words between which an ingredient goes with a dish rather than names one.
_GOES_WITH = (
    "neg", "neg_after", "extra", "extra_level", "light", "with", "and", "or", "nor", "remove",
    "only", "but", "all",
)  # fmt: skip
# Words that are read as themselves although the menu has them too.
_SMALL = ("want", "filler", "neg", "light", "extra", "add", "with")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A mark, or marks nobody knows that stand together. `stranger`: it is a name the menu doesn't
    have.
    """

    marks: tuple[Mark, ...]
    stranger: bool = False
    unknown: bool = False

    @property
    def first(self) -> Mark:
        return self.marks[0]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for mark in self.marks for word in mark.words)

    @property
    def dishes(self) -> tuple[str, ...]:
        return self.first.dishes

    @property
    def is_noun(self) -> bool:
        return not self.first.has(*_SMALL)


def with_strangers(
    marks: Sequence[Mark], lexicon: Lexicon, asking: frozenset[int] = frozenset()
) -> tuple[Mark, ...]:
    """The marks, with each name of a dish the menu doesn't have as one mark. `asking`: the tokens
    of words that tell what the guest is after, and so are in no name.
    """
    out: list[_Piece] = []
    marks = [_plain(mark) if mark.start in asking else mark for mark in marks]
    for piece in _pieces(marks, lexicon, asking):
        if out and touch(out[-1].marks[-1], piece.first) and _fuse(out, piece, lexicon):
            before = out[_begin(out) :]
            del out[_begin(out) :]
            joined = (mark for one in (*before, piece) for mark in one.marks)
            out.append(_Piece(tuple(joined), stranger=True))
        else:
            out.append(piece)
    return tuple(m for piece in out for m in _of(piece, lexicon))


def _plain(mark: Mark) -> Mark:
    """A lone character within a word that tells what the guest is after (菜单) ends no name."""
    return replace(mark, senses=()) if heads.is_lone(mark) else mark


def _begin(out: Sequence[_Piece]) -> int:
    """Where the name that the last piece ends begins: 水煮 before 肉 is of the same."""
    last, before = out[-1], out[-2] if len(out) > 1 else None
    if before is None or not heads.is_lone(last.first) or not set(before.dishes) & set(last.dishes):
        return len(out) - 1
    return len(out) - 1 - touch(before.marks[-1], last.first)


def _pieces(marks: Sequence[Mark], lexicon: Lexicon, asking: frozenset[int]) -> Iterator[_Piece]:
    held: list[Mark] = []
    strange = strange_places(marks, lexicon, asking)
    for place, mark in enumerate(marks):
        if held and not (place in strange and touch(held[-1], mark)):
            yield _Piece(tuple(held), unknown=True)
            held = []
        if place in strange:
            held.append(mark)
        else:
            yield _Piece((mark,))
    if held:
        yield _Piece(tuple(held), unknown=True)


def _of(piece: _Piece, lexicon: Lexicon) -> Iterator[Mark]:
    first = piece.first
    known = sum(mark.known for mark in piece.marks)
    mixed = piece.unknown and 0 < known < len(piece.marks) and is_food(piece.words)
    if not (piece.stranger or mixed):
        yield from piece.marks
        return
    yield Mark(
        first.start, piece.marks[-1].end, piece.words, gap=first.gap, han=first.han,
        stranger=True, like=_like(piece, lexicon),
    )  # fmt: skip


def _like(piece: _Piece, lexicon: Lexicon) -> tuple[str, ...]:
    """The dishes it shares a name or a clear part of one with, in the menu's order."""
    named = [m for m in piece.marks if m.dishes]
    clear = [m for m in named if not heads.is_lone(m)]
    found: set[str] = set()
    for dishes in sorted((m.dishes for m in clear), key=len):
        found |= set(dishes) if len(found | set(dishes)) <= ALIKE else set()
    return lexicon.in_order(found)


# --- whether a piece and the one after it are a name the menu doesn't have


def _fuse(before: Sequence[_Piece], piece: _Piece, lexicon: Lexicon) -> bool:
    last = before[-1]
    if last.stranger:
        return _goes_on(last, piece, lexicon)
    if _counts(last) or _counts(piece):
        return False
    if last.unknown:
        alone = _is_alone(before) and not any(one.dishes or one.first.has("add") for one in before)
        return _after_unknown(last, piece, lexicon, alone=alone)
    if piece.unknown and not last.dishes and is_told((*last.words, *piece.words)):
        return True  # "hot dog" where "hot" is a way of having tea
    goes_with = heads.is_ingredient(last.first, lexicon) and not _is_alone(before)
    if last.dishes and last.is_noun and not goes_with:
        return not _tells_apart(before, piece) and _after_name(last, piece, lexicon)
    ingredient = heads.is_ingredient(last.first, lexicon) and not goes_with
    return ingredient and _after_ingredient(last, piece, lexicon)


def _counts(piece: _Piece) -> bool:
    return piece.first.value is not None or (
        not piece.unknown and piece.first.has("measure", "vague")
    )


def _goes_on(last: _Piece, piece: _Piece, lexicon: Lexicon) -> bool:
    """Whether a name that is none of the menu's goes on: with all but a whole name of its own."""
    if piece.unknown or heads.is_lone(piece.first):
        return True
    if heads.is_inner(last.marks[-1]) and heads.is_ingredient(piece.first, lexicon):
        return True
    named = bool(piece.dishes) and not heads.is_whole(piece.first)
    return named or heads.is_class(piece.first, lexicon)


def _tells_apart(before: Sequence[_Piece], piece: _Piece) -> bool:
    """抄手红油清汤各一碗: parts that say which of the dishes just named are meant."""
    last = before[-1]
    several = [set(one.dishes) for one in before[-NEAR:-1] if len(one.dishes) > 1]
    return any(set(last.dishes) & dishes and set(piece.dishes) & dishes for dishes in several)


def _is_alone(before: Sequence[_Piece]) -> bool:
    """Whether nothing before an ingredient makes it go with a dish."""
    lead = before[-2] if len(before) > 1 else None
    return lead is None or not (lead.dishes or lead.first.pairs or lead.first.has(*_GOES_WITH))


def _after_unknown(last: _Piece, piece: _Piece, lexicon: Lexicon, *, alone: bool) -> bool:
    """海鲜担担面, "cherry coke"; before a part of a Chinese name any word makes another of it.
    `alone`: no dish is named before.
    """
    if heads.is_ingredient(piece.first, lexicon) and not piece.dishes:
        return alone and last.words[-1] in words_in("adjective")  # "steamed egg"
    if not piece.dishes or not piece.is_noun:
        return False
    part = heads.is_lone(piece.first) or not heads.is_whole(piece.first)
    return (part and piece.first.han) or is_food(last.words)


def _after_name(last: _Piece, piece: _Piece, lexicon: Lexicon) -> bool:
    """宫保虾球, 红油水饺, "kung pao shrimp"; after a whole name only another food (口水鸡沙拉)."""
    begun = not heads.is_complete(last.first, lexicon)
    if piece.unknown:
        more = begun or heads.is_lone(last.first) or is_food(piece.words)
        return more and not heads.sorts(piece.words, last.dishes, lexicon)
    if heads.is_lone(last.first) and heads.is_lone(piece.first):
        return True
    if set(last.dishes) & set(piece.dishes) or not piece.is_noun:
        return False
    other = heads.is_class(piece.first, lexicon) and not heads.agrees(
        piece.words, last.dishes, lexicon
    )
    if piece.dishes:
        if _is_set_without(last.dishes, piece.dishes, lexicon):
            return True
        tail = piece.first.han and heads.ends_name(piece.first)
        return begun or (not heads.is_whole(piece.first) and (tail or other))
    if heads.is_ingredient(piece.first, lexicon):
        return begun and not heads.takes(last.dishes, piece.first, lexicon)
    return other


def _is_set_without(dishes: Sequence[str], sets: Sequence[str], lexicon: Lexicon) -> bool:
    """宫保鸡丁套餐 where no set has it to choose."""
    slots = [lexicon.dish(item).slots for item in sets]
    chosen = {d for each in slots for slot in each for d in slot.choose}
    return all(slots) and not chosen & set(dishes)


def _after_ingredient(last: _Piece, piece: _Piece, lexicon: Lexicon) -> bool:
    """牛肉炒饭 where fried rice takes no beef, "beef stew"."""
    if piece.unknown:
        return is_food(piece.words) and not heads.is_kin(piece.words)
    if not piece.is_noun or heads.is_ingredient(piece.first, lexicon):
        return False
    if piece.dishes:
        lone = heads.is_lone(piece.first)
        return lone or not heads.takes(piece.dishes, last.first, lexicon)
    return piece.first.han and heads.is_class(piece.first, lexicon)
