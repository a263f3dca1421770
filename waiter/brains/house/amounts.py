"""Amounts find the modifiers they are of: "extra cheese", 葱少一点, "light on the oil", 加辣."""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import with_said
from waiter.brains.house.levels import MORE, is_plain
from waiter.brains.house.rows import Row


def amounts(row: Row) -> None:
    mode = ""
    for place, atom in enumerate(row.atoms):
        if atom.kind == "break":
            mode = ""
        elif atom.kind == "word" and atom.has("extra", "light"):
            mode = mode or _mode(row, place)
            _amount(row, place, mode)
        elif atom.kind == "word" and atom.has("extra_level"):
            _strengthen(row, place)


def _mode(row: Row, place: int) -> str:
    """Whether a clause says amounts before what they are of ("少放蒜") or after ("蒜少放"):
    its last one shows.
    """
    last = place
    for index in range(place, len(row.atoms)):
        if row.atoms[index].kind == "break":
            break
        if row.atoms[index].kind == "word" and row.atoms[index].has("extra", "light"):
            last = index
    ahead = row.after(last)
    return "before" if row.is_item(ahead) and not row.atoms[ahead].neg else "after"


def _strengthen(row: Row, place: int) -> None:
    """加辣, "very spicy": only of a level, which then is the menu's modifier for more of it."""
    ahead = row.at(place + 1)
    if ahead is not None and ahead.kind == "level":
        row.mark(place + 1, amount="extra")
        if row.atoms[place + 1].kind == "mod":
            row.used(place)


def _amount(row: Row, place: int, mode: str) -> None:
    atom = row.atoms[place]
    amount = "extra" if atom.has("extra") else "light"
    ahead, behind = row.after(place), place - 1
    while behind >= 0 and row.is_skipped(row.atoms[behind]) and not row.atoms[behind].has("said"):
        behind -= 1
    fits_after = (
        atom.has("amount_after")
        and behind >= 0
        and row.atoms[behind].is_item
        and row.atoms[behind].amount == "regular"
        and not row.atoms[behind].neg
    )
    if behind >= 0 and is_plain(row.atoms[behind]) and set(atom.words) <= words_in("a_bit_of"):
        row.atoms[behind] = with_said(row.atoms[behind], amount=MORE)  # 辣一点: more so
    elif fits_after and (mode == "after" or not row.is_item(ahead)):
        row.mark(behind, amount=amount, double=atom.has("double"))
    elif row.is_item(ahead) and not row.atoms[ahead].neg:
        for index in _same_amount(row, ahead):
            row.mark(index, amount=amount, double=atom.has("double"))
    else:
        return
    row.used(place)


def _same_amount(row: Row, index: int) -> list[int]:
    """In Chinese an amount reaches over 和 ("多放香菜和葱"); in English it is the next one's
    alone.
    """
    found = [index]
    while row.atoms[found[-1]].han:
        joint, target = row.at(found[-1] + 1), row.after(found[-1] + 1)
        if (
            joint is None
            or not joint.has("list", "and")
            or joint.has("with")
            or not row.is_item(target)
            or target != found[-1] + 2
        ):
            break
        found.append(target)
    return found
