"""The menu the understanding is tested with, and readings written short."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from apps.ledger.books import Chosen, Line
from menu_data.loader import load
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.reading import EMPTY, Context, Edit, ReadLine, Understanding, Unresolved
from waiter.brains.house.understand import understand

FOLDER = Path(__file__).parent
LEXICON = Lexicon.compile(load(FOLDER / "understanding_menu.json"))


def read(text: str, context: Context = EMPTY) -> Understanding:
    return understand(text, LEXICON, context)


def on_tab(number: int, item: str, quantity: int, *modifiers: tuple[str, str]) -> Line:
    return Line(number, "a", item, quantity, tuple(Chosen(*pair) for pair in modifiers))


def modifiers(chosen: Sequence[Chosen]) -> list[str]:
    """Modifier ids with amount and number of portions where they are not the usual ones."""
    return [
        m.modifier
        + ("" if m.amount == "regular" else f"={m.amount}")
        + ("" if m.quantity == 1 else f"*{m.quantity}")
        for m in sorted(chosen)
    ]


def line(one: ReadLine) -> str:
    """ "2 latte large /choice+modifier"."""
    choices = ["/" + "+".join([c.item, *(m.modifier for m in c.modifiers)]) for c in one.choices]
    return " ".join([str(one.quantity), one.item, *modifiers(one.modifiers), *choices])


def ask(one: Unresolved) -> str:
    """ "dish: words -> candidates"."""
    return f"{one.ask}: {one.text}" + (f" -> {' '.join(one.candidates)}" if one.candidates else "")


def edit(one: Edit) -> str:
    """ "op target quantity modifiers > new line"."""
    target = one.target.item or " ".join(map(str, one.target.lines)) or one.target.kind
    count = [str(one.quantity)] if one.quantity is not None else []
    to = []
    if one.to is not None:
        said = [str(one.to.quantity)] if one.to.quantity_said else []
        to = [">", *said, one.to.item, *modifiers(one.to.modifiers)]
    whose = [one.whose] if one.whose is not None else []
    return " ".join([one.op, target, *count, *modifiers(one.modifiers), *to, *whose])
