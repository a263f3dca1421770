"""Whether a text that names dishes asks for none of them: one for a machine, one about something
else, one whose words only sound like the menu's.

What a guest wants is said with a number, a word of wanting, or the dish's name alone; a text with
none of it and many words that nobody knows is no order, whatever its words come near to.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.wishes.reading import read_wish
from waiter.aloud import is_code
from waiter.brains.house.atoms import Atom
from waiter.brains.house.marks import Cue
from waiter.brains.house.reading import ReadLine

# Strange words beside a dish that was only nearly named, and beside one that was named in full.
NEARLY, NAMED = 2, 4
DOUBT = ("nobody asked for it", 0.5)
_ASKING = ("want", "add")


def for_a_machine(text: str, found: Sequence[Cue]) -> bool:
    """Whether a text is written for a machine: of such none is an order."""
    said_so = any("machine" in cue.kinds for cue in found)
    return said_so or ("{" in text and "}" in text) or is_code(text)


def unasked(text: str, row: Sequence[Atom], lines: Sequence[ReadLine]) -> bool:
    """Whether lines were read of words that ask for nothing."""
    if not lines or any(atom.kind == "qty" and not atom.article for atom in row):
        return False
    if any(atom.has(*_ASKING) for atom in row):
        return False
    dishes = [atom for atom in row if atom.is_dish]
    strange = sum(atom.kind == "unknown" for atom in row)
    bound = NAMED if any(atom.exact for atom in dishes) else NEARLY
    return strange >= bound or (strange > 0 and _is_off_topic(text))


def _is_off_topic(text: str) -> bool:
    """Whether a text wishes for what no restaurant has: "write a poem"."""
    return read_wish(text).off_topic
