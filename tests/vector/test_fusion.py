"""Rankings made one: what several have near the top comes first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vector.fusion import fuse

RANKING = st.lists(st.sampled_from("abcdefgh"), unique=True)


def ids(*rankings: list[str]) -> list[str]:
    return [hit.id for hit in fuse({str(n): ranking for n, ranking in enumerate(rankings)})]


def test_the_example_of_the_module_holds() -> None:
    hits = fuse({"keywords": ["soup", "tea"], "vectors": ["tea", "stew", "soup"]})
    assert [hit.id for hit in hits] == ["tea", "soup", "stew"]
    assert [round(hit.score, 4) for hit in hits] == [0.0325, 0.0323, 0.0161]


def test_what_both_have_beats_what_one_has_at_the_top() -> None:
    assert ids(["a", "b"], ["c", "b"])[0] == "b"


def test_ties_keep_the_order_of_the_first_ranking() -> None:
    assert ids(["a", "b"], ["b", "a"]) == ["a", "b"]


def test_a_ranking_that_counts_more_decides() -> None:
    rankings = {"words": ["a", "b"], "meaning": ["b", "a"]}
    assert fuse(rankings, {"meaning": 2})[0].id == "b"


def test_one_ranking_alone_stays_as_it_is() -> None:
    assert ids(["c", "a", "b"]) == ["c", "a", "b"]
    assert fuse({}) == ()


@given(st.lists(RANKING, max_size=4))
def test_every_id_of_any_ranking_is_there_once_best_first(rankings: list[list[str]]) -> None:
    hits = fuse({str(n): ranking for n, ranking in enumerate(rankings)})
    assert sorted(hit.id for hit in hits) == sorted({key for one in rankings for key in one})
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


@given(st.lists(RANKING, max_size=4))
def test_scores_do_not_depend_on_the_order_of_the_rankings(rankings: list[list[str]]) -> None:
    forth = {hit.id: hit.score for hit in fuse({str(n): r for n, r in enumerate(rankings)})}
    back = {hit.id: hit.score for hit in fuse({str(n): r for n, r in enumerate(rankings[::-1])})}
    assert forth == pytest.approx(back, rel=0, abs=0)
