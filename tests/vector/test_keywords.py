"""The keyword index: words and pairs of characters, ranked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vector.keywords import KeywordIndex, tokens

INDEX = KeywordIndex(
    {
        "soup": [("Reed soup", 3.0), ("芦芽汤", 3.0), ("clear and warm", 1.0)],
        "tea": [("Pear tea", 3.0), ("雪梨茶", 3.0), ("warm", 1.0)],
        "duck": [("Roast duck", 3.0), ("烤鸭", 3.0), ("with pear sauce", 1.0)],
    }
)


def found(text: str, top_k: int = 9) -> list[str]:
    return [hit.id for hit in INDEX.search(text, top_k)]


def test_words_fold_case_width_and_the_plural() -> None:
    assert list(tokens("Two ＰＥＡＲＳ, glass")) == ["two", "pear", "glass"]


def test_unspaced_script_gives_characters_and_pairs() -> None:
    assert list(tokens("雪梨茶 hot")) == ["雪", "梨", "茶", "雪梨", "梨茶", "hot"]


@pytest.mark.parametrize(("text", "best"), [("pears", "tea"), ("梨茶", "tea"), ("烤鸭", "duck")])
def test_a_name_beats_a_description(text: str, best: str) -> None:
    assert found(text)[0] == best


def test_a_rare_word_says_more_than_a_common_one() -> None:
    assert found("warm clear")[0] == "soup"


def test_one_shared_character_says_less_than_a_shared_pair() -> None:
    index = KeywordIndex({"one": [("梨子", 1.0)], "pair": [("烤鸭", 1.0)], "far": [("水", 1.0)]})
    one, pair = index.search("梨烤鸭", 2)[::-1]
    assert (one.id, pair.id) == ("one", "pair")
    assert one.score < pair.score / 4


def test_equal_documents_keep_their_order() -> None:
    index = KeywordIndex({key: [("same", 1.0)] for key in ("c", "a", "b")})
    assert [hit.id for hit in index.search("same", 9)] == ["c", "a", "b"]


def test_only_allowed_ids_are_found() -> None:
    assert [hit.id for hit in INDEX.search("pear", 9, allowed={"duck"})] == ["duck"]
    assert INDEX.search("pear", 9, allowed=()) == ()


def test_an_empty_index_and_an_empty_wish_find_nothing() -> None:
    assert KeywordIndex({}).search("pear", 3) == ()
    assert found("") == found("，。 ") == []


@given(st.text(max_size=40), st.integers(0, 5))
def test_any_text_finds_at_most_so_many_best_first(text: str, top_k: int) -> None:
    hits = INDEX.search(text, top_k)
    assert len(hits) <= top_k
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.score > 0 for hit in hits)


def test_of_several_documents_of_one_id_the_best_counts() -> None:
    index = KeywordIndex(
        {"a@en": [("pear tea", 1)], "a@zh": [("梨茶", 1)], "b@en": [("plum tea tea", 1)]},
        {"a@en": "a", "a@zh": "a", "b@en": "b"},
    )
    assert [hit.id for hit in index.search("pear tea 梨茶", 9)] == ["a", "b"]
    assert [hit.id for hit in index.search("梨茶 tea", 9, {"b"})] == ["b"]
