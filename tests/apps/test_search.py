"""`search`: dishes for a wish in words."""

from __future__ import annotations

import pytest

from menu_data.loader import from_document
from tests.apps.house import act, call, codes, desk, document, opened


def found(query: str, top_k: int | None = None) -> list[str]:
    outcome, _ = call("search", opened(), {"query": query, "top_k": top_k})
    return [candidate.id for candidate in outcome.candidates]


@pytest.mark.parametrize(
    ("query", "best"),
    [("lotus skewers please", "skewer"), ("有没有青稞", "barley"), ("雪梨湯", "pear_tea")],
)
def test_words_of_a_name_find_the_dish(query: str, best: str) -> None:
    assert found(query)[0] == best


def test_traditional_and_simplified_find_the_same() -> None:
    assert found("烤鯉魚") == found("烤鲤鱼")


def test_a_wish_without_a_word_of_the_menu_finds_nothing() -> None:
    assert found("zzz") == []


def test_as_many_as_asked_for_at_most() -> None:
    assert len(found("pear bowl soup grilled")) == 3
    assert len(found("pear bowl soup grilled", 1)) == 1
    for top_k in (0, 21):
        outcome, _ = call("search", opened(), {"query": "pear", "top_k": top_k})
        assert codes(outcome) == ["bad_quantity"]


def test_what_contains_the_speakers_allergen_is_not_offered() -> None:
    fish = frozenset({"fish"})
    outcome, _ = call(
        "search", opened(), {"query": "grilled"}, desk("ann", allergies={"ann": fish})
    )
    assert [candidate.id for candidate in outcome.candidates] == ["quail"]
    outcome, _ = call("search", opened(), {"query": "grilled"}, desk("ann", allergies={"bo": fish}))
    assert {candidate.id for candidate in outcome.candidates} == {"carp", "quail"}


def test_what_is_sold_out_is_found_and_flagged() -> None:
    outcome, _ = call("search", opened(), {"query": "quail"})
    assert [(c.id, c.available) for c in outcome.candidates] == [("quail", False)]


def test_a_new_menu_is_searched_at_once() -> None:
    changed = document()
    changed["items"][1]["name"] = "Thistle broth"
    _, at = act("publish", opened(), {"document": dict(from_document(changed).source)})
    outcome, _ = call("search", at, {"query": "thistle"})
    assert [candidate.id for candidate in outcome.candidates] == ["reed"]
