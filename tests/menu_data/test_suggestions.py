"""Aliases that are suggested for review."""

from __future__ import annotations

from menu_data import loader
from menu_data.suggestions import suggest_aliases


def suggested(*names: str) -> dict[str, tuple[str, ...]]:
    items = [
        {"id": str(number), "name": name, "category": "c", "price": "1.00"}
        for number, name in enumerate(names)
    ]
    return dict(
        suggest_aliases(
            loader.from_document(
                {
                    "format": 1,
                    "restaurant": {"name": "Reed Bar", "currency": "CNY"},
                    "categories": [{"id": "c", "name": "c"}],
                    "items": items,
                }
            )
        )
    )


def test_a_name_without_brackets_or_company_is_suggested() -> None:
    assert suggested("可乐（罐装）", "Reed Cola®", "Leek pie with cream, hot") == {
        "0": ("可乐",),
        "2": ("Leek pie",),
    }


def test_what_another_dish_is_called_is_not_suggested() -> None:
    assert suggested("可乐（罐装）", "可乐") == {}
    assert suggested("Tea (small)", "Tea (large)") == {}
