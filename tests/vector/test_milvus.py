"""Vectors in Milvus: a folder of Lite and a server by the same code; errors in one line."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from milvus_lite.adapter.grpc.server import start_server_in_thread

from tests.vector.letters import Letters, passage
from vector.embedders.contract import SearchUnavailable
from vector.milvus import Address, IndexKind, MilvusStore, open_store
from vector.store import Passage

TEXTS = [
    passage("reed", "reed shoots"),
    passage("pear", "warm pear"),
    passage("duck", "roast duck"),
]


@pytest.fixture(params=["folder", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    if request.param == "folder":
        yield Address(str(tmp_path / "vectors.db"))
        return
    server, db, port = start_server_in_thread(str(tmp_path / "server"))
    yield Address(f"http://127.0.0.1:{port}")
    server.stop(grace=0).wait()
    db.close()


def fill(store: MilvusStore, passages: list[Passage]) -> None:
    vectors = Letters().passages([one.text for one in passages])
    store.replace(passages, [one.content_hash("letters") for one in passages], list(vectors))


def nearest(store: MilvusStore, text: str, limit: int = 9) -> list[str]:
    return [hit.id for hit in store.search(Letters().queries([text])[0], limit, None)]


@pytest.mark.parametrize("kind", ["flat", "ivf_flat"])
def test_what_was_put_in_is_found_again(address: Address, kind: IndexKind) -> None:
    store = open_store(address, "texts", kind)
    fill(store, TEXTS)
    assert nearest(store, "warm pear")[0] == "pear"
    assert store.hashes() == {one.id: one.content_hash("letters") for one in TEXTS}
    kept = store.vectors()[TEXTS[1].content_hash("letters")]
    assert np.allclose(kept, Letters().passages(["warm pear"])[0])
    store.close()


def test_scores_are_inner_products_of_unit_vectors(address: Address) -> None:
    store = open_store(address, "texts")
    fill(store, TEXTS)
    vector = Letters().queries(["roast duck"])[0]
    assert store.search(vector, 1, None)[0].score == pytest.approx(1.0, abs=1e-5)
    store.close()


def test_a_replaced_index_leaves_one_collection(address: Address) -> None:
    store = open_store(address, "texts")
    for _ in range(2):
        fill(store, TEXTS)
    fill(store, TEXTS[:1])
    assert nearest(store, "roast duck") == ["reed"]
    assert len(store.collections()) == 1
    store.close()


def test_a_store_never_filled_finds_nothing(address: Address) -> None:
    store = open_store(address, "texts")
    assert (nearest(store, "reed"), dict(store.hashes()), dict(store.vectors())) == ([], {}, {})
    store.close()


def test_a_collection_half_made_by_a_killed_process_is_swept_away(tmp_path: Path) -> None:
    address = Address(str(tmp_path / "vectors.db"))
    store = open_store(address, "texts")
    fill(store, TEXTS)
    store._create("texts_half", 27)
    store.close()
    store = open_store(address, "texts")
    assert len(store.collections()) == 1
    assert nearest(store, "roast duck")[0] == "duck"
    store.close()


def test_long_texts_and_odd_ids_are_kept(address: Address) -> None:
    store = open_store(address, "texts")
    odd = Passage('a"b\\c@zh', 'a"b\\c', "名" * 2000, "述" * 9000, "odd")
    fill(store, [odd])
    vector = Letters().queries(["odd"])[0]
    assert [hit.id for hit in store.search(vector, 9, ['a"b\\c'])] == ['a"b\\c']
    store.close()


def test_a_server_that_is_not_there_is_one_line(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(SearchUnavailable) as failure:
        open_store(Address("http://127.0.0.1:9"), "texts")
    assert "\n" not in str(failure.value)
    assert capfd.readouterr().err == ""


def test_many_rows_are_compared_by_cells_and_the_nearest_is_kept(tmp_path: Path) -> None:
    store = open_store(Address(str(tmp_path / "vectors.db")), "texts")
    passages = [passage(f"d{n}", f"dish {n}") for n in range(5_000)]
    rows = np.random.default_rng(7).normal(size=(5_000, 64)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    store.replace(passages, [one.content_hash("") for one in passages], list(rows))
    firsts = [store.search(rows[n], 5, None)[0].id for n in range(0, 5_000, 100)]
    assert firsts == [f"d{n}" for n in range(0, 5_000, 100)]
    assert len(store.hashes()) == 5_000
    store.close()
