"""What single cells of a dish mean: prices, lists, allergens, diets, numbers, yes and no.

Each reader takes a cell that isn't empty and raises `CellMistake` where it can't be read.
"""

from __future__ import annotations

import re

from menu_data import flat
from menu_data.faults import Fault, listed, shown
from menu_data.importers.words import is_market
from menu_data.menu import ALLERGENS, DIETS, FINER_ALLERGENS
from menu_data.sheets.choices import CellMistake
from menu_data.sheets.words import diet, truth
from menu_data.told import told
from menu_data.words.allergens import allergens_in

_BETWEEN = re.compile(r"[;；,，、\n]")
_DIGITS = re.compile(r"\d{1,9}(?:\.\d{1,4})?")
_WHOLE = re.compile(r"\d{1,7}")


def parts(cell: str) -> list[str]:
    """The members of a list in a cell."""
    return [part.strip() for part in _BETWEEN.split(cell) if part.strip()]


def price(cell: str, currency: str | None) -> tuple[str | None, str | None]:
    """An amount and the currency it names, if any; None for a market price."""
    if is_market(cell):
        return None, None
    if _DIGITS.fullmatch(cell):
        return cell, None
    try:
        amount, found, _ = flat.read_price(cell, ())
    except Fault as fault:
        raise CellMistake(told("cell.price", problem=fault.problem)) from fault
    if currency is not None and found is not None and found != currency:
        raise CellMistake(
            told("cell.other_currency", found=shown(cell), currency=found, allowed=currency)
        )
    return amount, found


def allergens(cell: str) -> list[str]:
    """Keys of allergens, from keys or words for them ("peanuts", 花生)."""
    found = []
    for word in parts(cell):
        key = word.lower().replace(" ", "_")
        keys = [key] if key in ALLERGENS or key in FINER_ALLERGENS else sorted(allergens_in(word))
        if not keys:
            allowed = listed((*ALLERGENS, *FINER_ALLERGENS))
            raise CellMistake(told("cell.unknown_allergen", found=shown(word), allowed=allowed))
        found += keys
    return found


def diets(cell: str) -> list[str]:
    """Diets, from their keys or words for them (素食)."""
    found = []
    for word in parts(cell):
        key = diet(word)
        if key is None:
            raise CellMistake(told("cell.unknown_diet", found=shown(word), allowed=listed(DIETS)))
        found.append(key)
    return found


def whole(cell: str) -> int:
    """A whole number."""
    if not _WHOLE.fullmatch(cell):
        raise CellMistake(told("cell.no_whole", found=shown(cell)))
    return int(cell)


def yes_or_no(cell: str) -> bool:
    found = truth(cell)
    if found is None:
        raise CellMistake(told("cell.no_yes", found=shown(cell)))
    return found
