"""An envelope is one of the five types in full, or can't be made."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from waiter.envelope import Envelope, OpenRequest, Option

AT = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
REQUEST = OpenRequest("r1", "submit", AT)
ONE = (Option(1, "rice", "Rice"),)


def envelope(kind: Any, **parts: Any) -> Envelope:
    given = {"content": "Hello", **parts}
    return Envelope("v/a/1", 1, "v", "a", None, kind, AT, **given)


@pytest.mark.parametrize(
    ("kind", "parts", "told"),
    [
        ("permission_request", {}, "has no request"),
        ("notification", {"request": REQUEST}, "has a request"),
        ("notification", {"options": ONE, "range": (1, 1)}, "has options"),
        ("permission_request", {"request": REQUEST, "options": ONE}, "has options"),
        ("advice", {"options": ONE}, "range None"),
        ("advice", {"options": (Option(2, "rice", "Rice"),), "range": (2, 2)}, r"\[2\]"),
        ("error", {}, "status success"),
        ("notification", {"content": " \n"}, "says nothing"),
    ],
)
def test_what_does_not_fit_its_type_is_refused(kind: str, parts: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        envelope(kind, **parts)


def test_what_can_not_be_had_needs_no_number() -> None:
    shown = envelope("advice", options=(Option(None, "fish", "Fish"), *ONE), range=(1, 1))
    assert [option.number for option in shown.options] == [None, 1]
