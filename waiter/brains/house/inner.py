"""Which marks belong to names nobody knows: unknown words, and characters that cook, measure or
size inside such a name (番茄炒蛋, 狮子头, 小炒肉). Neighbour: `compounds.py`, which makes names.
"""

from __future__ import annotations

from collections.abc import Sequence

from waiter.brains.house import heads
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.marks import Mark


def strange_places(
    marks: Sequence[Mark], lexicon: Lexicon, asking: frozenset[int]
) -> frozenset[int]:
    """The places of marks nobody knows, and of characters that cook, measure or size inside a
    name nobody knows (番茄炒蛋, 狮子头, 小炒肉).
    """
    found = {
        place
        for place, mark in enumerate(marks)
        if not mark.known and mark.words[0][:1].isalnum() and mark.start not in asking
    }
    for place in range(len(marks) - 1, -1, -1):
        if heads.is_inner(marks[place]) and _is_inside(marks, place, found, lexicon):
            found.add(place)
    return frozenset(found)


def _is_inside(marks: Sequence[Mark], place: int, strange: set[int], lexicon: Lexicon) -> bool:
    mark = marks[place]
    before = marks[place - 1] if place and touch(marks[place - 1], mark) else None
    after = marks[place + 1] if place + 1 < len(marks) and touch(mark, marks[place + 1]) else None
    if after is None or after.value is not None:
        return not mark.levels and before is not None and _is_cut_off(marks, place - 1, lexicon)
    noun = place + 1 in strange or heads.is_lone(after)
    if before is None or before.value is not None or before.has("measure", "want"):
        return noun and not mark.has("measure", "want")
    goes_on = noun or (heads.is_ingredient(after, lexicon) and not after.dishes)
    inner = heads.is_inner(before) and not before.has("measure") and noun
    inner = inner or (noun and heads.is_lone(before))
    return goes_on and (
        inner or _is_cut_off(marks, place - 1, lexicon) or heads.is_ingredient(before, lexicon)
    )


def _is_cut_off(marks: Sequence[Mark], place: int, lexicon: Lexicon) -> bool:
    """Whether a name has only begun with a mark, or nobody knows it."""
    mark, before = marks[place], marks[place - 1] if place else None
    if not mark.known:
        return True
    if heads.is_lone(mark):
        noun = before is not None and bool(before.dishes or not before.known)
        return noun and before is not None and touch(before, mark)
    return bool(mark.dishes) and not heads.is_complete(mark, lexicon)


def touch(last: Mark, first: Mark) -> bool:
    """Whether two marks stand together as words of one name do."""
    if not last.words[-1][:1].isalnum() or not first.words[0][:1].isalnum():
        return False
    return last.han == first.han and not (first.han and first.gap)
