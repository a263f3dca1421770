"""Format-1 documents for tests: a small one written by hand, and random valid ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from menu_data.menu import ALLERGENS, DAYS, DIETS, FINER_ALLERGENS


def small() -> dict[str, Any]:
    """A noodle bar with one of everything; a new object each time, to be changed at will."""
    return {
        "format": 1,
        "restaurant": {"name": {"en": "Reed Bar", "zh": "芦苇面馆"}, "currency": "CNY"},
        "categories": [{"id": "mains", "name": "Mains"}, {"id": "cups", "name": "Cups"}],
        "modifier_groups": [
            {
                "id": "heat",
                "name": {"en": "heat", "zh": "辣度"},
                "max": 1,
                "default": "low",
                "modifiers": [
                    {"id": "low", "name": "low", "price": "0.00"},
                    {"id": "high", "name": "high", "price": "1.50"},
                ],
            },
            {
                "id": "more",
                "name": "more",
                "amounts": True,
                "modifiers": [
                    {"id": "egg", "name": "egg", "price": "2.00"},
                    {"id": "nut", "name": "nut", "price": "1.00", "extra_price": "1.50"},
                ],
            },
        ],
        "items": [
            {
                "id": "broth",
                "name": {"zh": "清汤面", "en": "Broth noodles"},
                "aliases": ["clear noodles"],
                "category": "mains",
                "price": "18.00",
                "modifier_groups": ["heat", {"group": "more", "default": "egg"}],
                "allergens": {"gluten": "contains", "egg": "free"},
            },
            {"id": "cola", "name": "Cola", "category": "cups", "price": "4.00"},
            {"id": "trout", "name": "Trout", "category": "mains", "price": None},
        ],
        "combos": [
            {
                "id": "pair",
                "name": "Pair",
                "price": "20.00",
                "slots": [
                    {"id": "bowl", "name": "bowl", "choose": ["broth"]},
                    {"id": "cup", "name": "cup", "choose": ["cola"]},
                ],
            }
        ],
    }


def changed(path: str, value: object) -> dict[str, Any]:
    """The small menu with another value at a path such as "items.0.price"."""
    document = small()
    part, last = _at(document, path)
    part[last] = value
    return document


def without(path: str) -> dict[str, Any]:
    """The small menu without what is at a path."""
    document = small()
    part, last = _at(document, path)
    del part[last]
    return document


def _at(document: Any, path: str) -> tuple[Any, str | int]:
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in steps:
        document = document[step]
    return document, last


_letters = st.characters(categories=("L", "N"), max_codepoint=0x9FFF)
words = st.text(_letters, min_size=1, max_size=12)
texts = words | st.dictionaries(
    st.sampled_from(["zh", "en", "zh-Hant", "ms"]), words, min_size=1, max_size=3
)
ids = st.text("abcdefghij_0123456789", min_size=1, max_size=8)
amounts = st.decimals(0, 5000, places=2).map(str)
clock = st.times().map(lambda at: at.strftime("%H:%M"))
spans = st.fixed_dictionaries(
    {
        "days": st.lists(st.sampled_from(DAYS), min_size=1, max_size=7).map(",".join),
        "open": clock,
        "close": clock,
    }
)
hours = st.none() | st.lists(spans, min_size=1, max_size=3)
_unforced = [key for key in ALLERGENS if key not in FINER_ALLERGENS.values()]
allergens = st.dictionaries(
    st.sampled_from([*_unforced, *FINER_ALLERGENS]), st.sampled_from(["contains", "free"])
)


def _unique(of: SearchStrategy[str], shortest: int = 1) -> SearchStrategy[list[str]]:
    return st.lists(of, min_size=shortest, max_size=4, unique=True)


@st.composite
def _group(draw: st.DrawFn, group_id: str) -> dict[str, Any]:
    modifiers = [
        {
            "id": modifier_id,
            "name": draw(texts),
            "aliases": draw(_unique(words, 0)),
            "price": draw(amounts),
            "allergens": draw(allergens),
        }
        for modifier_id in draw(_unique(ids))
    ]
    default = draw(st.none() | st.sampled_from([modifier["id"] for modifier in modifiers]))
    return {
        "id": group_id,
        "name": draw(texts),
        "min": draw(st.integers(0, 1)),
        "max": draw(st.none() | st.integers(1, 5)),
        "default": default,
        "amounts": draw(st.booleans()),
        "removable": draw(st.booleans()),
        "modifiers": modifiers,
    }


@st.composite
def _use(draw: st.DrawFn, group: dict[str, Any]) -> str | dict[str, Any]:
    default = draw(st.none() | st.sampled_from([m["id"] for m in group["modifiers"]]))
    return {"group": group["id"], "default": default} if draw(st.booleans()) else str(group["id"])


@st.composite
def _item(
    draw: st.DrawFn, item_id: str, categories: list[str], groups: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "id": item_id,
        "name": draw(texts),
        "category": draw(st.sampled_from(categories)),
        "description": draw(st.just("") | texts),
        "price": draw(st.none() | amounts),
        "modifier_groups": [draw(_use(group)) for group in groups if draw(st.booleans())],
        "diet": draw(st.lists(st.sampled_from(DIETS), max_size=3)),
        "allergens": draw(allergens),
        "ingredients": draw(st.lists(texts, max_size=3)),
        "spice": draw(st.none() | st.integers(0, 3)),
        "available": draw(st.booleans()),
        "stock": draw(st.none() | st.integers(0, 99)),
        "hours": draw(hours),
    }


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A valid menu of a few dishes in format 1."""
    categories, groups = draw(_unique(ids)), [draw(_group(i)) for i in draw(_unique(ids, 0))]
    items = [draw(_item(i, categories, groups)) for i in draw(_unique(ids))]
    return {
        "format": 1,
        "restaurant": {
            "name": draw(texts),
            "currency": "CNY",
            "hours": draw(hours),
            "party_limit": draw(st.none() | st.integers(1, 50)),
        },
        "categories": [{"id": i, "name": draw(texts), "hours": draw(hours)} for i in categories],
        "modifier_groups": groups,
        "items": items,
    }
