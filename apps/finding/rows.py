"""A wish as it was read, as JSON: limits by their names, wants, comparisons."""

from __future__ import annotations

from typing import Any

from apps.finding.looking import Looked

Row = dict[str, Any]  # JSON


def wish_row(looked: Looked) -> Row:
    """The wish as read; the speaker's stated allergies are in its `allergen_free`."""
    wish, limits = looked.wish, looked.wish.limits
    price = limits.max_price
    return {
        "text": wish.text,
        "allergen_free": sorted({*limits.allergen_free, *looked.house.allergies}),
        "diet": list(limits.diet),
        "max_price": None if price is None else f"{price:f}",
        "max_spice": limits.max_spice,
        "exclude": [*limits.exclude, *limits.words],
        "likes": [{"any_of": list(w.keys), "must": w.hard, "said": w.said} for w in wish.wants],
        "avoid": list(wish.avoid),
        "like": list(wish.like),
        "than": None if wish.than is None else {"id": wish.than.item, "how": wish.than.how},
        "named": list(looked.named),
    }
