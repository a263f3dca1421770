"""One dish's cells of a spreadsheet, as texts: what `writing` writes and `reading`
compares with, so that a cell nobody touched leaves the menu as it is.

    choices of a group: "小份 = small; *大份 = large +4.00"       names by language, default, price
    the same choices again: "yes", with another default "yes *大份", with none "yes *"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

BETWEEN, LANGUAGES_BETWEEN = "; ", " = "
AGAIN, DEFAULT, MARKET = "yes", "*", "market"
TEXTS = ("category", "name", "description", "unit")
LISTS = ("aliases", "diet", "ingredients", "tags")


def text_by_language(value: Any) -> Mapping[str, str]:
    """A text of the source by language; "" for one in none. Any: JSON."""
    return value if isinstance(value, Mapping) else {"": value} if value else {}


def joined(value: Any, languages: Sequence[str]) -> str:
    """A name as it stands inside a cell: its languages in the menu's order. Any: JSON."""
    texts = text_by_language(value)
    ordered = dict.fromkeys((*(code for code in languages if code in texts), *texts))
    return LANGUAGES_BETWEEN.join(texts[code] for code in ordered)


def plain_cells(item: Json, languages: Sequence[str]) -> Mapping[str, str]:
    """A dish's cells that are neither texts by language nor choices, by kind of column."""
    allergens: Mapping[str, str] = item.get("allergens", {})
    cells = {
        "id": str(item["id"]),
        "price": MARKET if item.get("price") is None else str(item["price"]),
        "contains": BETWEEN.join(key for key, said in allergens.items() if said == "contains"),
        "free_of": BETWEEN.join(key for key, said in allergens.items() if said == "free"),
        "spice": _number(item.get("spice")),
        "available": "" if item.get("available", True) else "no",
        "stock": _number(item.get("stock")),
        "image": item.get("image") or "",
    }
    lists = {
        kind: BETWEEN.join(joined(part, languages) for part in item.get(kind, ())) for kind in LISTS
    }
    return {**cells, **lists}


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def use_of(item: Json, group_id: str) -> Mapping[str, Any] | None:
    """A dish's use of a group, {"group"} with "default" where it has one of its own."""
    for use in item.get("modifier_groups", ()):
        written: Mapping[str, Any] = {"group": use} if isinstance(use, str) else use
        if written["group"] == group_id:
            return written
    return None


def choices(group: Json, default: str | None, languages: Sequence[str]) -> str:
    """All choices of a group in one cell."""
    return BETWEEN.join(_choice(part, default, languages) for part in group["modifiers"])


def _choice(modifier: Json, default: str | None, languages: Sequence[str]) -> str:
    star = DEFAULT if modifier["id"] == default else ""
    price = f" +{modifier['price']}" if modifier.get("price") else ""
    return f"{star}{joined(modifier['name'], languages)}{price}"


def choice_cells(items: Iterable[Json], group: Json, languages: Sequence[str]) -> Mapping[str, str]:
    """The cells of a group's column by dish: its choices once, then "yes"."""
    cells: dict[str, str] = {}
    usual: str | None = None
    for item in items:
        use = use_of(item, group["id"])
        if use is None:
            continue
        default = use.get("default", group.get("default"))
        if not cells:
            usual, cells[item["id"]] = default, choices(group, default, languages)
        else:
            other = "" if default == usual else f" {DEFAULT}{_named(group, default, languages)}"
            cells[item["id"]] = f"{AGAIN}{other}"
    return cells


def _named(group: Json, modifier_id: str | None, languages: Sequence[str]) -> str:
    names = (joined(m["name"], languages) for m in group["modifiers"] if m["id"] == modifier_id)
    return next(names, "")
