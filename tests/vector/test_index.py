"""The index over time, on a real Milvus Lite: built, followed, edited, opened again, off."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vector.letters import Letters, passage
from vector.embedders.contract import Embedder, SearchUnavailable
from vector.index import RETRY_AFTER, Corpus, VectorIndex
from vector.milvus import Address, open_store
from vector.store import Store

SOUPS = (
    passage("reed", "reed shoots"),
    passage("pear", "warm pear"),
    passage("duck", "roast duck"),
)
OLD = Corpus("1", SOUPS)
EDITED = Corpus("2", (SOUPS[0], passage("pear", "quince jam"), SOUPS[2]))


class House:
    """A folder, an embedder, and the indexes opened over them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.embedder = Letters()
        self.now = 0.0
        self.opened: list[VectorIndex] = []

    def index(self) -> VectorIndex:
        opened = VectorIndex(self._embedder, self._store, lambda: self.now)
        self.opened.append(opened)
        return opened

    def _embedder(self) -> Embedder:
        return self.embedder

    def _store(self, embedder: Embedder) -> Store:
        return open_store(Address(str(self.folder)), f"texts_{embedder.name}")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "vectors.db")
    yield made
    made.embedder.gate.set()
    for index in made.opened:
        index.close()


def found(index: VectorIndex, text: str, of: list[str] | None = None) -> list[str]:
    return [hit.id for hit in index.nearest(text, 9, of)]


def test_the_nearest_meaning_comes_first_each_id_once(house: House) -> None:
    index = house.index()
    twice = Corpus("1", (*SOUPS, passage("pear", "pear warm", "zh")))
    assert index.build(twice).rows == 4
    assert found(index, "pear warm")[0] == "pear"
    assert sorted(found(index, "pear warm")) == ["duck", "pear", "reed"]


def test_only_ids_that_may_be_found_are(house: House) -> None:
    index = house.index()
    index.build(OLD)
    assert found(index, "warm pear", ["duck", 'no"ne', "back\\slash"]) == ["duck"]
    assert found(index, "warm pear", []) == []


def test_an_edited_text_is_embedded_alone_and_found_by_its_new_words(house: House) -> None:
    index = house.index()
    index.build(OLD)
    house.embedder.embedded.clear()
    assert index.build(EDITED).embedded == 1
    assert house.embedder.embedded == ["quince jam"]
    assert found(index, "quince jam")[0] == "pear"


def test_what_is_gone_from_the_corpus_is_gone_from_the_index(house: House) -> None:
    index = house.index()
    index.build(OLD)
    index.build(Corpus("2", SOUPS[:1]))
    assert found(index, "roast duck") == ["reed"]


def test_an_index_on_disk_is_opened_and_nothing_embedded_again(house: House) -> None:
    first = house.index()
    first.build(OLD)
    first.close()
    house.embedder.embedded.clear()
    again = house.index()
    again.follow(OLD)
    assert next(iter(again.nearest("roast duck", 9, None, patience=30))).id == "duck"
    again.settle()
    assert house.embedder.embedded == []


def test_while_a_first_build_runs_there_are_no_vectors_and_nobody_waits(house: House) -> None:
    house.embedder.gate.clear()
    index = house.index()
    index.follow(OLD)
    assert house.embedder.waiting.wait(30)
    with pytest.raises(SearchUnavailable, match="building"):
        index.nearest("roast duck", 9, None, patience=30)
    house.embedder.gate.set()
    assert index.settle().phase == "ready"
    assert found(index, "roast duck")[0] == "duck"


def test_while_an_edit_is_built_the_old_index_answers(house: House) -> None:
    index = house.index()
    index.build(OLD)
    house.embedder.waiting.clear()
    house.embedder.gate.clear()
    index.follow(EDITED)
    assert house.embedder.waiting.wait(30)
    assert found(index, "warm pear")[0] == "pear"
    house.embedder.gate.set()
    index.settle()
    assert found(index, "quince jam")[0] == "pear"


def test_a_corpus_that_changes_during_a_build_is_built_after_it(house: House) -> None:
    house.embedder.gate.clear()
    index = house.index()
    index.follow(OLD)
    assert house.embedder.waiting.wait(30)
    index.follow(EDITED)
    house.embedder.gate.set()
    index.settle()
    assert found(index, "quince jam")[0] == "pear"


def test_a_folder_in_use_is_told_in_one_line_and_tried_again_later(house: House) -> None:
    house.folder.mkdir()
    held = os.open(house.folder / "LOCK", os.O_CREAT | os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    index = house.index()
    index.follow(OLD)
    assert index.settle().phase == "off"
    with pytest.raises(SearchUnavailable, match=r"^vectors in .* are in use by another process$"):
        index.nearest("roast duck", 9)
    os.close(held)
    index.follow(OLD)
    assert index.settle().phase == "off"
    house.now += RETRY_AFTER
    index.follow(OLD)
    assert index.settle().phase == "ready"


def test_an_embedder_that_fails_leaves_what_was_there(house: House) -> None:
    index = house.index()
    index.build(OLD)
    house.embedder.fails = True
    index.follow(EDITED)
    assert index.settle().reason == "no vectors today"
    house.embedder.fails = False
    assert found(index, "warm pear")[0] == "pear"


def test_a_query_that_failed_lets_the_next_ones_go_by_words_for_a_while(house: House) -> None:
    index = house.index()
    index.build(OLD)
    house.embedder.fails = True
    with pytest.raises(SearchUnavailable, match="no vectors today"):
        index.nearest("roast duck", 9)
    house.embedder.fails = False
    with pytest.raises(SearchUnavailable, match="no vectors today"):
        index.nearest("roast duck", 9)
    house.now += RETRY_AFTER
    assert found(index, "roast duck")[0] == "duck"


def test_an_index_closed_during_a_build_lets_the_folder_go(house: House) -> None:
    house.embedder.gate.clear()
    index = house.index()
    many = Corpus("1", tuple(passage(f"d{n}", f"dish {n}") for n in range(20)))
    index.follow(many)
    assert house.embedder.waiting.wait(30)
    house.embedder.gate.set()
    index.close()
    with pytest.raises(SearchUnavailable, match="closed"):
        index.nearest("dish", 9)
    assert house.index().build(OLD).phase == "ready"


def test_an_empty_corpus_finds_nothing(house: House) -> None:
    index = house.index()
    assert index.build(Corpus("0", ())).rows == 0
    with pytest.raises(SearchUnavailable):
        index.nearest("anything", 9)
