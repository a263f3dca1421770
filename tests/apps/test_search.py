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
    [("lotus skewers please", "skewer"), ("有没有青稞", "barley"), ("雪梨茶", "pear_tea")],
)
def test_words_of_a_name_find_the_dish(query: str, best: str) -> None:
    assert found(query)[0] == best


def test_traditional_and_simplified_find_the_same() -> None:
    assert found("烤鯉魚") == found("烤鲤鱼")


def test_a_wish_without_a_word_of_the_menu_finds_nothing() -> None:
    assert found("zzz") == []


def test_as_many_as_asked_for_at_most() -> None:
    assert len(found("what do you recommend")) == 3
    assert len(found("what do you recommend", 1)) == 1
    for top_k in (0, 21):
        outcome, _ = call("search", opened(), {"query": "pear", "top_k": top_k})
        assert codes(outcome) == ["bad_quantity"]


def test_what_may_contain_the_speakers_allergen_is_not_offered() -> None:
    """Of the lotus skewers nothing is recorded."""
    told = desk("ann", allergies={"ann": frozenset({"egg"})})
    assert found("lotus") == ["skewer"]
    outcome, _ = call("search", opened(), {"query": "lotus"}, told)
    assert outcome.candidates == ()
    [missing] = call("search", opened(), {"query": "Lotus skewer"}, told)[0].result["unavailable"]
    assert (missing["id"], missing["why"]) == ("skewer", ["allergen_free"])
    other = desk("ann", allergies={"bo": frozenset({"egg"})})
    outcome, _ = call("search", opened(), {"query": "lotus"}, other)
    assert [candidate.id for candidate in outcome.candidates] == ["skewer"]


def test_what_is_sold_out_is_told_of_and_not_offered() -> None:
    outcome, _ = call("search", opened(), {"query": "grilled quail"})
    assert outcome.candidates == ()
    [gone] = outcome.result["unavailable"]
    assert (gone["id"], gone["why"]) == ("quail", ["sold_out"])


def test_the_wish_is_told_as_it_was_read() -> None:
    outcome, _ = call("search", opened(), {"query": "不辣的碗，不要洋葱，10元以内"})
    wish = outcome.result["wish"]
    assert (wish["max_spice"], wish["max_price"], wish["exclude"]) == (0, "10", ["onion"])


def test_where_nothing_fits_it_says_what_to_give_up() -> None:
    outcome, _ = call("search", opened(), {"query": "porridge or soup under 3 yuan"})
    assert outcome.candidates == ()
    assert [(one["limit"], one["value"]) for one in outcome.result["relax"]] == [
        ("max_price", "9.00")
    ]


def test_a_new_menu_is_searched_at_once() -> None:
    changed = document()
    changed["items"][1]["name"] = "Thistle broth"
    _, at = act("publish", opened(), {"document": dict(from_document(changed).source)})
    outcome, _ = call("search", at, {"query": "thistle broth"})
    assert [candidate.id for candidate in outcome.candidates] == ["reed"]
