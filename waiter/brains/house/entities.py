"""What a text named, as entities of the structured answer: dishes, categories, allergens, numbers.

Only what was understood is told, by the menu's ids; what must be asked is told as it was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from waiter.brains.house.reading import ReadLine, Understanding
from waiter.view import Reading

Entity = Mapping[str, Any]


def reading_of(read: Understanding) -> Reading:
    """An understanding, as it goes into the journal."""
    return Reading(read.intents, tuple(_entities(read)))


def _entities(read: Understanding) -> Iterator[Entity]:
    yield from (_line(line) for line in read.lines)
    for edit in read.edits:
        target: Entity = {"item": edit.target.item} if edit.target.item else {}
        yield {"type": "edit", "op": edit.op, **target}
        if edit.to is not None:
            yield _line(edit.to)
    for unclear in read.unresolved:
        candidates = list(unclear.candidates)
        yield {"type": "unclear", "said": unclear.text, "candidates": candidates}
    yield from ({"type": "dish", "item": dish} for dish in read.asks_about)
    if read.category is not None:
        yield {"type": "category", "category": read.category}
    for key in sorted({*read.allergens_asked, *read.allergens_stated}):
        yield {"type": "allergen", "allergen": key, "stated": key in read.allergens_stated}
    if read.head_count is not None:
        yield {"type": "guests", "count": read.head_count}
    if read.tip is not None:
        yield {"type": "tip", "tip": read.tip}


def _line(line: ReadLine) -> Entity:
    modifiers = [f"{one.group}:{one.modifier}" for one in line.modifiers]
    row: dict[str, Any] = {"type": "dish", "item": line.item, "quantity": line.quantity}
    return {**row, "modifiers": modifiers} if modifiers else row
