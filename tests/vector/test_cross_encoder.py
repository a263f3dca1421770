"""A cross-encoder from a folder: pairs scored one by one and together alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vector.embedders.contract import SearchUnavailable

# Torch takes seconds to load: only where these tests are asked for.
pytestmark = pytest.mark.long
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "pear", "tea", "duck", "roast", "hot"]


@pytest.fixture(scope="module")
def encoders() -> Any:
    name = "vector.cross_encoder"
    return pytest.importorskip(name, reason="needs the extra `bert`", exc_type=ImportError)


@pytest.fixture(scope="module")
def folder(encoders: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model too small to be good at anything, with weights drawn by chance."""
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("torch").manual_seed(3)
    made = tmp_path_factory.mktemp("model")
    (made / "vocab.txt").write_text("\n".join(WORDS), "utf-8")
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=32, num_labels=1,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(made)
    transformers.BertTokenizer(str(made / "vocab.txt")).save_pretrained(made)
    return made


def test_pairs_are_scored_alike_alone_and_together(encoders: Any, folder: Path) -> None:
    reranker = encoders.open_reranker(str(folder))
    texts = ["pear tea", "roast duck roast duck", "hot"]
    together = reranker.scores("hot tea", texts)
    alone = [reranker.scores("hot tea", [text])[0] for text in texts]
    assert together == pytest.approx(alone, abs=1e-4)
    assert len(set(together)) == 3
    assert reranker.scores("hot tea", []) == []


def test_a_text_longer_than_the_model_reads_is_cut(encoders: Any, folder: Path) -> None:
    reranker = encoders.open_reranker(str(folder))
    assert len(reranker.scores("tea", ["pear " * 500])) == 1


def test_what_is_no_model_is_said_in_one_line(encoders: Any, tmp_path: Path) -> None:
    with pytest.raises(SearchUnavailable, match="can't be loaded"):
        encoders.open_reranker(str(tmp_path))
