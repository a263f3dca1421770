"""What is taken for the slots of a combo: words become dishes that the slot offers.

A slot that offers one thing needs no choice. Asked about are one slot or one group of a slot's
dish at a time, in the menu's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.asking import dish_candidates
from apps.contract import Problem, Snapshot
from apps.ledger.books import Availability, Choice
from apps.ledger.stocktaking import is_sold_out
from apps.ordering.modifiers import Hole, read_modifiers
from apps.ordering.params import ChoiceParams, ModifierParams
from apps.problems import Code
from menu_data.menu import Dish, Menu, Slot
from menu_data.words.names import find_modifiers, find_names


@dataclass(frozen=True, slots=True)
class Served:
    """Choices as read: the ids, their JSON for a draft, what is wrong, what is to be asked."""

    choices: tuple[Choice, ...] = ()
    said: tuple[Any, ...] = ()  # Any: it is JSON
    problems: tuple[Problem, ...] = ()
    hole: Hole | None = None


def read_choices(
    snapshot: Snapshot,
    combo: Dish,
    said: Sequence[str | ChoiceParams],
    loose: Sequence[str | ModifierParams] = (),
    before: tuple[Choice, ...] = (),
) -> Served:
    """What is wanted for the slots, over what was chosen `before`.

    `loose`: modifiers said of the combo as a whole; each goes to the one choice that has it.
    """
    menu, availability = snapshot.menu, snapshot.availability
    old = {choice.slot: choice for choice in before}
    wishes, problems, hole = _by_slot(menu, availability, combo, said)
    items = {slot.id: _item(slot, wishes.get(slot.id), old.get(slot.id)) for slot in combo.slots}
    if None not in items.values() and hole is None:
        problems += _spread(menu, combo, items, loose, wishes)
    choices: list[Choice] = []
    drafted: list[Any] = []
    for slot in combo.slots:
        wish, item = wishes.get(slot.id), items[slot.id]
        if item is None or (hole is not None and hole.slot == slot.id and hole.group is None):
            hole = hole or _hole(menu, availability, "choice_missing", slot, slot.choose)
            drafted.append(_json(slot, None, wish))
            continue
        if wish is not None and wish.item == item and _may_be_another(snapshot, slot, item):
            hole = hole or _hole(menu, availability, "sold_out", slot, slot.choose, item)
            drafted.append(_json(slot, None, wish))
            continue
        kept = old[slot.id].modifiers if slot.id in old and old[slot.id].item == item else ()
        extras = (wish.modifiers or ()) if wish is not None else ()
        made = read_modifiers(menu, menu.dishes[item], extras, kept)
        choices.append(Choice(slot.id, item, made.chosen))
        drafted.append({"slot": slot.id, "item": item, "modifiers": list(made.said)})
        problems += made.problems
        if made.hole is not None and hole is None:
            hole = replace(made.hole, place="choices", slot=slot.id)
    return Served(tuple(choices), tuple(drafted), tuple(problems), hole)


def _may_be_another(snapshot: Snapshot, slot: Slot, item: str) -> bool:
    """Whether what was chosen is sold out while the slot has something else."""
    menu, availability = snapshot.menu, snapshot.availability
    left = [other for other in slot.choose if not is_sold_out(menu, availability, other)]
    return item not in left and bool(left)


def _by_slot(
    menu: Menu, availability: Availability, combo: Dish, said: Sequence[str | ChoiceParams]
) -> tuple[dict[str, ChoiceParams], list[Problem], Hole | None]:
    """The wishes by the slot they are for, their dish as an id; what fits none or several."""
    wishes: dict[str, ChoiceParams] = {}
    problems: list[Problem] = []
    hole: Hole | None = None
    for entry in said:
        wish = ChoiceParams(item=entry) if isinstance(entry, str) else entry
        slots = [slot for slot in combo.slots if _is_for(slot, wish) and slot.id not in wishes]
        ids = find_names(menu, wish.item) if wish.item is not None else ()
        fits = [(slot, [i for i in slot.choose if i in ids]) for slot in slots]
        slot, found = next(((s, f) for s, f in fits if f), (slots[0], []) if slots else (None, []))
        if slot is None or (not found and len(slots) > 1):
            problems.append(_not_offered(menu, combo, wish))
            continue
        alone = found[0] if len(found) == 1 else None
        wishes[slot.id] = wish.model_copy(update={"slot": slot.id, "item": alone})
        if alone is None and wish.item is not None and hole is None:
            code: Code = "dish_unclear" if found else "unknown_choice"
            hole = _hole(menu, availability, code, slot, found or slot.choose, wish.item)
    return wishes, problems, hole


def _is_for(slot: Slot, wish: ChoiceParams) -> bool:
    if wish.slot is None:
        return wish.item is not None
    names = (slot.id, *slot.name.every())
    return wish.slot.strip().casefold() in [name.casefold() for name in names]


def _item(slot: Slot, wish: ChoiceParams | None, old: Choice | None) -> str | None:
    """What the slot gets: what was said, what it had, or the only thing there is."""
    if wish is not None and wish.item is not None:
        return wish.item
    if old is not None and old.item in slot.choose:
        return old.item
    return slot.choose[0] if len(slot.choose) == 1 else None


def _spread(
    menu: Menu,
    combo: Dish,
    items: Mapping[str, str | None],
    loose: Sequence[str | ModifierParams],
    wishes: dict[str, ChoiceParams],
) -> list[Problem]:
    """Give each loose modifier to the one choice that knows it; `wishes` take them."""
    problems: list[Problem] = []
    for entry in loose:
        words = entry if isinstance(entry, str) else entry.modifier
        knows = [
            slot
            for slot, item in items.items()
            if item is not None and find_modifiers(menu.dishes[item], words)
        ]
        if len(knows) != 1:
            code: Code = "modifier_unclear" if knows else "unknown_modifier"
            problems.append(Problem(code, words, allowed={"dish": combo.id, "slots": knows}))
            continue
        wish = wishes.get(knows[0]) or ChoiceParams(slot=knows[0], item=items[knows[0]])
        more = [*(wish.modifiers or ()), entry]
        wishes[knows[0]] = wish.model_copy(update={"modifiers": more})
    return problems


def _hole(
    menu: Menu,
    availability: Availability,
    code: Code,
    slot: Slot,
    ids: Iterable[str],
    text: str | None = None,
) -> Hole:
    candidates = tuple(
        replace(candidate, kind="choice", price=None)  # the combo's price covers it
        for candidate in dish_candidates(menu, availability, ids)
    )
    return Hole(code, "choice", text or slot.name.parts[0][1], "choices", candidates, slot=slot.id)


def _not_offered(menu: Menu, combo: Dish, wish: ChoiceParams) -> Problem:
    offered = {
        slot.id: [{"item": i, "name": dict(menu.dishes[i].name.parts)} for i in slot.choose]
        for slot in combo.slots
    }
    said = wish.item or wish.slot or ""
    return Problem("unknown_choice", said, allowed={"dish": combo.id, "slots": offered})


def _json(slot: Slot, item: str | None, wish: ChoiceParams | None) -> dict[str, Any]:
    extras = wish.model_dump(exclude_none=True).get("modifiers", []) if wish is not None else []
    return {"slot": slot.id, "item": item, "modifiers": extras}
