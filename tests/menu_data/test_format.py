from __future__ import annotations

import pytest
from pydantic import BaseModel, ValidationError

from menu_data import format as menu_format
from menu_data.format import Document, Part
from menu_data.loader import from_document
from menu_data.menu import DIETS
from tests.menu_data.documents import changed, small

PARTS = [
    part
    for part in vars(menu_format).values()
    if isinstance(part, type) and issubclass(part, BaseModel) and part is not BaseModel
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: str(part.__name__))
def test_every_part_of_the_format_is_frozen_strict_and_closed(part: type[BaseModel]) -> None:
    assert issubclass(part, Part)
    assert {part.model_config[key] for key in ("frozen", "strict")} == {True}
    assert part.model_config["extra"] == "forbid"


@pytest.mark.parametrize("part", PARTS, ids=lambda part: str(part.__name__))
def test_every_required_key_says_what_is_allowed(part: type[BaseModel]) -> None:
    required = [field for field in part.model_fields.values() if field.is_required()]
    assert all(field.description for field in required)


def test_a_document_cant_be_changed() -> None:
    document = Document.model_validate(small(), context="CNY")
    with pytest.raises(ValidationError, match="frozen"):
        document.items = ()


def test_the_schema_knows_the_closed_lists_and_both_ways_to_use_a_group() -> None:
    item = Document.model_json_schema()["$defs"]["ItemPart"]["properties"]
    assert item["diet"]["items"]["enum"] == list(DIETS)
    assert item["allergens"]["additionalProperties"]["enum"] == ["contains", "free"]
    kinds = [way["type"] for way in item["modifier_groups"]["items"]["anyOf"]]
    assert kinds == ["string", "object"]


def test_what_is_a_default_is_not_written_back() -> None:
    document = changed("items.1.available", True)
    document["items"][1] |= {"stock": None, "aliases": [], "allergens": {}, "description": ""}
    assert from_document(document).source["items"][1] == {
        "id": "cola",
        "name": "Cola",
        "category": "cups",
        "price": "4.00",
    }


def test_every_optional_part_of_a_restaurant_is_read() -> None:
    document = small()
    document["restaurant"] |= {
        "languages": ["zh", "en"],
        "time_zone": "Asia/Shanghai",
        "hours": [{"days": "mon-sun", "open": "10:00", "close": "02:00"}],
        "fees": [
            {"id": "service", "name": "Service", "percent": "10"},
            {"id": "cover", "name": "Cover", "amount": "2.00", "per": "guest"},
        ],
        "tax": {"name": "VAT", "percent": "6", "included": True},
        "address": "1 Reed Lane",
        "phone": "555-0100",
        "tax_id": "T-1",
        "kitchen_language": "en",
        "cash_rounding": "0.05",
        "fulfilment": ["takeaway", "dine_in"],
        "party_limit": 12,
        "limits": {"line_quantity": 9, "tab_amount": "500.00", "tip_percent": 20},
    }
    restaurant = from_document(document).restaurant
    assert [(fee.id, str(fee.percent), fee.amount, fee.per) for fee in restaurant.fees] == [
        ("service", "10", None, "bill"),
        ("cover", "None", 200, "guest"),
    ]
    assert restaurant.tax is not None
    assert (str(restaurant.tax.percent), restaurant.tax.included) == ("6", True)
    assert restaurant.cash_rounding == 5
    assert restaurant.fulfilment == ("takeaway", "dine_in")
    assert (restaurant.phone, restaurant.tax_id, restaurant.party_limit) == ("555-0100", "T-1", 12)
    assert restaurant.address is not None
    assert restaurant.address.said("zh") == "1 Reed Lane"
    assert restaurant.kitchen_language == "en"
    assert restaurant.limits.line_quantity == 9
    assert restaurant.limits.tab_amount == 50000
    assert restaurant.limits.note_length == 200
    assert restaurant.hours is not None
    assert len(restaurant.hours[0].days) == 7


def test_a_cash_rounding_of_nothing_is_none() -> None:
    assert from_document(changed("restaurant.cash_rounding", "0")).restaurant.cash_rounding is None
