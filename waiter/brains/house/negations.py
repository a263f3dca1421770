"""Negations find the modifiers in their scope, which may be a list: "no onions or pickles",
不要葱和香菜, 香菜不要.

One that finds none keeps its word: it takes a dish off, or goes to the kitchen.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.rows import Row


def negations(row: Row) -> None:
    for place, atom in enumerate(row.atoms):
        if atom.kind != "word":
            continue
        if (atom.has("neg") and not atom.has("correct")) or (
            atom.has("denies") and row.is_item(place + 1)
        ):
            _negate(row, place)
        elif atom.has("neg_after", "remove"):
            touches = row.is_item(row.after(place)) and (
                atom.has("neg_after") or _takes_off(row, place)
            )
            (_negate if touches else _negate_before)(row, place)


def _takes_off(row: Row, place: int) -> bool:
    """ "remove the pepperoni": the modifier and no dish that has it."""
    index = row.after(place)
    while row.is_item(index):
        index += 1
    after = row.at(index)
    return not row.atoms[place].han and (after is None or not after.is_dish)


def _negate(row: Row, place: int) -> None:
    index = row.after(place)
    extra = False
    found = row.at(index)
    if (
        found is not None
        and found.kind == "word"
        and found.has("extra")
        and row.is_item(row.after(index))
    ):
        extra, index = True, row.after(index)
        row.used(
            index - 1 if row.atoms[index - 1].has("extra") else _find(row, place, index, "extra")
        )
    if not row.is_item(index):
        if row.atoms[place].has("neg_after", "remove") or row.atoms[place].han:
            _negate_before(row, place)
        return
    for item in _listed(row, index):
        row.mark(item, neg=not extra, amount="no_extra" if extra else None)
    row.used(place)


def _find(row: Row, start: int, end: int, kind: str) -> int:
    return next((i for i in range(start, end) if row.atoms[i].has(kind)), start)


def _listed(row: Row, index: int) -> list[int]:
    """The modifiers a negation reaches from its first one on."""
    found = [index]
    while True:
        following = _next_listed(row, found[-1])
        if following is None:
            return found
        found.append(following)


def _next_listed(row: Row, index: int) -> int | None:
    joint = row.at(index + 1)
    if joint is None:
        return None
    if joint.is_item:
        touching = (
            joint.han and not joint.gap and row.atoms[index].han and _removable(row, index + 1)
        )
        return index + 1 if touching and joint.kind == "mod" else None
    target = row.after(index + 1)
    if not row.is_item(target) or row.atoms[target].neg:
        return None
    if joint.has("or", "nor", "list"):
        return target
    if joint.has("and") and not joint.has("with") and joint.words[-1] not in words_in("joint_tail"):
        return target if _removable(row, target) and _ends_list(row, target) else None
    if joint.has("comma") and _reaches_or(row, target):
        return target
    return None


def _ends_list(row: Row, target: int) -> bool:
    """After "no X and Y" nothing makes Y the start of another dish ("no X and a Y pizza", "no
    X and Y burger").
    """
    behind = row.at(row.after(target))
    return behind is None or not behind.is_dish


def _reaches_or(row: Row, target: int) -> bool:
    while True:
        joint = row.at(target + 1)
        following = row.after(target + 1)
        if joint is None or not row.is_item(following):
            return False
        if joint.has("or", "nor"):
            return True
        if not joint.has("comma", "list"):
            return False
        target = following


def _removable(row: Row, place: int) -> bool:
    pairs = row.atoms[place].pairs
    return any(row.lexicon.group_of(p).removable for p in pairs) if pairs else True


def _negate_before(row: Row, place: int) -> None:
    """香菜不要, 葱和香菜都不要, "leave the onions off"."""
    if not _at_end(row, place):
        return
    index = place - 1
    while index >= 0 and (row.is_skipped(row.atoms[index]) or row.atoms[index].has("all")):
        index -= 1
    if index > 0 and row.atoms[index].has("comma") and _says_only_what(row, index - 1):
        index -= 1
    reached = False
    while (
        index >= 0
        and row.atoms[index].is_item
        and row.atoms[index].kind != "both"
        and not row.atoms[index].neg
    ):
        row.mark(index, neg=True)
        reached = True
        joint = row.at(index - 1)
        if joint is None or not joint.has("and", "or", "list"):
            break
        index -= 2
    if reached:
        row.used(place)


def _says_only_what(row: Row, index: int) -> bool:
    """ "香菜，千万别放": the clause before names what, and nothing else."""
    if not row.atoms[index].is_item:
        return False
    while index >= 0 and row.atoms[index].kind != "break":
        atom = row.atoms[index]
        if not (atom.is_item or row.is_skipped(atom) or atom.has("and", "or", "list")):
            return False
        index -= 1
    return True


def _at_end(row: Row, place: int) -> bool:
    """Nothing more is said that the word could belong to."""
    behind = row.at(row.after(place))
    return (
        behind is None
        or behind.kind in ("break", "qty", "dish")
        or behind.has("and", "but", "add", "want", "with")
    )
